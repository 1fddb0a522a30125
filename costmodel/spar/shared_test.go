package spar

import "testing"

// What several iterations of one processor need of another one comes once, also where all
// loops around are independent, and every iteration stores its own copy. 16 rows of 16
// elements and a vector of 16 in blocks of 4; the counts are by hand. A processor takes its own
// elements once, too.
func TestElementsThatIterationsShare(t *testing.T) {
	const head = `globalpragmas <$ Processors = ((P q[4])) $>;
class a { static double d[*,*] <$ dist = "[block,collapsed]" $> = new double[16,16]; static double row[*] <$ dist = "[block]" $> = new double[16]; static int at[*] = new int[16];
  static void main() { `
	for _, c := range []struct {
		body               string
		messages, elements float64
		stores             float64 // of the busiest processor
	}{
		// 12 pairs, each with the 4 elements of a block; then 4 rows of 16 stores, and 4 elements of its own
		{`<$ independent $> foreach( i :- :16, j :- :16 ) d[i,j] = row[j];`, 12, 12 * 4, 64 + 4},
		{`<$ independent $> foreach( i :- :16 ) <$ independent $> foreach( j :- :16 ) d[i,j] = row[j];`, 12, 12 * 4, 64 + 4},
		{`<$ independent $> foreach( i :- :16 ) for( j :- :16 ) d[i,j] = row[j];`, 12, 12 * 4, 64 + 4},
		{`<$ independent $> foreach( i :- :16, j :- :16 ) d[i,j] = d[i,j] * row[j];`, 12, 12 * 4, 64 + 4},
		// the row of one processor, one element of it
		{`<$ independent $> foreach( i :- :16, j :- :16 ) d[i,j] = d[5,j];`, 3, 3 * 16, 64 + 16},
		{`<$ independent $> foreach( i :- :16, j :- :16 ) d[i,j] = d[5,7];`, 3, 3, 64 + 1},
		{`for( k :- :16 ) <$ independent $> foreach( i :- :16, j :- :16 ) d[i,j] = Math.min(d[i,j], d[i,k] + d[k,j]);`, 16 * 3, 16 * 3 * 16, 16*64 + 4*16},
		// only two processors have iterations: the last row of the first and the first of the second
		{`<$ independent $> foreach( i :- 3:5, j :- :16 ) d[i,j] = row[j];`, 6, 6 * 4, 16 + 4},
		// every element is another one: no shares, and the block is what is stored
		{`<$ independent $> foreach( i :- :12, j :- :16 ) d[i,j] = d[i+4,j];`, 3, 3 * 64, 0},
		// i alone moves what is needed: 3 elements from a block to the next one
		{`<$ independent $> foreach( i :- :15, j :- :16 ) d[i,j] = row[i+1];`, 3, 3, 64 + 3},
		// two rows, and two iterations, need one element: 3 times two of others, two of the first's own
		{`<$ independent $> foreach( i :- :16, j :- :16 ) d[i,j] = row[i/2];`, 3, 6, 64 + 2},
		{`<$ independent $> foreach( i :- :16 ) d[i,0] = row[(i+1)/2];`, 4, 8, 4 + 3},
		{`<$ independent $> foreach( i :- :16 ) { int h = (i+1) >> 1; d[i,0] = d[i,1] * row[h]; }`, 4, 8, 4 + 4 + 3},
		// every fourth iteration needs the same element: those of the first processor, once each; of pairs every eighth
		{`<$ independent $> foreach( i :- :16, j :- :16 ) d[i,j] = d[i,j] * row[j%4];`, 3, 3 * 4, 64 + 4},
		{`<$ independent $> foreach( i :- :16, j :- :16 ) d[i,j] = row[j%4];`, 3, 3 * 4, 64 + 4},
		{`<$ independent $> foreach( i :- :16, j :- :16 ) d[i,j] = d[i,j] * row[(j%8)/2];`, 3, 3 * 4, 64 + 4},
		// every second iteration the same element, on every fourth processor: 3 of others and one of its own, then 12 results, and one of each its own
		{`<$ independent $> foreach( i :- :16 ) d[i,0] = row[(4*i)%16] + row[i%2];`, 3 + 12, 3 + 12, 1 + 1},
		// a ring: each element is needed once
		{`<$ independent $> foreach( i :- :16 ) d[i,0] = d[i,0] * row[(i+1)%16];`, 4, 4, 4 + 3},
		// which columns they are only the run knows: one for each iteration
		{`<$ independent $> foreach( i :- :12, j :- :16 ) d[i,j] = d[i+4,at[j]];`, 3, 3 * 64, 0},
		{`<$ independent $> foreach( i :- :12, j :- :16 ) d[i,j] = d[i,j] * d[i+4,at[j]];`, 3, 3 * 64, 64},
		// where they live only the run knows: at most the 4 that another one has
		{`<$ independent $> foreach( i :- :16, j :- :16 ) d[i,j] = d[i,j] * row[at[j]];`, 12, 12 * 4, 64 + 4},
	} {
		t.Run(c.body, func(t *testing.T) {
			by, u := stores(t, head+c.body+" } }")
			messages, elements := exchanged(u)
			if messages != c.messages || elements != c.elements {
				t.Errorf("%v messages of %v elements, want %v of %v", messages, elements, c.messages, c.elements)
			}
			most := 0.0
			for _, x := range by {
				most = max(most, x)
			}
			if most != c.stores {
				t.Errorf("stores %v, want %v on the busiest", by, c.stores)
			}
		})
	}
}
