// Package core is the component model of a processor that executes out of order:
// what an iteration of an innermost loop takes is its slowest term, each the
// throughput of a group of units, the latency of a chain from iteration to iteration,
// or what crosses a boundary of the memory hierarchy (the ECM model: Stengel,
// Treibig, Hager, Wellein 2015; Hofmann, Alappat, Hager, Fey, Wellein 2018).
package core

import (
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/symbolic"
	"github.com/parlens/parlens/machines"
)

// Model builds expressions in A for the machine M.
type Model struct {
	A *symbolic.Arena
	M *machines.Machine
}

// Work is what one execution of a statement does.
type Work struct {
	Ops           comm.Operations // by class, without loads and stores
	Loads, Stores float64
	Updates       float64         // elements that are loaded and stored by way of an index array
	Path          comm.Operations // the longest row of operations of which each waits for the one before
}

// Term is one of those of which the largest binds.
type Term struct {
	Name string          // "additions", "latency of the chain through x", "memory bandwidth of L3"
	Of   []symbolic.Expr // seconds of one execution of each statement
}

// Scalar reports whether some of the operations are calls that a vectorised loop cannot
// have.
func (m Model) Scalar(ops comm.Operations) bool {
	for class, n := range elementary(ops) {
		if _, ok := called(class); ok && n > 0 && !m.has(vectors[class]) {
			return true
		}
	}
	return false
}

// elementary brings complex operations to real ones.
func elementary(ops comm.Operations) comm.Operations {
	out := comm.Operations{}
	for _, name := range slices.Sorted(maps.Keys(ops)) {
		n, width := ops[name], "real_"
		single, double := strings.CutPrefix(name, "double_")
		if double {
			width = "double_"
		}
		switch single {
		case "complex_add":
			out[width+"add"] += 2 * n
		case "complex_multiply":
			out[width+"multiply"] += 4 * n
			out[width+"add"] += 2 * n
		case "complex_divide":
			out[width+"multiply"] += 6 * n
			out[width+"add"] += 3 * n
			out[width+"divide"] += 2 * n
		default:
			out[name] += n
		}
	}
	return out
}

// groups are the units that work side by side.
var groups = []struct {
	name    string
	classes []string
}{
	{"additions", []string{"real_add", "double_add", "minmax", "compare"}},
	{"multiplications", []string{"real_multiply", "double_multiply"}},
	{"divisions and square roots", []string{"real_divide", "double_divide", "sqrt", "real_sqrt"}},
	{"integer operations", []string{"integer_add", "integer_multiply", "integer_divide", "logical"}},
	{"conversions", []string{"convert", "abs"}},
}

// loopControl is the instructions of an iteration beside its body: the index, and a
// test that is one with its branch.
const loopControl = 2

// InCore returns the terms of the core for the statements of an iteration, when an
// instruction does vector iterations, and so many iterations of the loop around are one.
func (m Model) InCore(bodies []Work, vector symbolic.Expr, jammed float64) []Term {
	a := m.A
	var out []Term
	calls := Zeros(a, len(bodies))
	add := func(name string, of func(n int, w Work) symbolic.Expr) {
		t := Term{Name: name, Of: Zeros(a, len(bodies))}
		some := false
		for n, w := range bodies {
			t.Of[n] = of(n, w)
			if c, ok := a.Const(t.Of[n]); !ok || c != 0 {
				some = true
			}
			t.Of[n] = a.Add(t.Of[n], calls[n])
		}
		if m.value(a.Add(calls...)) > m.value(a.Add(t.Of...))/2 {
			t.Name = "library functions"
		}
		if some {
			out = append(out, t)
		}
	}
	arithmetic := arithmeticOf(bodies)
	for n, w := range bodies {
		bodies[n].Ops = elementary(w.Ops)
		for _, class := range slices.Sorted(maps.Keys(bodies[n].Ops)) {
			if by, ok := called(class); ok {
				if c, one := a.ConstInt(vector); (!one || c != 1) && m.has(vectors[class]) {
					by = vectors[class]
				}
				calls[n] = a.Add(calls[n], a.Mul(a.Real(bodies[n].Ops[class]), m.parameter(by)))
			}
		}
	}
	for _, g := range groups {
		add(g.name, func(n int, w Work) symbolic.Expr {
			total := a.Real(0)
			for _, class := range g.classes {
				if count := w.Ops[class]; count > 0 {
					total = a.Add(total, a.Mul(a.Real(count), m.each(class, vector)))
				}
			}
			return total
		})
	}
	if m.has("arithmetic_s") {
		add("arithmetic", func(n int, w Work) symbolic.Expr {
			return a.Quo(a.Mul(a.Real(arithmetic[n]), m.parameter("arithmetic_s")), vector)
		})
	}
	load, store := a.Sym("memory.fetch_hit_s", symbolic.Real), a.Sym("memory.store_hit_s", symbolic.Real)
	add("loads", func(_ int, w Work) symbolic.Expr { return a.Quo(a.Mul(a.Real(w.Loads), load), vector) })
	add("stores", func(_ int, w Work) symbolic.Expr { return a.Quo(a.Mul(a.Real(w.Stores), store), vector) })
	instructions := m.instructions(bodies, vector, jammed)
	if m.has("indexed_update_s") {
		add("updates through an index array", func(_ int, w Work) symbolic.Expr {
			return a.Mul(a.Real(w.Updates), m.parameter("indexed_update_s"))
		})
	}
	add("instructions", func(n int, _ Work) symbolic.Expr {
		return a.Quo(a.Mul(a.Real(instructions[n]), m.first("issue_s")), vector)
	})
	if t, ok := m.withinIteration(bodies, instructions, vector); ok {
		out = append(out, t)
	}
	add("the branch of the loop", func(n int, _ Work) symbolic.Expr {
		if n > 0 {
			return a.Real(0)
		}
		return a.Quo(m.parameter("loop_iteration_s"), a.Mul(vector, a.Real(jammed)))
	})
	return out
}

// arithmeticOf counts the operations of the groups in each statement.
func arithmeticOf(bodies []Work) []float64 {
	out := make([]float64, len(bodies))
	for n, w := range bodies {
		ops := elementary(w.Ops)
		for _, g := range groups {
			for _, class := range g.classes {
				out[n] += ops[class]
			}
		}
	}
	return out
}

// instructions are those of each statement in an iteration; the first has the loop's own.
func (m Model) instructions(bodies []Work, vector symbolic.Expr, jammed float64) []float64 {
	out := arithmeticOf(bodies)
	for n, w := range bodies {
		arithmetic := out[n]
		out[n] += w.Stores
		if w.Loads > 0 { // all but the first are operands of others
			out[n] += m.loads(w.Loads, arithmetic, vector)
		}
	}
	out[0] += loopControl / jammed
	return out
}

// shortVector is the bytes of vectors whose instructions find their operands in memory only
// where these are aligned (SSE): which are is not known.
const shortVector = 16

// loads is the instructions that load, beside those that are operands of others.
func (m Model) loads(loads, arithmetic float64, vector symbolic.Expr) float64 {
	one, scalar := m.A.ConstInt(vector)
	if n, ok := m.M.Number("processing.vector_bytes"); ok && n.Value <= shortVector && !(scalar && one == 1) {
		return loads
	}
	return max(1, loads-arithmetic)
}

// withinIteration is what the operations of an iteration take that wait for each other.
// Those of other iterations are executed meanwhile, as far as instructions are in flight
// at a time (Little's law): an iteration of N instructions and latency L takes L N / window.
func (m Model) withinIteration(bodies []Work, instructions []float64, vector symbolic.Expr) (Term, bool) {
	if !m.has("window") {
		return Term{}, false
	}
	at, longest, all := -1, 0.0, 0.0
	for n, w := range bodies {
		all += instructions[n]
		if s := m.Seconds(w.Path); s > longest {
			at, longest = n, s
		}
	}
	if at < 0 {
		return Term{}, false
	}
	a := m.A
	t := Term{Name: "latency within an iteration", Of: Zeros(a, len(bodies))}
	t.Of[at] = a.Quo(a.Mul(m.waits(bodies[at].Path), a.Real(all)), a.Mul(m.parameter("window"), vector))
	return t, true
}

// waits is the latency of operations of which each waits for the one before; calls of
// library functions are counted elsewhere.
func (m Model) waits(path comm.Operations) symbolic.Expr {
	total := m.A.Real(0)
	ops := elementary(path)
	for _, class := range slices.Sorted(maps.Keys(ops)) {
		if _, ok := called(class); !ok {
			total = m.A.Add(total, m.A.Mul(m.A.Real(ops[class]), m.wait(class)))
		}
	}
	return total
}

// Seconds is the latency of such a row with the machine's numbers.
func (m Model) Seconds(path comm.Operations) float64 { return m.value(m.waits(path)) }

// each is the seconds of one operation of a class.
func (m Model) each(class string, vector symbolic.Expr) symbolic.Expr {
	a := m.A
	if one, ok := a.ConstInt(vector); ok && one == 1 {
		return m.parameter(class + "_s")
	}
	switch class { // units that are not pipelined take their own time of a vector
	case "double_divide":
		return m.first("vector_divide_s", "double_divide_s")
	case "real_divide":
		if m.has("vector_divide_s") {
			return a.Quo(m.parameter("vector_divide_s"), a.Int(2))
		}
		return m.parameter("real_divide_s")
	case "sqrt":
		return m.first("vector_sqrt_s", "sqrt_s")
	case "real_sqrt":
		return m.first("vector_real_sqrt_s", "real_sqrt_s")
	}
	return a.Quo(m.parameter(class+"_s"), vector)
}

// value is an expression with the machine's numbers.
func (m Model) value(e symbolic.Expr) float64 {
	env := map[string]float64{}
	for _, s := range m.A.Free(e) {
		n, _ := m.M.Number(s.Name)
		env[s.Name] = n.Value
	}
	v, err := m.A.Eval(e, env)
	if err != nil || math.IsNaN(v) {
		return 0
	}
	return v
}
