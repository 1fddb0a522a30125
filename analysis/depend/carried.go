package depend

import (
	"cmp"
	"slices"

	"github.com/parlens/parlens/analysis/program"
)

// A loop around many statements carries thousands of dependences. They stay as
// they were found until somebody asks for them.

// Carried returns the dependences between iterations of the loop, true ones
// first, then in the order of the source. References with equal subscripts in
// the same loop count as one, their first.
func (l *Loop) Carried() []*Dependence {
	room := make([]Dependence, len(l.arrays))
	out := make([]*Dependence, len(room), len(room)+len(l.others))
	for i, f := range l.arrays {
		f.export(&room[i])
		out[i] = &room[i]
	}
	out = append(out, l.others...)
	slices.SortStableFunc(out, func(x, y *Dependence) int { return x.ranked().compare(y.ranked()) })
	return out
}

// True returns the first true dependence on an array between iterations, or nil.
func (l *Loop) True() *Dependence {
	return l.first(func(k Kind, s *program.Symbol, _ string) bool { return k == True && s.Rank() > 0 })
}

// first returns the first of the carried dependences that suit, or nil.
func (l *Loop) first(suits func(Kind, *program.Symbol, string) bool) *Dependence {
	var best rank
	var of *found
	for i := range l.arrays {
		f := &l.arrays[i]
		if r := f.ranked(); (of == nil || r.compare(best) < 0) && suits(r.kind, f.source.sym, f.doubt) {
			best, of = r, f
		}
	}
	var out *Dependence
	for _, d := range l.others {
		if r := d.ranked(); (of == nil && out == nil || r.compare(best) < 0) && suits(r.kind, d.Sym, d.Doubt) {
			best, out = r, d
		}
	}
	if out == nil && of != nil {
		return of.exported()
	}
	return out
}

// rank orders dependences.
type rank struct {
	kind         Kind
	source, sink int // places
}

func (r rank) compare(o rank) int {
	return cmp.Or(cmp.Compare(r.kind, o.kind), cmp.Compare(r.source, o.source), cmp.Compare(r.sink, o.sink))
}

func (d *Dependence) ranked() rank { return rank{d.Kind, d.Source.At.Start, d.Sink.At.Start} }

func (f found) ranked() rank {
	return rank{f.kind(), f.source.first.At.Start, f.sink.first.At.Start}
}

func (f found) kind() Kind {
	switch {
	case !f.sink.write:
		return True
	case !f.source.write:
		return Anti
	}
	return Output
}
