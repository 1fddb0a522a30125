package depend

import "testing"

// Loops over the elements of arrays of objects and of arrays of arrays, through calls of their
// methods and under local names.
func TestCallsOfObjects(t *testing.T) {
	for _, c := range []struct {
		name, classes, loop string
		want                Verdict
	}{
		{"each its own", "", "p[i].kick( 0.1 );", Independent},
		{"reads its neighbour's", "", "p[i].pull( p[i+1] );", Dependent},
		{"reads another part of its neighbour", "", "p[i].watch( p[i+1] );", Independent},
		{"one for all", "", "one.kick( 0.1 );", Dependent},
		{"one for all that is read", "", "p[i].pull( one );", Independent},
		{"one for all that is one of them", "class W { static void g() { x.p[0] = x.one; } }", "p[i].pull( one );", May},
		{"a class that overrides", "class D extends B { void kick( double t ) { total = 0.5*total + t; } }", "p[i].kick( 0.1 );", Dependent},
		{"an interface that is read", "interface S { double hit( double x ); } class C implements S { double r; public double hit( double x ) { return x < r ? 1.0 : 0.0; } } class E implements S { double r; public double hit( double x ) { return r; } } class W { static S s[*] = new S[9]; }", "a[i] = W.s[3].hit( 1.0*i );", Independent},
		{"an interface that is stored to", "interface S { void hit( double x ); } class C implements S { double r; public void hit( double x ) { r = r + x*r; } } class W { static S s[*] = new S[9]; }", "W.s[3].hit( 1.0*i );", Dependent},
		{"an interface without classes", "interface S { double hit( double x ); } class W { static S s[*] = new S[9]; }", "a[i] = W.s[3].hit( 1.0*i );", May},
		{"two elements may be one", "class W { static void g() { p[0] = p[1]; } static B p[*] = new B[9]; }", "W.p[i].kick( 0.1 );", May},
		{"a local name", "", "B b = p[i]; b.kick( 0.1 ); b.v = 1.0;", Independent},
		{"a local name of a neighbour", "", "B b = p[i]; B o = p[i+1]; b.x = o.x;", Dependent},
		{"a local name of two", "", "B b = p[i]; b = p[0]; b.x = 1.0;", May},
		{"a part of an object", "", "p[i].at.add( p[i].by );", Independent},
		{"a part of a neighbour", "", "p[i].at.add( p[i+1].by );", Independent},
		{"the same part of a neighbour", "", "p[i].at.add( p[i+1].at );", Dependent},
		{"what a method returns", "", "B b = some( i ); b.kick( 0.1 );", May},
		{"rows", "", "double r[*] = m[i]; for( k :- :9 ) r[k] = 1.0;", Independent},
		{"a row of a neighbour", "", "double r[*] = m[i], q[*] = m[i+1]; for( k :- :9 ) r[k] = q[k];", Dependent},
		{"a row of another array", "", "double r[*] = m[i], q[*] = n[i+1]; for( k :- :9 ) r[k] = q[k];", Independent},
		{"rows that are handed on", "", "copy( m[i], n[i+1] );", Independent},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := `class x { static double a[*] = new double[9]; static B p[*] = new B[10]; static B one = new B(); static double m[*][*] = new double[10][9], n[*][*] = new double[10][9];
 static B some( int k ) { return p[k/2]; }
 static void copy( double to[*], double from[*] ) { int k = 0; while( k < 9 ) { to[k] = from[k]; k = k+1; } }
 static void f() { foreach( i :- :9 ) { ` + c.loop + ` } } }
class V { double x, y; void add( V o ) { x = x + o.x; y = y + o.y; } }
class B { static double total; double x, v; V at = new V(), by = new V(); void kick( double t ) { v = 0.5*v; x = x + t*v; } void pull( B o ) { x = x + o.x; } void watch( B o ) { x = x + o.v; } }
` + c.classes
			if l := loopsOf(text)[0]; l.Verdict != c.want {
				t.Errorf("%d (%s), want %d", l.Verdict, l.Why, c.want)
			}
		})
	}
}
