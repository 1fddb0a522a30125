package spar

import (
	"testing"
)

// Integers are divided toward zero, as in Java: -7/2 is -3, -7%3 is -1; the sum of m/2 and of
// m%3 over -7..7 is 0. A shift rounds down.
func TestNegativeQuotients(t *testing.T) {
	for loop, want := range map[string]float64{
		"int k = -7; for( i :- 0 : 10 + k/2 ) a[i] = 1.0;":         1 + 7,
		"int k = -7; for( i :- 0 : 10 + k%3 ) a[i] = 1.0;":         1 + 9,
		"int k = -7; for( i :- 0 : 10 + (k >> 1) ) a[i] = 1.0;":    1 + 6,
		"for( m :- -7:8 ) for( i :- 3 + m/2 : 10 ) a[i] = 1.0;":    7 * 15,
		"for( m :- -7:8 ) for( i :- 3 + m%3 : 10 ) a[i] = 1.0;":    7 * 15,
		"for( m :- -7:8 ) for( i :- 4 + (m >> 1) : 11 ) a[i] = 1;": 7*15 + 4,
	} {
		t.Run(loop, func(t *testing.T) {
			by, _ := stores(t, "globalpragmas <$ Processors = ((P q[1])) $>;\nclass a { static double a[*] <$ dist = \"[block]\" $> = new double[20]; static void main() { "+loop+" } }\n")
			if by[0] != want {
				t.Errorf("%g stores, want %g", by[0], want)
			}
		})
	}
}
