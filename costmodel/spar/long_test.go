package spar

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/oracle/texts"
)

// The work by processor of a loop over many more elements than are looked at one
// by one, against dealing them out: n on four processors, one store of time 1
// each.
func TestSparLongLoops(t *testing.T) {
	const n, procs = 1000003, 4
	for _, c := range []struct {
		owner string
		of    func(i int) int
	}{
		{"(cyclic i)", func(i int) int { return i % procs }},
		{"(block i)", func(i int) int { return i / ((n + procs - 1) / procs) }},
		{"(block i 250001)", func(i int) int { return i / 250001 }},
		{"(blockcyclic i 7)", func(i int) int { return i / 7 % procs }},
		{"(blockcyclic 2*i 7)", func(i int) int { return 2 * i / 7 % procs }},
		{"(blockcyclic 3*i+5 4)", func(i int) int { return (3*i + 5) / 4 % procs }},
	} {
		t.Run(c.owner, func(t *testing.T) {
			text := fmt.Sprintf(`globalpragmas <$ ProcessorType = ((Gpp "das.pam")), Processors = ((Gpp q[%d])) $>;
public class a { static double x[*] <$ on = (lambda (i) q[%s]) $> = new double[%d];
  public static void main() { <$ Pamela = parallel $> foreach (i :- :%d) x[i] = 2.0; } }`, procs, c.owner, n, n)
			snap := workspace.New(texts.FS{"a.spar": text}).Snapshot()
			f, err := snap.File("a.spar")
			if err != nil {
				t.Fatal(err)
			}
			s := settings.Settings{Values: map[string]float64{"t_l": 1, "t_c": 0}}
			m, err := ModelOf(snap, f, s)
			if err != nil {
				t.Fatal(err)
			}
			got, err := m.Numbers(m.Values(s))
			if err != nil {
				t.Fatal(err)
			}
			work := make([]int, procs)
			most := 0
			for i := range n {
				work[c.of(i)]++
				most = max(most, work[c.of(i)])
			}
			want := "1x0" // the network
			for p := range work {
				want += fmt.Sprintf(" 1x%d", work[p])
			}
			var list []string
			for _, r := range got.Delta {
				for range r.Count {
					list = append(list, fmt.Sprintf("1x%.0f", r.Load))
				}
			}
			if strings.Join(list, " ") != want || got.T != float64(most) || got.Omega != float64(most) || got.Phi != 1 {
				t.Errorf("delta %v, T %v, omega %v, phi %v; want %s and %d", list, got.T, got.Omega, got.Phi, want, most)
			}
		})
	}
}

// The counts of triangular loops do not fit an integer, and are what the formulas say:
// n(n-1)/2 stores of time 1, in turn 2kk + k of them on the last of four processors, for
// n = 4k.
func TestSparTriangles(t *testing.T) {
	const n, k = 1e12, 1e12 / 4
	for _, c := range []struct {
		owner, loops string
		T            float64
	}{
		{"(cyclic i)", "<$ independent, Pamela = parallel $> foreach( i :- :n ) for( j :- :i ) x[i] = 2.0;", 2*k*k + k},
		{"(block i)", "<$ independent, Pamela = parallel $> foreach( i :- :n ) for( j :- :i ) x[i] = 2.0;", k * (3*k + n - 1) / 2},
		{"(block i)", "for( i :- :n ) for( j :- :i ) x[j] = 2.0;", n * (n - 1) / 2},
	} {
		t.Run(c.owner+c.loops, func(t *testing.T) {
			text := fmt.Sprintf(`globalpragmas <$ ProcessorType = ((Gpp "das.pam")), Processors = ((Gpp q[4])) $>;
public class a { static long n = 1000000000000L; static double x[*] <$ on = (lambda (i) q[%s]) $> = new double[n];
  public static void main() { %s } }`, c.owner, c.loops)
			snap := workspace.New(texts.FS{"a.spar": text}).Snapshot()
			r, err := predictFile(context.Background(), snap, "a.spar", settings.Settings{Values: map[string]float64{"t_l": 1, "t_c": 0}})
			if err != nil || r.Units[0].NoEstimate != "" {
				t.Fatalf("%v %+v", err, r.Units[0].NoEstimate)
			}
			u := r.Units[0]
			executed := 0.0
			for _, l := range u.Lines {
				executed = max(executed, l.Executions)
			}
			near := func(x, y float64) bool { return math.Abs(x-y) <= 1e-9*y }
			if T := u.Charge.Total(); !near(T, c.T) || !near(executed, n*(n-1)/2) || !near(u.Loops[1].Iterations, (n-1)/2) || u.Between.Some() {
				t.Errorf("T %v, want %v; %v iterations; between %v; %v executions", T, c.T, u.Loops[1].Iterations, u.Between, executed)
			}
		})
	}
}

// A sum that is too long to be added up, and has no closed form, is estimated from
// samples and says between what it is: the elements i*i mod 100003 in blocks.
func TestSparSampledSum(t *testing.T) {
	if testing.Short() {
		t.Skip("a second")
	}
	const n = 3000000
	body := fmt.Sprintf(`static double x[*] <$ on = (lambda (i) q[(block i 25001)]) $> = new double[100003];
static void main() {
<$ Pamela = parallel $> foreach( i :- 0 : %d ) x[i*i %% 100003] = 1.0 + 2.0;
}`, n)
	_, u := sparUnit(t, body)
	if u.NoEstimate != "" || u.Reading != "PAMELA, sampled" || !u.Between.Some() {
		t.Fatalf("%q %q %v", u.NoEstimate, u.Reading, u.Between)
	}
	most := squaresDealtOut(n)
	if T := u.Charge.Total(); T < u.Between.Low || T > u.Between.High || math.Abs(T-most) > most/8 {
		t.Errorf("T %v between %v, dealt out %v", T, u.Between, most)
	}
}

// One that is not so long is added up, also beyond the steps that most programs take.
func TestSparLongSum(t *testing.T) {
	const n = 300000
	_, u := sparUnit(t, fmt.Sprintf(`static double x[*] <$ on = (lambda (i) q[(block i 25001)]) $> = new double[100003];
static void main() { <$ Pamela = parallel $> foreach( i :- 0 : %d ) x[i*i %% 100003] = 1.0 + 2.0; }`, n))
	if T, want := u.Charge.Total(), squaresDealtOut(n); u.NoEstimate != "" || u.Between.Some() || math.Abs(T-want) > 1e-9*want {
		t.Errorf("%q, T %v between %v, want %v", u.NoEstimate, T, u.Between, want)
	}
}

// squaresDealtOut is how many of the first n squares, by 100003, the busiest of four blocks has.
func squaresDealtOut(n int) float64 {
	work := make([]float64, 4)
	for i := range n {
		work[i*i%100003/25001]++
	}
	return slices.Max(work)
}

// Processors may have any name, also one that means something else in a model.
func TestSparProcessorNames(t *testing.T) {
	times := map[string]float64{}
	for _, name := range []string{"q", "p", "main", "sum", "max", "r", "s"} {
		t.Run(name, func(t *testing.T) {
			text := strings.ReplaceAll(`globalpragmas <$ ProcessorType = ((Gpp "das.pam")), Processors = ((Gpp NODE[4])) $>;
public class a { static double x[*] <$ on = (lambda (i) NODE[(block i 4)]) $> = new double[16];
  public static void main() { <$ independent, Pamela = parallel $> foreach (i :- :15) x[i] = x[i+1]; for( i :- :4 ) x[i] = x[0]; } }`, "NODE", name)
			snap := workspace.New(texts.FS{"a.spar": text}).Snapshot()
			r, err := predictFile(context.Background(), snap, "a.spar", settings.Settings{})
			if err != nil || len(r.Units) != 1 || r.Units[0].NoEstimate != "" {
				t.Fatalf("%s: %v %+v", name, err, r)
			}
			if times[name] = r.Units[0].Charge.Total(); times[name] != times["q"] {
				t.Errorf("processors called %s: T %v, want %v", name, times[name], times["q"])
			}
		})
	}
}

// The iterations of a loop whose bounds change with loops around are a mean over
// those: 10, 9 ... 1; those that a parameter decides are not known.
func TestSparIterations(t *testing.T) {
	_, u := sparUnit(t, `static double s;
static void f( int k ) { for( i :- :k ) s = s + 1.0; }
static void main() {
for( i :- 0 : 10 ) for( j :- i : 10 ) s = s + 1.0;
f(3);
}`)
	var got []string
	for _, l := range u.Loops {
		got = append(got, fmt.Sprint(l.Line, " ", l.Iterations))
	}
	if want := "3 NaN, 5 10, 5 5.5"; strings.Join(got, ", ") != want {
		t.Errorf("%s, want %s", strings.Join(got, ", "), want)
	}
}

// An array that a constructor makes has the extents and the map that stand there,
// and the constructor is executed: by hand, new 2, size+2 1, 8 elements 16, and 8
// additions.
func TestSparConstructor(t *testing.T) {
	for _, c := range []struct {
		body string
		T    float64
		asks int
	}{
		{"a( int size ) { x = new double[size+2]; } void f() { for( i :- 0 : x.getSize(0) ) x[i] = x[i] + 1.0; } static void main() { a o = new a(n); o.f(); }", 2 + 1 + 16 + 8, 0},
		{"a( int size ) { this.x = new double[size+2]; } void f() { for( i :- 0 : x.length ) x[i] = x[i] + 1.0; } static void main() { a o = new a(6); o.f(); }", 2 + 1 + 16 + 8, 0},
		{"static void make( int size ) { x = new double[size]; } static void main() { make(8); for( i :- 0 : x.length ) x[i] = x[i] + 1.0; }", 16 + 8, 0},
		// sizes that differ, and two places: not known
		{"static void make( int size ) { x = new double[size]; } static void main() { make(8); make(9); for( i :- 0 : x.getSize(0) ) x[i] = x[i] + 1.0; }", 16 + 18 + 100, 1},
		{"static void main() { x = new double[8]; x = new double[9]; for( i :- 0 : x.getSize(0) ) x[i] = x[i] + 1.0; }", 16 + 18 + 100, 1},
	} {
		t.Run(c.body, func(t *testing.T) {
			r, u := sparUnit(t, "static int n = 6; static double x[*];\n"+c.body)
			asks := 0
			for _, d := range r.Diagnostics {
				if d.Code == "unknown-value" {
					asks++
				}
			}
			if T := u.Charge.Total(); T != c.T || asks != c.asks {
				t.Errorf("T %v, want %v; %d questions, want %d: %v", T, c.T, asks, c.asks, r.Diagnostics)
			}
		})
	}
	_, u := sparUnit(t, `static int n = 8; static double x[*];
static void main() { x = new double[n] <$ on = (lambda (i) q[(block i)]) $>; <$ Pamela = parallel $> foreach( i :- 0 : n ) x[i] = x[i] + 1.0; }`)
	if T := u.Charge.Total(); T != 16+2 || len(u.Mappings) != 1 {
		t.Errorf("mapped where it is made: T %v, want 18, %v", T, u.Mappings)
	}
}

// A task computes everything itself: what it reads of another processor is brought to
// it, once, and what it stores goes to the owner. By hand, on 4 processors with 8 tasks in
// turn: 3 processors need the 16 elements of src; of the rows of mid, two of each
// processor, those of tasks 0 and 7 stay.
func TestSparTasksBringWhatTheyNeed(t *testing.T) {
	const text = `public class a {
  static double src[*] <$ dist = "[local 0]" $> = new double[16];
  static double mid[*,*] <$ dist = "[block,collapsed]" $> = new double[8,16];
  static void work( int s ) { for( i :- :16 ) mid[s,i] = STORED; }
  public static void main() { <$ taskparallel = cyclic $> foreach( s :- :8 ) work(s); } }`
	for _, stored := range []string{"src[i]", "src[i] * s", "Math.sin(src[i]) + 1.0"} {
		t.Run(stored, func(t *testing.T) {
			snap := workspace.New(texts.FS{"a.spar": strings.Replace(text, "STORED", stored, 1)}).Snapshot()
			r, err := predictFile(context.Background(), snap, "a.spar", settings.Settings{})
			if err != nil {
				t.Fatal(err)
			}
			moved := map[string]float64{}
			for _, l := range r.Units[0].Lines {
				for _, c := range l.Comms {
					moved[c.Array] += c.Elements
				}
			}
			if fmt.Sprint(moved) != "map[mid:96 src:48]" {
				t.Errorf("moved %v", moved)
			}
		})
	}
}

// The index of a loop around a call has its lower bound also where the call is a piece:
// powers of it are whole.
func TestSparIndexOfPiece(t *testing.T) {
	_, u := sparUnit(t, `static double s;
static void f( int n ) { for( i :- :n ) s = s + 1.0; }
static void main() {
for( int k = 2; k <= 16; k *= 2 ) for( int j = k/2; j > 0; j /= 2 ) f(k/j);
}`)
	if u.NoEstimate != "" {
		t.Fatal(u.NoEstimate)
	}
	executed := 0.0
	for _, l := range u.Lines {
		if l.Line == 3 {
			executed = l.Executions
		}
	}
	if executed != 2+(2+4)+(2+4+8)+(2+4+8+16) {
		t.Errorf("%v executions", executed)
	}
}

// A library may map nothing but the arrays that its methods are handed.
func TestSparParametersNameTheProcessors(t *testing.T) {
	snap := workspace.New(texts.FS{"a.spar": `public class a {
  static void rows( double x[*,*] <$ dist = "[block,collapsed]" $>, int n ) {
    <$ independent $> foreach( i :- :n ) for( j :- :n ) x[i,j] = x[i,j] * 2.0; } }`}).Snapshot()
	r, err := predictFile(context.Background(), snap, "a.spar", settings.Settings{Procs: 4, Values: map[string]float64{"n": 100}}) // as large as x is assumed
	if err != nil || len(r.Units) != 1 || r.Units[0].NoEstimate != "" {
		t.Fatalf("%v %+v", err, r.Units[0])
	}
	if s := r.Units[0].Speedup; s < 3.5 || s > 4 {
		t.Errorf("speedup %v on 4 processors", s)
	}
}

// Parallel efficiency is the share of computing, where a loop is followed iteration by
// iteration and where it is too long for that: all processors do the same here.
func TestSparEfficiencyOfLongLoops(t *testing.T) {
	for _, n := range []int{16000, 1600000} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			u := predictTexts(t, texts.FS{"heat.spar": fmt.Sprintf(`globalpragmas <$ ProcessorType = ((Node "timber.pam")), Processors = ((Node q[16])) $>;
public class a { static double x[*] <$ on = (lambda (i) q[(block i %d)]) $> = new double[%[2]d]; static double y[*] <$ on = (lambda (i) q[(cyclic i)]) $> = new double[%[2]d];
  public static void main() { <$ independent, Pamela = parallel $> foreach (i :- :%[2]d) if (i %% 3 == 0) x[i] = y[i]; } }`, n/16, n)}, nil)
			if share := u.Charge.Computation / u.Charge.Total(); share < 0.01 || share > 0.5 || math.Abs(u.Efficiency/share-1) > 0.05 {
				t.Errorf("efficiency %v, %v of the time computes", u.Efficiency, share)
			}
		})
	}
}

// scattered are elements in no order, which rows of n on two processors need.
func scattered(n int) string {
	return fmt.Sprintf(`globalpragmas <$ Processors = ((node q[2])) $>;
public class a {
  static double x[*] <$ on = (lambda (i) q[(block i)]) $> = new double[%[1]d];
  static double y[*,*] <$ on = (lambda (i j) q[(block i)]) $> = new double[%[2]d,%[2]d];
  public static void main() { <$ independent $> foreach( i :- :%[2]d, j :- :%[2]d ) y[i,j] = x[(i*i + 3*j*j) %% %[1]d]; } }`, n*n, n)
}

// Blocks whose elements nothing orders are listed, up to some millions of iterations.
func TestSparScatteredBlocks(t *testing.T) {
	const n = 300
	came := map[[2]int]bool{}
	for i := range n {
		for j := range n {
			if x := (i*i + 3*j*j) % (n * n); i/(n/2) != x/(n*n/2) {
				came[[2]int{i / (n / 2), x}] = true
			}
		}
	}
	u := predictTexts(t, texts.FS{"heat.spar": scattered(n)}, nil)
	if m, elements := exchanged(u); m != 2 || elements != float64(len(came)) || u.Between.Some() {
		t.Errorf("%v messages of %v elements, want 2 of %v; between %v", m, elements, len(came), u.Between)
	}
}

// Beyond that they are estimated from samples.
func TestSparSampledBlocks(t *testing.T) {
	if testing.Short() {
		t.Skip("some seconds")
	}
	u := predictTexts(t, texts.FS{"heat.spar": scattered(3000)}, nil)
	if T := u.Charge.Total(); u.NoEstimate != "" || !u.Between.Some() || T < u.Between.Low || T > u.Between.High {
		t.Errorf("%q, T %v between %v", u.NoEstimate, T, u.Between)
	}
}

// What is too long for the steps of most programs, and has no short formula, is executed.
func TestSparManyPairs(t *testing.T) {
	if testing.Short() {
		t.Skip("some seconds")
	}
	const text = `class a { static final int P = 16; static int key[*] <$ dist = "[block]" $> = new int[8192]; static int rank[*] <$ dist = "[block]" $> = new int[8192]; static int count[*,*] <$ dist = "[block,collapsed]" $> = new int[P,16];
 static void main() { <$ independent $> foreach( p :- :P ) for( i :- p*512 : p*512+512 ) count[p,0] += key[i];
  <$ independent $> foreach( p :- :P ) for( i :- p*512 : p*512+512 ) rank[i] = key[8191-i] - count[p,0]; } }`
	m := modelOfText(t, text)
	if n, err := m.Numbers(m.Values(settings.Settings{Procs: 512})); err != nil || n.T <= 0 || n.Between.Some() {
		t.Errorf("%+v, %v", n, err)
	}
}
