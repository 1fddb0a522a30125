package spar

import (
	"github.com/parlens/parlens/analysis/spar/place"
	"github.com/parlens/parlens/costmodel/report"
)

// calling gives each loop that calls methods the time that it takes with them, since
// their lines stand elsewhere.
func (m *Model) calling(u *report.Unit, v *valuation) {
	calls := map[int]bool{}
	for _, x := range m.methods() {
		for _, c := range x.Callees() {
			calls[m.lineOf(c.Span)] = true
		}
	}
	pieces := m.piecesBy()
	for _, l := range u.Loops {
		var at []int
		for line := l.Line; line <= l.EndLine; line++ {
			if calls[line] {
				at = append(at, line)
			}
		}
		if len(at) == 0 {
			continue
		}
		part := &programPart{Model: m, inside: map[int]bool{}, reach: map[*sparPiece]*reach{}, missing: map[int]bool{}}
		for line := l.Line; line <= l.EndLine; line++ {
			part.inside[line] = true
		}
		l.Calling.Charge = part.charge(v, pieces.with(at))
		l.Calling.AtLeast = len(part.missing) > 0
	}
}

// piecesBy are pieces by the lines of calls that lead to them, and of calls in them: what a
// loop takes with what it calls stands in no others.
type piecesBy map[int][]*sparPiece

func (m *Model) piecesBy() piecesBy {
	out := piecesBy{}
	add := func(line int, p *sparPiece) {
		if list := out[line]; len(list) == 0 || list[len(list)-1] != p {
			out[line] = append(list, p)
		}
	}
	for _, p := range m.pieces {
		for _, line := range p.calls {
			add(line, p)
		}
		var last *place.Method
		for _, at := range p.from {
			x := m.Program.MethodAt(at)
			if x == nil || x == last {
				continue
			}
			last = x
			for _, c := range x.Callees() {
				add(m.lineOf(c.Span), p)
			}
		}
	}
	return out
}

// with are the pieces of some lines, each once.
func (b piecesBy) with(lines []int) (out []*sparPiece) {
	seen := map[*sparPiece]bool{}
	for _, line := range lines {
		for _, p := range b[line] {
			if !seen[p] {
				seen[p] = true
				out = append(out, p)
			}
		}
	}
	return out
}

// charge is what the lines take with what they call, in some pieces.
func (p *programPart) charge(v *valuation, pieces []*sparPiece) (sum report.Charge) {
	for _, piece := range pieces {
		for k, x := range piece.numbers(v).slopes {
			if x > 0 && p.has(piece, k) {
				chargeTo(&sum, piece.places[k].cause, x)
			}
		}
	}
	return sum
}
