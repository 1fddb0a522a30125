package spar

import (
	"slices"
	"testing"

	"github.com/parlens/parlens/costmodel/report"
)

// The rows of an array of arrays have the lengths with which they are made: row i of 8 has i + 1
// elements. Two processors have 4 rows each: 1 + 2 + 3 + 4 and 5 + 6 + 7 + 8 elements, and the 4
// references that they store first.
func TestLengthsOfRows(t *testing.T) {
	for _, c := range []struct {
		loop string
		want []float64
	}{
		{`for( j :- :rows[i].length ) rows[i][j] = 1.0;`, []float64{4 + 10, 4 + 26}},
		{`for( j :- :rows[i].getSize(0) ) rows[i][j] = 1.0;`, []float64{4 + 10, 4 + 26}},
		{`for( j :- :rows[7-i].length - 1 ) rows[i][j] = 1.0;`, []float64{4 + 22, 4 + 6}},
		{`for( int j = 0; j < rows[i].length; j++ ) rows[i][j] = 1.0;`, []float64{4 + 10 + 4*1 + 10, 4 + 26 + 4*1 + 26}}, // j is stored too
	} {
		t.Run(c.loop, func(t *testing.T) {
			by, u := stores(t, `globalpragmas <$ Processors = ((P q[2])), boundscheck = false $>;
class a { static double rows[*][] <$ dist = "[block]" $> = new double[8][];
  static void main() { <$ independent $> foreach( i :- :8 ) rows[i] = new double[i+1];
    <$ independent $> foreach( i :- :8 ) `+c.loop+` } }`)
			if !slices.Equal(by, c.want) {
				t.Errorf("%v stores, want %v", by, c.want)
			}
			if slices.ContainsFunc(u.Assumptions, func(a report.Assumption) bool { return a.Provenance == report.Assumed }) {
				t.Errorf("%+v", u.Assumptions)
			}
		})
	}
}
