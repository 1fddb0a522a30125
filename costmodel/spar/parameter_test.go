package spar

import (
	"fmt"
	"testing"
)

// A parameter that its method assigns has the value of the call until then, and the assigned one
// from there on. Stores are counted by hand.
func TestAssignedParameters(t *testing.T) {
	for _, c := range []struct {
		method, call string
		stores       float64
		message      string
	}{
		{`void f( int n ) { n = n/2; for( i :- :n ) s = 1.0; }`, `f(8)`, 1 + 4, ""},
		{`void f( int n ) { for( i :- :n ) s = 1.0; n = 2; for( i :- :n ) s = 1.0; }`, `f(8)`, 8 + 1 + 2, ""},
		{`void f( int n ) { while( n > 1 ) { if( n % 2 == 0 ) s = 1.0; n = n-1; } }`, `f(8)`, 7 + 4, ""},
		{`void f( int n, int k ) { if( k > 1 ) n = k; for( i :- :n ) s = 1.0; }`, `f(8, 3)`, 1 + 3, ""},
		{`void f( int n, int k ) { if( k > 1 ) n = k; for( i :- :n ) s = 1.0; }`, `f(8, 1)`, 8, ""},
		{`void f( int n, int d ) { n /= 2; s = 1.0; if( d > 0 ) f(n, d-1); }`, `f(8, 3)`, 2, "spar-recursion"}, // at least
		{`void f( int n ) { for( k :- :4 ) if( n % 2 == 0 ) { s = 1.0; n /= 2; } else n = 3*n+1; }`, `f(8)`, 4*1 + 0.5*4, "unknown-value"},
	} {
		t.Run(c.method+c.call, func(t *testing.T) {
			by, _, codes := measured(t, `globalpragmas <$ Processors = ((P q[1])) $>; class a { static double s; static `+c.method+` static void main() { `+c.call+`; } }`)
			if message := fmt.Sprint(codes); by[0] != c.stores || message != "["+c.message+"]" {
				t.Errorf("%v stores %s, want %v [%s]", by, message, c.stores, c.message)
			}
		})
	}
}
