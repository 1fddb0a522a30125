package spar

import (
	"fmt"
	"testing"
)

// An iteration that hands nothing but numbers to a method lives where that stores first: of
// 16 iterations in blocks of 4, each processor makes 4, with 8 stores of a local variable, its
// declaration, and one of the element. Where that is no element, the first processor makes all.
func TestIterationsLiveWhereMethodsStore(t *testing.T) {
	const head = `globalpragmas <$ Processors = ((P q[4])) $>;
class a { static double x[*] <$ dist = "[block]" $> = new double[16]; static double z[*] = new double[16];
`
	const work = `double s = 0.0; for( j :- :8 ) s = s*0.5 + j; `
	const main = `static void main() { <$ independent $> foreach( i :- :16 ) %s; } }`
	for _, c := range []struct {
		method, call string
		want         string // stores of each processor
	}{
		{`static void f( int k ) { ` + work + `x[k] = s; }`, "f( i )", "[40 40 40 40]"},
		{`static void f( int k ) { ` + work + `x[15-k] = s; }`, "f( 15-i )", "[40 40 40 40]"},
		{`static class B { static void g( int k ) { ` + work + `x[k] = s; } }`, "B.g( i )", "[40 40 40 40]"},
		{`static void h( int k, double s ) { x[k] = s; } static void f( int k ) { ` + work + `h( k, s ); }`, "f( i )", "[40 40 40 40]"},
		{`static void h( int k, double s ) { x[k] = s; } static void g( double s, int k ) { h( k+0, s ); } static void f( int k ) { ` + work + `g( s, k ); }`, "f( i )", "[40 40 40 40]"},
		{`static void f( int k ) { ` + work + `z[k] = s; }`, "f( i )", "[160]"},
		// into the array that they are handed
		{`static void f( double v[*], int k ) { ` + work + `v[k] = s; }`, "f( x, i )", "[40 40 40 40]"},
		{`static void f( double w[*], int k, double v[*] ) { ` + work + `v[15-k] = s + w[k]; }`, "f( z, 15-i, x )", "[40 40 40 40]"},
		{`static void h( double v[*], int k, double s ) { v[k] = s; } static void f( double v[*], int k ) { ` + work + `h( v, k, s ); }`, "f( x, i )", "[40 40 40 40]"},
		{`static void f( double v[*], int k ) { ` + work + `v[k] = s; }`, "f( z, i )", "[160]"},
	} {
		t.Run(c.method, func(t *testing.T) {
			by, _ := stores(t, head+c.method+fmt.Sprintf(main, c.call))
			if got := fmt.Sprint(by); got != c.want {
				t.Errorf("stores %v, want %s", by, c.want)
			}
		})
	}
}

// Where the iterations live follows an edit of the method that stores.
func TestHomeFollowsEdits(t *testing.T) {
	const text = `globalpragmas <$ Processors = ((P q[4])) $>;
class a {
    static double x[*] <$ dist = "[block]" $> = new double[16];
    static double z[*] = new double[16];
    static void f( int k )
    {
        double s = 0.0;
        for( j :- :8 ) s = s*0.5 + j;
        x[k] = s;
    }
    static void main()
    {
        <$ independent $> foreach( i :- :16 ) f( i );
    }
}
`
	editedInTurn(t, text, [][2]string{{"", ""}, {"x[k] = s", "z[k] = s"}, {"", ""}, {"x[k] = s", "x[3] = s"}})
}
