package phases

import (
	"fmt"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/symbolic"
	"github.com/parlens/parlens/machines"
)

// Program is a model for one variant and one machine, as formulas in its
// parameters.
type Program struct {
	Model   *Model
	Variant string
	Machine string
	Library Library
	Arena   *symbolic.Arena
	Derived []Named
	Phases  []Formulas // those of the variant, in order
	Steps   symbolic.Expr
	Total   symbolic.Expr // seconds of all steps
	Procs   symbolic.Expr // how many processors there are

	tape    *symbolic.Tape // of all that is evaluated; nil where processors differ
	outputs int
}

// Named is a derived value.
type Named struct {
	Derived *Derived
	Text    Text // its formula for the variant
	Expr    symbolic.Expr
}

// Formulas are those of one phase, once through it. They hold for any processor
// where they speak of coordinates.
type Formulas struct {
	Phase    *Phase
	Rate     Rate
	Seconds  symbolic.Expr
	Starts   symbolic.Expr // factor of a: how often the inner loop starts; 0 with one rate
	Work     symbolic.Expr // factor of b, or all the work: operations or bytes
	Messages symbolic.Expr // that a processor sends
	Bytes    symbolic.Expr // of them
}

// For builds a model for one of its variants ("" where it has none) on a
// machine. A machine's own rates come before those of the phases.
func (m *Model) For(variant string, machine *machines.Machine) (*Program, error) {
	if !m.Variant(variant) {
		return nil, fmt.Errorf("model %s has no variant %q", m.Name, variant)
	}
	library, _ := LibraryOf(machine, m.Protocol)
	b := newBuilder(m, variant, machine.Name, library)
	p := b.build()
	if len(b.diags) > 0 {
		return nil, fmt.Errorf("model %s, variant %s: %s", m.Name, variant, b.diags[0].Message)
	}
	for _, f := range p.Phases {
		if f.Phase.Kind != Communication && f.Rate == (Rate{}) {
			return nil, fmt.Errorf("phase %s has no rate on %s: give rate_per_s, or [rates.%s], or fit them to timings", f.Phase.Name, machine.Name, machine.Name)
		}
	}
	p.compile()
	return p, nil
}

// builder makes formulas of texts and collects what is wrong with them.
type builder struct {
	*Program
	a     *symbolic.Arena
	names map[string]symbolic.Expr
	diags []source.Diagnostic
}

func newBuilder(m *Model, variant, machine string, lib Library) *builder {
	a := symbolic.NewArena()
	b := &builder{&Program{Model: m, Variant: variant, Machine: machine, Library: lib, Arena: a}, a, map[string]symbolic.Expr{}, nil}
	for _, p := range m.Parameters {
		t := symbolic.Index
		if p.Real {
			t = symbolic.Real
		}
		b.names[p.Name] = a.Sym(p.Name, t)
	}
	b.Procs = a.Int(1)
	for _, c := range m.Mesh {
		b.names[c.Name] = a.Sym(c.Name, symbolic.Index)
		a.Assume(c.Extent, 1, symbolic.Unbounded)
		b.Procs = a.Mul(b.Procs, b.names[c.Extent])
	}
	return b
}

func (b *builder) fail(at source.Span, format string, args ...any) {
	b.diags = append(b.diags, source.Diagnostic{Span: at, Severity: source.Error, Code: "formula", Message: fmt.Sprintf(format, args...)})
}

// formula reads a text with the names of before and some more; otherwise is its
// value where there is no text.
func (b *builder) formula(t Text, otherwise symbolic.Expr, more map[string]symbolic.Expr) symbolic.Expr {
	if t.Text == "" {
		return otherwise
	}
	e, wrong := formula(b.a, t.Text, func(name string) (symbolic.Expr, bool) {
		if e, ok := more[name]; ok {
			return e, true
		}
		e, ok := b.names[name]
		return e, ok
	})
	if wrong != nil {
		at := t.Span
		if at.End-at.Start == len(t.Text) {
			at = source.Span{Start: t.Span.Start + wrong.at.Start, End: t.Span.Start + wrong.at.End}
		}
		if at.Empty() {
			at = t.Span
		}
		b.fail(at, "%s", wrong.why)
	}
	return e
}

func (b *builder) build() *Program {
	one := b.a.Int(1)
	for i := range b.Model.Derived {
		d := &b.Model.Derived[i]
		t := d.of(b.Variant)
		if t.Text == "" {
			b.fail(d.Span, "%s has no formula for variant %s; `other` gives one for all that are not named", d.Name, b.Variant)
		}
		e := b.formula(t, b.a.Int(0), nil)
		b.names[d.Name] = e
		b.Derived = append(b.Derived, Named{d, t, e})
	}
	b.Steps = b.formula(b.Model.Steps, one, nil)
	var each []symbolic.Expr
	for i := range b.Model.Phases {
		p := &b.Model.Phases[i]
		if !p.has(b.Variant) {
			continue
		}
		f := b.phase(p)
		b.Phases = append(b.Phases, f)
		each = append(each, f.Seconds)
	}
	if b.Model.Total == "phases" { // equation 3
		for i, e := range each {
			each[i] = b.largest(e)
		}
	}
	b.Total = b.a.Mul(b.Steps, b.largest(b.a.Add(each...)))
	return b.Program
}

// largest is the largest value of any processor, if it speaks of coordinates.
func (b *builder) largest(e symbolic.Expr) symbolic.Expr {
	for _, c := range b.Model.Mesh {
		for _, s := range b.a.Free(e) {
			if s.Name == c.Name {
				e = b.a.MaxOver(c.Name, b.a.Int(0), b.a.Sub(b.names[c.Extent], b.a.Int(1)), e)
			}
		}
	}
	return e
}

func (b *builder) phase(p *Phase) Formulas {
	a := b.a
	zero := a.Int(0)
	f := Formulas{Phase: p, Starts: zero, Work: zero, Messages: zero, Bytes: zero}
	if p.Kind == Communication {
		b.communicate(&f)
	} else {
		b.compute(&f)
	}
	if p.When.Text != "" {
		holds := b.formula(p.When, a.Int(1), nil)
		for _, e := range []*symbolic.Expr{&f.Seconds, &f.Starts, &f.Work, &f.Messages, &f.Bytes} {
			*e = a.Cond(holds, *e, zero)
		}
	}
	return f
}

// compute reads the work of a phase. With two rates it is linear in a and b, and
// has no part without them: seconds of so many loop starts, and of so many
// operations (paper 001, section 5.2).
func (b *builder) compute(f *Formulas) {
	a, p := b.a, f.Phase
	sa, sb := a.Sym("a", symbolic.Real), a.Sym("b", symbolic.Real)
	work := b.formula(p.Work, a.Int(0), map[string]symbolic.Expr{"a": sa, "b": sb})
	f.Rate = p.Rate
	if r, ok := b.Model.Rates[b.Machine][p.Name]; ok {
		f.Rate = r
	}
	da, okA := a.Derivative(work, "a")
	db, okB := a.Derivative(work, "b")
	speaks := func(e symbolic.Expr) bool { // of a or b
		for _, s := range a.Free(e) {
			if s.Name == "a" || s.Name == "b" {
				return true
			}
		}
		return false
	}
	two := speaks(work)
	rest := a.Simplify(a.Subst(work, map[string]symbolic.Expr{"a": a.Int(0), "b": a.Int(0)}))
	zero, isConst := a.Const(rest)
	switch {
	case two && (!okA || !okB || speaks(da) || speaks(db) || !isConst || zero != 0):
		b.fail(p.Work.Span, "the work of phase %s must be linear in a and b, without a part that has neither", p.Name)
		return
	case f.Rate != (Rate{}) && two != f.Rate.Two:
		b.fail(f.Rate.Span, "phase %s %s", p.Name, map[bool]string{
			true:  "has work with a and b; its rate is written [1/a, 1/b]",
			false: "has two rates; its work must say which operations go at which, with a and b: 32*n*(a + b*m)"}[two])
		return
	case two:
		f.Starts, f.Work = da, db
	default:
		f.Work = work
	}
	second := f.Rate.B
	if !two {
		second = f.Rate.A
	}
	f.Seconds = a.Mul(f.Work, per(a, second))
	if two {
		f.Seconds = a.Add(a.Mul(f.Starts, per(a, f.Rate.A)), f.Seconds)
	}
}

// per is the time of one operation at a rate; an unknown rate takes no time.
func per(a *symbolic.Arena, rate float64) symbolic.Expr {
	if rate == 0 {
		return a.Int(0)
	}
	return a.Quo(a.Int(1), a.Real(rate))
}

func (b *builder) communicate(f *Formulas) {
	a, p := b.a, f.Phase
	var step map[string]symbolic.Expr
	if p.Operation == "exchange" {
		step = map[string]symbolic.Expr{stepName: a.Sym(stepName, symbolic.Index)}
	}
	one := a.Int(1)
	bytes := b.formula(p.Bytes, one, step)
	op := b.Library.perform(a, p.Operation, b.formula(p.Among, one, nil), b.formula(p.Messages, one, nil), bytes)
	times := b.formula(p.Times, one, nil)
	f.Seconds, f.Messages, f.Bytes = a.Mul(times, op.seconds), a.Mul(times, op.messages), a.Mul(times, op.bytes)
}
