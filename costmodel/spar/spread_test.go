package spar

import (
	"fmt"
	"testing"
)

// What is computed where only the run knows, element by element, is work of as many processors as
// there may be: of 64 products 16 fall on each of 4 processors, not 64 on the first.
func TestWorkAtUnknownOwnersIsSpread(t *testing.T) {
	for _, body := range []string{
		"x[i] = 2.0*y[c[i]];",
		"{ double t = 2.0*y[c[i]]; x[i] = t; }",
		"once(i);",
	} {
		t.Run(body, func(t *testing.T) {
			by := operations(t, `globalpragmas <$ ProcessorType = ((Gpp "das.pam")), Processors = ((Gpp q[4])) $>;
class a { static double x[*] <$ dist = "[block]" $> = new double[64]; static double y[*] <$ dist = "[block]" $> = new double[64];
  static int c[*] <$ dist = "[block]" $> = new int[64];
  static void once(int i) { x[i] = 2.0*y[c[i]]; }
  static void main() { <$ Pamela = parallel $> for( i :- :64 ) `+body+" } }")
			if want := "[16 16 16 16]"; fmt.Sprint(by) != want {
				t.Errorf("the processors work %v, want %s", by, want)
			}
		})
	}
}

// A function of the program that is handed an element of others runs where the iteration is: a
// loop deals its work out, though all that it reads lives on one processor.
func TestFunctionsRunWhereIterationsAre(t *testing.T) {
	got := operations(t, `globalpragmas <$ Processors = ((P q[4])) $>;
class a { static double x[*] <$ dist = "[cyclic]" $> = new double[64]; static double y[*] <$ dist = "[local 0]" $> = new double[64];
  static double heavy( double s ) { for( k :- :10 ) s = 2.0*s; return s; }
  static void main() { <$ independent $> foreach( i :- :64 ) x[i] = heavy( y[i] ); } }`)
	if fmt.Sprint(got) != "[160 160 160 160]" {
		t.Errorf("%v operations", got)
	}
}
