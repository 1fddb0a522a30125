package depend

import (
	"strings"
	"testing"
)

// Loops over elements of two names, in programs in which these may or may not stand for
// one array.
func TestAliases(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       Verdict
	}{
		{"two that are made", "static double a[*] = new double[9], b[*] = new double[9]; static void f() { LOOP }", Independent},
		{"one is the other", "static double a[*] = new double[9], b[*] = a; static void f() { LOOP }", May},
		{"one is made the other", "static double a[*] = new double[9], b[*] = new double[9]; static void f() { LOOP } static void g() { b = a; }", May},
		{"one element is copied", "static double a[*] = new double[9], b[*] = new double[9]; static void f() { LOOP } static void g() { b[0] = a[0]; }", Independent},
		{"both are a third", "static double a[*], b[*], c[*] = new double[9]; static void f() { LOOP } static void g() { a = c; b = c; }", May},
		{"two are exchanged", "static double a[*], b[*]; static void f() { LOOP } static void g() { double[*] c = a; a = b; b = c; }", May},
		{"what a method returns", "static double a[*], b[*]; static void f() { LOOP } static void g() { a = h(); } static double[*] h() { return b; }", May},
		{"the same elements", "static double a[*], b[*] = a; static void f() { foreach( i :- :8 ) a[i] = b[i]; }", Independent},
		{"local names", "static void f() { double a[*] = new double[9]; double b[*] = a; LOOP }", May},
		{"parameters", "static void f( double[*] a, double[*] b ) { LOOP }", May},
		{"parameters of two", "static double x[*], y[*]; static void f( double[*] a, double[*] b ) { LOOP } static void g() { f(x, y); f(y, x); }", Independent},
		{"parameters of one", "static double x[*], y[*]; static void f( double[*] a, double[*] b ) { LOOP } static void g() { f(x, y); f(x, x); }", May},
		{"parameters of parameters", "static double x[*], y[*]; static void f( double[*] a, double[*] b ) { LOOP } static void g( double[*] c, double[*] d ) { f(d, c); } static void h() { g(x, y); }", Independent},
		{"parameters of one below", "static double x[*], y[*]; static void f( double[*] a, double[*] b ) { LOOP } static void g( double[*] c, double[*] d ) { f(d, c); } static void h() { g(y, y); }", May},
		{"a parameter and an array", "static double a[*]; static void f( double[*] b ) { LOOP } static void g() { f(a); }", May},
		{"a parameter and another array", "static double a[*], c[*]; static void f( double[*] b ) { LOOP } static void g() { f(c); }", Independent},
		{"rows", "static double m[*][] = new double[9][9]; static void f() { double a[*] = m[1]; double b[*] = m[2]; LOOP }", May},
		{"objects", "static x a = new x(), b = new x(); double u[*] = new double[9]; static void f() { foreach( i :- :8 ) a.u[i] = b.u[i+1]; }", Independent},
		{"one object", "static x a = new x(), b = a; double u[*] = new double[9]; static void f() { foreach( i :- :8 ) a.u[i] = b.u[i+1]; }", May},
		{"this and another object", "double u[*] = new double[9]; void f( x b ) { foreach( i :- :8 ) u[i] = b.u[i+1]; }", May},
		{"objects with one array", "static x a = new x(), b = new x(); double u[*]; static double w[*] = new double[9]; static void f() { foreach( i :- :8 ) a.u[i] = b.u[i+1]; } void g() { u = w; }", May},
		{"an array of an object under a name", "static x a = new x(); double u[*] = new double[9]; static void f() { double c[*] = a.u; foreach( i :- :8 ) a.u[i] = c[i+1]; }", May},
	} {
		t.Run(c.name, func(t *testing.T) {
			loops := loopsOf("class x { " + strings.Replace(c.text, "LOOP", "foreach( i :- :8 ) a[i] = b[i+1];", 1) + " }")
			if len(loops) != 1 || loops[0].Verdict != c.want || strings.Contains(loops[0].Why, "may be the same array") != (c.want == May) {
				t.Errorf("%+v, want %d", loops, c.want)
			}
		})
	}
}
