package values

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/lower"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// unitOf lowers the only unit of a text.
func unitOf(t testing.TB, text string) *program.Unit {
	t.Helper()
	f := lower.Lower(fortran.Parse(source.NewText(text), fortran.Free))
	if len(f.Units) != 1 {
		t.Fatalf("%d units in %s", len(f.Units), text)
	}
	return f.Units[0].Unit
}

const declarations = "program x\ninteger, parameter :: size = 12\ninteger :: n, m, k, i, j, t(8), first = 3\nreal :: a(100), e, f\nlogical :: l\n"

// everything asks for all loops and branches.
func everything(source.Span) bool { return true }

func run(t testing.TB, body string, opt Options) (*program.Unit, *Result) {
	t.Helper()
	u := unitOf(t, declarations+body+"\nend program\n")
	opt.Counted = everything
	return u, Run(context.Background(), u, opt)
}

// uses shows the values of a variable where the flow depends on it.
func uses(u *program.Unit, r *Result, name string) string {
	x, ok := r.Of(name)
	switch {
	case !ok:
		return "unknown"
	case x.Fixed():
		return fmt.Sprint(x.Mean)
	}
	return fmt.Sprintf("%g..%g mean %g", x.Min, x.Max, x.Mean)
}

// Every case uses n in a(n) behind the statements.
func TestScalars(t *testing.T) {
	cases := []struct{ body, want string }{
		{"n = 7", "7"},
		{"n = 7.9", "7"},
		{"n = -7 / 2", "-3"},
		{"n = 2**5 + mod(-7, 3) + modulo(-7, 3)", "33"},
		{"n = size * first", "36"},
		{"n = 1\nn = n + 1\nn = n * 10", "20"},
		{"n = nint(sqrt(2.0) * 100)", "141"},
		{"n = max(3, 9, 4) - min(2, 1) + abs(-2)", "10"},
		{"n = ceiling(2.1) + floor(-2.1) + int(3.9) + sign(4, -1)", "-1"},
		{"n = merge(1, 2, first == 3)", "1"},
		{"n = int(0.1 + 0.2 + 0.7)", "1"},
		{"n = int(10.0 * 0.1)", "1"},
		{"read *, n", "unknown"},
		{"n = 1\nread *, m, n", "unknown"},
		{"n = 1\nprint *, n", "1"},
		{"n = m", "unknown"},
		{"n = 1 / (first - 3)", "unknown"},
		{"n = int(log(-1.0))", "unknown"},
		{"n = 5\ncall sub(n)", "unknown"},
		{"n = 5\ncall sub(m)", "5"},
		{"m = 0\ndo n = 1, 4\ncall sub(n)\nm = m + n\nend do\nn = m", "10"},
		{"m = 0\ndo n = 1, 4\nm = m + n\nend do\ncall sub(n)", "unknown"},
		{"m = 4\nn = size(a) + ubound(t, 1) + lbound(t, 1)", "109"},
		{"n = 1\nif (first > 2) n = 2", "2"},
		{"n = 1\nif (first > 3) n = 2", "1"},
		{"n = 1\nif (e > 3) n = 2", "unknown"},
		{"n = 2\nif (e > 3) n = 2", "2"},
		{"if (e > 3) then\nn = 2\nelse\nn = 2\nend if", "2"},
		{"if (e > 3) then\nn = 2\nelse if (first == 3) then\nn = 3\nelse\nn = 4\nend if", "unknown"},
		{"n = 6\nif (e > 3 .and. first == 4) n = 2", "6"},
		{"n = 6\nif (e > 3 .or. first == 3) n = 2", "2"},
		{"n = 0\ndo i = 1, 10\nn = n + i\nend do", "55"},
		{"n = 0\ndo i = 10, 1, -3\nn = n + i\nend do\nn = 100 * n + i", "2198"},
		{"do n = 1, 5\nend do", "6"},
		{"n = 9\ndo i = 1, m\nn = 5\nend do", "unknown"},
		{"n = 5\ndo i = 1, m\nn = 5\nend do", "5"},
		{"n = 9\ndo i = 1, 10\nif (i == 4) exit\nn = i\nend do", "3"},
		{"n = 0\ndo i = 1, 10\nif (mod(i, 2) == 0) cycle\nn = n + 1\nend do", "5"},
		{"n = 0\nouter: do i = 1, 10\ndo j = 1, 10\nif (j > i) cycle outer\nif (i == 4) exit outer\nn = n + 1\nend do\nend do outer", "6"},
		{"n = 0\ndo i = 1, 10\nif (e > i) exit\nn = n + 1\nend do", "unknown"},
		{"n = 0\ndo i = 1, 10\nif (e > i) cycle\nn = 0\nend do", "unknown"},
		{"n = 0\nm = 100\ndo while (m > 1)\nm = m / 2\nn = n + 1\nend do", "6"},
		{"n = 0\ndo\nn = n + 3\nif (n > 10) exit\nend do", "12"},
		{"n = 0\ndo\nend do", "0"},
		{"n = 3\nif (e > 1) return", "3"},
		{"n = 250\nif (e > 1) go to 10\nn = 7\n10 continue", "unknown"},
		{"n = 7\nif (e > 1) go to 10\nn = 7\n10 continue", "7"},
		{"if (e > 1) then\nn = 5\ngo to 10\nend if\nn = 5\n10 continue", "5"},
		{"n = 5\nif (e > 1) then\nn = 6\ngo to 10\nend if\n10 continue", "unknown"},
		{"n = 5\nif (e > 1) then\nif (f > 1) go to 10\nn = 6\nend if\nn = 6\n10 continue", "unknown"},
		{"n = 5\nif (e > 1) go to 10\n10 n = n + 1", "6"},
		{"if (first == 3) go to 10\nn = 6\n10 n = n + 1\nn = 5", "5"},
		{"do i = 1, 3\nif (e > 1) then\nn = i\ngo to 10\nend if\nend do\nn = 3\n10 continue", "unknown"},
		{"do i = 1, 3\nif (e > 1) then\nn = 3\ngo to 10\nend if\nend do\nn = 3\n10 continue", "3"},
		{"t = 2\nn = sum(t)", "16"},
		{"t = (/ 3, 1, 4, 1, 5, 9, 2, 6 /)\nn = t(first) * 10 + maxval(t(2:4))", "44"},
		{"n = 3\nt = [n, n*2, m-m, 4, 5, 6, 7, 8]\nn = t(1)*10 + t(2)", "36"},
		{"n = 3\nt = [m, n*2, 3, 4, 5, 6, 7, 8]\nn = t(1)", "unknown"},
		{"forall (i = 1:8) t(i) = i * i\nn = t(5) + sum(t(1:8:7))", "90"},
		{"forall (i = 1:8) t(i) = i\nforall (i = 2:8) t(i) = t(i-1)\nn = t(8)", "7"},
		{"forall (i = 1:8) t(i) = i\nt(2:8) = t(1:7)\nn = t(8)", "7"},
		{"t = 0\nforall (i = 1:8, mod(i, 3) == 0) t(i) = 1\nn = sum(t)", "2"},
		{"t = 1\nt(m) = 5\nn = t(1)", "unknown"},
		{"t(1) = 5\nn = t(1)", "5"},
		{"t(1) = 5\nn = t(2)", "unknown"},
		{"t = 1\nwhere (t > 0) t = 2\nn = t(1)", "2"},
		{"n = 4\nl = n > 3\nif (l) n = 5", "5"},
		{"a = 1.0\nn = int(dot_product(a, 2 * a))", "200"},
		{"n = count(t > 1)", "unknown"},
		{"t = first\nn = count(t > 1) + product(t(1:2))", "17"},
	}
	for i, c := range cases {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			u, r := run(t, c.body+"\na(n) = 1.0", Options{})
			if got := uses(u, r, "n"); got != c.want {
				t.Errorf("%s: n is %s, want %s", strings.ReplaceAll(c.body, "\n", "; "), got, c.want)
			}
		})
	}
}

// A variable that changes has several values where it is used.
func TestValuesThatChange(t *testing.T) {
	cases := []struct{ body, want string }{
		{"n = 2\na(n) = 1.0\nn = 4\na(n) = 1.0", "2..4 mean 3"},
		{"n = 64\ndo while (n > 1)\ndo i = 1, n\na(i) = 1.0\nend do\nn = n / 2\nend do", "2..64 mean 21"},
		{"do i = 1, 4\nn = i * i\ndo j = 1, n\na(j) = 1.0\nend do\nend do", "1..16 mean 7.5"},
		{"n = 5\na(n) = 1.0\nread *, n\na(n) = 1.0", "unknown"},
	}
	for i, c := range cases {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			u, r := run(t, c.body, Options{})
			if got := uses(u, r, "n"); got != c.want {
				t.Errorf("%s: n is %s, want %s", c.body, got, c.want)
			}
		})
	}
}

// What the user sets holds everywhere.
func TestSetValues(t *testing.T) {
	set := map[string]float64{"n": 9, "e": 0.5, "size": 20}
	for body, want := range map[string]string{
		"n = 3\nread *, n":           "9",
		"do n = 1, 3\nend do":        "9",
		"m = size\nif (e < 1) m = 8": "9",
	} {
		t.Run(body, func(t *testing.T) {
			u, r := run(t, body+"\na(n) = 1.0\na(m) = 1.0", Options{Set: set})
			if got := uses(u, r, "n"); got != want {
				t.Errorf("%s: %s", body, got)
			}
		})
	}
	u, r := run(t, "m = size\nif (e < 1) m = m + 8\na(m) = 1.0", Options{Set: set})
	if got := uses(u, r, "m"); got != "28" {
		t.Errorf("m is %s", got)
	}
}

// counts of the first loop or branch on a line; lines of the body count from 1.
func TestCounts(t *testing.T) {
	cases := []struct {
		body string
		line int
		want string
	}{
		{"e = 1.0\ndo while (e > 0.01)\ne = e / 2\nend do", 2, "7/1"},
		{"do i = 1, 10\nif (mod(i, 3) == 0) a(i) = 1.0\nend do", 2, "3/10"},
		{"do j = 1, 4\ni = j\ndo while (i > 0)\ni = i - 1\nend do\nend do", 3, "10/4"},
		{"do\nn = n + 1\nif (e > n) exit\nend do", 1, "unknown"},
		{"do i = 1, 10\nif (a(i) > 0) a(i) = 1.0\nend do", 2, "unknown"},
		{"do i = 1, 10\na(i) = mod(7 * i, 10)\nend do\ndo i = 1, 10\nif (a(i) > 5) a(i) = 1.0\nend do", 5, "4/10"},
		{"t = 2\ndo i = 1, t(3)\na(i) = 1.0\nend do", 2, "2/1"},
		{"do i = 1, 1000000\nif (mod(i, 3) == 0) a(1) = 1.0\nend do", 2, "unknown"},
		{"if (first == 3) then\na(1) = 1.0\nend if", 1, "1/1"},
	}
	for nth, c := range cases {
		t.Run(fmt.Sprint(nth), func(t *testing.T) {
			u, r := run(t, c.body, Options{})
			got := ""
			text := declarations + c.body
			program.Statements(u.Body, func(s program.Stmt) bool {
				at := s.Span()
				if i, ok := s.(*program.If); ok {
					at = i.Branches[0].At
				}
				line := strings.Count(text[:at.Start], "\n") - strings.Count(declarations, "\n") + 1
				switch s.(type) {
				case *program.Do, *program.If:
				default:
					return true
				}
				if n, ok := r.Count(at); line == c.line && ok {
					got = fmt.Sprintf("%g/%g", n.Happened, n.Came)
				} else if line == c.line {
					got = "unknown"
				}
				return true
			})
			if got != c.want {
				t.Errorf("%s: %s, want %s", c.body, got, c.want)
			}
		})
	}
}

// How long loops may last at most that end when something is small enough, by hand.
func TestMost(t *testing.T) {
	cases := []struct{ body, want string }{
		{"e = a(1)\ndo while (e > 0.1 .and. n < 25)\nn = n + 1\ne = a(n)\nend do", "25"},                                  // tests of 0 to 24 hold
		{"e = a(1)\ndo while (.not. (e < 0.1 .or. 25 <= n))\nn = n + 1\ne = a(n)\nend do", "25"},                          // the same
		{"e = a(1)\ndo while (e > 0.1 .and. n <= 25)\nn = n + 1\ne = a(n)\nend do", "26"},                                 // of 0 to 25
		{"e = a(1)\ndo while (e > 0.1 .and. n < 25)\nn = n + 2\ne = a(n)\nend do", "13"},                                  // of 0, 2 to 24
		{"k = 25\ne = a(1)\ndo while (k > 0 .and. e > 0.1)\nk = k - 1\ne = a(1)\nend do", "25"},                           // of 25 to 1
		{"do\nn = n + 1\ne = a(n)\nif (e < 0.1 .or. n == 25) exit\nend do", "25"},                                         // of 1 to 25
		{"do\ne = a(n + 1)\nif (e < 0.1 .or. n >= 25) exit\nn = n + 1\nend do", "26"},                                     // of 0 to 25
		{"do\ne = a(1)\nif (e < 0.1) exit\nn = n + 1\nif (n >= 25) exit\nend do", "25"},                                   // of 1 to 25
		{"10 n = n + 1\ne = a(n)\nif (e > 0.1 .and. n < 25) goto 10", "25"},                                               // of 1 to 25
		{"do\nif (a(1) < 0.1) cycle\nn = n + 1\nif (n >= 25) exit\nend do", "none"},                                       // n may stay
		{"e = a(1)\ndo while (e > 0.1 .or. n < 25)\nn = n + 1\ne = a(n)\nend do", "none"},                                 // e alone may go on
		{"e = a(1)\ndo while (e > 0.1 .and. n < 25)\nn = n + 1\ne = a(n)\nif (e > 9.0) n = 0\nend do", "none"},            // n begins again
		{"e = a(1)\nm = 25\ndo while (e > 0.1 .and. n < m)\nn = n + 1\nm = m + 1\ne = a(n)\nend do", "none"},              // so does the limit
		{"e = a(1)\ndo while (e > 0.1 .and. n > -25)\nn = n + 1\ne = a(n)\nend do", "none"},                               // away from the limit
		{"do j = 10, 20, 10\nn = 0\ne = a(1)\ndo while (e > 0.1 .and. n < j)\nn = n + 1\ne = a(n)\nend do\nend do", "15"}, // the mean of 10 and 20
		{"do while (b(5) > 0.1 .and. n < 25)\nn = n + 1\nb = b / 2\nend do", "25"},                                        // b is too large to follow
	}
	for nth, c := range cases {
		t.Run(fmt.Sprint(nth), func(t *testing.T) {
			u, r := run(t, "real :: b(100000)\nread *, a, b\nn = 0\n"+c.body, Options{})
			got := ""
			program.Statements(u.Body, func(s program.Stmt) bool {
				if do, ok := s.(*program.Do); ok && do.Kind != program.DoCount {
					got = "none"
					if n, ok := r.Most(do.Span()); ok {
						got = fmt.Sprint(n)
					}
				}
				return true
			})
			if got != c.want {
				t.Errorf("%s: %s, want %s", c.body, got, c.want)
			}
		})
	}
}

// A subroutine's variables keep what the last call left.
func TestRepeatedUnit(t *testing.T) {
	text := "subroutine x(d)\nreal :: a(10)\ninteger :: d, n = 3, m = 4\na(n) = 1.0\na(m) = 1.0\na(d) = 1.0\nn = 5\nend subroutine\n"
	u := unitOf(t, text)
	r := Run(context.Background(), u, Options{Repeated: true})
	if n, m, d := uses(u, r, "n"), uses(u, r, "m"), uses(u, r, "d"); n != "unknown" || m != "4" || d != "unknown" {
		t.Errorf("n %s, m %s, d %s", n, m, d)
	}
}

// A vector is what it is where the array is mapped by it.
func TestVectors(t *testing.T) {
	head := "program x\ninteger :: t(4), i, k\nreal :: a(40), e\n!HPF$ PROCESSORS p(4)\n!HPF$ DYNAMIC a\n!HPF$ DISTRIBUTE a(BLOCK) ONTO p\n"
	remap := "\n!HPF$ REDISTRIBUTE a(GEN_BLOCK(t)) ONTO p\n"
	cases := []struct{ body, want string }{
		{"do i = 1, 4\nt(i) = 4 * i\nend do" + remap + "t = 0\n", "[4 8 12 16] true"},
		{"t = 10" + remap, "[10 10 10 10] true"},
		{"t = 10\nread *, t" + remap, "[] false"},
		{"t = 9\ndo k = 1, 2\nt(1) = t(1) + 1" + remap + "end do\n", "[] false"},
		{"t = 9\ndo k = 1, 2\nt(1) = 13" + remap + "end do\n", "[13 9 9 9] true"},
	}
	for i, c := range cases {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			u := unitOf(t, head+c.body+"end program\n")
			r := Run(context.Background(), u, Options{Vectors: []*program.Symbol{u.Lookup("t")}})
			program.Statements(u.Body, func(s program.Stmt) bool {
				if at, ok := s.(*program.Remap); ok {
					v, known := r.Vector(at, u.Lookup("t"))
					if got := fmt.Sprint(v, known); got != c.want {
						t.Errorf("%s: %s, want %s", c.body, got, c.want)
					}
				}
				return true
			})
		})
	}
}

// The interpretation ends, by its steps and by its context.
func TestLimits(t *testing.T) {
	endless := "n = 1\ndo\nn = mod(n * 5, 1021)\nif (n == 0) exit\nend do\na(n) = 1.0"
	u, r := run(t, endless, Options{})
	if got := uses(u, r, "n"); got != "unknown" || !r.Ended { // the loop is given up
		t.Errorf("n is %s after %d steps", got, r.Steps)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	r = Run(ctx, u, Options{Counted: everything, Steps: 1 << 40})
	if r.Ended || r.Steps > 1<<41 {
		t.Error("a cancelled interpretation went on")
	}
	nested := strings.Repeat("do\n", 30) + "n = n + 1\n" + strings.Repeat("end do\n", 30)
	if _, r := run(t, nested, Options{}); r.Ended {
		t.Error("30 endless loops ended")
	}
}

// How variables change together over the iterations of a loop.
func TestEvolutions(t *testing.T) {
	cases := []struct{ body, want string }{
		{"n = 8\nm = 0\ndo while (n > 1)\nn = n / 2\nm = m + n\na(n) = a(m)\nend do", "[m n] [[4 4] [6 2] [7 1]] [1 1 1]"},
		{"do i = 1, 6\nn = i / 2\na(n + 1) = 1.0\nend do", "[n] [[0] [1] [2] [3]] [1 2 2 1]"},
		{"do i = 1, 3\nn = i\na(n) = 1.0\nn = n + 1\na(n) = 1.0\nend do", ""},
		{"do i = 1, 3\nn = i\na(n) = 1.0\nend do\na(n) = 2.0", ""},
		{"n = 3\ndo i = 1, 3\na(n) = 1.0\nend do", ""},
		{"do i = 1, 2\nn = i\na(n) = 1.0\nend do\ndo i = 1, 2\nm = 2*i\na(m) = 1.0\nend do", "[n] [[1] [2]] [1 1][m] [[2] [4]] [1 1]"},
		{"do i = 1, 2\nn = i\na(n) = 1.0\ndo j = 1, 2\nm = 2*j\na(m) = 1.0\nend do\nend do", "[n] [[1] [2]] [1 1]"},
		{"do i = 1, 2\ndo j = 1, 2\nn = i + j\na(n) = 1.0\nend do\nend do", "[n] [[2] [3] [4]] [1 2 1]"},
	}
	for i, c := range cases {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			_, r := run(t, c.body, Options{})
			got := ""
			for _, x := range r.Evolutions() {
				got += fmt.Sprint(x.Names, x.Rows, x.Weight)
			}
			if strings.ReplaceAll(got, "] [", "][") != strings.ReplaceAll(c.want, "] [", "][") {
				t.Errorf("%s: %s, want %s", c.body, got, c.want)
			}
		})
	}
}

// The index of a loop that is left holds what it held then, also where nobody asks how
// often the loop goes round.
func TestIndexOfALoopThatIsLeft(t *testing.T) {
	cases := []struct{ body, want string }{
		{"do n = 1, 9\nif (n*n > 20) exit\nend do", "5"},
		{"do n = 1, 9\nif (n*n > 100) exit\nend do", "10"},
		{"do n = 9, 1, -1\nif (mod(12, n) == 0) exit\nend do", "6"},
		{"do n = 1, 9\nif (e > n) exit\nend do", "unknown"},
	}
	for _, c := range cases {
		t.Run(c.body, func(t *testing.T) {
			u := unitOf(t, declarations+c.body+"\na(n) = 1\nend program\n")
			if got := uses(u, Run(context.Background(), u, Options{}), "n"); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

// Statements that are run by themselves know what they are given, and nothing else.
func TestAfter(t *testing.T) {
	cases := []struct {
		body  string
		given string // "" for nothing
		value float64
		want  string // of n, then of the iterations of the first statement
	}{
		{"do while (mod(m, n) /= 0)\nn = n - 1\nend do", "m", 12, "unknown, unknown"},
		{"do n = m, 1, -1\nif (mod(12, n) == 0) exit\nend do", "m", 5, "4, 2"},
		{"do n = first, m\nend do", "m", 5, "unknown, unknown"},
		{"n = num_images() / 2", "", 16, "8, unknown"},
	}
	for _, c := range cases {
		t.Run(c.body, func(t *testing.T) {
			u := unitOf(t, declarations+c.body+"\nend program\n")
			show := func(of *program.Symbol) string {
				if v, ok := After(u, u.Body, map[*program.Symbol]float64{u.Lookup(c.given): c.value}, of); ok {
					return fmt.Sprint(v)
				}
				return "unknown"
			}
			if got := show(u.Lookup("n")) + ", " + show(nil); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

// More is followed only where what is asked for can be counted, takes steps that count, and sizes
// do not follow it too.
func TestMoreIsFollowed(t *testing.T) {
	for body, want := range map[string]bool{
		"n = 7\na(n) = 1.0":                                   false,
		"do i = 1, 9\na(i) = e\nend do":                       false,
		"if (e > 0.0) n = 3\na(n) = 1.0":                      false, // sizes follow the branch
		"if (e > 0.0) f = 3\na(n) = 1.0":                      false, // it may be counted, in few steps
		"e = 9.0\ndo while (e > 0.0)\ne = e - 1.0\nend do":    false,
		"e = 9000.0\ndo while (e > 0.0)\ne = e - 1.0\nend do": true,
		"e = 9.0\ndo i = 1, 9000\nn = mod(n, 5)\ne = e * 0.5\nend do\nif (e > 0.0) a(n) = 1.0": true,
		"e = 9.0\nn = 0\ndo i = 1, 9000\nn = n + i\nend do\nif (e > 0.0) a(n) = 1.0":           false,
		"where (a > 0.0) a = e": true, // so may the elements of a mask
	} {
		t.Run(body, func(t *testing.T) {
			if _, r := run(t, body, Options{}); r.More() != want {
				t.Errorf("%t, want %t", r.More(), want)
			}
		})
	}
	u := unitOf(t, declarations+"do i = 1, n\na(i) = e\nend do\nend program\n")
	if Run(context.Background(), u, Options{}).More() {
		t.Error("more is followed where nothing is asked for")
	}
}
