package spar

import (
	"slices"
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/report"
)

// Methods that call themselves at one place are executed for each of their activations. The
// stores are counted by hand; 0 where there is no estimate.
func TestActivations(t *testing.T) {
	for _, c := range []struct {
		method, call string
		stores       float64
		message      string
	}{
		{`void f( int n ) { s = 1.0; if( n > 0 ) f(n-1); }`, `f(3)`, 4, ""}, // n = 3, 2, 1, 0
		{`void f( int n ) { s = 1.0; if( 0 < n ) f(n-1); }`, `f(3)`, 4, ""},
		{`void f( int n ) { if( n == 0 ) return; s = 1.0; f(n-1); }`, `f(3)`, 3, ""},
		{`void f( int k ) { if( k == 5 ) { s = 1.0; s = 2.0; s = 3.0; } else { s = 1.0; f(k+1); s = 2.0; } }`, `f(2)`, 3*2 + 3, ""},
		{`void f( int n ) { for( i :- :n ) s = 1.0; if( n > 1 ) f(n/2); }`, `f(8)`, 8 + 4 + 2 + 1, ""},
		{`void f( int n ) { for( i :- :n ) s = 1.0; if( n <= 1 ) return; f(n >> 1); }`, `f(8)`, 8 + 4 + 2 + 1, ""},
		{`void f( int n, int d ) { for( i :- :d ) s = 1.0; if( n > 1 ) f(n/2, d+1); }`, `f(8, 1)`, 1 + 2 + 3 + 4, ""},
		{`void f( int n, int d ) { s = 1.0; if( n > 1 && d < 9 ) f(n/2, d+1); }`, `f(16, 8)`, 2, ""}, // d = 8, 9
		{`void f( int n, int m ) { for( i :- :m ) s = 1.0; if( n > 0 ) f(n-2, m); }`, `f(4, 5)`, 3 * 5, ""},
		{`double f( int n ) { if( n <= 0 ) return 1.0; s = 1.0; return n * f(n-1); }`, `s = f(3)`, 3 + 1, ""},
		{`void f( int n ) { s = 1.0; if( s > 2.0 ) return; if( n > 0 ) f(n-1); }`, `f(3)`, 4, "spar-jump"}, // at most
		// twice, or more often, from each
		{`void f( int n ) { s = 1.0; if( n > 0 ) { f(n-1); f(n-1); } }`, `f(3)`, 1 + 2 + 4 + 8, ""},
		{`double f( double a, double b, int n ) { s = 1.0; if( n == 0 ) return a; double m = a+b; return f(a, m, n-1) + f(m, b, n-1); }`, `s = f(1.0, 2.0, 2)`, 7 + 3 + 1, ""}, // 7 activations, of which 3 have an m
		{`void f( int n ) { for( i :- :n ) s = 1.0; if( n > 1 ) for( c :- :3 ) f(n/2); }`, `f(4)`, 4 + 3*2 + 9*1, ""},
		{`void f( int n ) { s = 1.0; if( n > 0 ) for( c :- :2, d :- 1:3 ) f(n-1); }`, `f(2)`, 1 + 4 + 16, ""},
		// under c ? y : z, and behind && and ||
		{`int f( int n ) { s = 1.0; return n <= 1 ? 1 : n*f(n-1); }`, `f(4)`, 4, ""},
		{`int f( int n ) { s = 1.0; return n > 0 ? f(n-1) + f(n-1) : 1; }`, `f(3)`, 1 + 2 + 4 + 8, ""},
		{`boolean f( int n ) { s = 1.0; return n > 0 && f(n-1); }`, `f(3)`, 4, ""},
		{`boolean f( int n ) { s = 1.0; return n == 0 || f(n-1); }`, `f(3)`, 4, ""},
		{`int f( int n ) { s = 1.0; return n > 0 ? f(n-1) : f(n-1); }`, `f(3)`, 0, "spar-recursion"},
		{`int f( int n ) { s = 1.0; return f(n-1) > 0 ? n : 1; }`, `f(3)`, 0, "spar-recursion"}, // for ever
		{`void f( int n ) { s = 1.0; if( n > 0 ) { f(n-1); f(n-2); } }`, `f(3)`, 0, "spar-recursion"},
		{`void f( int n ) { s = 1.0; if( n > 0 ) if( s > 2.0 ) f(n-1); else f(n-1); }`, `f(3)`, 0, "unknown-value spar-recursion"}, // one of them
		{`void f( int n ) { s = 1.0; if( n > 0 ) { f(n-1); if( s > 2.0 ) f(n-1); } }`, `f(3)`, 0, "spar-recursion unknown-value spar-recursion"},
		{`int f( int n ) { s = 1.0; if( n == 0 ) return 0; return s > 2.0 ? f(n-1) : f(n-1); }`, `f(3)`, 0, "unknown-value spar-recursion"},
		{`void f( int n ) { s = 1.0; int k = 0; if( n > 0 ) while( k < 2 ) { f(n-1); k++; } }`, `f(3)`, 0, "spar-recursion"},
		{`void f( int n ) { s = 1.0; for( i :- :n ) f(n-1); }`, `f(3)`, 0, "spar-recursion"}, // n times
		{`void f( int n ) { s = 1.0; if( n > 3 ) return; s = 2.0; }`, `f(5)`, 1, ""},
		{`void f( int n ) { s = 1.0; if( n > 3 ) return; s = 2.0; }`, `f(2)`, 2, ""},
		{`void f( int n ) { s = 1.0; if( n > 0 ) f(n+1); }`, `f(3)`, 0, "spar-recursion"},                // for ever
		{`void f( int n, int m ) { s = 1.0; if( n < m ) f(n+1, m-1); }`, `f(3, 9)`, 0, "spar-recursion"}, // both move
		{`void f( int n, int m ) { s = 1.0; if( n > 0 ) f(m, n); }`, `f(3, 2)`, 0, "spar-recursion"},
		{`void f( int n ) { s = 1.0; g(n); } static void g( int n ) { if( n > 0 ) f(n-1); }`, `f(3)`, 0, "spar-recursion"}, // through another one
	} {
		t.Run(c.method, func(t *testing.T) {
			by, u, messages := measured(t, `globalpragmas <$ Processors = ((P q[1])) $>; class a { static double s; static `+c.method+` static void main() { `+c.call+`; } }`)
			if c.stores > 0 && !slices.Equal(by, []float64{c.stores}) {
				t.Errorf("%v stores, want %v", by, c.stores)
			}
			partial := slices.ContainsFunc(u.Lines, func(l *report.Line) bool { return l.NoEstimate != "" })
			if partial != (c.stores == 0) {
				t.Errorf("partial: %v", partial)
			}
			if got := strings.Join(slices.Compact(messages), " "); got != c.message {
				t.Errorf("messages %q, want %q", got, c.message)
			}
		})
	}
}

// A constructor that makes objects of its own class is executed for all of them: a binary tree of
// depth 3 has 15 nodes, of which 7 refer to two others.
func TestTreesAreMade(t *testing.T) {
	by, u, messages := measured(t, `globalpragmas <$ Processors = ((P q[1])) $>;
class Tree { double v; Tree left; Tree right; Tree( int d ) { v = 1.0; if( d > 0 ) { left = new Tree(d-1); right = new Tree(d-1); } } }
class a { static void main() { Tree t = new Tree(3); } }`)
	if !slices.Equal(by, []float64{15 + 7*2 + 1}) || len(messages) > 0 || slices.ContainsFunc(u.Lines, func(l *report.Line) bool { return l.NoEstimate != "" }) {
		t.Errorf("%v stores, %v", by, messages)
	}
}
