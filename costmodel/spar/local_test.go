package spar

import (
	"fmt"
	"testing"
)

// Arrays of a method that keep the integers of their declaration, as these were there, say how
// long loops are, constant characters which case is taken, and booleans whether an integer
// changes. Stores are counted by hand; each
// declaration is one.
func TestConstantsOfMethods(t *testing.T) {
	for _, c := range []struct {
		body   string
		stores float64
		asked  string
	}{
		{"int[*] d = { 3, 40, 5 }; foreach( k :- :d.length ) s = 1.0;", 1 + 3, ""},
		{"int[*] d = { 3, 40, 5 }; foreach( k :- :d[1] ) s = 1.0;", 1 + 40, ""},
		{"int[*] d = { 3, 40, 5 }; d[1] = 7; foreach( k :- :d.length ) s = 1.0;", 2 + 3, ""},
		{"int[*] d = { 3, 40, 5 }; d[1] = 7; foreach( k :- :d[1] ) s = 1.0;", 2 + 100, "unknown-value"},
		{"int[*] d = { 3, 40, 5 }; d = new int[7]; foreach( k :- :d[1] ) s = 1.0;", 2 + 100, "unknown-value"},
		{"int[*] d = { 3, 40, 5 }; int[*] e = d; foreach( k :- :d[1] ) s = 1.0;", 2 + 100, "unknown-value"},
		{"int n = 6; int[*] d = { n, 2*n }; n = 9; foreach( k :- :d[1] ) s = 1.0;", 3 + 12, ""},
		{"foreach( i :- :4 ) { int[*] d = { 1, 2, 3, 4 }; foreach( k :- :d[i] ) s = 1.0; }", 4 + 10, ""},
		{"{ int[*] d = { 2, 2 }; s = 0.5; } int[*] d = { 5, 6 }; foreach( k :- :d[1] ) s = 1.0;", 3 + 6, ""},
		{"char c = 'b'; switch( c ) { case 'a': s = 1.0; s = 2.0; s = 3.0; break; case 'b': s = 4.0; s = 5.0; break; }", 1 + 2, ""},
		{`char c = '\n'; switch( c ) { case '\n': s = 1.0; break; case '\'': s = 2.0; s = 3.0; break; }`, 1 + 1, ""},
		{"char c = 'a'; c++; if( c == 'b' ) { s = 4.0; s = 5.0; }", 2 + 2, ""},
		{"int m = 3; if( D ) m++; foreach( k :- :m ) s = 1.0;", 2 + 4, ""},
		{"int m = 3; if( !D || false ) m = 9; foreach( k :- :m ) s = 1.0;", 1 + 3, ""},
		{"int n = 2; boolean e = n > 1; n = 0; int m = 3; if( e && true ) m++; foreach( k :- :m ) s = 1.0;", 5 + 4, ""},
		{"foreach( i :- :4 ) { boolean e = i > 0; int m = 3; if( e ) m = 5; foreach( k :- :m ) s = 1.0; }", 4 + 4 + 3 + 3 + 15, ""},
	} {
		t.Run(c.body, func(t *testing.T) {
			by, _, codes := measured(t, `globalpragmas <$ Processors = ((P q[1])) $>; class a { static final boolean D = true; static double s; static void main() { `+c.body+` } }`)
			if asked := fmt.Sprint(codes); by[0] != c.stores || asked != "["+c.asked+"]" {
				t.Errorf("%v stores %s, want %v [%s]", by, asked, c.stores, c.asked)
			}
		})
	}
}
