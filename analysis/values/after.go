package values

import (
	"context"

	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// After runs statements of a unit where some of its scalars have known values before
// them; that of nil is the number of images. It returns what a scalar holds then, for
// nil how many iterations the first statement makes; false where that is not known.
func After(u *program.Unit, body []program.Stmt, before map[*program.Symbol]float64, of *program.Symbol) (float64, bool) {
	alone := *u
	alone.Body = body
	opt := Options{Processors: int(before[nil]), Repeated: true, Entry: &State{}}
	for s, x := range before {
		if s != nil {
			opt.Entry.dummies = append(opt.Entry.dummies, held{s.Name, &cell{scalar: ofFloat(x, s)}})
		}
	}
	if of == nil {
		opt.Counted = func(at source.Span) bool { return at == body[0].Span() }
	} else {
		opt.Vectors = []*program.Symbol{of}
	}
	m := newMachine(context.Background(), &alone, opt).afresh(costlyLoops{blind: true})
	m.each(func(s program.Stmt) {
		for _, v := range append(variablesIn(s), m.changes[s]...) {
			m.cell(v).forget()
		}
	})
	for s := range before {
		if s != nil {
			m.cell(s).scalar = opt.Entry.dummy(s.Name).scalar
		}
	}
	if sig := m.block(body); sig.jump != next || m.spent() {
		return 0, false
	}
	if of == nil {
		n := m.counts[body[0].Span()]
		if n == nil || n.unknown {
			return 0, false
		}
		return n.Happened, true
	}
	return m.cell(of).scalar.number()
}
