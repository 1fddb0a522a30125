package depend

import (
	"fmt"
	"hash/fnv"
	"strconv"

	"github.com/parlens/parlens/analysis/program"
)

// event is one access to a scalar or an array element, with the iteration in
// which it happened.
type event struct {
	ref   *program.Ref
	write bool
	iter  []iteration
}

// iteration is an iteration of a loop: its count from 0, and what a distance
// is measured in.
type iteration struct {
	do   *program.Do
	n, x int
}

// machine executes a unit statement by statement, in integers, and records
// every access. It shares nothing with the analysis.
type machine struct {
	values  map[string]int64
	events  map[string][]event // by location, in time
	iter    []iteration
	reverse *program.Do // its iterations are executed last first
	keep    []string    // scalars that must leave it as its last iteration would
	written map[string]bool
	steps   int
	silent  bool
}

const maxSteps = 20000

func newMachine(scalars map[string]int64) *machine {
	m := &machine{values: map[string]int64{}, events: map[string][]event{}}
	for name, v := range scalars {
		m.values[name] = v
	}
	return m
}

type jump uint8

const (
	onward jump = iota
	cycled
	exited
	stopped
)

func (m *machine) block(block []program.Stmt) jump {
	for _, s := range block {
		if j := m.statement(s); j != onward {
			return j
		}
	}
	return onward
}

func (m *machine) statement(s program.Stmt) jump {
	if m.steps++; m.steps > maxSteps {
		return stopped
	}
	switch s := s.(type) {
	case *program.Assign:
		m.assign(s)
	case *program.Do:
		return m.do(s)
	case *program.If:
		for _, b := range s.Branches {
			if m.eval(b.Cond) != 0 {
				return m.block(b.Body)
			}
		}
		return m.block(s.Else)
	case *program.Forall:
		m.forall(s)
	case *program.Transfer:
		return map[string]jump{"cycle": cycled, "exit": exited}[s.Keyword]
	default:
		panic(fmt.Sprintf("%T", s))
	}
	return onward
}

func (m *machine) do(s *program.Do) jump {
	lo, hi, step := m.eval(s.Lo), m.eval(s.Hi), int64(1)
	if s.Step != nil {
		step = m.eval(s.Step)
	}
	trip := max(0, (hi-lo+step)/step)
	m.values[s.Var.Name] = lo
	m.record(program.NewRef(s.At, s.Var), s.Var.Name, true)
	last := map[string]int64{}
	if m.reverse == s {
		clear(m.written)
	}
	for n := range trip {
		if m.reverse == s {
			n = trip - 1 - n
		}
		m.values[s.Var.Name] = lo + n*step
		it := iteration{s, int(n), int(n)}
		if step == 1 || step == -1 {
			it.x = int(step * m.values[s.Var.Name])
		}
		m.iter = append(m.iter, it)
		j := m.block(s.Body)
		m.iter = m.iter[:len(m.iter)-1]
		if m.reverse == s {
			m.save(last)
		}
		switch j {
		case exited:
			return onward
		case stopped:
			return stopped
		}
	}
	for name, v := range last {
		m.values[name] = v
	}
	m.values[s.Var.Name] = lo + trip*step
	return onward
}

// save keeps what the last iteration that assigns a private scalar leaves in
// it: the first one met when the order is reversed.
func (m *machine) save(last map[string]int64) {
	for _, name := range m.keep {
		if _, saved := last[name]; !saved && m.written[name] {
			last[name] = m.values[name]
		}
	}
	clear(m.written)
}

// forall evaluates all right sides of an assignment before its first store.
func (m *machine) forall(s *program.Forall) {
	for _, inner := range s.Body {
		var stores []func()
		m.ranges(s.Ranges, func() {
			if s.Mask == nil || m.eval(s.Mask) != 0 {
				stores = append(stores, m.prepare(inner.(*program.Assign), nil))
			}
		})
		for _, store := range stores {
			store()
		}
	}
}

func (m *machine) ranges(rs []program.IndexRange, do func()) {
	if len(rs) == 0 {
		do()
		return
	}
	for _, v := range m.triplet(rs[0].Lo, rs[0].Hi, rs[0].Step) {
		m.values[rs[0].Var.Name] = v
		m.ranges(rs[1:], do)
	}
}

func (m *machine) triplet(lo, hi, by program.Expr) []int64 {
	from, to, step := m.eval(lo), m.eval(hi), int64(1)
	if by != nil {
		step = m.eval(by)
	}
	var out []int64
	for v := from; step > 0 && v <= to || step < 0 && v >= to; v += step {
		out = append(out, v)
	}
	return out
}

// assign executes an assignment of any rank: sections are executed element by
// element, all reads before all stores.
func (m *machine) assign(s *program.Assign) {
	var stores []func()
	places := 1
	for _, values := range m.sections(s.LHS) {
		places *= len(values)
	}
	for k := range places {
		stores = append(stores, m.prepare(s, &k))
	}
	for _, store := range stores {
		store()
	}
}

// prepare evaluates the right side for the k-th element of the left side.
func (m *machine) prepare(s *program.Assign, k *int) func() {
	value := m.evalAt(s.RHS, k)
	where := m.location(s.LHS, k)
	return func() {
		m.values[where] = value
		m.record(s.LHS, where, true)
	}
}

// sections returns the values of each triplet.
func (m *machine) sections(r *program.Ref) [][]int64 {
	var out [][]int64
	for _, s := range r.Subs {
		if s.Triplet {
			out = append(out, m.triplet(s.Lo, s.Hi, s.Stride))
		}
	}
	return out
}

func (m *machine) location(r *program.Ref, k *int) string {
	where := r.Sym.Name
	rest := 0
	if k != nil {
		rest = *k
	}
	for _, s := range r.Subs {
		v := int64(0)
		if s.Triplet {
			if values := m.triplet(s.Lo, s.Hi, s.Stride); len(values) > 0 {
				v = values[rest%len(values)]
				rest /= len(values)
			}
		} else {
			v = m.eval(s.Lo)
		}
		where += "," + strconv.FormatInt(v, 10)
	}
	return where
}

func (m *machine) eval(e program.Expr) int64 { return m.evalAt(e, nil) }

func (m *machine) evalAt(e program.Expr, k *int) int64 {
	switch e := e.(type) {
	case *program.Const:
		if e.Type == program.Real {
			return int64(e.Real)
		}
		return e.Int
	case *program.Ref:
		where := m.location(e, k)
		if e.Sym.Class == program.Parameter {
			return m.eval(e.Sym.Value)
		}
		m.record(e, where, false)
		v, ok := m.values[where]
		if !ok {
			h := fnv.New32()
			h.Write([]byte(where))
			v = int64(h.Sum32()%9) - 1
		}
		return v
	case *program.Unary:
		x := m.evalAt(e.X, k)
		switch e.Op {
		case program.Neg:
			return -x
		case program.Not:
			return 1 - x
		}
		return x
	case *program.Binary:
		return binaryValue(e.Op, m.evalAt(e.X, k), m.evalAt(e.Y, k))
	case *program.Call:
		v := m.evalAt(e.Args[0].Value, k)
		for _, arg := range e.Args[1:] {
			w := m.evalAt(arg.Value, k)
			switch e.Name {
			case "max":
				v = max(v, w)
			case "min":
				v = min(v, w)
			case "mod":
				v %= w
			case "modulo":
				v = (v%w + w) % w
			case "iand":
				v &= w
			}
		}
		return v
	}
	panic(fmt.Sprintf("%T", e))
}

func binaryValue(op program.Op, x, y int64) int64 {
	truth := func(b bool) int64 {
		if b {
			return 1
		}
		return 0
	}
	switch op {
	case program.Add:
		return x + y
	case program.Sub:
		return x - y
	case program.Mul:
		return x * y
	case program.Div:
		return x / y
	case program.Eq:
		return truth(x == y)
	case program.Ne:
		return truth(x != y)
	case program.Lt:
		return truth(x < y)
	case program.Le:
		return truth(x <= y)
	case program.Gt:
		return truth(x > y)
	case program.Ge:
		return truth(x >= y)
	case program.And:
		return x & y
	case program.Or:
		return x | y
	}
	panic(op)
}

func (m *machine) record(r *program.Ref, where string, write bool) {
	if m.reverse != nil && write {
		m.written[where] = true
	}
	if !m.silent && len(m.iter) > 0 && r.Sym.Class == program.Variable {
		m.events[where] = append(m.events[where], event{r, write, append([]iteration(nil), m.iter...)})
	}
}

// carrier returns which of the common loops carries from e to f, from 1 (0 for
// none), the distances in the common loops, and how many those are.
func carrier(e, f event) (level int, distances []int) {
	for i := range min(len(e.iter), len(f.iter)) {
		if e.iter[i].do != f.iter[i].do {
			break
		}
		d := f.iter[i].n - e.iter[i].n
		if level == 0 && d != 0 {
			level = i + 1
		}
		distances = append(distances, f.iter[i].x-e.iter[i].x)
	}
	return level, distances
}
