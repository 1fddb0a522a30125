package spar

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/internal/oracle/texts"
)

// The sizes of objects that a program of 4 processors makes: v.add(w) needs the first element
// of each of the 3 next blocks, and leaves n - 4 others where they are, with the n that all
// constructors are handed, through others and from objects that there are. Where objects have
// several sizes one is assumed, for the array as for the loops over it, and named.
func TestSizesOfObjects(t *testing.T) {
	const own = `class Vec { int n; double e[*] <$ dist = "[block]" $>; Vec( int n ) { this.n = n; e = new double[n]; } int rows() { return n; }
  void add( Vec o ) { <$ independent $> foreach( i :- :n-1 ) e[i] += o.e[i+1]; } }
`
	const inherited = `class Base { int n; Base( int n ) { this.n = n; } int rows() { return n; } }
class Vec extends Base { int k; double e[*] <$ dist = "[block]" $>; Vec( int n ) { super(n); this.k = 1; e = new double[n]; }
  void add( Vec o ) { <$ independent $> foreach( i :- :n-k ) e[i] += o.e[i+k]; } }
`
	const length = `class Vec { double e[*] <$ dist = "[block]" $>; Vec( int n ) { e = new double[n]; }
  void add( Vec o ) { <$ independent $> foreach( i :- :e.length-1 ) e[i] += o.e[i+1]; } }
`
	const level = `class Vec { int n; double e[*] <$ dist = "[block]" $>; Vec( int k ) { n = 1 << k; e = new double[n]; }
  void add( Vec o ) { <$ independent $> foreach( i :- :n-1 ) e[i] += o.e[i+1]; } }
`
	for _, c := range []struct {
		name, classes, body string
		n                   float64
		assumed             string // what is
	}{
		{"one size", own, `Vec v = new Vec(200), w = new Vec(200); v.add(w);`, 200, ""},
		{"that of another one", own, `Vec v = new Vec(200), w = new Vec(v.rows()); v.add(w);`, 200, ""},
		{"of another class too", inherited + `class Mat extends Base { Mat( int n, int m ) { super(n); } }`, `Vec v = new Vec(200), w = new Vec(v.rows()); Mat m = new Mat(200, 5); v.add(w);`, 200, ""},
		{"several", own, `Vec v = new Vec(200), w = new Vec(200), x = new Vec(80); v.add(w);`, 200, "Vec_n"},
		{"several, by length", length, `Vec v = new Vec(200), w = new Vec(200), x = new Vec(80); v.add(w);`, 200, "Vec_n"},
		{"several, handed on", inherited, `Vec v = new Vec(200), w = new Vec(200), x = new Vec(80); v.add(w);`, 200, "Vec_n"},
		{"one that another class has not", inherited + `class Mat extends Base { Mat( int n ) { super(n); } Mat twice() { return new Mat(n); } }`, `Vec v = new Vec(100), w = new Vec(v.rows()); Mat m = new Mat(80); v.add(w);`, 100, "Base_n Vec_n"},
		{"of classes that have each their own", own + `class Fine extends Vec { Fine() { super( 200 ); } } class Coarse extends Vec { Coarse() { super( 80 ); } }`, `Fine v = new Fine(), w = new Fine(); Coarse x = new Coarse(); v.add(w);`, 200, "Vec_n"},
		{"computed from several", level, `Vec v = new Vec(7), w = new Vec(7), x = new Vec(3); v.add(w);`, 100, "Vec_n_0"},
	} {
		t.Run(c.name, func(t *testing.T) {
			u := predictTexts(t, texts.FS{"heat.spar": "globalpragmas <$ Processors = ((P q[4])) $>;\n" + c.classes + "class heat { static void main() { " + c.body + " } }"}, nil)
			got, assumed := "", ""
			for _, l := range u.Lines {
				for _, x := range l.Comms {
					got += x.Reason
				}
			}
			for _, a := range u.Assumptions {
				if a.Provenance == report.Assumed {
					assumed += a.Name + " "
				}
			}
			if want := fmt.Sprintf("block of e: 3 messages of 3 elements between processors; %v elements stay where they are", c.n-4); got != want || fmt.Sprint(slices.Sorted(slices.Values(strings.Fields(assumed)))) != fmt.Sprint(strings.Fields(c.assumed)) {
				t.Errorf("%s, assumed %q; want %s, %q", got, assumed, want, c.assumed)
			}
		})
	}
}
