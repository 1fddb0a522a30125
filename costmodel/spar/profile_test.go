package spar

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/oracle/texts"
)

// Profiles of lines, with operations of time 1 and everything else free: their own, and
// what they execute. twice takes 2 operations an iteration, once 1.
func TestProfiles(t *testing.T) {
	const text = `globalpragmas <$ ProcessorType = ((Gpp "das.pam")), Processors = ((Gpp q[2])) $>;
class a { static int x[*] <$ on = (lambda (i) q[(block i 50)]) $> = new int[100]; static int s = 0;
  static void twice( int n ) { for( i :- :n ) x[0] = x[0] * 2 + 1; }
  static void once() { s = s + 1; }
  static void both() {
    twice(3);
    once();
  }
  static void main() {
    for( t :- :10 ) {
      both();
      twice(5);
    }
    if( s > 0 )
      once();
    <$ Pamela = parallel $>
    foreach( i :- :100 )
      x[i] = x[i] * 3;
    <$ Pamela = parallel $>
    foreach( i :- :4 ) {
      once();
      twice(i);
      twice(i);
    }
  }
}`
	snap := workspace.New(texts.FS{"a.spar": text}).Snapshot()
	f, err := snap.File("a.spar")
	if err != nil {
		t.Fatal(err)
	}
	line := func(of string, n int) int {
		lines := strings.Split(text, "\n")
		for i, l := range lines {
			if strings.Contains(l, of) {
				if n--; n == 0 {
					return i + 1
				}
			}
		}
		t.Fatalf("no line with %s", of)
		return 0
	}
	s := settings.Settings{Values: map[string]float64{"t_c": 1, "t_l": 0, "t_g": 0}}
	one := func(n int) report.Lines { return report.Lines{First: n, Last: n} }
	for _, c := range []struct {
		name            string
		unit            string
		lines           report.Lines
		own, cumulative float64
		missing         bool
	}{
		{"a call", "", one(line("      both();", 1)), 0, 10 * (3*2 + 1), false},
		{"another call of the same method", "", one(line("      twice(5);", 1)), 0, 10 * 5 * 2, false},
		{"a loop with calls", "", one(line("for( t", 1)), 0, 10*(3*2+1) + 10*5*2, false},
		{"a parallel loop", "", one(line("foreach( i :- :100", 1)), 0, 50, false},
		{"its body", "", one(line("x[i] * 3", 1)), 50, 50, false},
		// two calls on different lines share the time of one method in the loop
		{"one of two calls", "", one(line("twice(i)", 1)), 0, 0, true},
		{"a method", "both", report.AllLines, 0, 10 * (3*2 + 1), false},
		{"a method by its full name", "a.both", report.AllLines, 0, 10 * (3*2 + 1), false},
	} {
		t.Run(c.name, func(t *testing.T) {
			all, err := Profiles(context.Background(), snap, f, c.unit, c.lines, s)
			if err != nil || len(all) != 1 {
				t.Fatal(err, len(all))
			}
			p := all[0]
			if p.Own.Total() != c.own || p.Cumulative.Total() != c.cumulative || (len(p.Missing) > 0) != c.missing {
				t.Errorf("own %v, cumulative %v, missing %v; want %v, %v", p.Own.Total(), p.Cumulative.Total(), p.Missing, c.own, c.cumulative)
			}
		})
	}
	t.Run("the program", func(t *testing.T) {
		r, err := Text(context.Background(), snap, f, report.AllLines, s)
		if err != nil {
			t.Fatal(err)
		}
		all, err := Profiles(context.Background(), snap, f, "", report.AllLines, s)
		if err != nil || len(all) != 1 {
			t.Fatal(err, len(all))
		}
		p, T := all[0], r.Units[0].Charge.Total()
		if p.Own != p.Cumulative || p.Own.Total() != T || p.Share != 1 || p.Processors != 2 || len(p.Missing) > 0 {
			t.Errorf("%+v, of %v", p, T)
		}
		want := []report.ArrayMemory{{Array: "x", Bytes: 4 * 50}}
		if !slices.Equal(p.Memory.Arrays, want) {
			t.Errorf("memory %v, want %v", fmt.Sprint(p.Memory.Arrays), want)
		}
	})
	t.Run("loops with what they call", func(t *testing.T) {
		r, err := Text(context.Background(), snap, f, report.AllLines, s)
		if err != nil {
			t.Fatal(err)
		}
		got := map[int]report.Calling{}
		for _, l := range r.Units[0].Loops {
			if l.Calling.Some() {
				got[l.Line] = l.Calling
			}
		}
		// x[0] is on one processor, which makes the iterations one after the other; once is
		// called elsewhere too, and its operations are not told apart
		want := map[int]report.Calling{
			line("for( t", 1):           {Charge: report.Charge{Computation: 10*(3*2+1) + 10*5*2}},
			line("foreach( i :- :4", 1): {Charge: report.Charge{Computation: 2 * 2 * (0 + 1 + 2 + 3)}, AtLeast: true},
		}
		if !maps.Equal(got, want) {
			t.Errorf("%v, want %v", got, want)
		}
	})
	for _, unit := range []string{"none", "a.none"} {
		t.Run(unit, func(t *testing.T) {
			if all, err := Profiles(context.Background(), snap, f, unit, report.AllLines, s); err != nil || len(all) > 0 {
				t.Errorf("%v %v", all, err)
			}
		})
	}
}
