package spar

import (
	"context"
	"fmt"
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
		stores              float64
		asked               string
	}{
		{name: "number", main: `Row(|24|) r = new Row(|24|)(); r.clear();`, stores: 24},
		{name: "constant", classes: `static final int k = 7;`, main: `Row(|2*k|) r = new Row(|2*k|)(); r.clear();`, stores: 14},
		{name: "variable", main: `int m = 9; Row(|m|) r = new Row(|m|)(); r.clear();`, stores: 9 + 1},
		{name: "field", classes: `static Row(|11|) r = new Row(|11|)();`, main: `r.clear();`, stores: 11},
		{name: "of a method", classes: `static void run( int m ) { Row(|m|) r = new Row(|m|)(); r.clear(); }`, main: `run(5);`, stores: 5},
		{name: "twice the same", main: `Row(|6|) r = new Row(|6|)(); r.clear(); Row(|6|) s = new Row(|2*3|)(); s.clear();`, stores: 12},
		{name: "several", main: `Row(|6|) r = new Row(|6|)(); r.clear(); Row(|8|) s = new Row(|8|)(); s.clear();`, stores: 16, asked: "n"},
		{name: "handed on", main: `Twice(|type double, 4|) r = new Twice(|type double, 4|)(); r.run();`, stores: 9},
		{name: "extended", main: `Long r = new Long(); r.clear();`, stores: 31},
		{name: "only the run knows", main: `Row(|Integer.parseInt("3")|) r = new Row(|Integer.parseInt("3")|)(); r.clear();`, stores: 100, asked: "clear_ub_0000"},
	} {
		t.Run(c.name, func(t *testing.T) {
			by, u, _ := measured(t, `globalpragmas <$ Processors = ((P q[1])), boundscheck = false $>;
class Row(| int n |) { double v[*] <$ dist = "[block]" $> = new double[n]; void clear() { for( i :- :n ) v[i] = 0.0; } }
class Twice(| type T, int m |) { void run() { Row(|2*m+1|) r = new Row(|2*m+1|)(); r.clear(); } }
class Long extends Row(|31|) { }
class a { `+c.classes+` static void main() { `+c.main+` } }`)
			// references to objects are stored as well: one where main or a method declares r or s
			references := map[string]float64{"field": 0, "twice the same": 2, "several": 2, "handed on": 2}
			stores, ok := references[c.name]
			if !ok {
				stores = 1
			}
			if len(by) != 1 || by[0] != c.stores+stores {
				t.Errorf("%v stores, want %v", by, c.stores+stores)
			}
			asked := ""
			for _, a := range u.Assumptions {
				if a.Provenance == report.Assumed {
					asked += a.Name
				}
			}
			if (asked != "") != (c.asked != "") {
				t.Errorf("assumed %q, want %q", asked, c.asked)
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
