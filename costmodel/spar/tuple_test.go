package spar

import (
	"fmt"
	"slices"
	"testing"
)

const tupleHead = `globalpragmas <$ Processors = ((P q[4])) $>;
class a { static double q[*] <$ dist = "[block]" $> = new double[64]; static [double^3] u; static [double^3] v; static [complex^2] c; static [double^20] w;
  static [double^3] p[*] <$ dist = "[block]" $> = new [double^3][64]; static int lo = 1; static int hi = 50;
  static [double^3] twice( [double^3] x ) { return 2.0*x; }
  static void main() { `

// Operators and assignments work on vectors one component after the other: so many operations and
// stores all processors make of one that is on all of them.
func TestVectorsAreWorkedOnByComponents(t *testing.T) {
	for _, c := range []struct {
		body               string
		operations, stores float64
	}{
		{"u = v;", 0, 3},
		{"u = u + v;", 3, 3},
		{"u += v;", 3, 3},
		{"u = -u;", 3, 3},
		{"u = (u - v)*2.0;", 6, 3},
		{"u = [1.0, 2.0, 3.0];", 0, 3},
		{"u = twice( u + v );", 6, 3},
		{"double s = u[0]*v[0];", 1, 1},
		{"c = c*c;", 12, 2}, // a product of complex numbers is 6 operations
		{"w = w*w;", 20, 20},
		{"[u[0], u[1]] = [u[1], u[0]];", 0, 2},
		{"[int^3] i = [lo, hi, lo] + [1, 0, 0];", 1, 3}, // a constant 0 is not added
		{"[int^3] i = [lo, hi, lo]; i = [0, 0, 1] + i - [0, 1, 1];", 3, 6},
	} {
		t.Run(c.body, func(t *testing.T) {
			text := tupleHead + c.body + " } }"
			by, _ := stores(t, text)
			if n := slices.Max(append(operations(t, text), 0)); n != c.operations || by[0] != c.stores {
				t.Errorf("%v operations and %v stores, want %v and %v", n, by[0], c.operations, c.stores)
			}
		})
	}
}

// What is assigned to a vector of elements goes to the owner of each, and both sides of an exchange
// are read before one is stored: 32 pairs in blocks of 16 that all lie on two processors send both
// ways, 4 messages of 16 in all. A name that an exchange gives its value is followed.
func TestExchanges(t *testing.T) {
	for _, c := range []struct {
		body               string
		messages, elements float64
	}{
		{"[q[0], q[63]] = [q[63], q[0]];", 2, 2},
		{"<$ independent $> foreach( i :- :32 ) [q[i], q[63-i]] = [q[63-i], q[i]];", 4, 64},
		{"[q[0], q[63]] = [1.0, 2.0];", 0, 0},
		{"[q[1], q[2], q[63]] = p[0];", 1, 1},
		{"[q[1], q[2], q[63]] = p[0] + p[1];", 1, 1},
		{"int i = 3; int j = 60; [i, j] = [j, i]; q[i] = q[63];", 0, 0},
		{"int i = 3; int j = 60; [i, j] = [j, i]; q[i] = q[0];", 1, 1},
	} {
		t.Run(c.body, func(t *testing.T) {
			_, u := stores(t, tupleHead+c.body+" } }")
			if m, n := exchanged(u); m != c.messages || n != c.elements {
				t.Errorf("%v messages of %v elements, want %v of %v", m, n, c.messages, c.elements)
			}
		})
	}
}

// Each component of a vector that a method returns is stored where it lives.
func TestVectorsOfMethodsAreStored(t *testing.T) {
	by, _ := stores(t, tupleHead+"[q[0], q[20], q[40]] = twice( u ); } }")
	if fmt.Sprint(by) != "[1 1 1]" {
		t.Errorf("stores %v", by)
	}
}
