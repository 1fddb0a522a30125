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

// A reduction is worked on by the owners of the elements that its iterations move: what stays the
// same in all of them (x[3]) is sent to each of the other three processors once.
func TestReductionsFollowWhatMoves(t *testing.T) {
	const head = `globalpragmas <$ Processors = ((P q[4])) $>;
class a { static double x[*] <$ dist = "[cyclic]" $> = new double[64]; static double f[*] <$ dist = "[cyclic]" $> = new double[64]; static double s;
  static void main() { `
	for _, c := range []struct {
		body     string
		each     float64 // operations of a processor's 16 iterations; the first one combines the parts besides
		messages float64 // of x[3], of the parts, and of the result where all get it
	}{
		{"<$ reduction $> foreach( j :- :64 ) s += x[3]*x[j];", 16 * 2, 3 + 3 + 3},
		{"<$ reduction $> foreach( j :- :64 ) { double d = x[3]-x[j]; s += d*d; }", 16 * 3, 3 + 3 + 3},
		{"<$ reduction $> foreach( j :- :64 ) s = s + (x[3] + x[j])*2.0;", 16 * 3, 3 + 3 + 3},
		{"for( i :- :2 ) <$ reduction $> foreach( j :- :64 ) f[i] += x[3]*x[j];", 2 * 16 * 2, 2 * (3 + 3)},
	} {
		t.Run(c.body, func(t *testing.T) {
			_, u := stores(t, head+c.body+" } }")
			if m, _ := exchanged(u); m != c.messages {
				t.Errorf("%v messages, want %v", m, c.messages)
			}
			if got := operations(t, head+c.body+" } }"); got[3] != c.each {
				t.Errorf("%v operations, want %v each and those that combine the parts", got, c.each)
			}
		})
	}
}
