package spar

import (
	"slices"
	"testing"
)

// Behind an if, and by ?:, an integer has the value of one branch or the other: 64 numbers in
// blocks of 16; the counts are by hand.
func TestIntegersOfBranches(t *testing.T) {
	for _, c := range []struct {
		body               string
		messages, elements float64
	}{
		{`int k = i; if( i >= 32 ) k = i-32; else k = i+32; x[i] = y[k];`, 4, 64},
		{`int k = i; if( i >= 32 ) k = i-32; else k = i+32; x[k] = y[i];`, 4, 64},
		{`int k = i+1; if( k == 64 ) k = 0; x[i] = y[k];`, 4, 4},
		{`int k = i; if( i < 32 ) { if( i < 16 ) k = i + 48; } x[i] = y[k];`, 1, 16},
		{`x[i] = y[i == 63 ? 0 : i+1];`, 4, 4},
		{`x[i] = y[i < 16 || !(i < 48) ? 63-i : i];`, 2, 32},
	} {
		t.Run(c.body, func(t *testing.T) {
			_, u, codes := measured(t, `globalpragmas <$ Processors = ((P q[4])) $>;
class a { static double x[*] <$ dist = "[block]" $> = new double[64]; static double y[*] <$ dist = "[block]" $> = new double[64];
  static void main() { <$ independent $> foreach( i :- :64 ) { `+c.body+` } } }`)
			if m, n := exchanged(u); m != c.messages || n != c.elements || slices.Contains(codes, "spar-owner") {
				t.Errorf("%v messages of %v elements, want %v of %v; %v", m, n, c.messages, c.elements, codes)
			}
		})
	}
}

// A continue of an outer loop ends the inner one early.
func TestContinueOfAnOuterLoop(t *testing.T) {
	for body, want := range map[string]bool{"continue next;": true, "continue;": false} {
		t.Run(body, func(t *testing.T) {
			_, _, codes := measured(t, `class a { static double x; static void main() { next: for( i :- :9 ) for( j :- :9 ) { if( j > i ) `+body+` x = x + 1.0; } } }`)
			if slices.Contains(codes, "spar-jump") != want {
				t.Errorf("%v", codes)
			}
		})
	}
}
