package interpret

import (
	"slices"
	"sort"
	"strings"

	"github.com/parlens/parlens/analysis/aag"
	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/scheme"
	"github.com/parlens/parlens/analysis/symbolic"
	"github.com/parlens/parlens/costmodel/process"
)

// seq is the computation of a statement and the overhead of its own loops.
func (i *interpreter) seq(u *aag.AAU) []process.Term {
	a := i.a
	each := i.each(u)
	overhead := i.loops(u)
	if u.Element.Part && i.kernel[u] == nil { // a kernel's loops are nested as the whole nest is best
		overhead = i.partLoops(u)
	}
	if call, element, ok := i.routine(u); ok {
		each, overhead = element, call
	}
	out := []process.Term{i.delay(u, process.Computation, a.Mul(u.Local, each))}
	if u.Element.Copied {
		overhead = a.Add(overhead, a.Mul(u.Local, a.Add(i.mem.Load(), i.mem.Store())))
	}
	overhead = a.Add(overhead, i.maskMispredicted(u))
	if i.testsOwner(u) {
		overhead = a.Add(overhead, a.Mul(i.tests(u), i.parameter("condition_s")))
	}
	if c, ok := a.Const(overhead); !ok || c != 0 {
		out = append(out, i.delay(u, process.Overhead, overhead))
	}
	return out
}

// testsOwner reports whether processors ask in iterations whether they own the statement; an
// owner that the run time knows is asked for before it.
func (i *interpreter) testsOwner(u *aag.AAU) bool {
	inIteration := i.b.Scheme.OwnerTest == scheme.InIteration && u.Element.Home.Shared()
	if left := u.Element.Resolves; left != nil {
		return i.b.Scheme.OwnerTest != scheme.InIteration && len(i.b.Resolved(left)) > 0
	}
	return len(u.Partition.Guards) > 0 || inIteration
}

// each is the time of one execution of the element.
func (i *interpreter) each(u *aag.AAU) symbolic.Expr {
	if k := i.kernel[u]; k != nil {
		return i.a.Add(i.amount(k, u), i.instructions(u))
	}
	return i.a.Add(i.operations(u.Element.Ops), i.misses(u), i.instructions(u))
}

// loops is the overhead of the loops that the compiler makes for an array
// construct: a setup per start and an increment per iteration, level by level.
func (i *interpreter) loops(u *aag.AAU) symbolic.Expr {
	a := i.a
	total := a.Real(0)
	order := i.nestOrder(u)
	starts := i.b.Sum(u.Partition, order[:i.outer(u)], a.Int(1))
	for n := i.outer(u); n < len(order); n++ {
		iterations := i.b.Sum(u.Partition, order[:n+1], a.Int(1))
		total = a.Add(total, a.Mul(starts, i.parameter("loop_setup_s")))
		if !i.bodies[identity(order[n])] {
			total = a.Add(total, a.Mul(iterations, i.parameter("loop_iteration_s")))
		}
		starts = iterations
	}
	return total
}

// partLoops is the overhead of those loops of a part that the element which it
// is of has not: the inner one of a matrix product.
func (i *interpreter) partLoops(u *aag.AAU) symbolic.Expr {
	a := i.a
	total := a.Real(0)
	first := len(u.Loops) - len(u.Element.Inner)
	starts := i.b.Sum(u.Partition, u.Loops[:first], a.Int(1))
	for n := first; n < len(u.Loops); n++ {
		iterations := i.b.Sum(u.Partition, u.Loops[:n+1], a.Int(1))
		total = a.Add(total, a.Mul(starts, i.parameter("loop_setup_s")), a.Mul(iterations, i.parameter("loop_iteration_s")))
		starts = iterations
	}
	return total
}

// outer returns how many of the unit's loops are DO loops.
func (i *interpreter) outer(u *aag.AAU) int { return len(u.Loops) - len(u.Element.Loops) }

// tests is how often a processor asks whether it owns the statement: before the inner
// loops that the owner decides about as a whole, unless the compiler leaves the test in
// every iteration.
func (i *interpreter) tests(u *aag.AAU) symbolic.Expr {
	asked := *u.Partition
	asked.Guards = nil
	if i.b.Scheme.OwnerTest == scheme.InIteration {
		asked.Shares = nil
		return i.b.Sum(&asked, u.Loops, i.a.Int(1))
	}
	loops := u.Loops[:i.outer(u)]
	for len(loops) > 0 && i.underGuards(loops[len(loops)-1]) {
		loops = loops[:len(loops)-1]
	}
	return i.b.Sum(&asked, loops, i.a.Int(1))
}

// underGuards reports whether all that a loop does is up to owners that do not depend on
// its index.
func (i *interpreter) underGuards(l *comm.Loop) bool {
	if i.guarded == nil {
		i.guarded = map[*comm.Loop]bool{}
		i.findGuarded(i.g.Tree())
	}
	return i.guarded[l]
}

func (i *interpreter) findGuarded(nodes []*aag.Node) {
	for _, n := range nodes {
		if n.Unit.Loop != nil {
			i.guarded[n.Unit.Loop] = i.allGuarded(n.Blocks, n.Unit.Loop)
		}
		for _, block := range n.Blocks {
			i.findGuarded(block)
		}
	}
}

func (i *interpreter) allGuarded(blocks [][]*aag.Node, l *comm.Loop) bool {
	for _, n := range slices.Concat(blocks...) {
		switch n.Unit.Kind {
		case aag.Seq:
			guards := n.Unit.Partition.Guards
			if len(guards) == 0 || slices.ContainsFunc(guards, func(g symbolic.Expr) bool { return i.mentions(g, l) }) {
				return false
			}
		case aag.IterD, aag.CondtD:
			if !i.allGuarded(n.Blocks, l) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// nestOrder is the order in which the compiler nests the loops: of an array
// construct the loop over the first dimension innermost, since that one is
// contiguous in memory, unless the bounds of another depend on it. DO loops stay as
// they are written, unless the compiler reorders them.
func (i *interpreter) nestOrder(u *aag.AAU) []*comm.Loop {
	order := append([]*comm.Loop(nil), u.Loops...)
	if i.b.Scheme.Reorder && len(u.Element.Loops) == 0 {
		return i.interchanged(u, order)
	}
	own := order[i.outer(u):]
	inner := i.inner(u)
	for _, l := range own {
		if inner != nil && (i.mentions(l.Lo, inner) || i.mentions(l.Hi, inner)) {
			return order
		}
	}
	sort.SliceStable(own, func(x, y int) bool { return own[x] != inner && own[y] == inner })
	return order
}

func (i *interpreter) mentions(e symbolic.Expr, l *comm.Loop) bool {
	for _, s := range i.a.Free(e) {
		if s.Name == l.Name {
			return true
		}
	}
	return false
}

// inner is the loop that the compiler would make the innermost: the one over
// the first dimension of the left side (or of the first read) of an array
// construct, the last DO loop otherwise.
func (i *interpreter) inner(u *aag.AAU) *comm.Loop {
	if len(u.Loops) == 0 {
		return nil
	}
	if own := u.Element.Loops; len(own) > 0 {
		leading := u.Element.Left
		if leading == nil && len(u.Element.Reads) > 0 {
			leading = u.Element.Reads[0]
		}
		if leading != nil && len(leading.Subs) > 0 {
			for _, l := range own {
				if leading.Subs[0].Loop == l {
					return l
				}
			}
		}
	}
	return u.Loops[len(u.Loops)-1]
}

// operations is the time of one element's operations.
func (i *interpreter) operations(ops comm.Operations) symbolic.Expr {
	names := make([]string, 0, len(ops))
	for name := range ops {
		names = append(names, name)
	}
	sort.Strings(names)
	total := i.a.Real(0)
	for _, name := range names {
		total = i.a.Add(total, i.a.Mul(i.a.Real(ops[name]), i.operation(name)))
	}
	return total
}

// operation is the time of one operation. Complex arithmetic is made of real
// operations: 2 additions; 4 multiplications and 2 additions; and, divided by
// the square of the modulus, 6 multiplications, 3 additions and 2 divisions.
func (i *interpreter) operation(name string) symbolic.Expr {
	a := i.a
	width := "real_"
	if single, double := strings.CutPrefix(name, "double_complex"); double {
		name, width = "complex"+single, "double_"
	}
	part := func(n int64, op string) symbolic.Expr { return a.Mul(a.Int(n), i.parameter(width+op+"_s")) }
	switch name {
	case "load":
		return i.mem.Load()
	case "store":
		return i.mem.Store()
	case "complex_add":
		return part(2, "add")
	case "complex_multiply":
		return a.Add(part(4, "multiply"), part(2, "add"))
	case "complex_divide":
		return a.Add(part(6, "multiply"), part(3, "add"), part(2, "divide"))
	case "complex_power":
		return part(2, "power")
	case "integer_power":
		return i.parameter("real_power_s")
	}
	return i.parameter(name + "_s")
}
