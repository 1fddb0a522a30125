package place

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/spar"
	"github.com/parlens/parlens/analysis/symbolic"
)

const declarations = `globalpragmas <$ Processors = ((P q[4])) $>;
class a {
    static final int n = 64;
    static double a[*] <$ on = (lambda (i) q[(block i 16)]) $> = new double[n];
    static double z[*] <$ on = (lambda (i) q[(block i 16)]) $> = new double[n];
    static double x[*] <$ on = (lambda (i) q[(block i 16)]) $> = new double[n];
    static double y[*] <$ on = (lambda (i) q[(cyclic i)]) $> = new double[n];
    static double y2[*] <$ on = (lambda (i) q[(cyclic i)]) $> = new double[n];
    static double t[*] <$ on = (lambda (i) q[_all]) $> = new double[n];
    static double m[*,*] <$ on = (lambda (i j) q[(block j 16)]) $> = new double[n,n];
    static double b[*,*] <$ on = (lambda (i j) q[(block j 16)]) $> = new double[n,n];
    static int idx[*] = new int[n];
    static [int^1] h[*] = new [int^1][n];
    static void main() { double s; double c; int u;
        for( i :- 1 : n-1 ) for( j :- 0 : n ) for( k :- 0 : n ) { STATEMENT }
    }
}`

func build(t testing.TB, text string) *Program {
	t.Helper()
	f := spar.Parse(source.NewText(text))
	for _, d := range f.Diagnostics {
		t.Fatalf("%v: %s", f.Text.Position(d.Span.Start), d.Message)
	}
	return Build(f, Options{})
}

// names gives processors short names: the coordinate with the block size and
// the number of processors put in words.
func names(p *Program, o Owner) string {
	if o.Here {
		return "here"
	}
	if o.Grid == nil || o.IsReplicated() {
		return "all"
	}
	s := p.Main.Arena.PAMELA(o.Number(p.Main.Arena))
	for _, index := range []string{"i", "j", "k"} {
		s = strings.ReplaceAll(s, index+"_0", index)
	}
	return s
}

// trace lists moves, operations and stores of the innermost body.
func trace(p *Program, steps []Step) []string {
	var out []string
	for _, s := range steps {
		switch s := s.(type) {
		case *Statement:
			out = append(out, trace(p, s.Steps)...)
		case *Loop:
			out = append(out, trace(p, s.Body)...)
		case *Branch:
			out = append(out, trace(p, append(append([]Step{}, s.Then...), s.Else...))...)
		case *Op:
			out = append(out, s.Name+"@"+names(p, s.At))
		case *Move:
			if s.Local() {
				out = append(out, "store@"+names(p, s.To))
			} else {
				out = append(out, names(p, s.From)+"->"+names(p, s.To))
			}
		}
	}
	return out
}

// Where operations are executed, and what is moved: the cases of the selection
// rule, each worked out by hand.
func TestOwnerSelection(t *testing.T) {
	const own, next, before = "(i div 16)", "((i + 1) div 16)", "(((i + 15) div 16) - 1)" // of i-1
	for _, c := range []struct{ statement, want string }{
		// all alike: no communication
		{"z[i] = x[i]*c + a[i];", "times@O plus@O store@O"},
		// the odd operand comes to the statement
		{"z[i] = x[i]*c + y[i];", "(i mod P_q)->O times@O plus@O store@O"},
		// the whole right side is computed where it lives
		{"z[i] = y[i]*y2[i];", "times@(i mod P_q) (i mod P_q)->O"},
		// the trailing constant makes the left operand go to the right one
		{"a[i] = (a[i-1]+a[i+1])/c;", "minus@B B->N minus@N minus@N plus@N plus@N divide@N N->O"},
		{"a[i] = a[i-1]+a[i+1];", "plus@N N->B plus@B minus@B plus@B plus@B B->O"},
		{"a[i] = c*(a[i-1]+a[i+1]);", "plus@N N->B plus@B minus@B plus@B plus@B times@B B->O"},
		{"a[i] = a[i-1]+a[i]+a[i+1];", "minus@B B->O minus@O plus@N N->O plus@O minus@O plus@O plus@O plus@O store@O"},
		// to all
		{"t[k] = x[k];", "(k div 16)->all"},
		{"s = x[k];", "(k div 16)->all"},
		// a replicated factor moves nothing
		{"m[i,j] = m[i,j] + t[k]*b[k,j];", "times@(j div 16) plus@(j div 16) store@(j div 16)"},
		{"m[i,j] += t[k]*b[k,j];", "times@(j div 16) plus@(j div 16) store@(j div 16)"},
		{"s = c + 1.0;", "plus@all store@all"},
		{"s += t[i];", "plus@all store@all"},
		// resident: what is said to be at hand is not moved
		{"a[i] = (<$ resident $> y[i]);", "store@O"},
		{"a[i] = (<$ on = q[(local 3)] $> c + 1.0);", "plus@3 3->O"},
		// on: executed there, and believed
		{"<$ on = q[@i] $> s = x[k];", "(k div 16)->i"},
		{"<$ on = q[(block @i 16)] $> s = x[i];", "store@O"},
		{"<$ on = q[_all] $> s = c + 1.0;", "plus@all store@all"},
		{"if( x[i] > c ) s = 1.0;", "greater@O store@all"},
		{"a[i]++;", "plus@O store@O"},
		// u@h[i] with an array h of vectors is u@(h[i])
		{"z@h[i+1] = z@(h[i+1]);", "plus@(((i + j) + k) mod P_q) store@(((i + j) + k) mod P_q) plus@(((i + j) + k) mod P_q)"},
		{"s = Math.sqrt(x[i]) ;", "(i div 16)->all function sqrt@all store@all"},
	} {
		t.Run(c.statement, func(t *testing.T) {
			p := build(t, strings.Replace(declarations, "STATEMENT", c.statement, 1))
			steps := p.Main.Body
			got := trace(p, steps)
			got = got[1:] // n-1 of the loop over i
			want := strings.NewReplacer("O", own, "N", next, "B", before).Replace(c.want)
			if strings.Join(got, " ") != want {
				t.Errorf("%s\n  is  %s\nwant %s", c.statement, strings.Join(got, " "), want)
			}
		})
	}
}

// With tests of bounds every subscript of an access is compared where it is
// made, unless the program switches that off.
func TestBoundsChecks(t *testing.T) {
	text := strings.Replace(declarations, "STATEMENT", "m[i,j] = t[k+1];", 1)
	const off = "globalpragmas <$ boundscheck = false, "
	for _, c := range []struct {
		text string
		opt  Options
		want string
	}{
		{text, Options{}, "plus@J store@J"},
		{text, Options{Bounds: true}, "plus@J bound@J store@J bound@J bound@J"},
		{strings.Replace(text, "globalpragmas <$ ", off, 1), Options{Bounds: true}, "plus@J store@J"},
	} {
		t.Run(c.text, func(t *testing.T) {
			p := Build(spar.Parse(source.NewText(c.text)), c.opt)
			got := strings.ReplaceAll(strings.Join(trace(p, p.Main.Body)[1:], " "), "(j div 16)", "J")
			if got != c.want {
				t.Errorf("%+v: %s, want %s", c.opt, got, c.want)
			}
		})
	}
}

// The owner formulas against the definitions: each form's coordinate for every
// index, worked out with plain numbers.
func TestOwnersAreThoseOfTheDefinitions(t *testing.T) {
	div := func(a, b int) int { return a / b }
	for _, c := range []struct {
		form string
		want func(i, n, e int) int // coordinate of index i of n on e processors
	}{
		{"(block i 5)", func(i, n, e int) int { return div(i, 5) }},
		{"(block i)", func(i, n, e int) int { return div(i, (n+e-1)/e) }},
		{"(block i (@n / P_q))", func(i, n, e int) int { return div(i, n/e) }},
		{"(cyclic i)", func(i, n, e int) int { return i % e }},
		{"(cyclic i P_q)", func(i, n, e int) int { return i % e }},
		{"(cyclic i 3)", func(i, n, e int) int { return i / 3 % e }},
		{"(blockcyclic i 2)", func(i, n, e int) int { return i / 2 % e }},
		{"(blockcyclic i 2 3)", func(i, n, e int) int { return i / 2 % 3 }},
		{"(local 2)", func(i, n, e int) int { return 2 }},
		{"(cyclic (i + 1))", func(i, n, e int) int { return (i + 1) % e }},
		{"(cyclic (2*i + 1))", func(i, n, e int) int { return (2*i + 1) % e }},
		{"i", func(i, n, e int) int { return i }},
	} {
		t.Run(c.form, func(t *testing.T) {
			text := `globalpragmas <$ Processors = ((P q[4])) $>;
class a { static int n = 24; static double x[*] <$ on = (lambda (i) q[FORM]) $> = new double[n]; static void main() { for( i :- 0 : n ) x[i] = 1.0; } }`
			p := build(t, strings.Replace(text, "FORM", c.form, 1))
			move := stores(p.Main.Body)[0]
			for _, n := range []int{8, 24} {
				t.Run(fmt.Sprint(n), func(t *testing.T) {
					for _, e := range []int{2, 4} {
						for i := range n {
							env := map[string]float64{"i_0": float64(i), "P_q": float64(e), "a_n_0": float64(n)}
							got, err := p.Main.Arena.Eval(move.To.Number(p.Main.Arena), env)
							if want := c.want(i, n, e); err != nil || int(got) != want {
								t.Fatalf("%s: index %d of %d on %d: %v, want %d (%v)", c.form, i, n, e, got, want, err)
							}
						}
					}
				})
			}
		})
	}
}

func stores(steps []Step) []*Move {
	var out []*Move
	for _, s := range steps {
		switch s := s.(type) {
		case *Statement:
			out = append(out, stores(s.Steps)...)
		case *Loop:
			out = append(out, stores(s.Body)...)
		case *Move:
			out = append(out, s)
		}
	}
	return out
}

// Several dimensions, dist strings, and maps of arrays of arrays.
func TestLayouts(t *testing.T) {
	for _, c := range []struct{ declaration, element, want string }{
		{`double x[*,*] <$ on = (lambda (i j) q[(block i 4),(cyclic j)]) $>`, "x[i,j]", "((P_q_2 * (i div 4)) + (j mod P_q_2))"},
		{`double x[*,*] <$ on = (lambda (i j) q[(block j 4),_all]) $>`, "x[i,j]", "(P_q_2 * (j div 4))"},
		{`double x[*,*] <$ dist = "[cyclic, collapsed]" $>`, "x[i,j]", "(P_q_2 * (i mod P_q_1))"},
		{`double x[*,*] <$ dist = "[collapsed,blockcyclic 2]" $>`, "x[i,j]", "(P_q_2 * ((j div 2) mod P_q_1))"},
		{`double x[*,*] <$ dist="[ replicated , replicated ]" $>`, "x[i,j]", "all"},
		{`double x[*,*] <$ dist="[local 1,cyclic]" $>`, "x[i,j]", "(P_q_2 + (j mod P_q_2))"},
		{`double x[*][*] <$ on = (lambda (i) q[(local i)]) $>`, "x[i][j]", "(P_q_2 * i)"},
		{`double[*,*] <$ on = (lambda (i j) q[(cyclic i)]) $> x`, "x@[j,i]", "(P_q_2 * (j mod P_q_1))"},
		{`double[*,*] x`, "x[i,j]", "all"},
	} {
		t.Run(c.declaration, func(t *testing.T) {
			p := build(t, "globalpragmas <$ Processors = ((P q[4,2])) $>;\nclass a { static "+c.declaration+"; static void main() { for( i :- :4, j :- :4 ) "+c.element+" = 1.0; } }")
			if got := names(p, stores(p.Main.Body)[0].To); got != c.want {
				t.Errorf("%s: %s lives on %s, want %s", c.declaration, c.element, got, c.want)
			}
			for _, d := range p.Diagnostics {
				t.Errorf("%s: %s", c.declaration, d.Message)
			}
		})
	}
}

// What depends on the run: the move has a probability, the bound and the
// condition are critical variables, and all of that is said.
func TestUnknown(t *testing.T) {
	p := build(t, strings.Replace(declarations, "STATEMENT", "a[i] = x[idx[k]]; for( l :- 0 : u ) s = c; while( s > c ) s = s - 1.0; if( s > c ) c = 1.0; u = 3;", 1))
	var move *Move
	for _, m := range stores(p.Main.Body[0].(*Statement).Steps) {
		if m.Unknown != "" {
			move = m
		}
	}
	if move == nil || move.Unknown != "idx[k]" {
		t.Errorf("the owner that depends on idx[k]: %+v", move)
	}
	var got []string
	for _, c := range p.Criticals {
		got = append(got, fmt.Sprintf("%s=%v", strings.TrimRight(c.Name, "0123456789"), c.Default))
	}
	if s := strings.Join(got, " "); s != "u_=100 n_=100 cd_=0.5" {
		t.Error("critical variables:", s)
	}
}

func TestMessages(t *testing.T) {
	for i, c := range []struct{ text, code string }{
		{`class a { static double x[*] <$ on = (lambda (i) q[(block i 4)]) $>; static void main() { <$ on = q[(local 0)] $> x[7] = 1.0; } }`, "spar-on"},
		{`globalpragmas <$ Processors = ((P q)) $>; class a { static double x[*] <$ on = 3 $>; }`, "spar-map"},
		{`globalpragmas <$ Processors = ((P q[0])) $>; class a { }`, "spar-processors"},
		{`globalpragmas <$ Processors = ((P q[2]) (R s[2])) $>; class a { static double x[*] <$ on = (lambda (i) w[(cyclic i)]) $>; }`, "spar-processors"},
		{`class a { static double x[*] <$ dist = "[blok]" $>; }`, "spar-map"},
		{`class a { static double x[*,*] <$ dist = "[block]" $>; }`, "spar-map"},
		{`class a { static double x[*] <$ on = (lambda (i) q[(cyclic i 3)]) $>; void main() { x[1] = 2.0; } }`, "spar-map"},
		{`class a { <$ Pamela = (@y 3) $> void main() { } }`, "spar-pragma"},
		{`class a { void main() { <$ Pamela = (cost (1 / 0)) $> ; for( i :- 0 : 3 : 0 ) ; } }`, "spar-stride"},
		{`class a { void main() { <$ Pamela = what $> ; } }`, "spar-pamela"},
		{`class a { void main() { <$ Pamela = (cost 1 2) $> ; } }`, "spar-pamela"},
		{`class a { void main() { foreach( i :- :4 ) <$ on = P[(cyclic i)] $> ; } }`, "spar-variable"},
		{`class a { static int n; void main() { <$ Pamela = (cost n*t) $> ; } }`, "spar-variable"},
		{`class a { void main() { int k; <$ Pamela = (size) $> k = 1; } }`, "spar-pamela"},
		{`class a { void main() { int k; <$ Pamela = (size 3) $> k = 1; } }`, "spar-pamela"},
		{`class a { void main() { <$ Pamela = (value 3) $> while( true ) ; } }`, "spar-pamela"},
		{`class a { void main() { <$ Pamela = (cond 0.5) $> while( true ) ; } }`, "spar-pamela"},
		{`class a { void main() { int k; <$ Pamela = (upper 4) $> k = 1; } }`, "spar-pamela"},
		{`class a { <$ Pamela = (frequency 2) $> void main() { } }`, "spar-pamela"},
		{`class a { <$ Pamela = (upper 4) $> void main() { } }`, "spar-pamela"},
		{`class a { void main() { <$ Pamela = (frequency @z) $> ; } }`, "spar-pragma"},
		{`class a { void main() { for( i :- 0 : 3 ) break; } }`, "spar-jump"},
		{`class a { void main() { f(1); } void f(int n) { if( n > 0 ) { f(n-1); f(n-2); } } }`, "spar-recursion"},
		{`class a { void main() { f(1); } void f(int n) { g(n); } void g(int n) { f(n); } }`, "spar-recursion"},
		{`globalpragmas <$ Processors = ((P q[2])) $>; class a { static double x[*] <$ on = (lambda (i) q[(cyclic i)]) $>; void main() { int k[*]; x[k[1]] = 2.0; } }`, "spar-owner"},
		{`globalpragmas <$ Processors = ((P q[2])) $>; class a { void main() { double s; <$ reduction $> foreach( i :- 0 : 3 ) { s = 1; s = 2; } } }`, "spar-reduction"},
	} {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			f := spar.Parse(source.NewText(c.text))
			found := false
			for _, d := range Build(f, Options{}).Diagnostics {
				found = found || d.Code == c.code
				if d.Span.Empty() || d.Span.End > len(c.text) {
					t.Errorf("%s: %s stands at %v", c.text, d.Message, d.Span)
				}
			}
			if !found {
				t.Errorf("%s: no %s", c.text, c.code)
			}
		})
	}
}

// Messages name variables as the program does, not as its model.
func TestOwnerOfVariable(t *testing.T) {
	f := spar.Parse(source.NewText(`globalpragmas <$ Processors = ((P q[2])) $>; class a { static double x[*] <$ on = (lambda (i) q[(cyclic i)]) $>; void main() { for( i :- :2 ) { int k = f(); x[k] = 2.0; } } native int f(); }`))
	for _, d := range Build(f, Options{}).Diagnostics {
		if d.Code == "spar-owner" && strings.Contains(d.Message, "depends on k,") {
			return
		}
	}
	t.Error("no message names k")
}

// Strides: how far apart the stores of the inner loop lie, on their processor.
func TestStrides(t *testing.T) {
	for _, c := range []struct{ form, loops, want string }{
		{"(block j 4)", "for( i :- :n ) foreach( j :- :n )", "1"},
		{"(cyclic j)", "for( i :- :n ) foreach( j :- :n )", "P_q"},
		{"(block j 4)", "foreach( j :- :n ) for( i :- :n )", "16"},
		{"(cyclic j)", "foreach( j :- :n ) for( i :- :n )", "16"},
	} {
		t.Run(c.form, func(t *testing.T) {
			p := build(t, "globalpragmas <$ Processors = ((P q[4])) $>;\nclass a { static final int n = 16; static double x[*,*] <$ on = (lambda (i j) q["+c.form+"]) $> = new double[n,n]; static void main() { "+c.loops+" x[i,j] = 1.0; } }")
			if got := p.Main.Arena.PAMELA(stores(p.Main.Body)[0].Stride); got != c.want {
				t.Errorf("%s, %s: stride %s, want %s", c.form, c.loops, got, c.want)
			}
		})
	}
}

// The rule of choice against trying all combinations: the fewest messages, and
// the first candidates among equals.
func TestChooseAgainstAllCombinations(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	a := symbolic.NewArena()
	g := &Grid{Name: "q", Extents: []symbolic.Expr{a.Int(4)}}
	places := []Owner{Replicated, {Grid: g, Coords: []Coord{{Kind: all}}}, {Grid: g, Coords: []Coord{{Kind: anyone}}}}
	for i := range 4 {
		places = append(places, Owner{Grid: g, Coords: []Coord{{Kind: at, E: a.Int(int64(i))}}})
	}
	var grow func(depth int) *node
	grow = func(depth int) *node {
		n := &node{}
		for range 1 + r.IntN(3) {
			n.candidates = append(n.candidates, places[r.IntN(len(places))])
		}
		if depth > 0 {
			for range r.IntN(3) {
				n.kids = append(n.kids, grow(depth-1))
			}
		}
		return n
	}
	for range 3000 {
		root := grow(2)
		var nodes []*node
		var list func(n *node)
		list = func(n *node) {
			nodes = append(nodes, n)
			for _, k := range n.kids {
				list(k)
			}
		}
		list(root)
		best, first := -1, []Owner(nil)
		var try func(i int)
		try = func(i int) {
			if i == len(nodes) {
				cost := 0
				for _, n := range nodes {
					for _, k := range n.kids {
						if !n.chosen.Readable(k.chosen) {
							cost++
						}
					}
				}
				if best < 0 || cost < best {
					best, first = cost, nil
					for _, n := range nodes {
						first = append(first, n.chosen)
					}
				}
				return
			}
			for _, o := range nodes[i].candidates {
				nodes[i].chosen = o
				try(i + 1)
			}
		}
		if combinations(nodes) > 20000 {
			continue
		}
		try(0)
		choose(root)
		for i, n := range nodes {
			if !n.chosen.Equal(first[i]) {
				t.Fatalf("node %d: %v, the first best combination has %v", i, n.chosen, first[i])
			}
		}
	}
}

func combinations(nodes []*node) int {
	n := 1
	for _, x := range nodes {
		if n *= len(x.candidates); n > 1<<20 {
			return n
		}
	}
	return n
}

// An iteration of a reduction may declare what goes into it, store in elements of its own,
// and reduce several variables; anything else is none.
func TestReducedVariables(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		{"s = s + x[i];", "s plus"},
		{"{ double r = x[i] - 1.0; double q = r; s += r*q; }", "s plus"},
		{"{ x[i] = 1.0; s += x[i]; }", "s plus"},
		{"{ int k = 2*i; x[k] = 1.0; s += x[k]; }", "s plus"},
		{"{ s += x[i]; if( x[i] > 0.0 ) { u *= x[i]; n++; } }", "s plus, u times, n plus"},
		{"for( j :- :3 ) { s += x[i+j]; s += x[i]; }", "s plus"},
		{"h[n] += x[i];", "h[n] plus"},
		{"h[n%i] += x[i];", "h plus"}, // all elements
		{"for( j :- :3 ) { h[j] += x[i]; h[n%i]++; }", "h plus"},
		{"{ h[n%i] += x[i]; h[n%i] *= 2.0; }", ""},
		{"h[n%i] = x[i];", ""},
		{"if( x[i] > s ) s = x[i];", "s less"},
		{"if( s > x[i] ) { s = x[i]; }", "s less"},
		{"if( x[i] > s ) s = x[i+1];", ""}, // not the one that is compared
		{"if( x[i] > s ) s = x[i]; else u = 1.0;", ""},
		{"{ s += x[i]; u = x[i]; }", ""},
		{"{ x[3] = 1.0; s += x[i]; }", ""},
		{"{ }", ""},
	} {
		t.Run(c.body, func(t *testing.T) {
			f := spar.Parse(source.NewText("class a { static double s, u; static int n; static double x[*], h[*]; static void main() { foreach( i :- :9 ) " + c.body + " } }"))
			var got []string
			for _, m := range f.Types[0].Members {
				if m.Body != nil {
					list, _ := reductions(m.Body.Body[0].(*spar.Loop), func(x spar.Expr) bool { return leftName(x) == "x" })
					for _, r := range list {
						got = append(got, r.name()+" "+r.op)
					}
				}
			}
			if strings.Join(got, ", ") != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

// Whether owners may be beyond the processors that there are, so that work there must be
// looked for: not where elements are dealt out over them all, or where the last element of
// an array says.
func TestLooseOwners(t *testing.T) {
	for _, c := range []struct {
		array, body string
		loose       bool
	}{
		{`double x[*] <$ on = (lambda (i) q[(cyclic i)]) $> = new double[9]`, `x[3] = 1.0;`, false},
		{`double x[*] <$ on = (lambda (i) q[(cyclic i 4)]) $> = new double[9]`, `x[3] = 1.0;`, false},
		{`double x[*] <$ on = (lambda (i) q[(blockcyclic i 3)]) $> = new double[9]`, `x[3] = 1.0;`, false},
		{`double x[*] <$ on = (lambda (i) q[(blockcyclic i 3 5)]) $> = new double[9]`, `x[3] = 1.0;`, true},
		{`double x[*] <$ on = (lambda (i) q[(block i)]) $> = new double[9]`, `x[3] = 1.0;`, false},
		{`double x[*] <$ on = (lambda (i) q[(block i 3)]) $> = new double[9]`, `x[3] = 1.0;`, false}, // its last block is looked at
		{`double x[*] <$ on = (lambda (i) q[_all]) $> = new double[9]`, `x[3] = 1.0;`, false},
		{`double x[*] <$ on = (lambda (i) q[i]) $> = new double[9]`, `x[3] = 1.0;`, true},
		{`double x[*] <$ on = (lambda (i) q[(local 3)]) $> = new double[9]`, `x[3] = 1.0;`, true},
		{`double x[*] <$ dist = "[block]" $>`, `x = new double[9]; x[3] = 1.0;`, false},
		{`double x[*] = new double[9]`, `double y[*] <$ on = (lambda (i) q[(block i 3)]) $> = new double[9]; y[3] = 1.0;`, true},
		{`double x[*] = new double[9]`, `<$ on = q[2] $> x[3] = 1.0;`, true},
		{`double x[*] = new double[9]`, `<$ taskparallel $> foreach( i :- :9 ) x[i] = 1.0;`, false},
	} {
		t.Run(c.array+c.body, func(t *testing.T) {
			f := spar.Parse(source.NewText(`globalpragmas <$ Processors = ((P q[4])) $>; class a { static ` + c.array + `; static void main() { ` + c.body + ` } }`))
			if p := Build(f, Options{}); p.Loose != c.loose {
				t.Errorf("loose: %v", p.Loose)
			}
		})
	}
}
