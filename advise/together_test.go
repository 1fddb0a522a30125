package advise

import (
	"context"
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// An array and its transposed copy, dealt in cycles along rows and columns, are local, and change
// to blocks only together.
const mirrored = `program main
  integer, parameter :: n = 16
  real(8) :: a(n,n), b(n,n)
  integer :: i, j, it
!HPF$ PROCESSORS p(4)
!HPF$ DISTRIBUTE a(*,CYCLIC) ONTO p
!HPF$ DISTRIBUTE b(CYCLIC,*) ONTO p
  a = 1
  b = 2
  do it = 1, 3
    do j = 1, n
      do i = 1, n
        b(i,j) = a(j,i)
      end do
    end do
  end do
  print *, sum(a)
end program
`

func TestTwoArraysChangeTogether(t *testing.T) {
	s, err := searched(context.Background(), snapshot("/w/p.f90", mirrored), "/w/p.f90", settings.Settings{Machine: "cluster"}, DefaultEffort)
	if err != nil {
		t.Fatal(err)
	}
	best := s.best()[0]
	if len(s.program.Groups) != 2 {
		t.Fatal(s.program.Groups)
	}
	to := s.program.Now().With(0, []string{"BLOCK", "*"}).With(1, []string{"*", "BLOCK"})
	o, err := s.measure(context.Background(), s.written(to, nil))
	if err != nil {
		t.Fatal(err)
	}
	if best.time > o.time {
		t.Errorf("%s takes %v, which the search finds; %s takes %v", best.plan.Key(), best.time, to.Key(), o.time)
	}
}
