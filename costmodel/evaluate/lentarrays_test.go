package evaluate

import (
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// A procedure that takes whole arrays and touches columns of them that its scalar arguments
// say works alone in the iterations of those who have the column that it stores to: u(3,0:100)
// on 4 processors has 26 columns a block, a neighbour's is one message of 3 elements.
func TestWholeArraysAreLentForColumns(t *testing.T) {
	const head = "program p\nuse m\nreal u(3,0:100), f(3,0:100)\ninteger j\n!HPF$ PROCESSORS q(4)\n!HPF$ DISTRIBUTE (*,BLOCK) ONTO q :: u, f\nu = 1.0\n!HPF$ INDEPENDENT\n"
	const loop = "do j = 0, 99\ncall work(u, f, j)\nend do\nend program\n"
	const declared = "module m\ncontains\nsubroutine work(a, b, j)\nreal, intent(in) :: a(:,:)\nreal, intent(inout) :: b(3,0:100)\ninteger, intent(in) :: j\ninteger i, k\n"
	const end = "end subroutine\nsubroutine other(x)\nreal, intent(inout) :: x(:,:)\nx(1,int(x(1,1))) = 0.0\nend subroutine\n" +
		"subroutine takes(x, y, i, k)\nreal, intent(in) :: x(:,:)\nreal, intent(inout) :: y(3,0:100)\ninteger, intent(in) :: i, k\ny(i,k) = x(i,k+2)\nend subroutine\n" +
		"subroutine further(x, y, k)\nreal, intent(in) :: x(:,:)\nreal, intent(inout) :: y(3,0:100)\ninteger, intent(in) :: k\ninteger m\ndo m = 1, 3\ncall takes(x, y, m, k+1)\nend do\nend subroutine\nend module\n"
	cases := []struct {
		name, body string
		calls      float64 // on the processor that takes longest: the last one has 22, and gathers most; 100: all make all
		bytes      float64 // over all processors; a row of a that all gather is 101 elements
	}{
		{"its own column", "b(1,j) = a(2,j+1)\n", 26, 0}, // a begins at 1
		{"the next column", "b(1,j) = a(2,j+2)\n", 26, 3 * 4},
		{"all of the next column", "b(:,j) = a(:,j+2)\n", 26, 3 * 12},
		{"all of it by a loop", "do i = 1, 3\nb(i,j) = a(i,j+2)\nend do\n", 26, 3 * 12},
		{"by a loop downwards", "do i = 3, 2, -1\nb(i,j) = a(i,j+2)\nend do\n", 26, 3 * 8},
		{"by a loop beside its index", "do i = 1, 2\nb(i,j) = a(i+1,j+2)\nend do\n", 26, 3 * 8},
		{"by a loop that is subtracted", "do i = 0, 1\nb(i+1,j) = a(3-i,j+2)\nend do\n", 26, 3 * 8},
		{"by a variable of its own", "k = j + 2\nb(1,j) = a(1,k)\n", 26, 3 * 4},
		{"in a branch", "if (j > 3) then\nb(1,j) = a(1,j+2)\nelse\nb(1,j) = a(1,j+1)\nend if\n", 26, 3 * 4},
		{"in a FORALL", "forall (i = 1:3) b(i,j) = a(i,j+2)\n", 26, 3 * 12},
		{"in an intrinsic", "b(1,j) = sum(a(:,j+2))\n", 26, 3 * 12},
		{"in a condition of a DO WHILE", "i = 1\ndo while (a(1,j+2) > i)\ni = i + 1\nend do\nb(1,j) = i\n", 26, 3 * 4},
		{"a column that changes: any", "k = j + 1\nk = k + 1\nb(1,j) = a(1,k)\n", 22, 303 * 4},
		{"a column of its own counter: any", "k = 1\ndo while (k < j)\nk = 2*k\nend do\nb(1,j) = a(1,k)\n", 22, 303 * 4},
		{"a column of a table: any", "b(1,j) = a(1,int(b(1,j)))\n", 22, 303 * 4},
		{"a column of a table that it stores to", "b(1,j) = 0.0\nb(1,int(a(1,j+1))) = 1.0\n", 100, -1},
		{"handed on with its column", "call takes(a, b, 1, j)\n", 26, 3 * 4},
		{"handed on in a loop", "do i = 1, 3\ncall takes(a, b, i, j)\nend do\n", 26, 3 * 12},
		{"handed on by what gets it", "call further(a, b, j-1)\n", 26, 3 * 12},
		{"an array of which any column is stored where it is handed on", "b(1,j) = 0.0\ncall other(b)\n", 100, -1},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			text := declared + c.body + end + head + loop
			at := lineWith(text, "call work")
			r := reportOf(t, "x.f90", text, settings.Settings{Procs: 4})
			bytes := bytesIn(lineIn(r, at))
			if c.bytes >= 0 && bytes != c.bytes {
				t.Errorf("%g bytes, want %g", bytes, c.bytes)
			}
			main := unitNamed(t, r, "p")
			kind := main.Loops[len(main.Loops)-1].Kind
			if divided := kind == "parallel"; divided != (c.calls < 100) {
				t.Fatalf("the loop is %s", kind)
			}
			inside := func(procs int) float64 {
				return lineIn(reportOf(t, "x.f90", text, settings.Settings{Procs: procs}), at).Charge.Computation
			}
			within := 1e-9
			if strings.Contains(c.body, "j > 3") || strings.Contains(c.body, "k < j") {
				within = 0.25 // later calls take longer, and the processor that takes longest has those
			}
			if got, want := inside(4), inside(1)*c.calls/100; c.calls < 100 && (got < (1-1e-9)*want || got > (1+within)*want) {
				t.Errorf("the line computes %g s, want %g", got, want)
			}
		})
	}
}

// A pure function of a whole array reads there what its scalar arguments say: five points are
// two columns of 98 elements of the neighbours in all, for each of 3 borders.
func TestWholeArraysInFunctions(t *testing.T) {
	const text = "module m\ncontains\npure real function lap(a, i, j)\nreal, intent(in) :: a(:,:)\ninteger, intent(in) :: i, j\nlap = a(i-1,j) + a(i+1,j) + a(i,j-1) + a(i,j+1) - 4*a(i,j)\nend function\nend module\n" +
		"program p\nuse m\nreal u(100,100), f(100,100)\ninteger i, j\n!HPF$ PROCESSORS q(4)\n!HPF$ DISTRIBUTE (*,BLOCK) ONTO q :: u, f\nu = 1.0\n"
	cases := []struct{ name, loop string }{
		{"in an INDEPENDENT loop", "!HPF$ INDEPENDENT, NEW(i)\ndo j = 2, 99\ndo i = 2, 99\nf(i,j) = lap(u, i, j)\nend do\nend do\n"},
		{"in a serial loop", "do j = 2, 99\ndo i = 2, 99\nf(i,j) = 0.5*lap(u, i, j)\nend do\nend do\n"},
		{"in a FORALL", "forall (i = 2:99, j = 2:99) f(i,j) = f(i,j) + lap(u, i, j)\n"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			text := text + c.loop + "end program\n"
			r := reportOf(t, "x.f90", text, settings.Settings{Procs: 4})
			l := lineIn(r, lineWith(text, "lap(u"))
			bytes := bytesIn(l)
			if want := 2.0 * 3 * 98 * 4; l.NoEstimate != "" || bytes != want {
				t.Errorf("%g bytes, want %g %s", bytes, want, l.NoEstimate)
			}
			if calls := unitNamed(t, r, "lap").Calls; calls != 98*98 {
				t.Errorf("%g calls, want %d", calls, 98*98)
			}
		})
	}
}
