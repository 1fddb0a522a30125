package spar

import (
	"strings"
	"testing"

	"github.com/parlens/parlens/internal/oracle/texts"
)

// Arrays of objects live where their class maps them, whatever stands before the dot.
// 16 elements in blocks of 4; the counts are by hand.
func TestArraysOfObjects(t *testing.T) {
	const head = `class Grid { double u[*] <$ dist = "[block]" $> = new double[16]; double w[*] <$ dist = "[block]" $> = new double[16];
  void shift() { <$ independent $> foreach( i :- :16 ) u[i] = w[(i+1)%16]; }
  void give( double[*] to ) { <$ independent $> foreach( i :- :16 ) to[i] = w[(i+1)%16]; } }
class Pair { Grid first = new Grid(); }
class a { static Grid g = new Grid(); static Grid list[*] = new Grid[4]; static Pair pair = new Pair();
  static void copy( double[*] to, double[*] from ) { <$ independent $> foreach( i :- :16 ) to[i] = from[i]; }
  static void main() { `
	for _, c := range []struct {
		body               string
		messages, elements float64
	}{
		{`<$ independent $> foreach( i :- :16 ) g.u[i] = g.w[i];`, 0, 0},
		{`<$ independent $> foreach( i :- :16 ) g.u[i] = g.w[(i+1)%16];`, 4, 4},
		{`<$ independent $> foreach( i :- :16 ) list[2].u[i] = list[1].w[(i+1)%16];`, 4, 4},
		{`<$ independent $> foreach( i :- :16 ) pair.first.u[i] = g.w[(i+5)%16];`, 8, 16},
		{`g.shift();`, 4, 4},
		{`list[3].shift();`, 4, 4},
		{`Grid h = new Grid(); h.shift();`, 4, 4},
		{`copy(g.u, g.w); copy(pair.first.w, list[1].u);`, 0, 0},
		{`Grid h = new Grid(); h.give(g.u); h.give(h.u);`, 8, 8},
	} {
		t.Run(c.body, func(t *testing.T) {
			u := predictTexts(t, texts.FS{"heat.spar": "globalpragmas <$ Processors = ((P q[4])) $>;\n" + head + c.body + " } }"}, nil)
			messages, elements := exchanged(u)
			if messages != c.messages || elements != c.elements {
				t.Errorf("%v messages of %v elements, want %v of %v", messages, elements, c.messages, c.elements)
			}
			if c.messages == 0 && u.Speedup < 3.99 {
				t.Errorf("speedup %v where all four copy", u.Speedup)
			}
		})
	}
}

// An object lives where the element does that refers to it, and so do its variables, its
// arrays and what its methods do. 16 objects in blocks of 4; the counts are by hand.
func TestObjectsOfMappedArrays(t *testing.T) {
	const head = `globalpragmas <$ Processors = ((P q[4])) $>;
class Body { double x; int n; double w[*] = new double[4]; Body next; void put( double v ) { x = v; } double get() { return x; } }
class a { static Body p[*] <$ dist = "[block]" $> = new Body[16]; static double y[*] <$ dist = "[block]" $> = new double[16]; static double s; static int m[*] <$ dist = "[block]" $> = new int[16];
  static double part[*][*] <$ dist = "[block]" $> = new double[16][5];
  static void touch( Body b, double v ) { b.x = v; }
  static void fill( double w[*], int n ) { for( k :- :n ) w[k] = 1.0; }
  static void main() { `
	for _, c := range []struct {
		body                      string
		messages, elements, bytes float64
	}{
		{`<$ independent $> foreach( i :- :16 ) y[i] = p[i].x;`, 0, 0, 0},
		{`<$ independent $> foreach( i :- :16 ) y[i] = p[(i+1)%16].x;`, 4, 4, 32},
		{`<$ independent $> foreach( i :- :16 ) p[i].x = y[(i+1)%16];`, 4, 4, 32},
		{`<$ independent $> foreach( i :- :16 ) p[i].n = p[(i+1)%16].n;`, 4, 4, 16},
		{`<$ independent $> foreach( i :- :16 ) p[i].x += 1.0;`, 0, 0, 0},
		{`<$ independent $> foreach( i :- :16 ) p[i].x = p[(i+5)%16].x;`, 8, 16, 128}, // three of the next, one of that behind it
		{`<$ independent $> foreach( i :- :16 ) p[i].w[1] = p[(i+1)%16].w[2];`, 4, 4, 32},
		{`<$ independent $> foreach( i :- :16 ) p[i].next.x = p[i].next.w[2];`, 0, 0, 0},
		{`<$ independent $> foreach( i :- :16 ) p[i].put(y[(i+1)%16]);`, 4, 4, 32},
		{`<$ independent $> foreach( i :- :16 ) { p[i].put(1.0); y[i] = p[i].get(); }`, 0, 0, 0},
		{`<$ independent $> foreach( i :- :16 ) y[i] = p[(i+1)%16].get();`, 4, 4, 32}, // the object
		{`<$ independent $> foreach( i :- :16 ) { Body b = p[i]; b.x = y[i]; y[i] = b.w[0]; }`, 0, 0, 0},
		{`<$ taskparallel $> foreach( i :- :16 ) p[i].x = 1.0;`, 0, 0, 0},
		{`<$ taskparallel $> foreach( i :- :16 ) p[(i+1)%16].x = 1.0;`, 4, 4, 32},
		{`<$ independent $> foreach( i :- :16 ) touch(p[i], 1.0);`, 0, 0, 0},
		{`<$ independent $> foreach( i :- :16 ) touch(p[i], y[(i+1)%16]);`, 4, 4, 32},
		{`<$ independent $> foreach( i :- :16 ) fill(p[i].w, 4);`, 0, 0, 0},
		{`<$ independent $> foreach( i :- :16 ) fill(part[i], 5);`, 0, 0, 0},
		{`<$ independent $> foreach( i :- :16 ) fill(part[i], m[(i+1)%16]);`, 4, 4, 16},
		{`<$ reduction $> foreach( i :- :16 ) s += p[i].get();`, 6, 6, 48}, // the partial sums, and the sum
		{`for( i :- :16 ) s = p[i].x;`, 48, 48, 384},
	} {
		t.Run(c.body, func(t *testing.T) {
			_, u := stores(t, head+c.body+" } }")
			exchanges(t, u, c.messages, c.elements, c.bytes)
			if c.messages == 0 && u.Speedup < 3.99 {
				t.Errorf("speedup %v where all four compute", u.Speedup)
			}
		})
	}
}

// A program that declares no processors runs on one, all of whose time computes.
func TestSerialEfficiency(t *testing.T) {
	u := predictTexts(t, texts.FS{"heat.spar": `class a { static double u[*] = new double[99]; static void main() { foreach( i :- :99 ) u[i] = i; } }`}, nil)
	if u.Speedup != 1 || u.Efficiency != 1 {
		t.Errorf("speedup %v, efficiency %v", u.Speedup, u.Efficiency)
	}
}

// The arrays of an array of arrays live as the place says where they are made. Arrays of
// 2^(k+2) elements, in blocks of 2^k on four processors; the counts are by hand.
func TestArraysOfArrays(t *testing.T) {
	const head = `globalpragmas <$ Processors = ((P q[4])) $>;
class Level { double w[][*]; Level( int n ) { w = new double[n][]; for( l :- :n ) w[l] = new double[16] <$ on = (lambda (i) q[(cyclic i)]) $>; } }
class a { static double u[][*] = new double[4][]; static double v[][*,*] = new double[4][]; static double y[*] <$ dist = "[block]" $> = new double[16];
  static int size( int k ) { return 4 << k; }
  static void make() { for( k :- :4 ) { u[k] = new double[size(k)] <$ dist = "[block]" $>; v[k] = new double[size(k),8] <$ on = (lambda (i j) q[(block i (@k+1))]) $>; } }
  static void shift( double x[*], int k ) { <$ independent $> foreach( i :- :size(k)-1 ) x[i] = x[i+1]; }
  static void main() { make(); `
	for _, c := range []struct {
		body               string
		messages, elements float64
	}{
		{`<$ independent $> foreach( i :- :8 ) u[1][i] = 1.0;`, 0, 0},
		{`<$ independent $> foreach( i :- :7 ) u[1][i] = u[1][i+1];`, 3, 3},
		{`for( k :- :3 ) <$ independent $> foreach( i :- :size(k)-1 ) u[k][i] = u[k][i+1];`, 9, 9},
		{`<$ independent $> foreach( i :- :16 ) u[2][i] = y[i];`, 0, 0},
		// 2i lies where i does, in blocks twice as large; so does 2i+1
		{`<$ independent $> foreach( i :- :8 ) u[1][i] = u[2][2*i] + u[2][2*i+1];`, 0, 0},
		// rows 0 to 3 in blocks of 1, 0 to 7 in blocks of 2
		{`<$ independent $> foreach( i :- :3, j :- :8 ) v[0][i,j] = v[0][i+1,j];`, 3, 3 * 8},
		{`<$ independent $> foreach( i :- :7, j :- :8 ) v[1][i,j] = v[1][i+1,j];`, 3, 3 * 8},
		{`shift(u[1], 1); shift(u[2], 2);`, 6, 6},
		{`Level l = new Level(3); <$ independent $> foreach( i :- :15 ) l.w[2][i] = l.w[1][i+1];`, 4, 15},
	} {
		t.Run(c.body, func(t *testing.T) {
			_, u := stores(t, head+c.body+" } }")
			messages, elements := exchanged(u)
			if messages != c.messages || elements != c.elements {
				t.Errorf("%v messages of %v elements, want %v of %v", messages, elements, c.messages, c.elements)
			}
			if n := len(u.Mappings); n != 4 { // u[], v[], w[] and y
				t.Errorf("mappings %+v", u.Mappings)
			}
		})
	}
}

// A map before new is one behind its sizes: the loop takes 3 additions of time 1 for each of
// 4 elements on each of 4 processors.
func TestSparMapBeforeNew(t *testing.T) {
	for _, init := range []string{
		`new double[16] <$ dist = "[block]" $>`,
		`<$ dist = "[block]" $> new double[16]`,
		`(<$ on = (lambda (i) q[(block i)]) $> new double[16])`,
		`<$ dist = "[block]", boundscheck = false $> new double[16]`,
	} {
		t.Run(init, func(t *testing.T) {
			for _, text := range []string{"static double x[*] = " + init + ";\nstatic void main() {\nLOOP }", "static double x[*]; static void main() { x = " + init + ";\nLOOP }"} {
				loop := "<$ independent, Pamela = parallel $> foreach( i :- :16 ) x[i] = x[i] + 1.0 + 2.0 + 3.0;"
				_, u := sparUnit(t, strings.Replace(text, "LOOP", loop, 1))
				if got := u.Lines[len(u.Lines)-1].Charge.Total(); got != 12 {
					t.Errorf("%s: the loop takes %v, want 12", text, got)
				}
			}
		})
	}
}
