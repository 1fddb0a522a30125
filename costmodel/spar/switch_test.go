package spar

import (
	"context"
	"fmt"
	"maps"
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
		{"kind[i]", []float64{1024 * 2 / 5., 1024 / 5., 1024 * 2 / 5., 1024 / 5.}, 3}, // default is what the others leave
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
			if !slices.EqualFunc(got, c.want, nearly) || asked != c.asked {
				t.Errorf("executions %v, want %v; %d questions, want %d", got, c.want, asked, c.asked)
			}
		})
	}
}

// nearly tells whether two numbers differ by no more than rounding.
func nearly(x, y float64) bool { return math.Abs(x-y) <= 1e-9*max(1, math.Abs(y)) }

// A pragma before its first statement says how often a group is taken, also where that is an if with
// a probability of its own. What the pragmas leave is shared by the cases of the other groups, and
// asked for of all but the last, which takes the rest also where others are set. More than 1 in all, or
// less than what falls through, is a warning.
func TestSharesOfGroups(t *testing.T) {
	const jump, over = "break;", ""
	for _, c := range []struct {
		name   string
		shares [4]string // in pragmas; "" without
		falls  string    // what ends the first group
		set    map[string]float64
		want   [4]float64 // of 100 iterations
		asked  int
		codes  []string
	}{
		{name: "all", shares: [4]string{"0.5", "0.2", "0.2", "0.1"}, falls: jump, want: [4]float64{50, 20, 20, 10}},
		{name: "one left", shares: [4]string{"0.5", "0.2", "0.2", ""}, falls: jump, want: [4]float64{50, 20, 20, 10}},
		{name: "first left", shares: [4]string{"", "0.2", "0.2", "0.1"}, falls: jump, want: [4]float64{50, 20, 20, 10}},
		{name: "two left", shares: [4]string{"0.5", "", "0.2", ""}, falls: jump, want: [4]float64{50, 15, 20, 15}, asked: 1},
		{name: "one set", shares: [4]string{"0.5", "", "0.2", ""}, falls: jump, set: map[string]float64{"cd_0001": 0.25}, want: [4]float64{50, 25, 20, 5}},
		{name: "none", falls: jump, want: [4]float64{25, 25, 25, 25}, asked: 3},
		{name: "falls through", shares: [4]string{"0.3", "0.5", "", ""}, falls: over, want: [4]float64{30, 50, 25, 25}, asked: 1},
		{name: "falls through to what is stated", shares: [4]string{"", "0.5", "", ""}, falls: over, want: [4]float64{25, 50, 25, 25}, asked: 2},
		{name: "more than 1", shares: [4]string{"0.5", "0.4", "0.3", ""}, falls: jump, want: [4]float64{50, 40, 30, 0}, codes: []string{"spar-pamela"}},
		{name: "less than what falls through", shares: [4]string{"0.5", "0.4", "0.3", "0.3"}, falls: over, want: [4]float64{50, 40, 30, 30}, codes: []string{"spar-pamela"}},
		{name: "a parameter", shares: [4]string{"Q", "", "0.2", "0.3"}, falls: jump, want: [4]float64{40, 10, 20, 30}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var at [4]any
			for k, share := range c.shares {
				at[k] = ""
				if share != "" {
					at[k] = "<$ Pamela = (share " + share + ") $>"
				}
			}
			text := fmt.Sprintf(`globalpragmas <$ boundscheck = false, Pamela = (numeric "Q") $>;
class a { static double x[*] <$ dist = "[block]" $> = new double[100]; static int kind[*] <$ dist = "[block]" $> = new int[100];
  static void main() { <$ independent $> foreach( i :- :100 ) switch( kind[i] ) {
    case 0: %s
      x[i] = 1.0;
      `+c.falls+`
    case 1: %s
      x[i] = 2.0;
      break;
    case 2: %s
      x[i] = 3.0;
      break;
    default: %s
      x[i] = 4.0;
  } } }`, at[:]...)
			set := map[string]float64{"q": 0.4}
			maps.Copy(set, c.set)
			snap := workspace.New(texts.FS{"a.spar": text}).Snapshot()
			r, err := predictFile(context.Background(), snap, "a.spar", settings.Settings{Procs: 4, Values: set})
			if err != nil {
				t.Fatal(err)
			}
			for _, l := range r.Units[0].Lines {
				if k := slices.Index([]int{5, 8, 11, 14}, l.Line); k >= 0 && !nearly(l.Executions, c.want[k]) {
					t.Errorf("group %d is executed %v times, want %v", k, l.Executions, c.want[k])
				}
			}
			asked := 0
			var codes []string
			for _, d := range r.Diagnostics {
				if d.Code == "unknown-value" {
					asked++
				} else {
					codes = append(codes, d.Code)
				}
			}
			if asked != c.asked || !slices.Equal(codes, c.codes) {
				t.Errorf("%d questions, want %d; messages %v, want %v", asked, c.asked, codes, c.codes)
			}
		})
	}
}

// The fix of the question for a share writes the pragma before the first statement of the group, whose
// if has a probability of its own.
func TestShareIsAnswered(t *testing.T) {
	text := `globalpragmas <$ boundscheck = false $>;
class a { static double x[*] <$ dist = "[block]" $> = new double[100]; static int kind[*] <$ dist = "[block]" $> = new int[100];
  static void main() { <$ independent $> foreach( i :- :100 ) switch( kind[i] ) {
    case 0:
      x[i] = 1.0;
      break;
    default:
      <$ Pamela = (share 0.25), Pamela = (cond 0.5) $> if( x[i] > 0.0 )
        x[i] = 2.0;
      break;
    case 2:
      x[i] = 3.0;
  } } }`
	snap := workspace.New(texts.FS{"a.spar": text}).Snapshot()
	r, err := predictFile(context.Background(), snap, "a.spar", settings.Settings{Procs: 4})
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range r.Units[0].Lines {
		if want := map[int]float64{5: 37.5, 9: 12.5, 12: 37.5}[l.Line]; want > 0 && !nearly(l.Executions, want) {
			t.Errorf("line %d is executed %v times, want %v", l.Line, l.Executions, want)
		}
	}
	var answered []string
	for _, d := range r.Diagnostics {
		for _, fix := range Fixes(sparsyntax.Parse(source.NewText(text)), d) {
			changed, err := source.NewText(text).Apply(fix.Edits...)
			if err != nil {
				t.Fatal(err)
			}
			answered = append(answered, changed.String())
		}
	}
	want := strings.Replace(text, "      x[i] = 1.0;", "      <$ Pamela = (share 0.375) $>\n      x[i] = 1.0;", 1)
	if len(answered) != 1 || answered[0] != want {
		t.Errorf("fixes %q", answered)
	}
}
