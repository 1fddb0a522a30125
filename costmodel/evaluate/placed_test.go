package evaluate

import (
	"context"
	"testing"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/oracle/texts"
)

// A procedure is evaluated again on another number of processors where it, or what it calls,
// has an arrangement of them or asks how many there are; any other one is not, though the data
// of the program on each are others.
func TestProceduresThatKnowNoProcessors(t *testing.T) {
	const text = `program main
  real :: a(64), x
  integer :: k
!HPF$ DISTRIBUTE (BLOCK) :: a
  do k = 1, 9
    call plain(x)
    call through(x)
    call asks(x)
    call mapped(a)
  end do
end program
subroutine plain(x)
  real :: x
  x = x + 1.0
end subroutine
subroutine through(x)
  real :: x
  call asks(x)
end subroutine
subroutine asks(x)
  real :: x
  integer :: i
  do i = 1, number_of_processors()
    x = x + 1.0
  end do
end subroutine
subroutine mapped(a)
  real :: a(64)
!HPF$ DISTRIBUTE (BLOCK) :: a
  a = a + 1.0
end subroutine
`
	snap := workspace.New(texts.FS{"x.f90": text}).Snapshot()
	f, err := snap.File("x.f90")
	if err != nil {
		t.Fatal(err)
	}
	m := shipped(t, "cluster")
	on := func(processors int) *numbers {
		n, err := newProcedures(snap).evaluated(context.Background(), f, 0, m, settings.Settings{Procs: processors})
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	two, four := on(2), on(4)
	for i, u := range two.called {
		if same := u == four.called[i]; same != (u.Name == "plain") {
			t.Errorf("%s: the evaluation on 2 processors stands for that on 4: %v", u.Name, same)
		}
	}
	if a, b := two.called[2].Charge.Total(), four.called[2].Charge.Total(); b <= a {
		t.Errorf("what counts processors takes %g s on 2 and %g s on 4", a, b)
	}
}
