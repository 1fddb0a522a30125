package spar

import "testing"

// What calls in iterations are handed by reference is brought as far as the method names it,
// and sent home if it stores there; a local name of an element is the element. 16 rows of 5
// in blocks of 4 on 4 processors, or in turn; the counts are by hand.
func TestHandedRowsAndObjects(t *testing.T) {
	const head = `globalpragmas <$ Processors = ((P q[4])) $>;
class Body { double x; int n; double w[*] = new double[4]; void take( Body o ) { x = o.x; } void copy( Body o ) { for( k :- :4 ) w[k] = o.w[k]; } }
class Pair { Body one, two; int k; double mean() { return ( one.x + two.x ) / 2.0; } int key() { return k; } static double first( Pair p ) { return p.one.x; } }
class a { static Body p[*] <$ dist = "[block]" $> = new Body[16];
  static double u[*][*] <$ dist = "[block]" $> = new double[16][5];
  static double v[*][*] <$ dist = "[block]" $> = new double[16][*];
  static int c[*][*] <$ dist = "[cyclic]" $> = new int[16][*];
  static Pair z[*] <$ dist = "[block]" $> = new Pair[16];
  static double x[*] <$ dist = "[block]" $> = new double[16];
  static void add( double a[*], double b[*] ) { for( k :- :5 ) a[k] += b[k]; }
  static void addTo( double b[*], double a[*] ) { add( a, b ); }
  static void count( int a[*] ) { for( k :- :5 ) a[k] = a[k] + 1; }
  static int sum( int a[*] ) { int s = 0; for( k :- :5 ) s += a[k]; return s; }
  static void main() { <$ independent $> foreach( i :- :16 ) { v[i] = new double[5]; c[i] = new int[5]; } `
	for _, c := range []struct {
		body                      string
		messages, elements, bytes float64
	}{
		{`<$ independent $> foreach( i :- :15 ) add( u[i], v[i] );`, 0, 0, 0},
		{`<$ independent $> foreach( i :- :15 ) add( v[i], v[i+1] );`, 3, 15, 120},
		{`<$ independent $> foreach( i :- :15 ) addTo( v[i+1], u[i] );`, 3, 15, 120},
		{`<$ taskparallel $> foreach( i :- :16 ) count( c[i] );`, 24, 120, 480},
		{`<$ taskparallel $> foreach( i :- :16 ) x[i] = sum( c[i] );`, 12, 60, 240},
		{`<$ independent $> foreach( i :- :15 ) p[i].take( p[i+1] );`, 3, 3, 24},
		{`<$ independent $> foreach( i :- :15 ) p[i].copy( p[i+1] );`, 3, 12, 96},
		{`<$ independent $> foreach( i :- :15 ) x[i] = z[i+1].mean();`, 3 + 2*3, 3 + 2*3*4, 3*(2*12) + 2*3*4*8}, // the numbers of both bodies, and their arrays
		{`<$ independent $> foreach( i :- :15 ) x[i] = z[i+1].key();`, 3, 3, 12},
		{`<$ independent $> foreach( i :- :15 ) x[i] = Pair.first( z[i+1] );`, 3 + 3, 3 + 3*4, 3*12 + 3*4*8},
		{`<$ independent $> foreach( i :- :15 ) { double r[*] = v[i]; double s[*] = v[i+1]; for( k :- :5 ) r[k] = s[k]; }`, 3, 15, 120},
		{`<$ independent $> foreach( i :- :15 ) { double r[*] = v[i]; add( r, v[i+1] ); }`, 3, 15, 120},
		{`<$ independent $> foreach( i :- :15 ) { Body b = p[i]; Body o = p[i+1]; b.x = o.x; }`, 3, 3, 24},
		{`<$ independent $> foreach( i :- :15 ) { Body b = p[i]; Body o = b; o.take( p[i+1] ); }`, 3, 3, 24},
		{`<$ independent $> foreach( i :- :15 ) { double w[*] = p[i].w; w[1] = p[i+1].w[2]; }`, 3, 3, 24},
		{`<$ independent $> foreach( i :- :15 ) { double y[*] = x; y[i] = y[i+1]; }`, 3, 3, 24},
	} {
		t.Run(c.body, func(t *testing.T) {
			_, u := stores(t, head+c.body+" } }")
			exchanges(t, u, c.messages, c.elements, c.bytes)
		})
	}
}
