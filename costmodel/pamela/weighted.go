package pamela

import (
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/symbolic"
	"github.com/parlens/parlens/costmodel/calculus"
)

// place is where a delay stands: the call that it was reached through, if the
// model is traced, else its own place.
func (f *frame) place(n Node) source.Span {
	if !f.origin.Empty() {
		return f.origin
	}
	return f.at(n)
}

// Part is one of the terms that a process executes one after the other, with
// its delays weighted: their times are added up to that of the process.
type Part struct {
	T, Phi symbolic.Expr // not simplified
	Work   calculus.Vector
}

// Parts splits a process into what it executes one after the other. In each
// part every delay takes its amount times a symbol, the one that weights gives
// for the part and for the call through which the delay was reached (see
// Options.Trace); "" leaves it as it is. T is homogeneous in the amounts, so
// that its derivatives by the symbols, at 1, add up to T: what each call
// contributes. Parts without weighted delays are empty; there are none without such a
// process.
func (m *Model) Parts(name string, weights func(part int) func(call source.Span) string) []Part {
	for _, r := range m.Results {
		if r.Equation.Name != name || r.value.sort != aProcess {
			continue
		}
		var out []Part
		for i, t := range serialParts(r.value.process, nil) {
			w := &weighter{m: m, weight: bySpan(weights(i)), done: map[calculus.Term]calculus.Term{}}
			if x := m.eval.calculus.Model(w.term(t)); w.used {
				out = append(out, Part{x.T, x.Phi, x.Delta})
			} else {
				out = append(out, Part{})
			}
		}
		return out
	}
	return nil
}

// serialParts lists the terms of a series, those of series in it put in.
func serialParts(t calculus.Term, out []calculus.Term) []calculus.Term {
	s, ok := t.(*calculus.Serial)
	if !ok {
		return append(out, t)
	}
	for _, x := range s.Terms {
		out = serialParts(x, out)
	}
	return out
}

// weighter copies terms with their delays weighted.
type weighter struct {
	m      *Model
	weight func(*calculus.Delay) string
	done   map[calculus.Term]calculus.Term
	used   bool
}

func bySpan(weight func(source.Span) string) func(*calculus.Delay) string {
	return func(l *calculus.Delay) string { return weight(l.Span) }
}

func (w *weighter) term(t calculus.Term) calculus.Term {
	if t == nil {
		return nil
	}
	if out, ok := w.done[t]; ok {
		return out
	}
	out := w.copied(t)
	w.done[t] = out
	return out
}

func (w *weighter) copied(t calculus.Term) calculus.Term {
	switch t := t.(type) {
	case *calculus.Delay:
		return w.delay(t)
	case *calculus.Serial:
		return &calculus.Serial{Terms: w.terms(t.Terms)}
	case *calculus.Parallel:
		return &calculus.Parallel{Terms: w.terms(t.Terms)}
	case *calculus.SerialOver:
		return &calculus.SerialOver{Index: t.Index, Lo: t.Lo, Hi: t.Hi, Body: w.term(t.Body)}
	case *calculus.ParallelOver:
		return &calculus.ParallelOver{Index: t.Index, Lo: t.Lo, Hi: t.Hi, Body: w.term(t.Body)}
	case *calculus.If:
		out := *t
		out.Then, out.Else = w.term(t.Then), w.term(t.Else)
		return &out
	}
	return t
}

func (w *weighter) terms(list []calculus.Term) []calculus.Term {
	out := make([]calculus.Term, len(list))
	for i, t := range list {
		out[i] = w.term(t)
	}
	return out
}

func (w *weighter) delay(l *calculus.Delay) calculus.Term {
	name := w.weight(l)
	if name == "" || l.Amount == 0 {
		return l
	}
	w.used = true
	a := w.m.arena
	a.Assume(name, 0, symbolic.Unbounded)
	out := *l
	out.Amount = a.Mul(l.Amount, a.Sym(name, symbolic.Real))
	return &out
}

// WorkIn evaluates the work of a part, all weights that env gives included.
func (m *Model) WorkIn(v calculus.Vector, env map[string]float64) (work []calculus.Run, sampled bool, err error) {
	return m.eval.calculus.Estimated(m.back(v), env)
}

// Back puts the block sizes and other divisors, for which a simplified
// expression has symbols, back into it.
func (m *Model) Back(e symbolic.Expr) symbolic.Expr { return m.eval.divisors.back(e) }

// Key tells apart what the symbols in the parts of different models mean that
// Back puts other expressions for.
func (m *Model) Key() string { return m.eval.divisors.key() }
