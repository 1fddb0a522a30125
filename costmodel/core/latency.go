package core

import (
	"strings"

	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/symbolic"
)

// Chain is a cycle of operations, each waiting for the one before.
type Chain struct {
	Name     string            // of the variable
	Ops      []comm.Operations // one after the other
	Distance int64             // iterations of one turn
	Stored   bool              // the value goes through the cache
	Sum      bool              // it only accumulates
	Free     bool              // in any order: a maximum or a minimum
	At       int               // the statement that it is charged to
	Anew     symbolic.Expr     // iterations after which it begins again, with nothing of what was before; 0: never
}

// Chain returns the term of the slowest chain, as the machine's numbers are. A maximum of
// elements that are done together is taken of each place in a vector. A chain that begins
// anew overlaps with those before, as far as instructions are in flight at a time: of N in
// a chain, window/N others.
func (m Model) Chain(chains []Chain, bodies []Work, vector symbolic.Expr, jammed float64) (Term, bool) {
	best, slowest := -1, 0.0
	for n, c := range chains {
		if c.Sum && m.M.Sums {
			continue
		}
		if s := m.seconds(c); s > slowest {
			best, slowest = n, s
		}
	}
	if best < 0 {
		return Term{}, false
	}
	a, c := m.A, chains[best]
	t := Term{Name: "latency of the chain through " + strings.ToLower(c.Name), Of: Zeros(a, len(bodies))}
	if t.Of[c.At] = m.latency(c); c.Free {
		t.Of[c.At] = a.Quo(t.Of[c.At], vector)
	}
	if c.Anew != 0 && m.has("window") {
		each := 0.0
		for _, n := range m.instructions(bodies, vector, jammed) {
			each += n
		}
		others := a.Quo(m.parameter("window"), a.Mul(a.Real(each), a.Max(a.Int(1), c.Anew)))
		t.Of[c.At] = a.Quo(t.Of[c.At], a.Add(a.Real(1), others))
	}
	return t, true
}

// latency is the seconds of a chain for one iteration.
func (m Model) latency(c Chain) symbolic.Expr {
	a := m.A
	total := a.Real(0)
	for _, ops := range c.Ops {
		for name, n := range elementary(ops) {
			total = a.Add(total, a.Mul(a.Real(n), m.wait(name)))
		}
	}
	if c.Stored {
		total = a.Add(total, m.first("store_forward_s"))
	}
	return a.Quo(total, a.Int(c.Distance))
}

// wait is how long the next operation waits for one of a class.
func (m Model) wait(class string) symbolic.Expr {
	switch class {
	case "real_add", "double_add":
		return m.first("add_latency_s", class+"_s")
	case "real_multiply", "double_multiply":
		return m.first("multiply_latency_s", class+"_s")
	case "real_divide", "double_divide":
		return m.first("divide_latency_s", class+"_s")
	case "sqrt", "real_sqrt":
		return m.first("sqrt_latency_s", "divide_latency_s", class+"_s")
	case "minmax", "compare", "abs", "convert":
		return m.first("minmax_latency_s", "add_latency_s", class+"_s")
	}
	if by, ok := called(class); ok {
		return m.parameter(by)
	}
	return m.parameter(class + "_s")
}

// seconds is the latency of a chain with the machine's numbers.
func (m Model) seconds(c Chain) float64 { return m.value(m.latency(c)) }
