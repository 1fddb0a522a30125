package phases

import (
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/internal/tomltree"
)

func (r *reader) phases(m *Model, root *tomltree.Node) {
	f := root.Get("phase")
	if f == nil {
		r.Errorf(source.Span{}, "missing-key", "a phase model has one or more [[phase]]")
		return
	}
	if f.Value.Kind != tomltree.Array {
		r.WrongType(f.Value, "phase", "written [[phase]], once for each")
		return
	}
	for _, item := range f.Value.Items {
		if item.Kind != tomltree.Table {
			r.WrongType(item, "a phase", "a table")
			continue
		}
		m.Phases = append(m.Phases, r.phase(m, item))
	}
}

func (r *reader) phase(m *Model, t *tomltree.Node) Phase {
	r.known(t, phaseKeys)
	p := Phase{
		Name: r.Text(t, "name"), Title: r.Text(t, "title"), Part: r.Text(t, "part"), When: r.formula(t, "when"),
		Kind: Kind(r.Choice(t, "kind", kinds)), Span: t.Span, Line: t.Span,
	}
	if p.Name == "" {
		r.Errorf(t.Span, "missing-key", "a phase has no name")
	}
	r.phaseVariants(m, t, &p)
	if p.Kind == Communication {
		r.communication(t, &p)
	} else {
		r.work(t, &p)
	}
	return p
}

func (r *reader) phaseVariants(m *Model, t *tomltree.Node, p *Phase) {
	f := t.Get("variants")
	if f == nil {
		return
	}
	if f.Value.Kind != tomltree.Array {
		r.WrongType(f.Value, "variants", "an array of names of variants")
		return
	}
	p.Variants = []string{}
	for _, item := range f.Value.Items {
		if r.variant(m, item.Text, item.Span) {
			p.Variants = append(p.Variants, item.Text)
		}
	}
}

func (r *reader) work(t *tomltree.Node, p *Phase) {
	p.Work = r.formula(t, "work")
	if t.Get("work") == nil {
		r.Errorf(t.Span, "missing-key", "phase %s has no work", p.Name)
		return
	}
	p.Line = p.Work.Line
	for _, key := range []string{"operation", "among", "bytes", "messages", "times"} {
		if f := t.Get(key); f != nil {
			r.Errorf(f.Span, "no-effect", `%s belongs to a phase of kind = "communication"`, key)
		}
	}
	if f := t.Get("rate_per_s"); f != nil {
		p.Rate = r.rate(f)
	}
}

// rate reads a rate, or the two of [1/a, 1/b].
func (r *reader) rate(f *tomltree.Field) Rate {
	items := []*tomltree.Node{f.Value}
	if f.Value.Kind == tomltree.Array {
		items = f.Value.Items
	}
	rate := Rate{Span: f.Value.Span, Two: len(items) == 2}
	into := []*float64{&rate.A, &rate.B}
	if len(items) == 0 || len(items) > 2 {
		r.Errorf(f.Value.Span, "wrong-type", "%s is one rate, or two: [1/a, 1/b]", f.Key)
		return Rate{}
	}
	for i, item := range items {
		v, ok := item.Number()
		if !ok || !(v > 0) || v > 1e30 {
			r.Errorf(item.Span, "out-of-range", "a rate is a number above 0, of operations or bytes per second")
			return Rate{}
		}
		*into[i] = v
	}
	return rate
}

func (r *reader) communication(t *tomltree.Node, p *Phase) {
	p.Operation = r.Choice(t, "operation", operations)
	p.Among, p.Bytes = r.formula(t, "among"), r.formula(t, "bytes")
	p.Messages, p.Times = r.formula(t, "messages"), r.formula(t, "times")
	p.Line = p.Bytes.Line
	need := []string{"operation", "bytes", "among"}
	if p.Operation == "messages" {
		need[2] = "messages"
	}
	for _, key := range need {
		if t.Get(key) == nil {
			r.Errorf(t.Span, "missing-key", "phase %s, which communicates, has no %s", p.Name, key)
		}
	}
	for _, key := range []string{"work", "rate_per_s"} {
		if f := t.Get(key); f != nil {
			r.Errorf(f.Span, "no-effect", `%s has no meaning in a phase of kind = "communication": its time comes from the machine`, key)
		}
	}
}
