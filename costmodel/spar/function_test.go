package spar

import (
	"fmt"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/internal/oracle/texts"
)

// After a change of a function of integers the report is that of the text predicted anew,
// wherever sizes and bounds come to the function from.
func TestSparFunctionsThatChange(t *testing.T) {
	const begin = "class big { static int size( int k ) { return k + 3; }\nstatic double x[*] = new double[64];\nstatic double s;\n"
	for _, c := range []struct{ name, program string }{
		{"bound", "static void main() { for( i :- :size(1) ) s += x[i]; } }"},
		{"escaped", `static void main() { for( i :- :s\u0069ze(1) ) s += x[i]; } }`},
		{"through a function", "static int half( int k ) { return size(k) / 2; }\nstatic void main() { for( i :- :half(9) ) s += x[i]; } }"},
		{"component", "static [int,int] range( int k ) { return [size(k), 2*size(k)]; }\nstatic void main() { [int,int] r = range(2); for( i :- r[0] : r[1] ) s += x[i]; } }"},
		{"extent", "static double y[*] = new double[size(4)];\nstatic void main() { for( i :- :y.getSize(0) ) s += y[i]; } }"},
		{"constant", "static final int n = size(4);\nstatic void main() { f(); }\nstatic void f() { for( i :- :n ) s += x[i]; } }"},
		{"made in a constructor", "double y[*];\nbig( int n ) { y = new double[size(n)]; }\nvoid f() { for( i :- :y.getSize(0) ) s += y[i]; }\nstatic void main() { big o = new big(4); o.f(); } }"},
		{"set in a constructor", "int n;\nbig( int k ) { n = size(k); }\nvoid f() { for( i :- :n ) s += x[i]; }\nstatic void main() { big o = new big(4); o.f(); } }"},
		{"handed", "static void f( double y[*] ) { for( i :- :y.getSize(0) ) s += y[i]; }\nstatic void main() { f(new double[size(4)]); } }"},
		{"handed by a local variable", "static void f( double y[*] ) { for( i :- :y.getSize(0) ) s += y[i]; }\nstatic void main() { int n = size(4); double z[*] = new double[n]; f(z); } }"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := workspace.New(texts.FS{})
			var last string
			for version, more := range []string{"k + 3", "k + 5", "k * 4"} {
				text := strings.Replace(begin+c.program, "k + 3", more, 1)
				got := sparPlain(t, w.Open("big.spar", "spar", int32(version+1), text))
				want := sparPlain(t, workspace.New(texts.FS{}).Open("big.spar", "spar", 1, text))
				if got != want {
					t.Errorf("size is %s:\n%s", more, firstDifference(got, want))
				}
				if got == last {
					t.Errorf("the same with %s", more)
				}
				last = got
			}
		})
	}
}

// A function may return a vector: its bounds are those of 8 elements, 3..10, of the same in
// two dimensions, or nobody knows them.
func TestSparFunctionsOfVectors(t *testing.T) {
	for _, c := range []struct {
		name, function, body string
		executed             float64
	}{
		{"components", "[int,int] f( int k ) { return [k, k+8]; }", "[int,int] r = f(3); for( i :- r[0] : r[1] )", 8},
		{"many alike", "[int^2] f( int k ) { int n = k; return [n, n+8]; }", "final [int^2] r = f(3); for( i :- r[0] : r[1] )", 8},
		{"bounds of an iterator", "[int,int] f( int k ) { return [k, k]; }", "for( v :- f(1) : f(9) )", 64},
		{"one of two", "[int,int] f( int k ) { if( k > 2 ) return [0, 8]; return [0, 9]; }", "for( i :- : f(3)[1] )", 8},
		{"of a vector", "[int,int] f( int k ) { return [k, 8] + [0, 1] - 1; }", "for( i :- : f(3)[1] )", 8},
		{"of a real", "[double,int] f( int k ) { return [1.0, 8]; }", "for( i :- : f(3)[1] )", 100},
		{"without return", "[int,int] f( int k ) { while( s > 1.0 ) s -= 1.0; return [0, 8]; }", "for( i :- : f(3)[1] )", 100},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, u := sparUnit(t, "static double s;\nstatic "+c.function+"\nstatic void main() { "+c.body+"\ns += 1.0; }")
			for _, l := range u.Lines {
				if l.Line == 5 && l.Executions != c.executed {
					t.Errorf("%v executions, want %v", l.Executions, c.executed)
				}
			}
		})
	}
}

// A change of a function leaves what the program's model has of methods that do not call it.
func TestSparFunctionsThatOthersDoNotCall(t *testing.T) {
	const text = `class a { static double s;
static int size( int k ) { return k + 3; }
static void f() { for( i :- :size(1) ) s += 1.0; }
static void g() { for( i :- :8 ) s += 1.0; }
static void main() { f(); g(); } }`
	ids := func(text string) map[string]string {
		m := modelOfText(t, text)
		out := map[string]string{}
		for _, x := range m.Program.Methods {
			out[x.Name] = x.ID
		}
		return out
	}
	before, after := ids(text), ids(strings.Replace(text, "k + 3", "k + 4", 1))
	for name, same := range map[string]bool{"a.size": false, "a.f": false, "a.g": true, "a.main": true} {
		t.Run(name, func(t *testing.T) {
			if (before[name] == after[name]) != same {
				t.Errorf("%s is placed again: %v", name, same)
			}
		})
	}
}

// What a function executes while its value is looked for is not called from there: swap, whose
// argument is what part returns, does not call what part calls, itself.
func TestSparFunctionsThatCallWhatTheirValueIsHandedTo(t *testing.T) {
	m := modelOfText(t, `public class a { static double x[*] <$ dist = "[block]" $> = new double[1000];
static void swap( int k, int m ) { double t = x[k]; x[k] = x[m]; x[m] = t; }
static int part( int lo, int hi ) { int m = lo; for( i :- lo : hi ) if( x[i] < x[hi-1] ) { swap(i, m); m++; } return m; }
public static void main() { int m = part(0, 1000); swap(m, 999); } }`)
	for name, want := range map[string]string{"a_swap_0": "[]", "a_part_0": "[a.swap]", "a_main_0": "[a.part a.swap]"} {
		t.Run(name, func(t *testing.T) {
			called := []string{}
			for _, c := range m.Program.Method(name).Callees() {
				called = append(called, c.Name)
			}
			if got := fmt.Sprint(called); got != want {
				t.Errorf("%s calls %s, want %s", name, got, want)
			}
		})
	}
}
