package spar

import (
	"slices"
	"testing"
)

// Partners in butterflies: 64 numbers on 4 processors, in blocks of 16 or in turn, the
// distances 1 to 32. In blocks 16 and 32 are with others, in turn 1 and 2: each time all 4
// exchange their 16 numbers.
func TestPartnersInButterflies(t *testing.T) {
	for _, format := range []string{"block", "cyclic"} {
		t.Run(format, func(t *testing.T) {
			_, u := stores(t, `globalpragmas <$ Processors = ((P q[4])) $>;
class a { static double x[*] <$ dist = "[`+format+`]" $> = new double[64]; static double y[*] <$ dist = "[`+format+`]" $> = new double[64];
  static void main() { for( int d = 1; d < 64; d *= 2 ) { <$ independent $> foreach( i :- :64 ) { int l = i ^ d; y[i] = x[l]; } } } }`)
			if m, n := exchanged(u); m != 2*4 || n != 2*64 {
				t.Errorf("%v messages of %v elements", m, n)
			}
		})
	}
}

// Where the bits of a negative number go that >>> moves depends on its type: only the run
// knows the element.
func TestUnsignedShift(t *testing.T) {
	for index, unknown := range map[string]bool{"i >>> 1": false, "(i-64) >>> 30": true, "-1 >>> 26": true} {
		t.Run(index, func(t *testing.T) {
			_, _, codes := measured(t, `globalpragmas <$ Processors = ((P q[4])) $>;
class a { static double x[*] <$ dist = "[block]" $> = new double[64]; static double y[*] <$ dist = "[block]" $> = new double[64];
  static void main() { <$ independent $> foreach( i :- :64 ) y[i] = x[`+index+`]; } }`)
			if slices.Contains(codes, "spar-owner") != unknown {
				t.Errorf("%v", codes)
			}
		})
	}
}
