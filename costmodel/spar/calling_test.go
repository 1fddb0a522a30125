package spar

import (
	"fmt"
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
)

// What a loop takes with what it calls stands in few pieces: its own, and those to which
// calls of it lead. A long file has thousands of pieces and as many loops.
func TestSparLoopsLookAtFewPieces(t *testing.T) {
	var b strings.Builder
	b.WriteString("class a { static double x[*] = new double[8];\nstatic double g( double y ) { return y * 2.0; }\nstatic void h( int k ) {\n for( i :- :8 ) x[i] = 1.0;\n}\n")
	const methods = 20
	for n := range methods {
		fmt.Fprintf(&b, "static void f%d( int k ) {\n for( i :- :8 ) x[i] = g(x[i]);\n for( i :- :4 )\n  h(i);\n}\n", n)
	}
	b.WriteString("static void main() {\n for( t :- :2 ) f0(t);\n")
	for n := range methods {
		fmt.Fprintf(&b, " f%d(1);\n", n)
	}
	b.WriteString("} }")
	m := modelOfText(t, b.String())
	pieces, env := m.piecesBy(), m.Values(settings.Settings{})
	v := newValuation(env)
	for _, l := range m.unit(settings.Settings{}, env, report.AllLines).Loops {
		var lines []int
		part := &programPart{Model: m, inside: map[int]bool{}, reach: map[*sparPiece]*reach{}, missing: map[int]bool{}}
		for line := l.Line; line <= l.EndLine; line++ {
			lines, part.inside[line] = append(lines, line), true
		}
		few := pieces.with(lines)
		if len(few) == 0 {
			continue // it calls nothing
		}
		if got, want := part.charge(v, few), part.charge(v, m.pieces); got != want {
			t.Errorf("line %d: %v in %d pieces, %v in all", l.Line, got, len(few), want)
		}
		if len(few) > 4 { // around the call of h in f0: f0 in each of its two calls, and h that these call
			t.Errorf("line %d: %d of %d pieces", l.Line, len(few), len(m.pieces))
		}
	}
}
