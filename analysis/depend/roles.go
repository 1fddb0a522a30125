package depend

import (
	"github.com/parlens/parlens/analysis/program"
)

// scalarRoles finds what each scalar that the loop assigns is to its
// iterations. To a loop with a directive, what the directive does not name is
// neither a reduction nor an induction.
func (a *analysis) scalarRoles(l *loop, out *Loop) {
	places := map[int32][]*program.Symbol{}
	for _, n := range l.order {
		rec, s := l.scalars[n], a.syms[n]
		switch {
		case l.promised(s), s == l.do.Var:
		case l.do.Independent != nil && rec.exposed != nil:
			out.others = append(out.others, a.scalarDependence(l, rec))
		case a.inducts(l, n, rec):
			out.Inductions = append(out.Inductions, s)
		case rec.reduces():
			out.Reductions = append(out.Reductions, Reduction{Sym: s, Operator: rec.operator})
		case rec.remembers(l):
			places[rec.of] = append(places[rec.of], s)
		case rec.exposed == nil:
			out.Private = append(out.Private, s)
		default:
			out.others = append(out.others, a.scalarDependence(l, rec))
		}
	}
	for i := range out.Reductions {
		if r := &out.Reductions[i]; r.Sym.Rank() == 0 {
			r.Locations = places[a.id(r.Sym)]
		}
	}
}

// inducts reports whether the loop adds a constant to the scalar, once, in
// every iteration.
func (a *analysis) inducts(l *loop, n int32, rec *scalar) bool {
	if rec.definition == nil || rec.stores != 1 || l.any {
		return false
	}
	if rec.state == unresolved {
		a.resolve(n, l, rec)
	}
	return rec.state == induction
}

// reduces reports whether all that the loop does with the scalar is to
// accumulate by one operator.
func (rec *scalar) reduces() bool {
	return rec.accumulated > 0 && rec.accumulated == rec.stores && rec.uses == 0 && rec.operator != "?"
}

// remembers reports whether the scalar only remembers where a minimum or
// maximum that the loop accumulates was found.
func (rec *scalar) remembers(l *loop) bool {
	if rec.locations == 0 || rec.locations != rec.stores || rec.uses > 0 {
		return false
	}
	of := l.scalars[rec.of]
	return of != nil && of.reduces()
}

// scalarDependence is the dependence of a scalar that an iteration may use as
// an earlier one left it.
func (a *analysis) scalarDependence(l *loop, rec *scalar) *Dependence {
	d := &Dependence{Kind: True, Sym: rec.first.Sym, Source: rec.first, Sink: rec.exposed, Level: int(l.depth)}
	for m := l; m != nil; m = m.parent {
		d.Loops = append([]*program.Do{m.do}, d.Loops...)
		d.Vector = append(d.Vector, distance(0))
	}
	d.Vector[len(d.Vector)-1] = Step{Direction: Before}
	if rec.always {
		d.Vector[len(d.Vector)-1] = distance(1)
	}
	if rec.reduces() {
		d.Reduction = rec.operator
	}
	d.Certain = l.do.Independent != nil && rec.certain && rec.always && !l.nest.jumps && !l.any
	return d
}
