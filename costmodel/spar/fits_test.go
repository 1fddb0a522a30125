package spar

import (
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/oracle/texts"
)

// A program that is written for four processors, on others: the last one keeps what lies on
// none, and the speedup is that over one processor which keeps all. Each of the 16 elements
// is stored once, which takes 1.
func TestFixedPlaces(t *testing.T) {
	for _, owner := range []string{"(block i 4)", "i/4", "(local (i/4))", "(block i (@n/4))"} {
		for procs, T := range map[int]float64{1: 16, 2: 12, 3: 8, 4: 4, 8: 4} {
			t.Run(fmt.Sprint(owner, " on ", procs), func(t *testing.T) {
				text := fmt.Sprintf(`globalpragmas <$ Processors = ((P q[4])) $>;
class a { static final int n = 16; static double x[*] <$ on = (lambda (i) q[%s]) $> = new double[n];
  static void main() { <$ independent $> foreach( i :- :n ) x[i] = 1.0; } }`, owner)
				snap := workspace.New(texts.FS{"a.spar": text}).Snapshot()
				s := settings.Settings{Procs: procs, Values: map[string]float64{"t_c": 1e-12, "t_l": 1}}
				r, err := predictFile(context.Background(), snap, "a.spar", s)
				if err != nil {
					t.Fatal(err)
				}
				near := func(x, y float64) bool { return math.Abs(x-y) < 1e-6 }
				if u := r.Units[0]; !near(u.Charge.Total(), T) || !near(u.Speedup, 16/T) {
					t.Errorf("T %v, speedup %v; want %v, %v", u.Charge.Total(), u.Speedup, T, 16/T)
				}
				f, _ := snap.File("a.spar")
				p, err := Profiles(context.Background(), snap, f, "", report.Lines{First: 3, Last: 3}, s)
				if err != nil || len(p) != 1 || !near(p[0].Speedup, 16/T) {
					t.Errorf("profile %+v, %v", p, err)
				}
			})
		}
	}
}
