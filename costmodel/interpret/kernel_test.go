package interpret

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/aag"
	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/lower"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/machines"
)

// bounds interprets a program of doubles a, b, c(n,n), x, y, z(n) and scalars s, t
// for the cluster with some lines of its file replaced, and returns what binds each of its
// innermost loops: the term and its picoseconds an iteration.
func boundsOf(t *testing.T, body string, n int, replaced ...string) string {
	t.Helper()
	text, _ := machines.Text("cluster")
	for _, line := range replaced {
		key, _, _ := strings.Cut(line, " ")
		lines := strings.Split(text, "\n")
		for i, l := range lines {
			if strings.HasPrefix(l, key+" ") {
				lines[i] = line
				break
			}
		}
		text = strings.Join(lines, "\n")
	}
	m, diags := machines.Parse("cluster.toml", []byte(text))
	if m == nil {
		t.Fatal(diags)
	}
	text90 := fmt.Sprintf("program p\ninteger, parameter :: n = %d\nreal(8) :: a(n,n), b(n,n), c(n,n), x(n), y(n), z(n), s, t\nreal(4) :: u(n), v(n)\ninteger :: idx(n), i, j, k\n%s\nend program\n", n, body)
	src := source.NewText(text90)
	f := lower.Lower(fortran.Parse(src, fortran.Free))
	for _, d := range f.Diagnostics {
		if d.Severity == source.Error {
			t.Fatalf("%s\n%s", d.Message, text90)
		}
	}
	u := f.Units[0]
	builder := comm.NewBuilder(u.Arena, u.Layouts, u.Grid, m.Scheme, u.Remaps)
	builder.Constants = map[string]int64{"n": int64(n)}
	g := aag.Build(u.Unit, builder)
	_, bounds := Interpret(g, m)
	var out []string
	for _, b := range bounds {
		env := map[string]float64{"n": float64(n)}
		for _, a := range g.Assumed {
			env[a.Name] = a.Default
		}
		name, largest := "", math.Inf(-1)
		for i, e := range b.Sums {
			for _, s := range g.Builder.A.Free(e) {
				if v, ok := m.Number(s.Name); ok {
					env[s.Name] = v.Value
				}
			}
			v, err := g.Builder.A.Eval(e, env)
			if err != nil {
				t.Fatal(err)
			}
			if v > largest*(1+1e-9) {
				name, largest = b.Terms[i], v
			}
		}
		out = append(out, fmt.Sprintf("%s %.4g", name, largest*1e12))
	}
	return strings.Join(out, "; ")
}

// What binds a loop of the cluster, in picoseconds an iteration, by hand: a cycle is
// 408 ps, 204 an addition, a multiplication or a load, 408 a store, 68 an instruction;
// the latency of an addition or a multiplication is 1220, vectors hold 4 doubles or 8 reals.
// Sizes are such that the outer loop brings all into the first cache.
func TestWhatBinds(t *testing.T) {
	const cold = "do j = 1, 1000000\n"
	for _, c := range []struct {
		name, body string
		n          int
		replaced   []string
		want       string
	}{
		{"a recurrence", "do i = 2, n\nx(i) = y(i) - z(i)*x(i-1)\nend do", 100, nil, "latency of the chain through x 2440"},
		{"vectorised: 3 loads of 4", "do i = 1, n\nx(i) = y(i) - z(i)*x(i)\nend do", 100, nil, "loads 153"},
		{"not vectorised", "do i = 1, n\nx(i) = y(i) - z(i)*x(i)\nend do", 100, []string{`vectorizes = "nothing"`}, "loads 612"},
		{"single precision: twice as many", "do i = 1, n\nu(i) = v(i)*v(i) + u(i)\nend do", 100, nil, "loads 51"},
		{"a count that vectors divide", "do i = 1, n\nx(i) = y(i) - z(i)*x(i)\nend do", 100, []string{`vectorizes = "whole-counts"`}, "loads 153"},
		{"one that they do not", "do i = 2, n\nx(i) = y(i) - z(i)*x(i)\nend do", 100, []string{`vectorizes = "whole-counts"`}, "loads 612"},
		{"a sum waits for itself", "do i = 1, n\ns = s + x(i)\nend do", 100, nil, "latency of the chain through s 1220"},
		{"a sum in any order", "do i = 1, n\ns = s + x(i)\nend do", 100, []string{"composition = \"overlapped\"\nreassociates = \"sums\""}, "the branch of the loop 102"},
		{"across the columns it is not", "do i = 1, 10\nx(i) = a(1,i) + a(2,i)\nend do", 10, nil, "loads 408"},
		{"what does not change is done before", "do i = 1, n\nx(i) = y(i)*(s*t + exp(s))\nend do", 100, nil, "stores 102"},
		{"what repeats is done once", "do i = 1, n\nx(i) = (y(i)*s)*(y(i)*s) + y(i)*s\nend do", 100, []string{`vectorizes = "nothing"`}, "instructions 476"},
		{"two statements are one body", "do i = 1, n\nx(i) = y(i) + z(i)\ny(i) = x(i)*s\nend do", 100, []string{`vectorizes = "nothing"`}, "stores 816"},
		{"an element that stays is in a register", "do i = 1, n\nx(1) = x(1) + y(i)\nend do", 100, nil, "latency of the chain through x 1220"},
		{"what an array statement of the loop stores to is another value: 2 loads", "x(2:n) = y(2:n)\nz(n) = x(n-1) + x(n-2)", 100, nil, "stores 102; loads 408"},
		{"what a call may store to too", "call f(x)\nz(n) = x(n-1) + x(n-2) + x(n-3)", 100, nil, "loads 612"},
		{"elements that it leaves alone are read before", "x(2:n-3) = y(2:n-3)\nz(n) = x(n-1) + x(n-2)*x(n)", 100, nil, "stores 102; the branch of the loop 408"},
		{"what is made of a stored element is computed anew: 2 divisions of 1840", "y(1:n) = z\nx(n) = y(1)\nx(n-1) = x(n)/s/t", 100, nil, "stores 102; divisions and square roots 3680"},
		{"a division by a power of two is none", "do i = 1, n\nx(i) = y(i)/2d0\nend do", 100, nil, "stores 102"},
		{"other divisions are", "do i = 1, n\nx(i) = y(i)/3d0\nend do", 100, nil, "divisions and square roots 459"},
		{"operations that wait for each other: 4 latencies, 8 of 16 instructions", "do i = 1, n\nx(i) = (y(i)*s + z(i))*s + y(i)\nend do", 100, []string{"vectorizes = \"nothing\"\nwindow = { value = 16, source = \"a test\" }"}, "latency within an iteration 2440"},
		{"they wait through a scalar too", "do i = 1, n\nt = y(i)*s + z(i)\nx(i) = t*s + y(i)\nend do", 100, []string{"vectorizes = \"nothing\"\nwindow = { value = 16, source = \"a test\" }"}, "latency within an iteration 2440"},
		{"a maximum in any order", "do i = 1, n\ns = max(s, x(i))\nend do", 100, []string{"minmax_latency_s = { value = 1.22e-9, source = \"a test\" }"}, "latency of the chain through s 305"},
		{"not vectorised it waits", "do i = 1, n\ns = max(s, x(i))\nend do", 100, []string{`vectorizes = "nothing"`, "minmax_latency_s = { value = 1.22e-9, source = \"a test\" }"}, "latency of the chain through s 1220"},
		{"library functions are added, and not vectorised", "do i = 1, n\nx(i) = exp(y(i))\nend do", 100, nil, "library functions 8568"},
		{"of single precision too", "do i = 1, n\nu(i) = exp(v(i))\nend do", 100, []string{"exp_s = { value = 5e-9, source = \"a test\" }\nreal_exp_s = { value = 2e-9, source = \"a test\" }"}, "library functions 2408"},
		{"square roots of single precision", "do i = 1, n\nu(i) = sqrt(v(i))\nend do", 100, []string{"vectorizes = \"nothing\"\nreal_sqrt_s = { value = 1e-9, source = \"a test\" }"}, "divisions and square roots 1000"},
		{"an update through an index array", "do i = 1, n\nx(idx(i)) = x(idx(i)) + s\nend do", 100, []string{"vectorizes = \"nothing\"\nindexed_update_s = { value = 9e-9, source = \"a test\" }"}, "updates through an index array 9000"},
		{"a store through one is no update", "do i = 1, n\nx(idx(i)) = y(i)\nend do", 100, []string{"vectorizes = \"nothing\"\nindexed_update_s = { value = 9e-9, source = \"a test\" }"}, "loads 408"},
		{"what a row of columns stores and loads is a chain each", "do i = 1, n\ndo j = 2, n\na(i,j) = a(i,j-1)*s + b(i,j)\nend do\nend do", 8, nil, "latency of the chain through a 2440"},
		{"sums of 4 begin anew: of 4 instructions each, 16 in flight are of 2 rows", "do j = 1, n\nt = 0\ndo i = 1, 4\nt = t + a(i,j)\nend do\nx(j) = t\nend do", 8, []string{"vectorizes = \"nothing\"\nwindow = { value = 16, source = \"a test\" }", "add_latency_s = { value = 6e-9, source = \"a test\" }"}, "stores 408; latency of the chain through t 3000"},
		{"a sum that goes on does not", "do j = 1, n\ndo i = 1, 4\nt = t + a(i,j)\nend do\nend do", 8, []string{"vectorizes = \"nothing\"\nwindow = { value = 16, source = \"a test\" }"}, "latency of the chain through t 1220"},
		{"half a vector of single precision, where the count is one of halves", "do i = 1, n\nu(i) = v(i)*v(i) + u(i)\nend do", 102, []string{"vectorizes = \"whole-counts\"", "vector_bytes = { value = 16, source = \"a test\" }"}, "instructions 238"},
		{"columns that are added to a row two at a time", "do j = 1, n\ndo i = 1, n\nx(i) = x(i) + a(i,j)*y(j)\nend do\nend do", 8, []string{"vectorizes = \"nothing\"\njams = { value = 2, source = \"a test\" }"}, "loads 306"},
		{"not where they are kept apart", "do j = 1, n\ns = y(j)\ndo i = 1, n\nx(i) = x(i) + a(i,j)*s\nend do\nend do", 8, []string{"vectorizes = \"nothing\"\njams = { value = 2, source = \"a test\" }"}, "the branch of the loop 408; loads 408"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := boundsOf(t, cold+c.body+"\nend do", c.n, c.replaced...); got != c.want {
				t.Errorf("%s\n%s, want %s", c.body, got, c.want)
			}
		})
	}
}

// Where the lines come from follows from what is touched between two uses: by the loop
// itself, and by the statements around it.
func TestWhereLinesComeFrom(t *testing.T) {
	const steps, end = "do k = 1, 1000000\n", "\nend do"
	add := "do i = 1, n\nx(i) = y(i) + z(i)\nend do\n"
	other := "do j = 1, n\ndo i = 1, n\na(i,j) = s\nend do\nend do\n"
	for _, c := range []struct {
		name, body string
		n          int
		want       string
	}{
		{"24 KB stay in L1", steps + add + end, 1000, "loads 102"},
		{"240 KB come from L2", steps + add + end, 10_000, "memory bandwidth of L2 429.5"},
		{"2.4 MB come from L3", steps + add + end, 100_000, "memory bandwidth of L3 593.7"},
		{"what a second loop moves by one element is 24 KB all the same", "do k = 1, 1000\ndo j = 1, 500\ndo i = 1, n/2\nx(i) = x(i) + y(i+j)\nend do\nend do\nend do", 2000, "loads 408"},
		{"240 MB come from memory", steps + add + end, 10_000_000, "memory bandwidth 1263"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := boundsOf(t, c.body, c.n); got != c.want {
				t.Errorf("%s\nn = %d: %s, want %s", c.body, c.n, got, c.want)
			}
		})
	}
	t.Run("a statement beside it pushes them out", func(t *testing.T) {
		got := boundsOf(t, steps+add+other+end, 1000)
		if !strings.HasPrefix(got, "memory bandwidth of L3") {
			t.Errorf("24 KB beside 8 MB: %s", got)
		}
	})
	t.Run("the statement before has brought them", func(t *testing.T) {
		got := boundsOf(t, "do i = 1, n\ny(i) = 1\nend do\n"+add, 1000)
		if parts := strings.Split(got, "; "); len(parts) != 2 || !strings.HasPrefix(parts[0], "memory bandwidth ") || !strings.HasPrefix(parts[1], "memory bandwidth ") {
			t.Errorf("x and z are new, y is not: %s", got)
		}
	})
}

// A touch counts for what it touches: the rest comes from where the statement before it
// has left it.
func TestTouchedInPart(t *testing.T) {
	const steps, end = "do k = 1, 1000000\n", "end do"
	add := "do i = 1, n\nx(i) = y(i) + z(i)\nend do\n"
	binds := func(body string) string {
		parts := strings.Split(boundsOf(t, steps+body+end, 10_000_000), "; ")
		return parts[0]
	}
	whole := binds(add)
	if !strings.HasPrefix(whole, "memory bandwidth ") {
		t.Fatalf("240 MB again and again: %s", whole)
	}
	small := "do i = 1, 1000\nu(i) = s\nend do\n" // 4 KB between two touches
	for _, c := range []struct{ name, before string }{
		{"one element of each", "x(1) = s\ny(1) = s\nz(1) = s\n"},
		{"some hundred of each", "do i = 1, 100\nx(i) = s\ny(i) = s\nz(i) = s\nend do\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got, _, _ := strings.Cut(binds(add+c.before+small), "; "); !strings.HasPrefix(got, "memory bandwidth ") {
				t.Errorf("%s, alone %s", got, whole)
			}
		})
	}
}

// A line that a cache holds costs something when another one of the loop comes from memory.
func TestRevisitedLines(t *testing.T) {
	for _, c := range []struct {
		name, statement string
		n               int
		want            string
	}{
		{"no column twice", "a(i,j) = b(i,j)", 4000, "memory bandwidth 895.2"},
		{"one column again: an eighth of 8 ns an element more", "a(i,j) = b(i,j) + b(i,j-1)", 4000, "memory bandwidth 1895"},
		{"neighbours are on its lines", "a(i,j) = b(i,j) + b(i-1,j)", 4000, "memory bandwidth 895.2"},
		{"all in L3", "a(i,j) = b(i,j) + b(i,j-1)", 600, "memory bandwidth of L3 445.9"},
	} {
		t.Run(c.name, func(t *testing.T) {
			body := "do k = 1, 1000000\ndo j = 2, n\ndo i = 2, n\n" + c.statement + "\nend do\nend do\nend do"
			if got := boundsOf(t, body, c.n, "memory_bytes = { value = 1e11, source = \"a test\" }\nrevisited_line_s = { value = 8e-9, source = \"a test\" }"); got != c.want {
				t.Errorf("%s, n = %d: %s, want %s", c.statement, c.n, got, c.want)
			}
		})
	}
}

// A loop around tests a condition as before where nothing that it mentions changes there.
func TestRepeatedConditions(t *testing.T) {
	for _, c := range []struct {
		name, inside string
		want         bool
	}{
		{"the same values", "if (x(i) > s) y(i) = s", true},
		{"what is tested is assigned", "if (x(i) > s) x(i) = s", false},
		{"the limit is", "if (x(i) > s) y(i) = s\ns = s + 1", false},
		{"the index of the loop around is tested", "if (x(i) > j) y(i) = s", false},
		{"a scalar is computed of what does not change", "t = x(i)*2\nif (t > s) y(i) = s", true},
		{"of what does", "t = y(i)*2\nif (t > s) y(i) = s", false},
		{"of itself", "t = t + x(i)\nif (t > s) y(i) = s", false},
		{"sometimes only", "if (x(i) > 1) t = x(i)\nif (t > s) y(i) = s", false},
		{"otherwise", "if (x(i) > 1) then\ny(i) = s\nelse\nx(i) = s\nend if", false},
		{"a procedure may change it", "if (x(i) > s) y(i) = s\ncall other(x)", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := "program p\nreal(8) :: x(10), y(10), s, t\ninteger :: i, j\ndo j = 1, 10\ndo i = 1, 10\n" + c.inside + "\nend do\nend do\nend program\n"
			outer := lower.Lower(fortran.Parse(source.NewText(text), fortran.Free)).Units[0].Unit.Body[0].(*program.Do)
			var cond program.Expr
			program.Statements(outer.Body, func(s program.Stmt) bool {
				if s, ok := s.(*program.If); ok {
					cond = s.Branches[0].Cond
				}
				return true
			})
			if got := repeats(outer, cond); got != c.want {
				t.Errorf("%v", got)
			}
		})
	}
}
