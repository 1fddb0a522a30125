package evaluate

import (
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

func TestConstantArrays(t *testing.T) {
	checkLines(t, []lineCase{
		{"as distances", "program p\ninteger, parameter :: e(5) = (/ 0, 1, 0, -1, 2 /)\nreal f(64), g(64)\ninteger k\n!HPF$ DISTRIBUTE (BLOCK) :: f, g\ndo k = 1, 5\ng = cshift(f, e(k))\nend do\nend program\n",
			7, 320, "shift", 4 * (1 + 1 + 2) * 4, 4},
		{"as bounds, a matrix of its value's shape", "program p\ninteger, parameter :: e(2,0:*) = reshape([0,0, 1,0, 0,1, -1,0], [2,4])\nreal f(64)\ninteger k, i\n!HPF$ DISTRIBUTE (BLOCK) :: f\n" +
			"do k = 0, 3\ndo i = 1, 5 + 2*e(2,k)\nf(i) = 1.0\nend do\nend do\nend program\n", 8, 5 + 5 + 7 + 5, "", 0, 4},
		{"under a scalar, from an implied DO", "program p\ninteger, parameter :: m(*) = [(k*k, integer :: k = 4, 1, -1)]\nreal f(64)\ninteger i, j\n!HPF$ DISTRIBUTE (BLOCK) :: f\nj = 2\n" +
			"do i = 1, m(j)\nf(i) = 1.0\nend do\nend program\n", 8, 9, "", 0, 4},
		{"of nested implied DOs", "program p\ninteger, parameter :: m(6) = [((10*i + j, j = 1, 2), i = 1, 3)]\nreal f(64)\ninteger i, k\n!HPF$ DISTRIBUTE (BLOCK) :: f\n" +
			"do k = 1, 6\ndo i = 1, m(k)\nf(i) = 1.0\nend do\nend do\nend program\n", 8, 11 + 12 + 21 + 22 + 31 + 32, "", 0, 4},
	})
}

// An array that an implied DO fills is computed where its elements live.
func TestImpliedDo(t *testing.T) {
	checkLines(t, []lineCase{
		{"of its index", "program p\nreal x(64)\ninteger i\n!HPF$ DISTRIBUTE (BLOCK) :: x\nx = [(0.5*i, i = 1, 64)]\nend program\n", 5, 64, "", 0, 4},
		{"of the elements beside", "program p\nreal x(64), y(64)\ninteger i\n!HPF$ DISTRIBUTE (BLOCK) :: x, y\ny(2:64) = [(x(i), i = 1, 63)]\nend program\n", 5, 63, "shift", 3 * 4, 4},
		{"into an array that begins elsewhere", "program p\nreal x(64), y(0:63)\ninteger i\n!HPF$ DISTRIBUTE (BLOCK) :: x, y\ny = [(x(i), i = 1, 64)]\nend program\n", 5, 64, "remap", 0, 4},
		{"in a row of a matrix", "program p\nreal x(64), y(8,64)\ninteger i\n!HPF$ DISTRIBUTE x(BLOCK)\n!HPF$ DISTRIBUTE y(*,BLOCK)\ny(3,:) = [(x(i), i = 1, 64)]\nend program\n", 6, 64, "", 0, 4},
		{"as a bound that is asked for", "program p\nreal x(64)\ninteger w(4), i, k\n!HPF$ DISTRIBUTE (BLOCK) :: x\nw = [(3*i, i = 1, 7, 2)]\ndo k = 1, 4\ndo i = 1, w(k)\nx(i) = 1.0\nend do\nend do\nend program\n",
			8, 3 + 9 + 15 + 21, "", 0, 4},
		{"inside another", "program p\nreal x(64)\ninteger i, j\n!HPF$ DISTRIBUTE (BLOCK) :: x\nx = [((real(i*j), i = 1, 8), j = 1, 8)]\nend program\n", 5, 64, "", 0, 4},
		{"on another image: three send all at once", "program p\nreal x(64)[*]\ninteger i\nx(:)[2] = [(real(i), i = 1, 64)]\nend program\n", 4, 64, "send", 3 * 64 * 4, 4},
		{"as far as a variable says", "program p\nreal x(64), y(64)\ninteger i, n, m\n!HPF$ DISTRIBUTE (BLOCK) :: x, y\nn = 40\nm = 2\ny(m:n) = [(x(i), i = m - 1, n - 1)]\nend program\n", 7, 39, "shift", 2 * 4, 4},
	})
}

// Of what is written, reductions are computed by the owners, as in an assignment.
func TestWrittenArrays(t *testing.T) {
	head := "program p\nreal u(64,64)\n!HPF$ DISTRIBUTE u(*,BLOCK)\nu = 1.0\n"
	checkLines(t, []lineCase{
		{"the place of an extreme", head + "print *, maxloc(u)\nend program\n", 5, -1, "reduction", 4 * 2 * (4 + 2*4), 4}, // a value and two indices, two stages
		{"the place of a value", head + "print *, findloc(u, 1.0)\nend program\n", 5, -1, "reduction", 4 * 2 * (4 + 2*4), 4},
		{"places in columns", head + "print *, findloc(u, 1.0, dim=1)\nend program\n", 5, -1, "gather", 4 * 3 * 16 * 4, 4},
		{"one along the processors", head + "print *, sum(u, 2)\nend program\n", 5, -1, "reduction", 4 * 2 * 64 * 4, 4},
		{"one inside a column", head + "print *, 2.0*sum(u, dim=1)\nend program\n", 5, -1, "gather", 4 * 3 * 16 * 4, 4},
		{"elements, which nothing is said of", head + "print *, 2.0*u\nend program\n", 5, -1, "", 0, 4},
	})
}

// A whole allocatable array gets the shape of what is assigned to it.
func TestAllocatedByAssignment(t *testing.T) {
	head := "program p\nreal, allocatable :: u(:), w(:,:), z(:)\nreal v(64), a(0:63,32)\ninteger i, n\nn = 50\n"
	checkLines(t, []lineCase{
		{"an array", head + "u = v\nu = u + 1.0\nend program\n", 7, 64, "", 0, 1},
		{"an expression", head + "w = 2.0*sqrt(a) + v(1)\nw = -w\nend program\n", 7, 64 * 32, "", 0, 1},
		{"a section", head + "u = v(n:1:-7)\nu = -u\nend program\n", 7, 8, "", 0, 1},
		{"a row", head + "u = a(3,:)\nu = -u\nend program\n", 7, 32, "", 0, 1},
		{"a constructor", head + "u = [1.0, 2.0, 3.0]\nu = -u\nend program\n", 7, 3, "", 0, 1},
		{"an implied DO", head + "u = [(real(i), i = 0, n)]\nu = -u\nend program\n", 7, 51, "", 0, 1},
		{"a section of itself, which is not followed", head + "u = v\nu = u(1:4)\nu = -u\nend program\n", 8, 64, "", 0, 1},
		{"under a mask, which allocates nothing", head + "u = v\nwhere (u > 0.0) u = [(real(i), i = 1, 64)]\nu = -u\nend program\n", 8, 64, "", 0, 1},
		{"by MOVE_ALLOC", head + "allocate(u(10), z(30))\ncall move_alloc(z, u)\nu = -u\nend program\n", 8, 30, "", 0, 1},
		{"in a BLOCK, as long as a variable says there", head + "n = 12\nblock\nreal b(2:n)\nb = 1.0\nend block\nend program\n", 9, 11, "", 0, 1},
		{"one that is shifted", head + "u = cshift(v(1:40), 1)\nu = -u\nend program\n", 7, 40, "", 0, 1},
		{"a dummy of assumed shape, by what a call allocates, twice", head + "v = 1.0\ncall s(v, u)\ncall s(u, z)\nz = -z\ncontains\nsubroutine s(x, y)\nreal, intent(in) :: x(:)\nreal, allocatable, intent(out) :: y(:)\ny = 2.0*x\nend subroutine\nend program\n", 9, 64, "", 0, 1},
		{"where ALLOCATE says the shape", head + "allocate(u(10))\nu = v(1:10)\nu = -u\nend program\n", 8, 10, "", 0, 1},
	})
}

// What stands in a constructor is computed and fetched: an element of a replicated vector takes
// the mean of the items, of which all processors read all.
func TestItemsOfConstructors(t *testing.T) {
	head := "program p\nreal x(64), c(3), d(5)\ninteger i\n!HPF$ DISTRIBUTE x(BLOCK)\nx = 1.0\nc = 2.0\n"
	checkLines(t, []lineCase{
		{"elements that one processor has", head + "c = [x(1), 2.0*x(40), 0.0]\nend program\n", 7, 3, "broadcastbroadcast", 2 * 3 * 4, 4},
		{"elements in an expression", head + "c = 2.0*[x(1), 1.0, 0.0] + c\nend program\n", 7, 3, "broadcast", 3 * 4, 4},
		{"reductions, each once", head + "c = [sum(x), maxval(x), 0.0]\nend program\n", 7, -1, "reductionreduction", 2 * 4 * 2 * 4, 4},
		{"a vector", head + "d = [c, 1.0, 2.0]\nend program\n", 7, 5, "", 0, 4},
		{"sections", head + "d = [c(2:3), c(1:3:2), 1.0]\nend program\n", 7, -1, "", 0, 4},
		{"a section that one processor has", head + "d = [x(2:3), c]\nend program\n", 7, 5, "broadcastbroadcast", 2 * 3 * 4, 4},
		{"constructors", head + "d = [[1.0, 2.0], [real :: 3, 4], c(1)]\nend program\n", 7, 5, "", 0, 4},
		{"the items of a loop", head + "do i = 1, 64\nc = [x(i), 1.0, 2.0]\nend do\nend program\n", 8, 3 * 64, "gather", 4 * 48 * 4, 4},
	})
}

// An implied DO as long as a variable says is computed as the array expression that it is.
func TestImpliedDosInExpressions(t *testing.T) {
	head := "program p\nreal x(64), y(64), w(64), a(8,8)\ninteger i, j, n\n!HPF$ DISTRIBUTE (BLOCK) :: x, y\n!HPF$ DISTRIBUTE a(*,BLOCK)\nn = 32\nx = 1.0\n"
	checkLines(t, []lineCase{
		{"of an index", head + "y = x + [(0.5*i, i = 1, 2*n)]\nend program\n", 8, 64, "", 0, 4},
		{"of the same elements", head + "y(1:n) = 2.0*[(x(i), i = 1, n)]\nend program\n", 8, 32, "", 0, 4},
		{"of the elements beside", head + "y(2:2*n) = 2.0*[(x(i-1), i = 2, 2*n)]\nend program\n", 8, 63, "shift", 3 * 4, 4},
		{"downwards: half of the elements come from the other end", head + "y = 2.0*[(x(2*n+1-i), i = 1, 2*n)]\nend program\n", 8, 64, "remap", 64 * 4, 4},
		{"in a reduction", head + "w(1) = sum([(x(i)*i, i = 1, 2*n)])\nend program\n", 8, -1, "reduction", 4 * 2 * 4, 4},
		{"in a SPREAD", head + "a = spread([(real(j), j = 1, n/4)], 1, 8)\nend program\n", 8, -1, "", 0, 4},
		{"in a RESHAPE", head + "a = reshape([(real(i), i = 1, 2*n)], [8, 8])\nend program\n", 8, -1, "", 0, 4},
		{"several", head + "w = [(0.0, i = 1, n), (1.0, i = 1, n - 1), 2.0]\nend program\n", 8, 64, "", 0, 4},
		{"one in another", head + "w = 2.0*[((1.0*i*j, i = 1, n/4), j = 1, 8)]\nend program\n", 8, 64, "", 0, 4},
	})
	for _, c := range []struct{ name, statement string }{
		{"an array in several", "w = [(x(i), i = 1, n), (1.0, i = 1, n)]"},
		{"a triangle", "w(1:3) = 2.0*[((1.0*i*j, i = 1, j + n), j = 1, 2)]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if l := lineIn(reportOf(t, "x.f90", head+c.statement+"\nend program\n", settings.Settings{Procs: 4}), 8); l.NoEstimate == "" {
				t.Error("the line has an estimate")
			}
		})
	}
}

// A function in an item is called once for the constructor.
func TestFunctionsInConstructors(t *testing.T) {
	r := reportOf(t, "x.f90", "program p\nreal y(2)\ninteger i\ny = 0.0\ndo i = 1, 10\ny = [y(2), force(y(1))]\nend do\ncontains\nreal function force(x)\nreal, intent(in) :: x\nforce = -x\nend function\nend program\n", settings.Settings{Procs: 1})
	if calls := unitNamed(t, r, "force").Calls; calls != 10 {
		t.Errorf("%g calls, want 10", calls)
	}
}
