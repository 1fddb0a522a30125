package spar

import "testing"

// An element of another processor that an iteration names twice comes once, as long as the loop
// stores nothing into the array; elements of two objects are two. 64 elements in blocks of 16 on
// 4 processors: what is needed of the next element are 3 messages of 1.
func TestElementsThatComeOnce(t *testing.T) {
	const head = `globalpragmas <$ Processors = ((P q[4])), boundscheck = false $>;
class Row { double d[*] <$ dist = "[block]" $> = new double[64]; double next( int i ) { return d[i+1]; } }
class a { static final int n = 63; static double x[*] <$ dist = "[block]" $> = new double[64]; static double y[*] <$ dist = "[block]" $> = new double[64]; static double z[*] <$ dist = "[block]" $> = new double[64];
  static Row r = new Row(), s = new Row();
  static void main() { `
	for _, c := range []struct {
		body            string
		blocks, arrived float64
	}{
		{`<$ independent $> foreach( i :- :n ) y[i] = x[i+1] + y[i]*x[i+1];`, 3, 3},
		{`<$ independent $> foreach( i :- :n ) y[i] = y[i] > 0.0 ? Math.min(y[i], x[i+1]) : Math.max(y[i], x[i+1]);`, 3, 3},
		{`<$ independent $> foreach( i :- :n ) if( y[i] > 0.0 ) y[i] = y[i]*x[i+1]; else y[i] = y[i] + x[i+1];`, 3, 3},
		{`<$ independent $> foreach( i :- :n ) { double t = y[i]*x[i+1]; for( k :- :3 ) t += y[i]*x[i+1]; y[i] = t; }`, 6, 6}, // the loops around differ
		{`<$ independent $> foreach( i :- 1:n ) y[i] = x[i+1] + y[i]*x[i-1];`, 6, 6},
		{`<$ independent $> foreach( i :- :n ) { y[i] = x[i+1] + y[i]*2.0; x[i] = 0.0; z[i] = x[i+1] + z[i]*2.0; }`, 6, 6}, // x may have changed
		{`<$ independent $> foreach( i :- :n ) y[i] = r.d[i+1] + y[i]*s.d[i+1];`, 6, 6},
		{`<$ independent $> foreach( i :- :n ) y[i] = r.d[i+1] + y[i]*r.d[i+1];`, 3, 3},
		{`<$ independent $> foreach( i :- :n ) y[i] = r.next(i) + y[i]*s.next(i);`, 6, 6},
		{`<$ independent $> foreach( i :- :n ) { if( i < 20 ) y[i] = y[i]*x[i+1]; if( i < 40 ) z[i] = z[i]*x[i+1]; }`, 1 + 2, 1 + 2}, // each as far as its own
		{`<$ independent $> foreach( i :- :n ) { y[i] = y[i]*x[i+1]; if( i < 40 ) z[i] = z[i]*x[i+1]; }`, 3, 3},
	} {
		t.Run(c.body, func(t *testing.T) {
			_, u := stores(t, head+c.body+" } }")
			if m, n := exchanged(u); m != c.blocks || n != c.arrived {
				t.Errorf("%v messages of %v elements, want %v of %v", m, n, c.blocks, c.arrived)
			}
		})
	}
}
