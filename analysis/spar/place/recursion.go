package place

import (
	"fmt"
	"slices"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/spar"
)

// Endless is a call that leads back into the method that makes it. The model
// has a process for every call and no end to these, so that it leaves them
// out: either a pragma of the method says what it takes with all of them, or
// there is no estimate.
type Endless struct {
	From    string // the method, as the model calls it
	To      string
	Span    source.Span // of the call
	Bounded bool        // a pragma, or the method itself, says how often
}

// findEndless finds the calls that close cycles.
func (p *Program) findEndless() {
	state := map[*Method]int{} // 1 while a method is open, 2 when it is done
	var visit func(m *Method)
	visit = func(m *Method) {
		state[m] = 1
		for _, c := range m.callees {
			switch to := p.models[c.Model]; state[to] {
			case 0:
				visit(to)
			case 1:
				p.endless(m, to, c)
			}
		}
		state[m] = 2
	}
	for _, m := range p.Methods {
		if state[m] == 0 {
			visit(m)
		}
	}
}

func (p *Program) endless(from, to *Method, c *Call) {
	x := Endless{From: from.Model, To: to.Model, Span: p.At(c.Span), Bounded: to.bounds() || from.bounds() || from == to && from.finite}
	p.Endless = append(p.Endless, x)
	if !x.Bounded {
		p.take([]source.Diagnostic{{Span: c.Span, Severity: source.Warning, Code: "spar-recursion",
			Message: fmt.Sprintf("recursive call of %s: no estimate; bound it with Pamela = (cost e) or (upper e) on the method", to.Name)}})
	}
}

// Ends tells whether a call in a method is left out, because it leads back.
func (p *Program) Ends(m *Method, c *Call) bool {
	if !m.recursive {
		return false
	}
	for _, x := range p.Endless {
		if x.From == m.Model && x.To == c.Model {
			return true
		}
	}
	return false
}

// Recursive tells whether the method calls itself, perhaps through others.
func (m *Method) Recursive() bool { return m.recursive }

// Callees are the calls that the method makes, in their order.
func (m *Method) Callees() []*Call { return m.callees }

// Reached are the methods to which one comes by calls, and itself.
func (p *Program) Reached(m *Method) []*Method {
	out, seen := []*Method{m}, map[*Method]bool{m: true}
	for i := 0; i < len(out); i++ {
		for _, c := range out[i].callees {
			if to := p.models[c.Model]; !seen[to] {
				seen[to] = true
				out = append(out, to)
			}
		}
	}
	return out
}

// Leading are the methods that come to one of the wanted ones by calls, and these.
func (p *Program) Leading(wanted []*Method) map[*Method]bool {
	callers := map[*Method][]*Method{}
	for _, m := range p.Methods {
		for _, c := range m.callees {
			callers[p.models[c.Model]] = append(callers[p.models[c.Model]], m)
		}
	}
	out := map[*Method]bool{}
	for open := slices.Clone(wanted); len(open) > 0; {
		m := open[len(open)-1]
		if open = open[:len(open)-1]; !out[m] {
			out[m] = true
			open = append(open, callers[m]...)
		}
	}
	return out
}

// bounds tells whether a pragma says how often a method calls itself.
func (m *Method) bounds() bool {
	for _, x := range m.member.Pragmas.All("Pamela") {
		if h := x.Value.Head(); h == "upper" || h == "lower" {
			return true
		}
	}
	return false
}

// bounded places the body of a method under its own pragmas: a cost replaces it;
// bounds repeat it, once for every activation.
func (m *worker) bounded(x spar.Placed) {
	if f := pamelaOf(x.Pragmas, "cost"); f != nil {
		m.add(&Cost{Span: x.NameSpan.Shift(m.b.start), At: m.base(), Time: m.b.formula(f, m.scope)})
		return
	}
	lower, upper := pamelaOf(x.Pragmas, "lower"), pamelaOf(x.Pragmas, "upper")
	if lower == nil && upper == nil {
		if d := m.descends(x); d != nil {
			m.finite = true
			m.activations(x, d)
			return
		}
		m.block(x.Body.Body)
		return
	}
	if !m.method.recursive {
		m.b.report(x.NameSpan, source.Warning, "spar-pamela", "lower and upper on a method count the calls that it makes of itself: this one makes none")
		m.block(x.Body.Body)
		return
	}
	l := m.countedBy(lower, upper, x.NameSpan.Shift(m.b.start), guess{assumedCount, "how deep this method calls itself is not known: add Pamela = (upper e), or (cost e)"})
	l.End = x.Body.At().End + m.b.start
	l.Body = m.into(func() { m.block(x.Body.Body) })
	m.add(l)
}
