package spar

import (
	"fmt"
	"strings"
	"testing"
)

// An integer that an iteration works out of its iterators is no value that has to be sent:
// who owns the element that it names works it out as well. So a local index costs the
// messages of its formula.
func TestIndicesAreNotSent(t *testing.T) {
	const head = `globalpragmas <$ Processors = ((P q[4])) $>;
class a { static double x[*] <$ dist = "[block]" $> = new double[64]; static double y[*] <$ dist = "[cyclic]" $> = new double[64]; static int to[*] <$ dist = "[block]" $> = new int[64];
  static void main() { <$ independent $> foreach( i :- :32 ) { `
	for _, c := range [][2]string{
		{"int j = 2*i; x[i] = y[j];", "x[i] = y[2*i];"},
		{"int j = 2*i; int k = j+1; x[i] = y[j] + y[k];", "x[i] = y[2*i] + y[2*i+1];"},
		{"int j = 0; for( n :- :2 ) { j = 2*i + n; x[i] += y[j]; }", "for( n :- :2 ) x[i] += y[2*i + n];"},
	} {
		t.Run(fmt.Sprint(c), func(t *testing.T) {
			_, u := stores(t, head+c[0]+" } } }")
			_, v := stores(t, head+c[1]+" } } }")
			m, n := exchanged(u)
			if wantM, wantN := exchanged(v); m != wantM || n != wantN || m == 0 {
				t.Errorf("%s: %v messages of %v, want %v of %v", c[0], m, n, wantM, wantN)
			}
		})
	}
	// Only the run knows where to ask: two processors ask three others each, and get answers.
	_, u := stores(t, head+"int j = to[i]; x[i] = y[j]; } } }")
	if m, _ := exchanged(u); m != 2*3+2*3 {
		t.Errorf("%v messages", m)
	}
}

// Each level of b[b[b[i]]] is asked for and answered once, however deep it is: the processor that
// needs an element has worked out what is in its subscripts, and tells it the owner. So d names
// take d-1 exchanges of 12 messages each way among 4 processors.
func TestNestedSubscriptsComeOnce(t *testing.T) {
	for _, depth := range []int{2, 3, 6, 24} {
		t.Run(fmt.Sprint(depth), func(t *testing.T) {
			_, u := stores(t, `globalpragmas <$ Processors = ((P q[4])) $>;
class a { static double x[*] <$ dist = "[block]" $> = new double[64]; static int b[*] <$ dist = "[block]" $> = new int[64];
  static void main() { <$ independent $> foreach( i :- :64 ) x[i] = `+strings.Repeat("b[", depth)+"i"+strings.Repeat("]", depth)+"; } }")
			if m, _ := exchanged(u); m != float64(2*12*(depth-1)) {
				t.Errorf("%v messages", m)
			}
		})
	}
}

// Element by element, what a subscript needs is brought once to where the element is that it names
// and once to where that is read, however often it is worked out there: with c dealt out in turn, x
// and y in blocks of 16, c[i] takes 48 messages to the owner of y[c[i]] (three of four live
// elsewhere), y[c[i]] 48, and c[i] 48 to the owner of x[i].
func TestSubscriptsAreBroughtOnce(t *testing.T) {
	_, u := stores(t, `globalpragmas <$ ProcessorType = ((Gpp "das.pam")), Processors = ((Gpp q[4])) $>;
class a { static double x[*] <$ dist = "[block]" $> = new double[64]; static double y[*] <$ dist = "[block]" $> = new double[64];
  static int c[*] <$ dist = "[cyclic]" $> = new int[64];
  static void main() { for( i :- :64 ) x[i] = y[c[i]] + x[i]; } }`)
	if m, _ := exchanged(u); m != 48+48+48 {
		t.Errorf("%v messages", m)
	}
}
