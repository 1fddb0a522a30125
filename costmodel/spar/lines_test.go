package spar

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/oracle/texts"
)

// sparUnit predicts a program for the machine "own", on which an operation takes
// 1 on its processor and a move 10 on a network; processors are resources 0, 1...
// of their array.
func sparUnit(t *testing.T, body string) (*report.Report, *report.Unit) {
	t.Helper()
	const own = `resource parameter fcfs(i, m)
resource parameter net(i, m)
resource cpus(p) = fcfs(p, 1)
process Own_plus_op(p) = use(cpus(p), 1)
process Own_minus_op(p) = use(cpus(p), 1)
process Own_greater_op(p) = use(cpus(p), 1)
process Own_move_op(p) = delay(0)
process Own_function_op(p) = delay(0)
process Own_new_op(p, n) = use(cpus(p), 2 * n)
process Own_cost(p, c) = use(cpus(p), c)
process Own_Own_move_op(p, q) = if (p == q) delay(0) else use(net(0, 1), 10)
`
	text := "globalpragmas <$ ProcessorType = ((Own \"own.pam\")), Processors = ((Own q[4])) $>; public class a {\n" + body + "\n}\n"
	snap := workspace.New(texts.FS{"a.spar": text, "own.pam": own}).Snapshot()
	r, err := predictFile(context.Background(), snap, "a.spar", settings.Settings{})
	if err != nil || len(r.Units) != 1 {
		t.Fatalf("%s: %v %+v", body, err, r)
	}
	return r, r.Units[0]
}

// Each line keeps a processor busy for the most that one of them has to do in
// it; another array of resources is no processor.
func TestSparBusy(t *testing.T) {
	_, u := sparUnit(t, `static double x[*] <$ on = (lambda (i) q[(block i 4)]) $> = new double[16];
static void main() {
<$ Pamela = parallel $> foreach( i :- 2 : 16 ) x[i] = x[i] + 1.0;
for( i :- 0 : 15 ) x[i] = x[i+1];
x[9] = x[9] + 1.0 + 2.0;
}`)
	var got []string
	for _, l := range u.Lines {
		got = append(got, fmt.Sprintf("%d:%v on %v of %v", l.Line, l.Busy, l.BusyProcessor, l.Charge.Total()))
	}
	// i+1 is computed by the owner of x[i+1]: three times by processor 0, four
	// times by 1; and three elements are moved
	want := []string{"4:4 on [1] of 4", "5:4 on [1] of 45", "6:2 on [2] of 2"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	loads := fmt.Sprint(u.Models.Loads)
	if loads != "[{0 1 5 0 true 0} {1 1 8 0 true 1} {2 1 10 0 true 2} {3 1 8 0 true 3} {0 1 30 1 false 0}]" || u.ReferenceProcessor[0] != 2 {
		t.Errorf("loads %v, the busiest is %v", u.Models.Loads, u.ReferenceProcessor)
	}
}

// A recursive call has no estimate and says so at its place, unless a pragma on
// the method bounds it: then that is what counts.
func TestSparRecursion(t *testing.T) {
	const f = `static void main() { f(3); }
PRAGMA static void f( int n ) {
int s = n + 1;
if( n > 0 )
f(n - 1);
}`
	for _, c := range []struct {
		pragma string
		T      float64
		said   bool
	}{
		{"", 1 + 1 + 0.5*1, true}, // one activation: +, >, and with 0.5 the argument
		{"<$ Pamela = (cost 7) $>", 7, false},
		{"<$ Pamela = (upper 3) $>", 4 * 2.5, false},
		{"<$ Pamela = (lower 1), Pamela = (upper 2) $>", 2 * 2.5, false},
	} {
		t.Run(c.pragma, func(t *testing.T) {
			text := strings.Replace(strings.Replace(f, "PRAGMA", c.pragma, 1), "if( n > 0 )", "<$ Pamela = (cond 0.5) $> if( n > 0 )", 1)
			r, u := sparUnit(t, text)
			if T := u.Charge.Total(); math.Abs(T-c.T) > 1e-12 {
				t.Errorf("%q: T %v, want %v", c.pragma, T, c.T)
			}
			said := false
			for _, d := range r.Diagnostics {
				said = said || d.Code == "spar-recursion" && !d.Span.Empty()
			}
			marked := slices.ContainsFunc(u.Lines, func(l *report.Line) bool { return l.NoEstimate != "" && l.Line == 6 })
			if said != c.said || marked != c.said {
				t.Errorf("%q: said %v, marked %v: want %v (%v)", c.pragma, said, marked, c.said, r.Diagnostics)
			}
		})
	}
}

// The annotations that paper 004 names and does not use (chapter 2), as their
// words say.
func TestSparSizeValueFrequency(t *testing.T) {
	for _, c := range []struct {
		body string
		T    float64
	}{
		{"<$ Pamela = (frequency 12) $> s = s + 1.0;", 12},
		{"<$ Pamela = (frequency 0.25) $> s = s + 1.0;", 0.25},
		{"for( i :- 0 : 4 ) <$ Pamela = (frequency (@i + 1)) $> s = s + 1.0;", 1 + 2 + 3 + 4},
		{"<$ Pamela = (value 7) $> k = read(); for( i :- 0 : k ) s = s + 1.0;", 7},
		{"<$ Pamela = (value 7) $> int n = read(); for( i :- 0 : n ) s = s + 1.0;", 7},
		{"for( i :- 0 : (<$ Pamela = (value 5) $> read()) ) s = s + 1.0;", 5},
		{"for( i :- 0 : v ) s = s + 1.0;", 6},
		{"<$ Pamela = (size 30) $> y = new double[read()];", 30 * 2},
		{"for( i :- 0 : z.length ) s = s + 1.0;", 9},
		{"for( i :- [0,0] : [2,3] ) s = s + 1.0;", 6},
		{"for( i :- :7:2, j :- 1:4 ) s = s + 1.0;", 4 * 3},
	} {
		t.Run(c.body, func(t *testing.T) {
			r, u := sparUnit(t, `static double s; static int k; static double y[*]; static native int read();
<$ Pamela = (value 6) $> static int v; <$ Pamela = (size 9) $> static double z[*];
static void main() { `+c.body+" }")
			if T := u.Charge.Total(); math.Abs(T-c.T) > 1e-12 || len(r.Diagnostics) > 0 {
				t.Errorf("%s: T %v, want %v; %v", c.body, T, c.T, r.Diagnostics)
			}
		})
	}
}

// The program is the classes of its file, from the first one's head to the last one's end.
func TestSparExtent(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		{"\nstatic double s;\nstatic void main() { s = 1.0 + s; }", "1-5"},        // the head stands behind the pragmas
		{"static void main() { b.f(); } }\nclass b {\nstatic void f() {}", "1-5"}, // both classes
	} {
		t.Run(c.want, func(t *testing.T) {
			_, u := sparUnit(t, c.body)
			if got := fmt.Sprintf("%d-%d", u.Start, u.End); got != c.want {
				t.Errorf("lines %s, want %s", got, c.want)
			}
		})
	}
}
