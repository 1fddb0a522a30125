package spar

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/source"
	sparsyntax "github.com/parlens/parlens/analysis/spar"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/oracle/texts"
)

// Of 1,024 iterations each group of a switch is executed in those that come to it, also from
// the groups before it, which is known where the value is one of the iteration, and else a
// share of the cases, unless pragmas say how often they are taken.
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

// A pragma before its first statement says how often a group is taken, also where that is an if with
// a probability of its own; the fix of the question writes it there.
func TestSharesOfGroups(t *testing.T) {
	text := `globalpragmas <$ boundscheck = false $>;
class a { static double x[*] <$ dist = "[block]" $> = new double[100]; static int kind[*] <$ dist = "[block]" $> = new int[100];
  static void main() { <$ independent $> foreach( i :- :100 ) switch( kind[i] ) {
    case 0:
      <$ Pamela = (share 0.75) $>
      x[i] = 1.0;
      break;
    case 1:
      <$ Pamela = (share 0.2), Pamela = (cond 0.5) $> if( x[i] > 0.0 )
        x[i] = 2.0;
      break;
    default:
      x[i] = 3.0;
  } } }`
	snap := workspace.New(texts.FS{"a.spar": text}).Snapshot()
	r, err := predictFile(context.Background(), snap, "a.spar", settings.Settings{Procs: 4})
	if err != nil {
		t.Fatal(err)
	}
	for line, want := range map[int]float64{6: 75, 10: 10, 13: 100 / 3.0} {
		for _, l := range r.Units[0].Lines {
			if l.Line == line && math.Abs(l.Executions-want) > 1e-9 {
				t.Errorf("line %d is executed %v times, want %v", line, l.Executions, want)
			}
		}
	}
	var asked []string
	for _, d := range r.Diagnostics {
		if d.Code != "unknown-value" {
			t.Errorf("%+v", d)
			continue
		}
		for _, fix := range Fixes(sparsyntax.Parse(source.NewText(text)), d) {
			changed, err := source.NewText(text).Apply(fix.Edits...)
			if err != nil {
				t.Fatal(err)
			}
			asked = append(asked, changed.String())
		}
	}
	want := strings.Replace(text, "      x[i] = 3.0;", "      <$ Pamela = (share 0.3333333333333333) $>\n      x[i] = 3.0;", 1)
	if len(asked) != 1 || asked[0] != want {
		t.Errorf("fixes %q", asked)
	}
}
