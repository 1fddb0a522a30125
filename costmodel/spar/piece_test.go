package spar

import (
	"math"
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// Calls in sequential loops are pieces of their own, whose times add up to that of the
// whole model: with arguments and bounds that change with the loops, with equal names of
// iterators in caller and callee, behind pragmas that state bounds, and in loops whose
// iterations are executed at the same time, where they stay.
func TestCallsInLoopsArePieces(t *testing.T) {
	const head = `globalpragmas <$ ProcessorType = ((Gpp "das.pam")), Processors = ((Gpp q[3])) $>;
class a { static double x[*] <$ on = (lambda (i) q[(cyclic i)]) $> = new double[60];
  static void one( int n ) { x[n] = x[n+1] + 1.0; }
  static void some( int n ) { for( i :- :n ) one(i); }
  static void main() { `
	for _, c := range []struct {
		name, body string
		pieces     int // with operations of their own
		several    int // that hold several methods
	}{
		{"constant", `for( i :- :5 ) some(4);`, 1, 0},
		{"the iterator", `for( i :- :5 ) one(i);`, 1, 0},
		{"the iterator of both", `for( i :- :5 ) some(i);`, 1, 0},
		{"bounds", `for( i :- :5 ) for( j :- i:7 ) one(i+j);`, 2, 0},
		{"statements between", `for( i :- :5 ) { x[0] = x[i]; one(3); x[1] = x[i] * 2.0; some(i); }`, 3, 0},
		{"under a condition", `for( i :- :5 ) if( i > 2 ) one(i);`, 1, 1},
		{"stated bounds", `<$ Pamela = (upper 6) $> for( i :- :5 ) one(i);`, 1, 1},
		{"at the same time", `<$ Pamela = parallel $> foreach( i :- :5 ) one(2*i);`, 1, 1},
		{"in turn and at the same time", `for( k :- :3 ) <$ Pamela = parallel $> foreach( i :- :5 ) some(20*i);`, 1, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := modelOfText(t, head+c.body+" } }")
			env := m.Values(settings.Settings{})
			n, err := m.Numbers(env)
			if err != nil {
				t.Fatal(err)
			}
			// the model as one, executed step by step without any formula
			whole, err := m.Execute(env, 1<<20)
			if err != nil {
				t.Fatal(err)
			}
			if math.Abs(whole.T-n.T) > 1e-9*n.T || n.T == 0 {
				t.Errorf("the pieces take %v, the whole %v", n.T, whole.T)
			}
			several := 0
			for _, p := range m.pieces {
				if len(p.Parts) > 1 {
					several++
				}
			}
			if len(m.pieces) != c.pieces || several != c.several {
				t.Errorf("%d pieces, %d of several methods, want %d and %d", len(m.pieces), several, c.pieces, c.several)
			}
		})
	}
}
