package evaluate

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// A procedure that is called again and again finds in the caches what the same loops written
// in the place of the calls find there.
func TestCallsFindTheirDataInTheCaches(t *testing.T) {
	const text = `program p
  integer, parameter :: n = %d
  real :: a(n,n), b(n,n)
  integer :: it, i, j
  a = 1.0
  b = 0.0
  do it = 1, 100
FIRST
SECOND
  end do
  print *, a(5,5)
contains
  subroutine smooth(x, y)
    real, intent(in) :: x(n,n)
    real, intent(inout) :: y(n,n)
    integer :: i, j
    do j = 2, n-1
      do i = 2, n-1
        y(i,j) = 0.25*(x(i-1,j) + x(i+1,j) + x(i,j-1) + x(i,j+1))
      end do
    end do
  end subroutine
end program
`
	loops := func(x, y string) string {
		return strings.NewReplacer("X", x, "Y", y).Replace("do j = 2, n-1\ndo i = 2, n-1\nY(i,j) = 0.25*(X(i-1,j) + X(i+1,j) + X(i,j-1) + X(i,j+1))\nend do\nend do")
	}
	for _, n := range []int{50, 200, 800, 2000, 3000} { // 20 KB to 72 MB: the caches have 32 KB, 512 KB and 32 MB
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			time := func(first, second string) float64 {
				return reportOf(t, "p.f90", strings.NewReplacer("FIRST", first, "SECOND", second).Replace(fmt.Sprintf(text, n)), settings.Settings{Machine: "cluster", Procs: 1}).Units[0].Charge.Computation
			}
			called := time("call smooth(a, b)", "call smooth(b, a)")
			written := time(loops("a", "b"), loops("b", "a"))
			if math.Abs(called-written) > 0.01*written {
				t.Errorf("%g s in calls, %g s in loops", called, written)
			}
		})
	}
}

// What is called once finds nothing.
func TestSingleCallsFindNothing(t *testing.T) {
	const text = "program p\nreal a(1000)\nCALLS\nend program\nsubroutine s(a)\nreal a(1000)\ndo i = 1, 1000\na(i) = a(i)*2.0\nend do\nend subroutine\n"
	time := func(calls string) float64 {
		return reportOf(t, "p.f90", strings.Replace(text, "CALLS", calls, 1), settings.Settings{Machine: "cluster"}).Units[0].Charge.Computation
	}
	if once, again := time("call s(a)"), time("do k = 1, 10\ncall s(a)\nend do")/10; once < 1.5*again {
		t.Errorf("%g s once, %g s again", once, again)
	}
	const sweep = "program p\nreal b(1000,100)\nAROUND\ndo j = 1, 100\ncall s(b(:,j))\nend do\nEND\nend program\nsubroutine s(a)\nreal a(1000)\ndo i = 1, 1000\na(i) = a(i)*2.0\nend do\nend subroutine\n"
	through := func(around, end string) float64 {
		return reportOf(t, "p.f90", strings.NewReplacer("AROUND", around, "END", end).Replace(sweep), settings.Settings{Machine: "cluster"}).Units[0].Charge.Computation
	}
	if once, again := through("", ""), through("do it = 1, 10", "end do")/10; once < 1.5*again {
		t.Errorf("%g s in one sweep, %g s in each of ten", once, again)
	}
}

// On one processor the data of all do not fit where a part of them does.
func TestDataOfOneProcessorMayNotFit(t *testing.T) {
	const text = `program p
  real a(4096,4096)
!HPF$ PROCESSORS q(16)
!HPF$ DISTRIBUTE a(*,BLOCK) ONTO q
  do it = 1, 10
    call scale
  end do
contains
  subroutine scale
    a = a*1.5
  end subroutine
end program
`
	u := reportOf(t, "p.f90", text, settings.Settings{Machine: "cluster"}).Units[0]
	if speedup := u.Serial / u.Charge.Total(); speedup < 17 {
		t.Errorf("speedup %g: 64 MB on one processor, 4 MB on each of 16", speedup)
	}
}

// A procedure that is called with neighbouring columns finds those of the last call.
func TestCallsFindTheColumnsOfTheLastOnes(t *testing.T) {
	const text = `program p
  integer, parameter :: n = %d
  real :: a(n,n), b(n,n)
  integer :: it, i, j
  a = 1.0
  b = 0.0
  do it = 1, 50
!HPF$ INDEPENDENT, NEW(i)
  do j = 2, n-1
COLUMN
  end do
  end do
contains
  subroutine column(l, m, r, y)
    real, intent(in) :: l(n), m(n), r(n)
    real, intent(inout) :: y(n)
    integer :: i
    do i = 2, n-1
      y(i) = 0.25*(m(i-1) + m(i+1) + l(i) + r(i))
    end do
  end subroutine
end program
`
	const loop = "do i = 2, n-1\nb(i,j) = 0.25*(a(i-1,j) + a(i+1,j) + a(i,j-1) + a(i,j+1))\nend do"
	for _, c := range []struct {
		n             int
		call          string
		least, within float64
	}{
		{2000, "call column(a(:,j-1), a(:,j), a(:,j+1), b(:,j))", 0.99, 1.03},
		{3000, "call column(a(:,j-1), a(:,j), a(:,j+1), b(:,j))", 0.99, 1.03},
		{3000, "call column(r = a(:,j+1), m = a(:,j), l = a(:,j-1), y = b(:,j))", 0.99, 1.03},
		{3000, "call column(a(:,n+1-j), a(:,j), a(:,j+1), b(:,j))", 1.2, 2}, // one from elsewhere
	} {
		t.Run(fmt.Sprintln(c.n, c.call), func(t *testing.T) {
			time := func(body string) float64 {
				return reportOf(t, "p.f90", strings.Replace(fmt.Sprintf(text, c.n), "COLUMN", body, 1), settings.Settings{Machine: "cluster", Procs: 1}).Units[0].Charge.Computation
			}
			if called, written := time(c.call), time(loop); called < c.least*written || called > c.within*written {
				t.Errorf("%g s in calls, %g s in the loop", called, written)
			}
		})
	}
}
