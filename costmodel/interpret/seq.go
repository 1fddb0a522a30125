package interpret

import (
	"sort"

	"github.com/parlens/parlens/analysis/aag"
	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/costmodel/memory"
	"github.com/parlens/parlens/costmodel/process"
	"github.com/parlens/parlens/costmodel/symbolic"
)

// seq is the computation of a statement and the overhead of its own loops.
func (i *interpreter) seq(u *aag.AAU) []process.Term {
	a := i.a
	each := a.Add(i.operations(u.Element.Ops), i.mem.Misses(i.streams(u), u.Depth > 0))
	out := []process.Term{i.leaf(u, process.Computation, a.Mul(u.Local, each))}
	overhead := i.loops(u)
	if u.Element.Copied {
		overhead = a.Add(overhead, a.Mul(u.Local, a.Add(i.mem.Load(), i.mem.Store())))
	}
	if n := len(u.Partition.Guards); n > 0 {
		tests := i.entries(u, len(u.Loops)-len(u.Element.Loops), true)
		overhead = a.Add(overhead, a.Mul(tests, i.parameter("condition_s")))
	}
	if c, ok := a.Const(overhead); !ok || c != 0 {
		out = append(out, i.leaf(u, process.Overhead, overhead))
	}
	return out
}

// loops is the overhead of the loops that the compiler makes for an array
// construct: a setup per start and an increment per iteration, level by level.
func (i *interpreter) loops(u *aag.AAU) symbolic.Expr {
	a := i.a
	total := a.Real(0)
	first := len(u.Loops) - len(u.Element.Loops)
	order := i.nestOrder(u)
	starts := i.entries(u, first, false)
	for _, l := range order {
		trips := i.count(u, l)
		total = a.Add(total, a.Mul(starts, a.Add(i.parameter("loop_setup_s"), a.Mul(trips, i.parameter("loop_iteration_s")))))
		starts = a.Mul(starts, trips)
	}
	return total
}

// entries is how often the processor comes to the place inside the first n
// loops; asked says whether also when a guard turns it away.
func (i *interpreter) entries(u *aag.AAU, n int, asked bool) symbolic.Expr {
	total := i.a.Int(1)
	for _, l := range u.Loops[:n] {
		total = i.a.Mul(total, i.count(u, l))
	}
	if asked {
		return total
	}
	return i.a.Mul(append([]symbolic.Expr{total}, u.Partition.Guards...)...)
}

func (i *interpreter) count(u *aag.AAU, l *comm.Loop) symbolic.Expr {
	if s := u.Partition.Shares[l]; len(s) > 0 {
		return s[0].Count
	}
	return l.Trip(i.a)
}

// nestOrder is the order in which the compiler nests the loops of an array
// construct: the loop over the first dimension innermost, since that one is
// contiguous in memory.
func (i *interpreter) nestOrder(u *aag.AAU) []*comm.Loop {
	own := append([]*comm.Loop(nil), u.Element.Loops...)
	inner := i.inner(u)
	sort.SliceStable(own, func(x, y int) bool { return own[x] != inner && own[y] == inner })
	return own
}

// inner is the innermost loop around the element: the one over the first
// dimension of the left side (or of the first read) for array constructs, the
// last DO loop otherwise.
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
	part := func(n int64, op string) symbolic.Expr { return a.Mul(a.Int(n), i.parameter("real_"+op+"_s")) }
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

// streams groups the element's references by array for the memory model.
func (i *interpreter) streams(u *aag.AAU) []memory.Stream {
	inner := i.inner(u)
	if inner == nil {
		return nil
	}
	var out []memory.Stream
	at := map[string]int{}
	columns := map[string]map[string]bool{}
	add := func(x *comm.Access, store bool) {
		name := x.Sym.Name
		if store {
			name += "="
		}
		if _, ok := at[name]; !ok {
			at[name] = len(out)
			columns[name] = map[string]bool{}
			out = append(out, memory.Stream{Bytes: x.Sym.Bytes, Stride: stride(x, inner), Run: i.count(u, inner), Local: u.Local, Store: store})
		}
		columns[name][i.column(x)] = true
		out[at[name]].Columns = int64(len(columns[name]))
	}
	for _, x := range u.Element.Reads {
		add(x, false)
	}
	if u.Element.Left != nil {
		add(u.Element.Left, true)
	}
	return out
}

// column identifies the column that a reference runs along: its subscripts
// beyond the first.
func (i *interpreter) column(x *comm.Access) string {
	key := ""
	for _, s := range x.Subs[1:] {
		key += i.a.String(s.Offset) + ";"
	}
	return key
}

// stride is how many elements the reference advances per inner iteration.
func stride(x *comm.Access, inner *comm.Loop) int64 {
	for d, s := range x.Subs {
		switch {
		case s.Irregular:
			return memory.Far
		case s.Loop != inner:
		case d > 0:
			return memory.Far
		case s.Scale < 0:
			return -s.Scale
		default:
			return s.Scale
		}
	}
	return 0
}
