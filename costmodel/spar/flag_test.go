package spar

import (
	"fmt"
	"testing"
)

// A boolean variable that is assigned once decides conditions where its value is known, as it was
// at its declaration; what it decides by itself is not asked for. Stores are counted by hand.
func TestFlags(t *testing.T) {
	for _, c := range []struct {
		field, body string
		stores      float64
		asked       string
	}{
		{"static final boolean D = false;", "if( D ) s = 1.0; s = 2.0;", 1, ""},
		{"static boolean D = true;", "if( D ) for( i :- :9 ) s = 1.0;", 9, ""},
		{"static boolean D = true;", "if( !D ) for( i :- :9 ) s = 1.0; else s = 2.0;", 1, ""},
		{"static boolean D = true;", "D = s > 1.0; if( D ) for( i :- :8 ) s = 1.0;", 1 + 4, "unknown-value"},
		{"static boolean D = false;", "if( D && s > 1.0 ) s = 2.0; s = 3.0;", 1, ""},
		{"static boolean D = false;", "if( s > 1.0 && D ) s = 2.0; s = 3.0;", 1, ""},
		{"static boolean D = true;", "if( s > 1.0 || D ) s = 2.0;", 1, ""},
		{"static boolean D = true;", "if( D && s > 1.0 ) { s = 2.0; s = 3.0; }", 1, "unknown-value"},
		{"static int n = 3; static boolean D = n > 2;", "int n = 1; if( D ) s = 1.0; else for( i :- :9 ) s = 1.0;", 1 + 1, ""}, // another n
		{"", "boolean d = true; if( d ) for( i :- :9 ) s = 1.0;", 1 + 9, ""},
		{"", "int n = 5; boolean d = n > 3; n = 0; if( d ) for( i :- :9 ) s = 1.0;", 3 + 9, ""},
		{"", "boolean d = true; d = s > 1.0; if( d ) for( i :- :8 ) s = 1.0;", 2 + 4, "unknown-value"},
		{"", "for( i :- :8 ) { boolean d = i < 3; if( d || i == 7 ) s = 1.0; }", 8 + 4, ""},
	} {
		t.Run(c.field+c.body, func(t *testing.T) {
			by, _, codes := measured(t, `globalpragmas <$ Processors = ((P q[1])) $>; class a { static double s; `+c.field+` static void main() { `+c.body+` } }`)
			if asked := fmt.Sprint(codes); by[0] != c.stores || asked != "["+c.asked+"]" {
				t.Errorf("%v stores %s, want %v [%s]", by, asked, c.stores, c.asked)
			}
		})
	}
}
