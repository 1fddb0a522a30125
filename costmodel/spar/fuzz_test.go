package spar

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"unicode/utf8"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/oracle/texts"
)

// FuzzSpar predicts any text as a Spar program: it never fails, and what it says
// stands in the text.
func FuzzSpar(f *testing.F) {
	paths, _ := filepath.Glob("../../testdata/spar/*.spar")
	for _, p := range paths {
		data, err := os.ReadFile(p)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(data))
	}
	f.Add(`globalpragmas <$ Processors = ((P q[4])) $>; class a { static int n = 64; static double x[*] <$ on = (lambda (i) q[(cyclic i)]) $> = new double[n];
void main() { for( v :- [0,0] : [2,k] ) x[v] = y[z[i]]++; f(1); <$ Pamela = (frequency 2) $> f(2); while( x[1] > 0.0 ) f(n); }
<$ Pamela = (upper 3) $> void f( int n ) { f(n-1); <$ Pamela = (value n) $> int k = g(n); <$ on = q[@k] $> g(k); } int g( int i ) { return i; } }`)
	f.Fuzz(func(t *testing.T, code string) {
		if len(code) > 1<<13 || !utf8.ValidString(code) {
			return
		}
		snap := workspace.New(texts.FS{"a.spar": code}).Snapshot()
		r, err := predictFile(context.Background(), snap, "a.spar", settings.Settings{})
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range r.Diagnostics {
			if d.Span.Start < 0 || d.Span.End > len(code) || d.Span.End < d.Span.Start {
				t.Fatalf("%s at %v, outside the text", d.Message, d.Span)
			}
		}
		for _, u := range r.Units {
			for _, l := range u.Lines {
				if l.Charge.Total() < 0 {
					t.Fatalf("line %d takes %v", l.Line, l.Charge)
				}
			}
		}
	})
}
