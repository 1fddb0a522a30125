package spar

import "github.com/parlens/parlens/costmodel/report"

// calling gives each loop that calls methods the time that it takes with them, since
// their lines stand elsewhere.
func (m *Model) calling(u *report.Unit, env map[string]float64) {
	calls := map[int]bool{}
	for _, x := range m.methods() {
		for _, c := range x.Callees() {
			calls[m.lineOf(c.Span)] = true
		}
	}
	v := newValuation(env)
	for _, l := range u.Loops {
		part := &programPart{Model: m, inside: map[int]bool{}, reach: map[*sparPiece]*reach{}, missing: map[int]bool{}}
		called := false
		for line := l.Line; line <= l.EndLine; line++ {
			part.inside[line] = true
			called = called || calls[line]
		}
		if !called {
			continue
		}
		l.Calling.Charge = part.charge(v)
		l.Calling.AtLeast = len(part.missing) > 0
	}
}

// charge is what the lines take with what they call.
func (p *programPart) charge(v *valuation) (sum report.Charge) {
	for _, piece := range p.pieces {
		for k, x := range piece.numbers(v).slopes {
			if x > 0 && p.has(piece, piece.lines[k]) {
				chargeTo(&sum, piece.places[k].cause, x)
			}
		}
	}
	return sum
}
