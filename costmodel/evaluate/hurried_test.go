package evaluate

import (
	"context"
	"testing"

	"github.com/parlens/parlens/analysis/effort"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/oracle/texts"
)

// A procedure whose clocks take more steps than there are is evaluated with all of them for
// the first of the states in which it is called: twelve states take at most twice as many as
// one may.
func TestStatesAfterOneThatTakesTooLong(t *testing.T) {
	if testing.Short() {
		t.Skip("evaluates clocks as far as steps go")
	}
	const text = `program p
  integer :: m
  do m = 1, 12
    call s(m)
  end do
end program
subroutine s(m)
  integer :: m, i, j, k
  real :: a(400,400), b(400,400)
!HPF$ PROCESSORS procs(16)
!HPF$ DISTRIBUTE (BLOCK,*) ONTO procs :: a
!HPF$ DISTRIBUTE (CYCLIC(3),*) ONTO procs :: b
  do k = 2, 400
    do j = m + 1, 399
      do i = 2 + mod(j * k, 7), 399 - mod(j + k * k, 11)
        a(i,j) = a(i-1,j-1) + b(i+1,j+1) * b(i-1,k) / a(i,j-1)
        b(i,k) = a(i,j)
      end do
    end do
  end do
end subroutine
`
	snap := workspace.New(texts.FS{"/w/p.f90": text}).Snapshot()
	f, err := snap.File("/w/p.f90")
	if err != nil {
		t.Fatal(err)
	}
	var m effort.Meter
	r, err := Text(effort.Counted(context.Background(), &m), snap, f, report.Lines{First: 1, Last: 1}, settings.Settings{Machine: "cluster"})
	if err != nil {
		t.Fatal(err)
	}
	const ladder = 13 * stepLimit // of one state: the clocks, estimates of them, and what takes their place
	if u := r.Units[0]; u.NoEstimate != "" || m.Steps() < stepLimit || m.Steps() > 2*ladder {
		t.Errorf("%d steps for twelve states, of which one takes at most %d: %s", m.Steps(), ladder, u.NoEstimate)
	}
}
