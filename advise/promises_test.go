package advise

import (
	"math/rand"
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// calling is a program that calls work in a loop over j, with work and what else is given.
func calling(call, procedures string) string {
	return looped("do j = 1, n\n"+call+"\nend do\nprint *, a, b") + procedures
}

func procedure(dummies, declarations, body string) string {
	return "subroutine work(" + dummies + ")\n" + declarations + "\ninteger :: i\n" + body + "\nend subroutine\n"
}

const column = "do i = 1, 10\nx(i) = x(i)*2.0d0 + i\nend do"

// A loop with a CALL is INDEPENDENT where what the procedure touches says so.
func TestLoopsWithCallsThatAreProven(t *testing.T) {
	for _, c := range []struct{ name, call, procedures, want string }{
		{"section", "call work(a(:,j))", procedure("x", "real(8) :: x(10)", column), "INDEPENDENT"},
		{"assumed shape", "call work(a(:,j))", procedure("x", "real(8) :: x(:)", column), "INDEPENDENT"},
		{"one section", "call work(a(:,2))", procedure("x", "real(8) :: x(10)", column), ""},
		{"neighbour's section", "call work(a(:,j), a(:,j-1))", procedure("x, y", "real(8) :: x(10), y(10)", "x = y"), ""},
		{"section of another array", "call work(a(:,j), b(:,j-1))", procedure("x, y", "real(8) :: x(10), y(10)", "x = y"), "INDEPENDENT"},
		{"column from its first element", "call work(a(0,j), 10)", procedure("x, m", "integer :: m\nreal(8) :: x(m)", column), "INDEPENDENT"},
		{"shorter column", "call work(a(0,j), 9)", procedure("x, m", "integer :: m\nreal(8) :: x(m)", column), "INDEPENDENT"},
		{"longer column", "call work(a(0,j), 11)", procedure("x, m", "integer :: m\nreal(8) :: x(m)", column), ""},
		{"not from the first element", "call work(a(1,j), 10)", procedure("x, m", "integer :: m\nreal(8) :: x(m)", column), ""},
		{"length unknown", "call work(a(0,j))", procedure("x", "real(8) :: x(*)", column), ""},
		{"several columns", "call work(a(0,j))", procedure("x", "real(8) :: x(10,2)", "x(1,1) = 1"), ""},
		{"column by its number", "call work(a, j)", procedure("x, k", "integer :: k\nreal(8) :: x(0:9,0:9)", "do i = 1, 7\nx(i,k) = x(i,k) + x(i-1,k)\nend do"), "INDEPENDENT"},
		{"next column by its number", "call work(a, j)", procedure("x, k", "integer :: k\nreal(8) :: x(0:9,0:9)", "x(:,k) = x(:,k+1)"), ""},
		{"column by what it makes of the number", "call work(a, j+1)", procedure("x, k", "integer :: k\nreal(8) :: x(0:9,0:9)", "x(:,2*k+1) = 1"), "INDEPENDENT"},
		{"other lower bound", "call work(a, j)", procedure("x, k", "integer :: k\nreal(8) :: x(10,10)", "x(:,k) = 1"), ""},
		{"other shape", "call work(a, j)", procedure("x, k", "integer :: k\nreal(8) :: x(0:19,0:4)", "x(:,k) = 1"), ""},
		{"row by its number", "call work(a, j)\nb(:,j) = a(0,1)", procedure("x, k", "integer :: k\nreal(8) :: x(0:9,*)", "x(k,1) = 1"), "INDEPENDENT"},
		{"row of another shape", "call work(a, j)\nb(:,j) = a(0,1)", procedure("x, k", "integer :: k\nreal(8) :: x(0:7,*)", "x(k,1) = 1"), ""}, // x(2,1) is a(0,1)
		{"other kind", "call work(a, j)\nb(:,j) = a(:,0)", procedure("x, k", "integer :: k\nreal(4) :: x(0:9,0:9)", "x(:,k) = 1"), ""},         // x(0,1) is in a(5,0)
		{"text of any length", "call work(a(:,j), names(j))", procedure("x, s", "real(8) :: x(10)\ncharacter(*) :: s", column), "INDEPENDENT"},
		{"number that it changes", "call work(a, j)", procedure("x, k", "integer :: k\nreal(8) :: x(0:9,0:9)", "k = 3\nx(:,k) = 1"), ""},
		{"result in a scalar", "call work(a(:,j), x)\nb(:,j) = x", procedure("v, r", "real(8) :: v(10)\nreal(8), intent(out) :: r", "r = v(1)"), "INDEPENDENT, NEW(x)"},
		{"scalar that goes on", "call work(a(:,j), x)", procedure("v, r", "real(8) :: v(10), r", "r = r + v(1)"), ""},
		{"scalar that may go on", "call work(a(:,j), x)", procedure("v, r", "real(8) :: v(10), r", "if (v(1) > 0) r = v(1)\nv(2) = r"), ""},
		{"value of an earlier call", "call work(a(:,j))", procedure("x", "real(8) :: x(10)\nreal(8), save :: c", "c = c + 1\nx = c"), ""},
		{"initial value", "call work(a(:,j))", procedure("x", "real(8) :: x(10)\nreal(8) :: c = 0", "c = c + 1\nx = c"), ""},
		{"output", "call work(a(:,j))", procedure("x", "real(8) :: x(10)", column+"\nprint *, x(1)"), ""},
		{"end of the program", "call work(a(:,j))", procedure("x", "real(8) :: x(10)", column+"\nif (x(1) > 9) stop"), ""},
		{"common block", "call work(a(:,j))", procedure("x", "real(8) :: x(10), c\ncommon /blk/ c", "c = x(1)\nx = c"), ""},
		{"return and jumps", "call work(a(:,j))", procedure("x", "real(8) :: x(10)", "if (x(1) > 0) return\ni = 1\n10 x(i) = 1\ni = i + 1\nif (i < 5) goto 10"), "INDEPENDENT"},
		{"procedure below", "call work(a(:,j))", procedure("x", "real(8) :: x(10)", "call u(x)") + "subroutine u(y)\nreal(8) :: y(10)\ny = 1\nend subroutine\n", "INDEPENDENT"},
		{"procedure below by its number", "call work(a, j)", procedure("x, k", "integer :: k\nreal(8) :: x(0:9,0:9)", "call u(x(:,k))") + "subroutine u(y)\nreal(8) :: y(10)\ny = 1\nend subroutine\n", "INDEPENDENT"},
		{"procedure below from an element", "call work(a, j)", procedure("x, k", "integer :: k\nreal(8) :: x(0:9,0:9)", "call u(x(0,k))") + "subroutine u(y)\nreal(8) :: y(10)\ny = 1\nend subroutine\n", ""},
		{"read below from an element", "call work(a, j)", procedure("x, k", "integer :: k\nreal(8) :: x(0:9,0:9)", "x(1,k) = u(x(0,k))") + "real(8) function u(y)\nreal(8) :: y(20)\nu = y(12)\nend function\n", ""},
		{"it calls itself", "call work(a(:,j))", "recursive " + procedure("x", "real(8) :: x(10)", "if (x(1) > 0) call work(x)"), ""},
		{"source unknown", "call other(a(:,j))", "", ""},
		{"two of the name", "call work(a(:,j))", procedure("x", "real(8) :: x(10)", column) + procedure("x", "real(8) :: x(10)", "print *, 1"), ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := ""
			for _, x := range changesOf(t, strings.Replace(calling(c.call, c.procedures), "k, m\n", "k, m\ncharacter(3) :: names(7)\n", 1)) {
				got, _, _ = strings.Cut(x.label, " in front")
			}
			if got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

// What an array in a module is read for counts too, unless nothing stores it.
func TestSharedVariablesOfCalledProcedures(t *testing.T) {
	const text = "module m\nreal(8) :: c(10,10), w(10)\ncontains\nsubroutine work(x)\nreal(8) :: x(10)\nx = x + %\nend subroutine\nend module\nprogram main\nuse m\ninteger :: j\ndo j = 1, 10\ncall work(c(:,j))\nend do\nprint *, c\nend program\n"
	for read, want := range map[string]int{"w": 1, "c(:,1)": 0} {
		t.Run(read, func(t *testing.T) {
			s, err := searched(t.Context(), snapshot("/w/p.f90", strings.Replace(text, "%", read, 1)), "/w/p.f90", settings.Settings{Machine: "cluster"}, Effort{Predictions: 1})
			if err != nil {
				t.Fatal(err)
			}
			if len(s.promises) != want {
				t.Errorf("%d marks, want %d", len(s.promises), want)
			}
		})
	}
}

// What EQUIVALENCE in a module lays over an array is stored with it: y(j+1) is x(j), and w
// nothing of either.
func TestOverlaidArraysOfModules(t *testing.T) {
	const text = "module m\nreal(8) :: x(10), y(11), w(10)\nequivalence (x(1), y(2))\nend module\nmodule again\nuse m\nend module\nprogram main\n%\nend do\nprint *, c\nend program\nsubroutine work(v)\nreal(8) :: v(10)\nv = 2*v\nend subroutine\n"
	const loop = "\nreal(8) :: c(10,10)\ninteger :: j\ndo j = 1, 10\ncall work(c(:,j))\n"
	for _, c := range []struct {
		body string
		want int
	}{
		{"use m" + loop + "x(j) = w(j)", 1},
		{"use m" + loop + "x(j) = y(j)", 0},
		{"use m" + loop + "y(j) = x(j)", 0},
		{"use m, only: x, other => y" + loop + "x(j) = other(j)", 0},
		{"use m, only: other => x, y" + loop + "other(j) = y(j)", 0},
		{"use m" + loop + "x(j) = 1\ny(j) = 2", 0},
		{"use again" + loop + "x(j) = y(j)", 0},
	} {
		t.Run(c.body, func(t *testing.T) {
			s, err := searched(t.Context(), snapshot("/w/p.f90", strings.Replace(text, "%", c.body, 1)), "/w/p.f90", settings.Settings{Machine: "cluster"}, Effort{Predictions: 1})
			if err != nil {
				t.Fatal(err)
			}
			if len(s.promises) != c.want {
				t.Errorf("%d marks, want %d", len(s.promises), c.want)
			}
		})
	}
}

// A first set of directives has the mark that its arrays are worth nothing without, and
// takes the time that is promised.
func TestMappingsWithCallsInLoops(t *testing.T) {
	const text = "program main\ninteger, parameter :: n = 512\nreal(8) :: a(n,n)\ninteger :: j\na = 1\ndo j = 1, n\n  call s(a(1,j), n)\nend do\nprint *, a(1,1)\nend program\nsubroutine s(x, n)\ninteger :: n, i, k\nreal(8) :: x(n)\ndo k = 1, 50\n  do i = 2, n\n    x(i) = sqrt(x(i) + x(i-1))\n  end do\nend do\nend subroutine\n"
	s := settings.Settings{Machine: "cluster"}
	a := advised(t, text, s, Effort{Predictions: 12, Most: 3})
	best := a.Proposals[0]
	if !strings.Contains(best.Label, "a (*,BLOCK)") || !strings.HasSuffix(best.Label, "INDEPENDENT in front of the loop over j at line 6") || best.Gain() < 10 {
		t.Fatalf("%s, %v", best.Label, best.Gain())
	}
	f, _ := snapshot("/w/p.f90", text).File("/w/p.f90")
	changed, err := f.Text.Apply(best.Changes[0].Edits...)
	if err != nil {
		t.Fatal(err)
	}
	if now := timeOf(t, "/w/p.f90", changed.String(), s); !near(now, best.Time) || !strings.Contains(changed.String(), "!HPF$ INDEPENDENT\ndo j") {
		t.Errorf("promised %v, it is %v\n%s", best.Time, now, changed)
	}
}

// The compiler agrees: loops with CALLs that are marked store the same backwards.
func TestMarkedCallsStoreTheSame(t *testing.T) {
	marks, seeds := 0, int64(40)
	if testing.Short() {
		seeds = 10
	}
	for seed := range seeds {
		r := rand.New(rand.NewSource(seed))
		sub := func() string { return []string{"k", "k-1", "k+1", "2", "i"}[r.Intn(5)] }
		arg := func() string { return []string{"a", "b"}[r.Intn(2)] }
		row := func() string { return []string{"i", "i-1", "k"}[r.Intn(3)] }
		body := "do i = 1, 7\nx(" + row() + "," + sub() + ") = y(" + row() + "," + sub() + ")*0.5d0 + x(" + row() + "," + sub() + ")\nend do"
		text := strings.Replace(calling("call work("+arg()+", "+arg()+", j)", procedure("x, y, k", "integer :: k\nreal(8) :: x(0:9,0:9), y(0:9,0:9)", body)),
			"do j = 1", "do i = 0, 9\ndo j = 0, 9\na(i,j) = i*0.37d0 + j*1.21d0\nb(i,j) = i*0.9d0 - j*0.41d0\nend do\nend do\ndo j = 1", 1)
		for _, c := range changesOf(t, text) {
			if strings.Contains(c.label, "INDEPENDENT in front of the loop over j at line 11") {
				marks++
				if backwards := strings.Replace(text, "do j = 1, n", "do j = n, 1, -1", 1); printed(t, text) != printed(t, backwards) {
					t.Fatalf("seed %d: the order matters:\n%s", seed, text)
				}
			}
		}
	}
	if marks < int(seeds/10) {
		t.Errorf("%d marks", marks)
	}
}
