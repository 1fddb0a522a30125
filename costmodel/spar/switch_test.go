package spar

import (
	"context"
	"slices"
	"testing"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/oracle/texts"
)

// Of 1,024 iterations each group of a switch is executed in those that come to it, also from
// the groups before it, which is known where the value is one of the iteration, and else a
// share of the cases that nobody can state at one place of the text.
func TestGroupsOfSwitches(t *testing.T) {
	for _, c := range []struct {
		value string
		want  []float64 // executions of the groups
		asked int
	}{
		{"i % 8", []float64{256, 128, 256, 512}, 0},
		{"3", []float64{0, 1024, 1024, 0}, 0},
		{"7", []float64{0, 0, 0, 1024}, 0},
		{"kind[i]", []float64{1024 * 2 / 5., 1024 / 5., 1024 * 2 / 5., 1024 / 5.}, 4},
	} {
		t.Run(c.value, func(t *testing.T) {
			snap := workspace.New(texts.FS{"a.spar": `globalpragmas <$ boundscheck = false $>;
class a { static final int n = 1024, WALL = 3; static double a[*] <$ dist = "[block]" $> = new double[n]; static int kind[*] <$ dist = "[block]" $> = new int[n];
  static void main() { <$ independent $> foreach( i :- :n ) switch( ` + c.value + ` ) {
    case 0: case 1:
      a[i] = 1.0;
      break;
    case WALL:
      a[i] = a[i] + 2.0;
    case 4:
      a[i] = 3.0;
      break;
    default:
      a[i] = Math.sqrt(a[i]);
  } } }`}).Snapshot()
			r, err := predictFile(context.Background(), snap, "a.spar", settings.Settings{Procs: 4})
			if err != nil || len(r.Units) != 1 {
				t.Fatal(err, r)
			}
			got := make([]float64, 4)
			for _, l := range r.Units[0].Lines {
				if k := slices.Index([]int{5, 8, 10, 13}, l.Line); k >= 0 {
					got[k] = l.Executions
				}
			}
			asked := 0
			for _, d := range r.Diagnostics {
				if d.Code == "unknown-value" {
					asked++
				}
			}
			if !slices.Equal(got, c.want) || asked != c.asked {
				t.Errorf("executions %v, want %v; %d questions, want %d", got, c.want, asked, c.asked)
			}
		})
	}
}
