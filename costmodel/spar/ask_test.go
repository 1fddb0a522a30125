package spar

import (
	"context"
	"slices"
	"testing"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/oracle/texts"
)

// A value is asked for where a time depends on it: bounds, owners and probabilities; not
// where it is only computed with, or handed on to where it is.
func TestOnlyNeededValuesAreAskedFor(t *testing.T) {
	const head = `globalpragmas <$ ProcessorType = ((Gpp "das.pam")), Processors = ((Gpp q[2])) $>;
class a { static int x[*] <$ on = (lambda (i) q[(cyclic i)]) $> = new int[1000];
  static int next( int seed ) { return seed * 5; }
  static int twice( int seed ) { return next(seed) + next(seed); }
  static void fill( int n ) { for( i :- :n ) x[i] = 1; }
  static void pass( int n ) { fill(n); }
  static void put( int at ) { x[at] = 1; }
  static void say( int n ) { if( n > 3 ) x[0] = x[0] * 2; }
  static void main() { `
	for _, c := range []struct {
		body string
		want []string // names that are asked for
	}{
		{`int s = next(x[0]);`, nil},
		{`int s = twice(x[0]);`, nil},
		{`fill(x[0]);`, []string{"arg_0000"}},
		{`pass(x[0]);`, []string{"arg_0000"}},
		{`put(x[0]);`, []string{"arg_0000"}},
		{`say(x[0]);`, []string{"arg_0000"}},
		{`if( x[0] > next(x[1]) ) x[2] = x[3] + 1;`, []string{"cd_0001"}},
	} {
		t.Run(c.body, func(t *testing.T) {
			snap := workspace.New(texts.FS{}).Open("a.spar", "spar", 1, head+c.body+" } }")
			f, err := snap.File("a.spar")
			if err != nil {
				t.Fatal(err)
			}
			r, err := Text(context.Background(), snap, f, report.AllLines, settings.Settings{})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, d := range r.Diagnostics {
				if x, ok := d.Data.(asked); ok {
					got = append(got, x.Name)
				}
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("asks for %v, want %v", got, c.want)
			}
		})
	}
}
