package spar

import (
	"slices"
	"testing"
)

// What the steps of Java's for do to an integer is known in each iteration, also where only the
// run knows how many there are: until a counter ends them, at most. Stores of one processor, by
// hand; e and the integers are stored too.
func TestStepsOfLoopsThatMayEndEarly(t *testing.T) {
	for _, c := range []struct {
		loop   string
		stores float64
	}{
		{`for( int k = 0; k < 8 && e > 0.5; k++ ) if( k % 4 == 3 ) x[0] = 1.0;`, 1 + 8 + 2},
		{`for( int k = 0; k < 8 && e > 0.5; k++ ) for( i :- :k ) x[0] = 1.0;`, 1 + 8 + 28},
		{`for( int k = 1, j = 16; j > 0 && e > 0.5; j /= 2, k += 2 ) for( i :- :k ) x[0] = 1.0;`, 2 + 2*5 + 1 + 3 + 5 + 7 + 9},
		{`for( int k = 0; k < 8 && e > 0.5; k++ ) { e = 0.9; if( k < 2 ) x[0] = 1.0; }`, 1 + 8*2 + 2},
	} {
		t.Run(c.loop, func(t *testing.T) {
			by, u, messages := measured(t, `globalpragmas <$ Processors = ((P q[1])) $>; class a { static double x[*] <$ dist = "[block]" $> = new double[9]; static void main() { double e = 1.0; `+c.loop+` } }`)
			if !slices.Equal(by, []float64{c.stores + 1}) {
				t.Errorf("%v stores, want %v; %+v", by, c.stores+1, u.Assumptions)
			}
			if !slices.Equal(messages, []string{"unknown-value"}) { // how many iterations
				t.Errorf("%v", messages)
			}
		})
	}
}
