package spar

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/oracle/texts"
)

// An integer parameter of a generic class has the value with which objects of it are made: a
// number, a constant or a variable of where that is, what another generic class passes on, or
// what a class passes that extends it. Where objects are made with several, the largest is asked
// for. One processor stores each of the n elements once.
func TestParametersOfGenericClasses(t *testing.T) {
	for _, c := range []struct {
		name, classes, main string
		stores              float64 // of the elements, of a variable, and of the references that methods store in r and s
		asked               bool
	}{
		{"number", ``, `Row(|24|) r = new Row(|24|)(); r.clear();`, 24 + 1, false},
		{"constant", `static final int k = 7;`, `Row(|2*k|) r = new Row(|2*k|)(); r.clear();`, 14 + 1, false},
		{"variable", ``, `int m = 9; Row(|m|) r = new Row(|m|)(); r.clear();`, 9 + 1 + 1, false},
		{"field", `static Row(|11|) r = new Row(|11|)();`, `r.clear();`, 11, false},
		{"of a method", `static void run( int m ) { Row(|m|) r = new Row(|m|)(); r.clear(); }`, `run(5);`, 5 + 1, false},
		{"twice the same", ``, `Row(|6|) r = new Row(|6|)(); r.clear(); Row(|6|) s = new Row(|2*3|)(); s.clear();`, 2*6 + 2, false},
		{"several", ``, `Row(|6|) r = new Row(|6|)(); r.clear(); Row(|8|) s = new Row(|8|)(); s.clear();`, 2*8 + 2, true},
		{"handed on", ``, `Twice(|type double, 4|) r = new Twice(|type double, 4|)(); r.run();`, 9 + 2, false},
		{"extended", ``, `Long r = new Long(); r.clear();`, 31 + 1, false},
		{"only the run knows", ``, `Row(|Integer.parseInt("3")|) r = new Row(|Integer.parseInt("3")|)(); r.clear();`, 100 + 1, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			by, u, _ := measured(t, `globalpragmas <$ Processors = ((P q[1])), boundscheck = false $>;
class Row(| int n |) { double v[*] <$ dist = "[block]" $> = new double[n]; void clear() { for( i :- :n ) v[i] = 0.0; } }
class Twice(| type T, int m |) { void run() { Row(|2*m+1|) r = new Row(|2*m+1|)(); r.clear(); } }
class Long extends Row(|31|) { }
class a { `+c.classes+` static void main() { `+c.main+` } }`)
			if !slices.Equal(by, []float64{c.stores}) {
				t.Errorf("%v stores, want %v", by, c.stores)
			}
			assumed := func(a report.Assumption) bool { return a.Provenance == report.Assumed }
			if asked := slices.ContainsFunc(u.Assumptions, assumed); asked != c.asked {
				t.Errorf("asked %v, want %v: %+v", asked, c.asked, u.Assumptions)
			}
		})
	}
}

// What such a parameter is changes with the places where objects are made, also where the
// methods of the class are remembered.
func TestParametersFollowEdits(t *testing.T) {
	w := workspace.New(texts.FS{})
	for version, n := range []float64{24, 30, 24} {
		snap := w.Open("a.spar", "spar", int32(version+1), fmt.Sprintf(`globalpragmas <$ Processors = ((P q[1])), boundscheck = false $>;
class Row(| int n |) { double v[*] <$ dist = "[block]" $> = new double[n]; void clear() {
  for( i :- :n )
    v[i] = 0.0; } }
class a { static void main() { make(); }
  static void make() { Row(|%v|) r = new Row(|%v|)(); r.clear(); } }`, n, n))
		r, err := predictFile(context.Background(), snap, "a.spar", settings.Settings{})
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range r.Units[0].Lines {
			if l.Line == 4 && l.Executions != n {
				t.Errorf("%v executions, want %v", l.Executions, n)
			}
		}
	}
}
