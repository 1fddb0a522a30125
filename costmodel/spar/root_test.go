package spar

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/oracle/texts"
)

// A file without main: every method is a unit, with numeric parameters that are asked
// for and can be set. What both executes in scale stands at its calls.
func TestMethodsWithoutMain(t *testing.T) {
	const text = `globalpragmas <$ ProcessorType = ((Gpp "das.pam")), Processors = ((Gpp q[2])) $>;
class lib { static int x[*] <$ on = (lambda (i) q[(local 0)]) $> = new int[1000];
  static void scale( int n ) { for( i :- :n ) x[i] = x[i] * 2; }
  static void both( int m ) { scale(m); scale(m); }
  static void one( int k ) { x[0] = x[0] * k; } }`
	snap := workspace.New(texts.FS{"lib.spar": text}).Snapshot()
	f, err := snap.File("lib.spar")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		set  map[string]float64
		want map[string]float64 // operations and stores of time 1
	}{
		{nil, map[string]float64{"lib.scale": 100 * 2, "lib.both": 2 * 100 * 2, "lib.one": 2}},
		{map[string]float64{"m": 50}, map[string]float64{"lib.scale": 100 * 2, "lib.both": 2 * 50 * 2, "lib.one": 2}},
	} {
		t.Run(fmt.Sprint(c), func(t *testing.T) {
			values := map[string]float64{"t_c": 1, "t_l": 1}
			for k, x := range c.set {
				values[k] = x
			}
			r, err := Text(context.Background(), snap, f, report.AllLines, settings.Settings{Values: values})
			if err != nil {
				t.Fatal(err)
			}
			for _, u := range r.Units {
				if got := u.Charge.Total(); got != c.want[u.Name] || len(u.Lines) != 1 || u.Lines[0].Line != u.Start {
					t.Errorf("%v: %s takes %v, want %v, all on line %d: %+v", c.set, u.Name, got, c.want[u.Name], u.Start, u.Lines)
				}
			}
			if len(r.Units) != len(c.want) {
				t.Errorf("%d units", len(r.Units))
			}
			var said []string
			for _, d := range r.Diagnostics {
				said = append(said, d.Message)
			}
			if all := strings.Join(said, "\n"); !strings.Contains(all, "no class has a method main") || strings.Contains(all, "m = 100") != (c.set == nil) || strings.Contains(all, "k = 100") {
				t.Errorf("%v: %s", c.set, all)
			}
		})
	}
}
