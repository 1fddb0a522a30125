package spar

import (
	"context"
	"testing"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/oracle/texts"
)

// A reduction has a partial result of each variable on every processor, and combines them:
// to the first one, and from there to all, 6 messages on 4 processors. What an iteration
// declares lives where the iteration is. What one processor executes is no reduction of
// all. Vectors of 16 in blocks of 4; the counts are by hand.
func TestReductionsOfBlocks(t *testing.T) {
	const head = `globalpragmas <$ Processors = ((P q[4])) $>;
class a { static double a[*,*] <$ dist = "[block,collapsed]" $> = new double[16,16]; static double x[*] <$ dist = "[block]" $> = new double[16]; static double y[*] <$ dist = "[block]" $> = new double[16]; static double all[*] = new double[16]; static double g; static int n; static double h[*] = new double[8]; static double copy[*] <$ dist = "[replicated]" $> = new double[8];
  static double row( int i ) { double s = 0.0; <$ reduction $> foreach( j :- :16 ) s += a[i,j]*all[j]; return s; }
  static double alike( int i ) { double s = 0.0; <$ independent $> foreach( j :- :16 ) s += a[i,j]*all[j]; return s; }
  static double dot( double v[*], double w[*] ) { double s = 0.0; <$ reduction $> foreach( j :- :16 ) s += v[j]*w[j]; return s; }
  static void main() { `
	for _, c := range []struct {
		body                       string
		messages, elements, stores float64 // stores of a processor; 0: not asked about
	}{
		{`<$ reduction $> foreach( i :- :16 ) g += x[i];`, 6, 6, 0},
		{`g = dot(x, y);`, 6, 6, 0},
		{`<$ reduction $> foreach( i :- :16 ) { double m = 0.0; for( j :- :16 ) if( a[i,j] > m ) m = a[i,j]; g += m; }`, 6, 6, 0},
		{`<$ reduction $> foreach( i :- :16 ) if( x[i] > y[i] ) y[i] = x[i];`, 0, 0, 0},
		{`<$ reduction $> foreach( i :- :16 ) { g += x[i]; n++; }`, 12, 12, 0},
		{`<$ reduction $> foreach( i :- :16 ) if( x[i] > g ) g = x[i];`, 6, 6, 0},
		{`<$ reduction $> foreach( i :- :16 ) { y[i] = 2.0 * x[i]; g += y[i]; }`, 6, 6, 0},
		{`<$ reduction $> foreach( i :- :16 ) h[i%8] += x[i];`, 6, 48, 0}, // all 8 elements of each other processor
		{`<$ reduction $> foreach( i :- :16 ) { h[i%8] = Math.max(h[i%8], x[i]); n++; }`, 12, 54, 0},
		{`<$ reduction $> foreach( i :- :16 ) copy[i%8] += x[i];`, 6, 48, 0},
		{`<$ reduction $> foreach( i :- :16 ) copy[3] += x[i];`, 6, 6, 0},
		{`<$ reduction $> foreach( i :- :16 ) h[i%8] = x[i];`, 0, 0, 0}, // a warning says so
		// an element of a mapped array: parts of all others go where it lives, and stay there
		{`<$ reduction $> foreach( i :- :16 ) y[0] += x[i];`, 3, 3, 0},
		{`<$ reduction $> foreach( i :- :16 ) y[5] = y[5] + x[i];`, 3, 3, 4},
		{`<$ reduction $> foreach( i :- :16 ) { y[n] += x[i]; g += x[i]; }`, 9, 9, 0},
		// elements that the iteration chooses: what is added comes to them
		{`<$ reduction $> foreach( i :- :16 ) y[i/4] += x[i];`, 3, 12, 0},
		{`<$ reduction $> foreach( i :- :16 ) y[i%8] += x[i];`, 2, 8, 0}, // 8..11 to the first one, 12..15 to the second
		// 4 iterations of 1 + 8 + 1 stores, and the sum of the partial results
		{`<$ reduction $> foreach( i :- :16 ) { double t = 1.0; for( j :- :8 ) t = t*all[j] + x[i]; g += t; }`, 6, 6, 40},
		{`<$ reduction $> foreach( i :- :16 ) { double t = x[i]; for( j :- :8 ) if( j != i ) { double d = t - all[j]; t = d; } g += t; }`, 6, 6, 0},
		// all rows need all 16 elements: 12 pairs of 4
		{`<$ reduction $> foreach( i :- :16 ) { double t = 0.0; for( j :- :16 ) t += a[i,j]*x[j]; g += t; }`, 12 + 6, 48 + 6, 0},
		{`<$ independent $> foreach( i :- :16 ) { double s = 0.0; <$ reduction $> foreach( j :- :16 ) s += a[i,j]*x[j]; y[i] = s; }`, 12, 48, 0},
		{`<$ independent $> foreach( i :- :16 ) { double s = 0.0; <$ reduction $> foreach( j :- :16 ) s += a[i,j]*all[j]; y[i] = s; }`, 0, 0, 0},
		{`<$ independent $> foreach( i :- :16 ) y[i] = row(i);`, 0, 0, 0},
		{`<$ independent $> foreach( i :- :16 ) y[i] = alike(i);`, 0, 0, 0},
		{`<$ on = q[2] $> { <$ reduction $> foreach( j :- :16 ) g += x[j]; }`, 3, 12, 0},
	} {
		t.Run(c.body, func(t *testing.T) {
			by, u := stores(t, head+c.body+" } }")
			messages, elements := exchanged(u)
			if messages != c.messages || elements != c.elements {
				t.Errorf("%v messages of %v elements, want %v of %v", messages, elements, c.messages, c.elements)
			}
			if c.stores > 0 && by[len(by)-1] != c.stores {
				t.Errorf("stores %v, want %v on the last one", by, c.stores)
			}
		})
	}
}

// Without gathered messages a part of a reduction is where its subscript is read, too: only
// the parts of the 8 counters are exchanged, by 3 processors to the first one and back to them.
func TestReductionsByReadSubscripts(t *testing.T) {
	snap := workspace.New(texts.FS{"a.spar": `globalpragmas <$ ProcessorType = ((Gpp "das.pam")), Processors = ((Gpp q[4])) $>;
class a { static int key[*] <$ dist = "[block]" $> = new int[16]; static int count[*] = new int[8];
  static void main() { <$ reduction $> foreach( i :- :16 ) count[key[i]] += 1; } }`}).Snapshot()
	r, err := predictFile(context.Background(), snap, "a.spar", settings.Settings{})
	if err != nil || len(r.Units) != 1 {
		t.Fatal(err, r)
	}
	if messages, elements := exchanged(r.Units[0]); messages != 48 || elements != 48 {
		t.Errorf("%v messages of %v elements, want 48 of 48", messages, elements)
	}
}
