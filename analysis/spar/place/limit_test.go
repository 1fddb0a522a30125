package place

import (
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/spar"
)

// A loop that ends by what it computes, or by a counter at the latest, is assumed to end by
// the counter.
func TestLimitOfLoops(t *testing.T) {
	const head = `class a { static final int MOST = 50; static double e, tol; static boolean b; static void main() { int c = 0, d = 9; `
	for _, c := range []struct {
		text  string
		count float64
		until string
	}{
		{`while( e > tol && c < MOST ) { e = 0.5 * e; c++; }`, 50, "c < MOST"},
		{`while( c <= MOST && e > tol ) { e = 0.5 * e; c += 10; }`, 6, "c <= MOST"},
		{`do { e = 0.5 * e; c++; } while( e > tol && c < MOST );`, 50, "c < MOST"},
		{`for( int k = 1; k <= 20 && e > tol; k++ ) e = 0.5 * e;`, 20, "k <= 20"},
		{`while( b && c < MOST && d > 0 ) { c++; d -= 3; }`, 3, "d > 0"},
		{`while( e > tol && c < MOST ) { e = 0.5 * e; if( e < 1.0 ) c++; }`, assumedCount, ""},
		{`while( e > tol || c < MOST ) { e = 0.5 * e; c++; }`, assumedCount, ""},
		{`while( e > tol ) e = 0.5 * e;`, assumedCount, ""},
	} {
		t.Run(c.text, func(t *testing.T) {
			p := Build(spar.Parse(source.NewText(head+c.text+" } }")), Options{})
			var got []Critical
			for _, x := range p.Criticals {
				if x.Answer == ByUpper {
					got = append(got, x)
				}
			}
			if len(got) != 1 || got[0].Default != c.count || strings.Contains(got[0].Why, "until") != (c.until != "") || !strings.Contains(got[0].Why, c.until) {
				t.Errorf("%+v, want %v until %q", got, c.count, c.until)
			}
		})
	}
}
