package depend

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/memo"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/spar"
)

func loopsOf(text string) []Loop { return allLoops(memo.New(), spar.Parse(source.NewText(text))) }

func allLoops(known *memo.Table, f *spar.File) []Loop {
	return Loops(known, source.Span{End: f.Text.Len()}, f)
}

// One loop in a method of a class with arrays a, b (one subscript), m (two), the
// index array p, numbers s, n and the constant H.
func TestLoops(t *testing.T) {
	for _, c := range []struct {
		loop string
		want Verdict
		why  string // in the reason
		sums string // reductions
	}{
		{"foreach( i :- :n ) a[i] = b[i];", Independent, "", ""},
		{"foreach( i :- :n ) a[i] = a[i] + 1;", Independent, "", ""},
		{"foreach( i :- 1:n ) a[i] = a[i-1];", Dependent, "elements of a", ""},
		{"foreach( i :- 1:n ) a[i-1] = a[i];", Dependent, "elements of a", ""},
		{"foreach( i :- :n ) a[2*i] = a[2*i+1];", Independent, "", ""},
		{"foreach( i :- :n ) a[2*i] = a[4*i+1];", Independent, "", ""},
		{"foreach( i :- :n ) a[2*i] = a[3*i];", May, "the same elements of a", ""},
		{"foreach( i :- :n ) a[p[i]] = 1;", May, "the same elements of a", ""},
		{"foreach( i :- :n ) a[i] = b[p[i]];", Independent, "", ""},
		{"foreach( i :- :n ) a[0] = b[i];", Dependent, "elements of a", ""},
		{"foreach( i :- n+1:100 ) a[i] = a[n];", Independent, "", ""},
		{"foreach( i :- n:100 ) a[i] = a[n];", May, "elements of a", ""},
		{"foreach( i :- :n ) a[i] = a[n];", Independent, "", ""},
		{"foreach( i :- :H ) a[i] = a[i+H];", Independent, "", ""},
		{"foreach( i :- :H ) a[i] = a[i+H-1];", Dependent, "elements of a", ""},
		{"foreach( i :- :n, j :- :n ) m[i,j] = a[j];", Independent, "", ""},
		{"foreach( i :- :n ) a[i] = a[i+n];", Independent, "", ""},
		{"foreach( i :- :n, j :- :n ) m[i,0] = a[j];", Dependent, "same elements of m", ""},
		{"foreach( i :- :n ) for( j :- 1:n ) m[i,j] = m[i,j-1];", Independent, "", ""},
		{"foreach( i :- 1:n ) for( j :- :n ) m[i,j] = m[i-1,j];", May, "elements of m", ""},
		{"foreach( i :- :n ) for( j :- :n ) m[i,2*j+(i+s)%2] = m[i,2*j+1-(i+s)%2] + m[i+1,2*j+(i+s)%2];", Independent, "", ""},
		{"foreach( i :- :n ) for( j :- :n ) m[i,2*j+(i+s)%2] = m[i+1,2*j+(i+1+s)%2];", May, "elements of m", ""},
		{"foreach( i :- 1:n:2 ) a[i] = a[i-1] + a[i+1];", Independent, "", ""}, // one colour of two
		{"foreach( i :- 1:n:2 ) a[i] = a[i-2];", Dependent, "elements of a", ""},
		{"foreach( w :- [1,1] : [n,n] : [2,3] ) m@w = m@(w-[1,0]) + m@(w+[0,1]);", Independent, "", ""},
		{"foreach( w :- [1,1] : [n,n] : 2 ) m@w = m@(w-[1,0]) + m@(w+[0,1]);", Independent, "", ""},
		{"foreach( w :- [1,1] : [n,n] : [2,3] ) m@w = m@(w-[2,0]);", Dependent, "elements of m", ""},
		{"foreach( w :- [1,1] : [n,n] : [s,3] ) m@w = m@(w-[1,0]);", Dependent, "elements of m", ""},
		{"foreach( w :- [1,1] : [n,n] ) m@w = m@(w+UP);", Dependent, "elements of m", ""}, // a constant, [-1, 0]
		{"foreach( w :- [1,1] : [n,n] : [2,1] ) m@w = m@(w+UP);", Independent, "", ""},
		{"foreach( w :- [0,0] : [n,H] ) m@w = m@(w+[0,H]);", Independent, "", ""},
		{"foreach( w :- [0,0] : [n,H] ) m@w = m@(w+[0,H-1]);", Dependent, "elements of m", ""},
		// the parts of elements are combined where the loop says that it does
		{"<$ reduction $> foreach( i :- :n ) a[3] += b[i];", Independent, "", ""},
		{"<$ reduction $> foreach( i :- :n ) a[p[i]] = a[p[i]] + b[i];", Independent, "", ""},
		{"<$ reduction $> foreach( i :- :n ) a[i%8] = Math.max(a[i%8], b[i]);", Independent, "", ""},
		{"<$ reduction $> foreach( i :- :n ) a[p[i]] = b[i];", May, "elements of a", ""},
		{"<$ reduction $> foreach( i :- :n ) { a[3] += b[i]; a[3] *= b[i]; }", Dependent, "elements of a", ""},
		{"<$ reduction $> foreach( i :- :n ) { a[3] += b[i]; m[i,0] = a[3]; }", Dependent, "elements of a", ""},
		{"<$ reduction $> foreach( i :- :n ) p[p[i]] += 1;", May, "elements of p", ""},
		{"<$ independent $> foreach( i :- :n ) a[3] += b[i];", Dependent, "elements of a", ""},
		{"foreach( i :- 1:n:s ) a[i] = a[i-1];", Dependent, "elements of a", ""},
		{"foreach( i :- 1:n ) for( j :- 1+(i+s)%2:n:2 ) m[i,j] = m[i,j-1] + m[i,j+1];", Independent, "", ""},
		{"foreach( j :- 1+s%2:n:2 ) m[0,j] = m[0,j-1] + m[0,j+1] + m[0,j];", Independent, "", ""},
		{"foreach( i :- 1:n ) for( j :- 1+(i+s)%2:n:2 ) m[i,j] = m[i-1,j] + m[i+1,j];", Independent, "", ""},
		{"foreach( i :- 1:n ) for( j :- 1+(i+s)%2:n:2 ) m[i,j] = m[i-1,j-1];", May, "elements of m", ""}, // of the same colour
		{"foreach( i :- 1:n, j :- 1:n ) if( (i + j) % 2 == s ) m[i,j] = m[i-1,j] + m[i+1,j] + m[i,j-1] + m[i,j+1];", Independent, "", ""},
		{"foreach( i :- 1:n, j :- 1:n ) if( (i + j) % 2 == s ) m[i,j] = m[i-1,j-1];", May, "elements of m", ""},
		{"foreach( i :- 1:n ) if( i % 2 == 0 ) a[i] = a[i-1]; else a[i] = b[i];", May, "elements of a", ""}, // a[i-1] is stored where i is even
		{"foreach( i :- 1:n ) if( i % 3 == 0 && s > 0 ) a[i] = a[i-1] + a[i+1];", Independent, "", ""},
		{"foreach( i :- 1:n ) a[i] = i % 2 == 0 ? b[i] : a[i-1];", May, "elements of a", ""},
		{"foreach( i :- :n ) if( i == 0 ) a[0] = b[i];", Independent, "", ""},
		{"foreach( i :- :n ) { t = i; if( i == t ) a[0] = b[i]; }", May, "elements of a", ""},
		{"foreach( i :- 1:n ) if( b[i] > 0 ) a[i] = a[i-1];", May, "elements of a", ""},
		{"foreach( i :- 1:n ) { if( b[i] > 0 ) continue; a[i] = a[i-1]; }", May, "elements of a", ""},
		{"foreach( i :- 1:n ) { a[i] = a[i-1]; if( b[i] > 0 ) continue; }", Dependent, "elements of a", ""},
		{"foreach( i :- 1:n ) { for( j :- :n ) if( b[j] > 0 ) break; a[i] = a[i-1]; }", Dependent, "elements of a", ""},
		{"foreach( i :- 1:n ) { for( int j = 0; j < n; j++ ) { if( b[j] > 0 ) continue; b[j] = 1.0; } a[i] = a[i-1]; }", Dependent, "elements of a", ""},
		{"foreach( i :- 1:n ) { for( j :- :n ) { if( b[j] > 0 ) continue; a[i] = a[i-1]; } }", May, "elements of a", ""},
		{"foreach( i :- 1:n ) { switch( i ) { case 1: break; } a[i] = a[i-1]; }", Dependent, "elements of a", ""},
		{"foreach( i :- 1:n ) { switch( i ) { case 1: continue; } a[i] = a[i-1]; }", May, "elements of a", ""},
		{"foreach( i :- 1:n ) { for( j :- :n ) { switch( j ) { case 1: continue; } b[j] = 1.0; } a[i] = a[i-1]; }", Dependent, "elements of a", ""},
		{"foreach( i :- 1:n ) { for( j :- :n ) if( b[j] > 0 ) return; a[i] = a[i-1]; }", May, "return may end the loop", ""},
		// what is found for certain after something that may be
		{"foreach( i :- 1:n ) { for( h :- :n ) m[i,h] = m[i-1,h]; a[i] = a[i-1]; }", Dependent, "elements of a", ""},
		{"foreach( i :- :n, j :- :n ) { b[p[i]] = 1; m[j,j%2] = 1; }", Dependent, "same elements of m", ""},
		{"foreach( w :- [1,1] : [9,9] ) m@w = m@w * 2;", Independent, "", ""},
		{"foreach( w :- [1,1] : [9,9] ) m@w = m@(w-[0,1]);", Dependent, "elements of m", ""},
		{"foreach( w :- [1,1] : [9,9] ) m[w[0],w[1]] = 1;", Independent, "", ""},
		{"foreach( w :- [1,1] : [9,9] ) m[w[0],0] = 1;", Dependent, "same elements of m", ""},
		{"foreach( i :- :n ) { int j = 2*i; a[j] = a[j+1]; }", Independent, "", ""},
		{"foreach( i :- :n ) { double x = b[i]; a[i] = x*x; }", Independent, "", ""},
		{"foreach( i :- :n ) { t = b[i]; a[i] = t*t; }", Independent, "", ""},
		{"foreach( i :- :n ) { a[i] = t; t = b[i]; }", Dependent, "continues with t", ""},
		{"foreach( i :- :n ) { if( b[i] > 0 ) t = b[i]; a[i] = t; }", Dependent, "continues with t", ""},
		{"foreach( i :- :n ) s = i;", May, "all iterations assign to s", ""},
		{"foreach( i :- :n ) s = s + p[i];", Independent, "", "s"},
		{"foreach( i :- :n ) s += p[i] * p[i];", Independent, "", "s"},
		{"foreach( i :- :n ) s = s + p[i] + i;", Independent, "", "s"},
		{"foreach( i :- :n ) s = Math.max(s, p[i]);", Independent, "", "s"},
		{"foreach( i :- :n ) { s++; t = t * b[i]; }", Independent, "", "s t"},
		{"foreach( i :- :n ) { s += 1; s *= 2; }", Dependent, "continues with s", ""},
		{"foreach( i :- :n ) { s += 1; a[i] = s; }", Dependent, "continues with s", ""},
		{"foreach( i :- :n ) s = s - p[i];", Independent, "", "s"},
		{"foreach( i :- :n ) s = p[i] - s;", Dependent, "continues with s", ""},
		{"foreach( i :- :n ) { a[i] = 1; __println(1, i); }", May, "prints", ""},
		{"foreach( i :- :n ) { if( b[i] < 0 ) break; a[i] = 1; }", May, "break", ""},
		{"foreach( i :- :n ) for( j :- :n ) { if( b[j] < 0 ) break; a[i] = j; }", Independent, "", ""},
		{"foreach( i :- :n ) put(i, 2.0);", Independent, "", ""},
		{"foreach( i :- :n ) put(i/2, 2.0);", May, "elements of a", ""},
		{"foreach( i :- :n ) put(0, 2.0);", Dependent, "elements of a", ""},
		{"foreach( i :- :n ) fill(m2[i], n);", Independent, "", ""},
		{"foreach( i :- :n ) fill(a, n);", May, "elements of a", ""},
		{"foreach( i :- :n ) deep(m2[i], n);", Independent, "", ""},
		{"foreach( i :- :n ) deep(a, n);", May, "elements of a", ""},
		{"foreach( i :- :n ) a[i] = Math.sqrt(b[i]);", Independent, "", ""},
		{"foreach( i :- :n ) a[i] = outside(i);", May, "outside does is not known", ""},
		{"foreach( i :- :n ) swap(a, b);", May, "with other arrays", ""},
		{"foreach( i :- :n ) this.put(i, 2.0);", Independent, "", ""},
		{"foreach( i :- :n ) list[i].put(i, 2.0);", Independent, "", ""},
		{"foreach( i :- :n ) list[i].own(i);", May, "all iterations assign to s", ""},
		{"foreach( i :- :n ) own(i);", May, "own does is not known", ""},
		{"foreach( i :- 1:n ) { int q = next(i); a[i] = a[i-1]; }", Dependent, "elements of a", ""}, // its return leaves nothing of the loop out
		{"foreach( i :- :n ) fixed(i);", Independent, "", ""},
	} {
		t.Run(c.loop, func(t *testing.T) {
			text := `class x {
    static final int H = 50; static final [int^2] UP = [-1,0];
    static double a[*], b[*], m[*,*]; static double m2[*][]; static int p[*]; static int s, n;
    static void put( int k, double v ) { a[k] = v; }
    static void fill( double[*] part, int count ) { for( k :- :count ) part[k] = k; }
    static void deep( double[*] part, int count ) { part[count] = 1; if( count > 0 ) deep(part, count-1); }
    static int next( int k ) { return k + 1; }
    static void swap( double[*] u, double[*] v ) { u[0] = 1; swap(v, u); }
    void own( int k ) { a[k] = 1; }
    final void fixed( int k ) { a[k] = 1; }
    static x list[*];
    static void f() { double t; ` + c.loop + ` }
}
class y extends x { void own( int k ) { s = k; } }`
			l := loopsOf(text)[0+strings.Count(text[:strings.Index(text, "static void f()")], ":- :count")]
			if l.Verdict != c.want || !strings.Contains(l.Why, c.why) || strings.Join(l.Reductions, " ") != c.sums {
				t.Errorf("verdict %d, want %d: %q, reductions %q", l.Verdict, c.want, l.Why, l.Reductions)
			}
		})
	}
}

// An object that an iteration makes is its own, with its numbers; what its class shares is
// not, nor what an object refers to, nor an object that others may have.
func TestObjects(t *testing.T) {
	for _, c := range []struct {
		class, loop string
		want        Verdict
	}{
		{"class R { double x; R( double s ) { x = s; } double next() { x = 0.5*x; return x; } }", "R r = new R( i ); a[i] = r.next() + r.next();", Independent},
		{"class R { double x; R( double s ) { this.x = s; } double next() { step(); return this.x; } void step() { x = 0.5*x; } }", "R r = new R( i ); a[i] = r.next();", Independent},
		{"class Q { double x; void step() { x = 0.5*x; } } class R extends Q { R( double s ) { super(); x = s; } double next() { step(); return x; } }", "R r = new R( i ); a[i] = r.next();", Independent},
		{"class R { static double x; R( double s ) { x = s + 2*x; } double next() { return 1.0; } }", "R r = new R( i ); a[i] = r.next();", Dependent},
		{"class R { static double x; R( double s ) { } double next() { x = 0.5*x; return x; } }", "R r = new R( i ); a[i] = r.next();", Dependent},
		{"class R { double x; double next() { x = 0.5*x; return x; } }", "R r = one; a[i] = r.next();", Dependent},
		{"class R { double x; double next() { x = 0.5*x; return x; } }", "R r = new R(); r = one; a[i] = r.next();", May},
		{"class R { double[*] z; R( double[*] y ) { z = y; } double next() { z[0] = 0.5*z[0]; return z[0]; } }", "R r = new R( a ); b[i] = r.next();", May},
		{"class Q { static double s; double x; Q() { s = 0.5*s + 1; x = s; } } class R extends Q { R( double q ) { } R() { super(); } double next() { return x; } }", "R r = new R( i ); a[i] = r.next();", Dependent},
		{"class Q { static double s; double x; Q() { s = 0.5*s + 1; x = s; } } class R extends Q { double next() { return x; } }", "R r = new R(); a[i] = r.next();", Dependent},
		{"class R { static double s; double x = g(); static double g() { s = 0.5*s + 1; return s; } double next() { return x; } }", "R r = new R(); a[i] = r.next();", May},
		{"class R { static double s; double x; R() { } R( int k ) { s = 0.5*s + k; x = s; } R( double k ) { x = k; } double next() { return x; } }", "R r = new R( i ); a[i] = r.next();", May},
		{"class R { double x; double put( R o ) { o.x = 0.5*o.x + 1; return o.x; } }", "R r = new R(); a[i] = r.put( one );", Dependent},
		{"class R { double x; R self() { return x.one; } double next() { self().x = 0.5*self().x + 1; return 1.0; } }", "R r = new R(); a[i] = r.next();", May},
		{"class R { double x; double next() { R w = x.one; w.x = 0.5*w.x + 1; return w.x; } }", "R r = new R(); a[i] = r.next();", Dependent},
		{"class R { double[*] z; R( double[*] y ) { z = y; z[0] = 1.0; } }", "R r = new R( a ); b[i] = 1.0;", May},
	} {
		t.Run(c.class+c.loop, func(t *testing.T) {
			text := "class x { static double[*] a = new double[9]; static double[*] b = new double[9]; static R one = new R(); static void f() { foreach( i :- :9 ) { " + c.loop + " } } } " + c.class
			if l := loopsOf(text)[0]; l.Verdict != c.want {
				t.Errorf("%d (%s), want %d", l.Verdict, l.Why, c.want)
			}
		})
	}
}

// Of the programs that come with the project, every foreach that is marked by hand
// is found; of those that are not marked, the ones in the list and no other.
func TestMarkedLoopsAreFound(t *testing.T) {
	files, err := filepath.Glob("../../../testdata/spar/*.spar")
	more, _ := filepath.Glob("../../../testdata/spar/programs/*.spar")
	if err != nil || len(more) < 6 || len(files) < 6 {
		t.Fatal("no programs", err)
	}
	for _, name := range append(more, files...) {
		t.Run(filepath.Base(name), func(t *testing.T) {
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			text := source.NewText(string(data))
			for _, l := range allLoops(memo.New(), spar.Parse(text)) {
				if l.Marked() && l.Verdict != Independent {
					t.Errorf("line %d: %d %s", text.LineOf(l.Span.Start), l.Verdict, l.Why)
				}
				if !l.Marked() && l.Verdict == Independent {
					t.Logf("line %d: %s", text.LineOf(l.Span.Start), text.Line(text.LineOf(l.Span.Start)))
				}
			}
		})
	}
}

// Of several scalars that pin the iterations the same one is named each time.
func TestReasonsAreStable(t *testing.T) {
	const text = "class a {\n static void main() {\n  int p = 0; int q = 0; int r = 0;\n  for(i :- 0:9) { p = p + q; q = q * r; r = r - p; }\n }\n}\n"
	first := ""
	for range 30 {
		loops := loopsOf(text)
		if len(loops) != 1 || loops[0].Verdict != Dependent {
			t.Fatalf("%+v", loops)
		}
		if first == "" {
			first = loops[0].Why
		}
		if loops[0].Why != first {
			t.Fatalf("%q, then %q", first, loops[0].Why)
		}
	}
}
