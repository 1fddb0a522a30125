package place

import (
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/spar"
)

// traced places one statement of the declarations and lists what it does, the
// bound of the loop around aside.
func traced(t *testing.T, statement string, opt Options) string {
	t.Helper()
	p := Build(spar.Parse(source.NewText(strings.Replace(declarations, "STATEMENT", statement, 1))), opt)
	for _, d := range p.Diagnostics {
		if d.Severity == source.Error {
			t.Errorf("%s: %s", statement, d.Message)
		}
	}
	return strings.Join(trace(p, p.Main.Body)[1:], " ")
}

// Owners of elements whose subscripts are local variables and vectors.
func TestOwnersThroughLocals(t *testing.T) {
	for _, c := range []struct{ statement, want string }{
		{"int j2 = 2*i; y[j2] = c;", "times@all store@all store@((2 * i) mod P_q)"},
		{"int j2; j2 = i; j2 = j2+3; y[j2] = c;", "store@all plus@all store@all store@((i + 3) mod P_q)"},
		{"int j2 = k; int j3 = j2; j2 = 5; y[j3] = c;", "store@all store@all store@all store@(k mod P_q)"},
		{"int j2 = i; j2 += 1; y[j2] = c;", "store@all plus@all store@all store@((i + 1) mod P_q)"},
		{"int j2 = i; j2++; y[j2] = c;", "store@all plus@all store@all store@((i + 1) mod P_q)"},
		// what a branch or a loop may change is not known behind it
		{"int j2 = i; if( c > 0.0 ) j2 = 0; y[j2] = c;", "store@all greater@all store@all store@(((i + j) + k) mod P_q)"},
		{"int j2 = i; while( c > 0.0 ) j2 = j2+1; y[j2] = c;", "store@all greater@all plus@all store@all store@(((i + j) + k) mod P_q)"},
		{"int j2 = 0; while( c > 0.0 ) { y[j2] = c; j2 = j2+1; }", "store@all greater@all store@(k000 mod P_q) plus@all store@all"},
		// what every iteration changes in one way follows its number, also behind the loop
		{"int j2 = 3; for( e :- 2:n ) { y[j2] = c; j2 += 2; }", "store@all store@(((2 * e_0) - 1) mod P_q) plus@all store@all"},
		{"int j2 = i; for( e :- :5 ) { c = 0.0; j2++; } y[j2] = c;", "store@all store@all plus@all store@all store@((i + 5) mod P_q)"},
		{"int d = 1; int l = 0; while( d < 64 ) { d *= 2; l++; } y[l] = c;", "store@all store@all less@all times@all store@all plus@all store@all store@(6 mod P_q)"},
		{"int j2 = i; int d = 1; for( e :- :5 ) { j2 += d; d = 2; } y[j2] = c;", "store@all store@all plus@all store@all store@all store@(((i + j) + k) mod P_q)"},
		// in whatever order, and where none or all of them do
		{"int j2 = i; foreach( e :- :5 ) j2 += 2; y[j2] = c;", "store@all plus@all store@all store@((i + 10) mod P_q)"},
		{"int j2 = i; foreach( e :- :5 ) { y[j2] = c; j2++; }", "store@all store@((((e_0 + i) + j) + k) mod P_q) plus@all store@all"},
		{"int j2 = i; foreach( e :- :5 ) if( n > 4 ) j2++; y[j2] = c;", "store@all greater@all plus@all store@all store@((i + 5) mod P_q)"},
		{"int j2 = i; foreach( e :- :5 ) if( n > 4 ) { if( n > 400 ) j2++; } y[j2] = c;", "store@all greater@all greater@all plus@all store@all store@(i mod P_q)"},
		{"int j2 = i; for( e :- :5 ) if( n < 4 ) c = 0.0; else j2 += 3; y[j2] = c;", "store@all less@all store@all plus@all store@all store@((i + 15) mod P_q)"},
		{"int j2 = i; foreach( e :- :5 ) if( e > 2 ) j2++; y[j2] = c;", "store@all greater@all plus@all store@all store@(((i + j) + k) mod P_q)"},
		{"int j2 = i; int d = n; for( e :- :5 ) { if( d > 2 ) j2++; d = 0; } y[j2] = c;", "store@all store@all greater@all plus@all store@all store@all store@(((i + j) + k) mod P_q)"},
		// vectors
		{"[int^2] v = [i,j]; m@v = c;", "store@all store@(j div 16)"},
		{"[int^2] v = [i,j]; m@(v+[1,0]) = c;", "store@all store@(j div 16) plus@(j div 16)"},
		{"[int^2] v = [i,k]; m[v[0],v[1]] = c;", "store@all store@(k div 16)"},
		{"foreach( w :- :m.getSize() ) m@w = c;", "store@(w.1 div 16)"},
		{"foreach( w :- [1,1] : [n,n]-1 ) m@w = c;", "minus@all minus@all store@(w.1 div 16)"},
	} {
		t.Run(c.statement, func(t *testing.T) {
			got := strings.ReplaceAll(traced(t, c.statement, Options{}), "w_1_0", "w.1")
			if got != c.want {
				t.Errorf("is   %s\nwant %s", got, c.want)
			}
		})
	}
}

// Iterations that are dealt out whole: n = 64 on four processors in blocks of
// 16, or in turn.
func TestTasks(t *testing.T) {
	for _, c := range []struct{ statement, want string }{
		{"<$ taskparallel $> foreach( it :- :n ) { double v = c*c; }", "times@T store@T"},
		{"<$ taskparallel = cyclic $> foreach( it :- :n ) { double v = c*c; }", "times@C store@C"},
		// what it needs comes, what it stores goes to the owner
		{"<$ taskparallel $> foreach( it :- :n ) { double v = x[k]; y[it] = v + 1.0; }", "(k div 16)->T plus@T T->C"},
		// another on, or a task in a task
		{"<$ taskparallel $> foreach( it :- :n ) <$ on = q[(local 2)] $> u = 2*u;", "times@2 store@2"},
		{"<$ taskparallel $> foreach( it :- :n ) <$ taskparallel $> foreach( k2 :- :n ) { double v = c; }", "store@T"},
	} {
		t.Run(c.statement, func(t *testing.T) {
			got := strings.NewReplacer("(it div -((-(64) div P_q)))", "T", "(it mod P_q)", "C").Replace(strings.ReplaceAll(traced(t, c.statement, Options{}), "it_0", "it"))
			if got != c.want {
				t.Errorf("is   %s\nwant %s", got, c.want)
			}
		})
	}
}

// Reductions with any associative operator: partial results where the elements
// are, combined on the first processor, sent to all.
func TestReductions(t *testing.T) {
	for _, c := range []struct{ statement, op string }{
		{"s = s + x[e];", "plus"},
		{"s *= x[e];", "times"},
		{"u = u | idx[e];", ""},
		{"s = Math.max(s, x[e]);", "function max"},
		{"s = Math.min(x[e], s);", "function min"},
		{"s = x[e] > s ? x[e] : s;", "less"},
	} {
		t.Run(c.statement, func(t *testing.T) {
			got := traced(t, "<$ reduction, neutral_element = 0.0 $> foreach( e :- :n ) "+c.statement, Options{})
			if strings.Contains(strings.Split(got, "store@")[0], "->all") {
				t.Errorf("an element goes to all: %s", got)
			}
			if want := c.op + "@0 0->all"; c.op != "" && !strings.HasSuffix(got, want) {
				t.Errorf("is   %s\nwant ... %s", got, want)
			}
		})
	}
}

// Functions of numbers are computed where their arguments are, unless all
// processors compute them as in the report's compiler.
func TestFunctions(t *testing.T) {
	for _, c := range []struct {
		statement string
		where     Options
		want      string
	}{
		{"z[i] = Math.sqrt(x[i]);", Options{Gathered: true}, "function sqrt@(i div 16) store@(i div 16)"},
		{"s = Math.sqrt(x[i]);", Options{}, "(i div 16)->all function sqrt@all store@all"},
		{"s = Math.sqrt(x[i]);", Options{Gathered: true}, "function sqrt@(i div 16) (i div 16)->all"},
	} {
		t.Run(c.statement, func(t *testing.T) {
			if got := traced(t, c.statement, c.where); got != c.want {
				t.Errorf("is   %s\nwant %s", got, c.want)
			}
		})
	}
}

// An iteration with a home has brought what its conditions and bounds need, also
// in the methods that it calls; where all processors go the same way, the owner
// decides (paper 004, section 2.4).
func TestConditionsAtHome(t *testing.T) {
	for _, c := range []struct {
		statement string
		where     Options
		want      string
	}{
		{"<$ independent $> foreach( it :- :n ) { if( y[it] > 0.0 ) x[it] = 1.0; }", Options{Gathered: true}, "greater@(it mod P_q) (it mod P_q)->(it div 16) store@(it div 16)"},
		{"<$ independent $> foreach( it :- :n ) { if( x[it] > 0.0 ) x[it] = 1.0; }", Options{Gathered: true}, "greater@(it div 16) store@(it div 16)"},
		{"if( y[k] > 0.0 ) u = 1;", Options{Gathered: true}, "greater@(k mod P_q) store@all"},
		{"<$ independent $> foreach( it :- :n ) { if( y[it] > 0.0 ) x[it] = 1.0; }", Options{}, "greater@(it mod P_q) store@(it div 16)"},
	} {
		t.Run(c.statement, func(t *testing.T) {
			if got := strings.ReplaceAll(traced(t, c.statement, c.where), "it_0", "it"); got != c.want {
				t.Errorf("is   %s\nwant %s", got, c.want)
			}
		})
	}
	for _, c := range []struct {
		call    string
		located bool
	}{
		{"<$ independent $> foreach( i :- :8 ) z[i] = f(i);", true},
		{"foreach( i :- :8 ) z[i] = f(i);", false},
		{"<$ independent $> foreach( i :- :8 ) z[i] = f(i); f(3);", false},
	} {
		t.Run(c.call, func(t *testing.T) {
			p := Build(spar.Parse(source.NewText(`globalpragmas <$ Processors = ((P q[4])) $>;
class a {
    static double z[*] <$ on = (lambda (i) q[(block i 2)]) $> = new double[8];
    static double f( int i ) { if( z[i] > 0.0 ) return 1.0; return 2.0; }
    static void main() { `+c.call+` }
}`)), Options{Gathered: true})
			if got := p.Methods[0].Located; p.Methods[0].Name != "a.f" || got != c.located {
				t.Errorf("%s located: %v, want %v", p.Methods[0].Name, got, c.located)
			}
		})
	}
}

// An assignment with an operator calls what stands in its subscripts once, and gathers
// what they read once; plain subscripts count twice, as in x = x op y.
func TestSubscriptsOfAssignmentsWithOperators(t *testing.T) {
	for _, c := range []struct {
		statement, what string
		where           Options
		want            int
	}{
		{"y[Math.abs(k)] += c;", "function abs", Options{}, 1},
		{"y[Math.abs(k)]++;", "function abs", Options{Gathered: true}, 1},
		{"y[Math.abs(k)] = c;", "function abs", Options{}, 1},
		{"y[k*2] += c;", "times", Options{}, 2},
	} {
		t.Run(c.statement, func(t *testing.T) {
			if got := traced(t, c.statement, c.where); strings.Count(got, c.what) != c.want {
				t.Errorf("%d of %s in %s", strings.Count(got, c.what), c.what, got)
			}
		})
	}
}
