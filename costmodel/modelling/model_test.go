package modelling

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/spar"
	"github.com/parlens/parlens/analysis/spar/place"
	"github.com/parlens/parlens/costmodel/pamela"
)

// machine has another price for everything, so that a sum tells what is in it.
const machine = `resource parameter fcfs(i, m)
resource cpu(p) = fcfs(p, 1)
process G_plus_op(p) = use(cpu(p), 1)
process G_int_plus_op(p) = use(cpu(p), 3)
process G_times_op(p) = use(cpu(p), 10)
process G_divide_op(p) = use(cpu(p), 20)
process G_equal_op(p) = use(cpu(p), 30)
process G_sqrt_op(p) = use(cpu(p), 100)
process G_function_op(p) = use(cpu(p), 200)
process G_new_op(p, n) = use(cpu(p), 1000 * n)
process G_move_op(p) = delay(0)
process G_test_op(p) = use(cpu(p), 0.001)
process G_G_move_op(p, q) = if (p == q) delay(0) else use(cpu(p), 1000000)
process G_G_bcast_op(P, q) = seq (p = 0, P - 1) G_G_move_op(p, q)
process G_G_block_move_op(p, q, n) = if (p == q) delay(0) else use(cpu(p), 1000000 + 0.01 * n)
process G_G_block_bcast_op(P, q, n) = seq (p = 0, P - 1) G_G_block_move_op(p, q, n)
process H_plus_op(p) = use(fcfs(100 + p, 1), 5)
process H_move_op(p) = delay(0)
process G_H_move_op(p, q) = use(cpu(p), 7000000)
process H_G_move_op(p, q) = use(fcfs(100 + p, 1), 9000000)
numeric aggregated_messages = 0
numeric ownership_tests = 0
`

// cost is T of a program whose classes are put after the declaration of four
// processors q.
func cost(t *testing.T, body string, set map[string]float64) (float64, *pamela.File) {
	t.Helper()
	text := source.NewText(`globalpragmas <$ ProcessorType = ((G "g.pam") (H "g.pam")), Processors = ((G q[4]) (H r[2])) $>;
class a {
  static double x[*] <$ on = (lambda (i) q[(block i 4)]) $> = new double[16];
  static double y[*] <$ on = (lambda (i) q[(cyclic i)]) $> = new double[16];
  static double h[*] <$ on = (lambda (i) r[(cyclic i)]) $> = new double[16];
  static double all[*] <$ on = (lambda (i) q[_all]) $> = new double[16];
  static double s, u; static int k, l; static complex c, d; static boolean b;
` + body + "\n}")
	f := spar.Parse(text)
	for _, d := range f.Diagnostics {
		t.Fatalf("%s: %s", body, d.Message)
	}
	include := func(string) (string, error) { return machine, nil }
	m := Build(place.Build(f, place.Options{}), text, "a.spar", NewTarget("g.pam", machine, include, set), Given{})
	p := m.Compile(pamela.Options{Include: include})
	for _, d := range p.Diagnostics {
		t.Errorf("%s: %s: %s\n%s", body, d.File, d.Message, m)
	}
	T, err := p.Value(p.Simplify(p.Process(Main)[0]), p.Defaults())
	if err != nil {
		t.Errorf("%s: %v", body, err)
	}
	return T, m
}

func TestCharges(t *testing.T) {
	for _, c := range []struct {
		body string
		want float64
	}{
		{"void main() { s = u + 1.0; }", 1},
		{"void main() { k = l + 1; }", 3},          // integers have an operator of their own
		{"void main() { c = c + d; }", 2},          // complex: two additions
		{"void main() { c = c * d; }", 60},         // six operations
		{"void main() { c = c / d; }", 220},        // eleven
		{"void main() { s = Math.sqrt(u); }", 100}, // the machine's own
		{"void main() { s = Math.exp(u); }", 200},
		{"void main() { double z[*] = new double[5]; }", 5000},
		{"void main() { k += l; k++; }", 6},
		{"void main() { for( i :- 0 : 10 ) s = s * u; }", 100},
		{"void main() { for( i :- 0 : 10 : 3 ) s = s * u; }", 40},
		{"void main() { for( i :- 3 : 3 ) s = s * u; }", 0},
		{"void main() { for( i :- 0 : 3, j :- i : 3 ) s = s * u; }", 60},
		{"void main() { for( int i = 0; i < 10; i += 2 ) s = s * u; }", 5 * (10 + 3)},
		{"void main() { <$ Pamela = (upper 6) $> while( b ) s = s * u; }", 70},
		{"void main() { <$ Pamela = (upper 6) $> do s = s * u; while( b ); }", 70},
		{"void main() { while( b ) s = s * u; }", 1000}, // assumed: 100 times
		{"void main() { if( b ) s = s * u; }", 5},       // assumed: a half
		{"void main() { <$ Pamela = (cond 0.2) $> if( k == l ) s = s * u; else s = s / u; }", 30 + 2 + 16},
		{"void main() { if( 1 == 2 ) s = s * u; else s = s / u; }", 50},
		{"static final boolean on = false; void main() { if( on ) s = s * u; }", 0},
		{"void main() { switch( k ) { case 1: s = s * u; break; default: s = s / u; } }", 15},
		{"void main() { try { s = s * u; } catch( E e ) { s = s / u; } finally { s = s + u; } }", 11},
		{"void main() { f(3); g(); } void f( int n ) { for( i :- 0 : n ) s = s * u; } double g() { return s * u; }", 40},
		{"void main() { each { s = s * u; s = s + u; } }", 11},
		// placement
		{"void main() { <$ Pamela = parallel $> foreach( i :- 0 : 16 ) x[i] = x[i] * u; }", 40},
		{"void main() { <$ independent $> foreach( i :- 0 : 16 ) x[i] = x[i] * u; }", 160},
		{"void main() { <$ taskparallel $> foreach( i :- 0 : 16 ) x[i] = x[i] * u; }", 40},
		{"void main() { x[0] = x[4]; }", 1e6},
		{"void main() { x[0] = x[3]; }", 0},
		{"void main() { s = x[0]; }", 3e6},
		{"void main() { all[1] = x[0]; }", 3e6},
		{"void main() { x[0] = h[0]; }", 7e6},
		{"void main() { h[0] = x[0]; }", 9e6},
		{"void main() { h[1] = h[1] + u; }", 5},
		{"void main() { x[k] = y[0]; }", 0.75e6},
		{"void main() { <$ on = q[(local 2)] $> { s = x[8]; s = s * u; } }", 10},
		{"void main() { <$ Pamela = parallel $> foreach( p :- 0 : 4 ) <$ on = q[@p] $> f(p); } void f( int p ) { s = s * u; s = x[4*p]; }", 20},
		{"void main() { <$ reduction $> foreach( i :- 0 : 16 ) s = s + x[i]; }", 4*1 + 3*(1e6+1) + 3e6},
		{"void main() { <$ Pamela = (cost 5) $> f(); } void f() { s = s * u; }", 0},
	} {
		t.Run(c.body, func(t *testing.T) {
			if got, m := cost(t, c.body, nil); math.Abs(got-c.want) > 1e-9*math.Max(1, c.want) {
				t.Errorf("%s takes %v, want %v\n%s", c.body, got, c.want, m)
			}
		})
	}
}

// The switches of the machine: tests of ownership, and gathered messages.
func TestSwitches(t *testing.T) {
	tests := map[string]float64{TestsSwitch: 1}
	gather := map[string]float64{AggregatedSwitch: 1}
	for _, c := range []struct {
		body string
		set  map[string]float64
		want float64
	}{
		// the loop's bounds absorb the test of its own iterator
		{"void main() { for( i :- 0 : 16 ) x[i] = x[i] * u; }", tests, 160},
		// in a method they cannot
		{"void main() { for( i :- 0 : 16 ) f(i); } void f( int i ) { x[i] = x[i] * u; }", tests, 160.016},
		// one message of a block for each pair of processors
		{"void main() { for( i :- 1 : 16 ) x[i] = x[i-1]; }", gather, 3e6},
		{"void main() { <$ independent $> foreach( i :- 4 : 16 ) x[i] = x[i-4]; }", nil, 12e6},
		{"void main() { <$ independent $> foreach( i :- 4 : 16 ) x[i] = x[i-4]; }", gather, 1e6 + 0.04},
		{"void main() { <$ independent $> foreach( i :- 0 : 16 ) all[i] = x[i]; }", gather, 3e6 + 0.12},
		{"void main() { <$ independent $> foreach( i :- 0 : 16 ) x[i] = x[i] * u; }", gather, 40},
		{"void main() { <$ independent $> foreach( i :- 4 : 16 ) f(i); } void f( int i ) { x[i] = x[i-4]; }", gather, 1e6 + 0.04},
	} {
		t.Run(c.body, func(t *testing.T) {
			if got, m := cost(t, c.body, c.set); math.Abs(got-c.want) > 1e-9*c.want {
				t.Errorf("%s takes %v, want %v\n%s", c.body, got, c.want, m)
			}
		})
	}
}

// The form of the paper: a process per method, file and line in comments, the
// symbol table at the end.
func TestForm(t *testing.T) {
	_, m := cost(t, "void main() {\n    f(k);\n}\nvoid f( int n ) { s = s * u; }", nil)
	text, at := m.String(), 0
	for _, want := range []string{
		`#include "g.pam"`, "numeric q(i) = i", "numeric parameter P_q = 4",
		"% procedure declaration (file 'a.spar', line 8)", "process a_main_0(p) = {", "% file 'a.spar', line 9:", "% statement: f(k)", "a_f_0(p, a_k_0)",
		"process a_f_0(p, n_0) = {", "process main = {", "a_main_0(0)", "% Deterministically defined symbols:", "% a_f_0", "% n_0",
		"% Numeric symbol pragma definitions:", "numeric parameter a_k_0 = 100", "% Default process definitions:",
	} {
		i := strings.Index(text[at:], want)
		if i < 0 {
			t.Fatalf("%q is missing, or not in its place, in\n%s", want, text)
		}
		at += i
	}
}

func FuzzModel(f *testing.F) {
	paths, _ := filepath.Glob("../../testdata/spar/*.spar")
	for _, p := range paths {
		data, err := os.ReadFile(p)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(data))
	}
	f.Add("class a { void main() { for( v :- [0,0] : [2,k] ) x@v = y[z[i]]++; main(); } int x[*,*] <$ dist=\"[cyclic,local 1]\" $>; }")
	f.Add("class a { <$ Pamela = (upper 3) $> void main() { f(1); <$ Pamela = (frequency 2) $> f(2); } void f(int n) { main(); <$ Pamela = (value n) $> int k = g(n); <$ on = q[@k] $> g(k); } int g(int i) { return f(i); } }")
	f.Fuzz(func(t *testing.T, code string) {
		text := source.NewText(code)
		file := spar.Parse(text)
		for _, clamp := range []bool{false, true} {
			p := place.Build(file, place.Options{Clamp: clamp})
			for _, d := range p.Diagnostics {
				if d.Span.Start < 0 || d.Span.End > len(code) || d.Span.End < d.Span.Start {
					t.Fatalf("%s at %v, outside the text", d.Message, d.Span)
				}
			}
			for _, set := range []map[string]float64{nil, {AggregatedSwitch: 1, TestsSwitch: 1}} {
				target := NewTarget("g.pam", machine, nil, set)
				Build(p, text, "a.spar", target, Given{})
				Values(p, target)
				pieces, warnings := Pieces(p, target, nil, nil)
				for _, d := range warnings {
					if d.Span.Start < 0 || d.Span.End > len(code) {
						t.Fatalf("%s at %v, outside the text", d.Message, d.Span)
					}
				}
				for _, x := range slices.Concat(pieces...) {
					x.CountingMachine()
				}
			}
		}
	})
}
