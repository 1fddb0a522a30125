package spar

import (
	"context"
	"testing"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/oracle/texts"
)

// The table of the language: one line for each construct, with what it costs on 4
// processors where an operation takes 1, a value from another processor 1000, and an access
// to the processor's own memory nothing. The costs are worked out from the rules of the
// language and of paper 004, section 2.2.
func TestLanguage(t *testing.T) {
	const head = `globalpragmas <$ ProcessorType = ((Gpp "das.pam")), Processors = ((Gpp q[4])), Pamela = (numeric "W") $>;
public class a {
  static double s = 0.0; static int w = 4; static [double^3] t; static complex z;
  static double x[*] <$ on = (lambda (i) q[(block i 25)]) $> = new double[100];
  static double y[*] <$ on = (lambda (i) q[(block i 25)]) $> = new double[100];
  static double c[*] <$ on = (lambda (i) q[(cyclic i)]) $> = new double[100];
  static double b[*] <$ on = (lambda (i) q[(blockcyclic i 3)]) $> = new double[100];
  static double e[*] <$ on = (lambda (i) q[(blockcyclic i 3 2)]) $> = new double[100];
  static double l[*] <$ on = (lambda (i) q[(local 3)]) $> = new double[100];
  static double n[*] <$ on = (lambda (i) q[i % 3]) $> = new double[100];
  static double o[*] <$ on = (lambda (i) q[(block i 20)]) $> = new double[100];
  static double r[*] <$ on = (lambda (i) q[_all]) $> = new double[100];
  static double m[*,*] <$ on = (lambda (i j) q[(block j 5)]) $> = new double[10,20];
  static double f(double v) { return v + 1.0; }
  <$ resident $> static void h() { x[26] = c[6]; }
  static void g() { s = s + 1.0; s = s + 1.0; }
  <$ Pamela = (@w W) $>
  public static void main() { `
	for _, line := range []struct {
		name, text string
		want       float64
	}{
		// cardinalities: low is 0, high is excluded, the stride is 1
		{"cardinality", `for( i :- :5 ) s = s + 1.0;`, 5},
		{"low", `for( i :- 2:5 ) s = s + 1.0;`, 3},
		{"stride", `for( i :- 0:10:3 ) s = s + 1.0;`, 4},
		{"without blanks", `for(i:-:5) s = s + 1.0;`, 5},
		{"without blanks, low", `for(i:-0:5) s = s + 1.0;`, 5},
		{"brackets", `for[ i :- :5 ] s = s + 1.0;`, 5},
		{"no iteration", `for( i :- 5:2 ) s = s + 1.0;`, 0},
		{"several", `for( i :- :3, j :- :4 ) s = s + 1.0;`, 12},
		{"an earlier iterator", `for( i :- :4, j :- i:4 ) s = s + 1.0;`, 4 + 3 + 2 + 1},
		{"a vector", `for( v :- [0,0]:[3,4] ) s = s + 1.0;`, 12},
		{"a vector from one", `for( v :- [1,2]:[3,4] ) s = s + 1.0;`, 4},
		{"foreach", `foreach( i :- :5 ) s = s + 1.0;`, 5},
		{"inline for", `inline for( i :- :3 ) s = s + 1.0;`, 3},
		{"each", `each { s = s + 1.0; s = s * 2.0; }`, 2},
		// sizes
		{"length", `for( i :- :x.length ) s = s + 1.0;`, 100},
		{"length of two dimensions", `for( i :- :m.length ) s = s + 1.0;`, 200},
		{"getSize(d)", `for( i :- :m.getSize(1) ) s = s + 1.0;`, 20},
		{"getSize()", `for( v :- [0,0]:m.getSize() ) s = s + 1.0;`, 200},
		// expressions
		{"operators", `s = s + 1.0 * 2.0 - 3.0;`, 3},
		{"compound assignment", `s += 1.0;`, 1},
		{"a cast is free", `s = (double) 3;`, 0},
		{"a subscript", `x[1+1] = 1.0;`, 1},
		{"a method", `s = f(2.0);`, 1},
		{"a method twice", `g(); g();`, 4},
		{"a tuple on the left", `[s, s] = [1.0+2.0, 3.0];`, 1},
		{"a vector as subscript", `for( v :- [0,0]:[2,2] ) m@v = m@v * 2.0;`, 4},
		// owners: block, cyclic, blockcyclic, local, an expression; what fits no block
		{"block and cyclic agree", `x[26] = c[5];`, 0},
		{"block and cyclic differ", `x[26] = c[6];`, 1000},
		{"blockcyclic", `x[26] = b[4];`, 0},
		{"blockcyclic comes round", `x[1] = b[13];`, 0},
		{"blockcyclic on two", `x[1] = e[7];`, 0},
		{"local", `x[80] = l[1];`, 0},
		{"local elsewhere", `x[1] = l[1];`, 1000},
		{"an expression", `x[26] = n[4];`, 0},
		{"the last one keeps what fits no block", `x[99] = o[99];`, 0},
		{"the second index", `x[26] = m[0,7];`, 0},
		{"replicated is everywhere", `x[26] = r[3];`, 0},
		{"to all", `r[3] = x[26];`, 3000},
		{"to a scalar of all", `s = x[26];`, 3000},
		// the rule that selects owners; elements 24 and 25 are on two processors
		{"operands at home", `x[24] = y[24] * 2.0;`, 1},
		{"one operand elsewhere", `x[24] = y[24] * 2.0 + c[1];`, 2 + 1000},
		{"both operands elsewhere together", `x[1] = c[1] * c[5];`, 1 + 1000},
		{"neighbours, divided", `c[5] = (c[4] + c[6]) / 2.0;`, 2 + 2000},
		{"neighbours", `c[5] = c[4] + c[6];`, 1 + 2000},
		{"neighbours and itself", `c[5] = c[4] + c[5] + c[6];`, 2 + 2000},
		{"neighbours, one of them at home", `x[25] = x[24] + x[26];`, 1 + 1000},
		// pragmas of statements and expressions
		{"on", `<$ on = q[2] $> s = s + 1.0;`, 1},
		{"resident", `<$ resident $> x[26] = c[6];`, 0},
		{"resident, in a block", `<$ resident $> { x[26] = c[6]; x[27] = x[27] + c[6]; } x[28] = c[6];`, 1 + 1000},
		{"resident, a method", `h();`, 0},
		{"a resident expression", `x[26] = (<$ resident $> c[6]);`, 0},
		{"parallel", `<$ Pamela = parallel $> foreach( i :- :100 ) x[i] = x[i] + 1.0;`, 25},
		{"parallel, all on one", `<$ Pamela = parallel $> foreach( i :- :100 ) l[i] = l[i] + 1.0;`, 100},
		{"independent alone is one after the other", `<$ independent $> foreach( i :- :100 ) x[i] = x[i] + 1.0;`, 100},
		{"tasks", `<$ taskparallel $> foreach( i :- :100 ) { double d = 1.0 + 2.0; }`, 25},
		{"tasks in turn", `<$ taskparallel = cyclic $> foreach( i :- :101 ) { double d = 1.0 + 2.0; }`, 26},
		{"cost", `<$ Pamela = (cost 7) $> x[1] = x[1] + 1.0 + 2.0;`, 7},
		{"probability", `<$ Pamela = (cond 0.25) $> if( s > 0.0 ) { s = s + 1.0; g(); s = s * 2.0; }`, 1 + 0.25*4},
		{"last iteration", `<$ Pamela = (upper 6) $> for( i :- :5 ) s = s + 1.0;`, 7},
		{"first iteration", `<$ Pamela = (lower 2) $> for( i :- :5 ) s = s + 1.0;`, 3},
		{"a value", `for( i :- :w ) s = s + 1.0;`, 11},
		{"frequency", `<$ Pamela = (frequency 3) $> s = s + 1.0;`, 3},
		// statements
		{"if and else that are known", `if( 1 > 2 ) s = s + 1.0; else { s = s + 1.0; s = s * 2.0; }`, 1 + 2},
		{"a block", `{ s = s + 1.0; { s = s * 2.0; } }`, 2},
		{"nothing", `;`, 0},
	} {
		t.Run(line.name, func(t *testing.T) {
			snap := workspace.New(texts.FS{}).Open("a.spar", "spar", 1, head+line.text+" } }")
			f, err := snap.File("a.spar")
			if err != nil {
				t.Fatal(err)
			}
			s := settings.Settings{Values: map[string]float64{"t_c": 1, "t_l": 0, "t_g": 1000, "w": 11}}
			r, err := Text(context.Background(), snap, f, report.AllLines, s)
			if err != nil || r.Units[0].NoEstimate != "" {
				t.Fatal(err, r.Units[0].NoEstimate)
			}
			if got := r.Units[0].Charge.Total(); got < line.want-1e-9 || got > line.want+1e-9 {
				t.Errorf("%s takes %v, want %v", line.text, got, line.want)
			}
			for _, d := range r.Diagnostics {
				if d.Severity <= source.Warning && d.Code != "spar-pamela" {
					t.Errorf("%s: %s", line.text, d.Message)
				}
			}
		})
	}
}

// A loop between two bounds that only the run knows makes 100 iterations; the first is 0.
func TestUnknownBounds(t *testing.T) {
	for _, c := range []struct {
		loop   string
		stores float64
	}{
		{`for( i :- m[0]:m[1] ) s = 1.0;`, 100},
		{`for( i :- m[0]:5 ) s = 1.0;`, 5},
		{`for( i :- 0:m[1] ) s = 1.0;`, 100},
		{`for( i :- lo:hi ) s = 1.0;`, 100},
		{`for( int i = m[0]; i < m[1]; i++ ) s = 1.0;`, 1 + 2*100}, // i, too
	} {
		t.Run(c.loop, func(t *testing.T) {
			by, _ := stores(t, `globalpragmas <$ Processors = ((P q[1])) $>; class a { static double s; static int lo, hi; static int m[*] = new int[9];
  static void set() { lo = m[3]; hi = m[4]; lo = m[5]; hi = m[6]; } static void main() { `+c.loop+` } }`)
			if by[0] != c.stores {
				t.Errorf("%v stores, want %v", by, c.stores)
			}
		})
	}
}
