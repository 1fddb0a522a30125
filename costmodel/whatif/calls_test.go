package whatif

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/internal/disk"
	"github.com/parlens/parlens/machines"
)

// A program that calls procedures: with mapped arrays, without, and that ask how many
// processors there are, again and again so that data stay in caches. Evaluations that serve many
// points of a curve change no bit of their times; the work of all is added up in another order.
func TestCurvesOfCallsEqualPredictions(t *testing.T) {
	const text = `program main
  integer, parameter :: n = 60
  real(8) :: a(n,n), b(n,n), s, w(n)
  integer :: k
!HPF$ PROCESSORS p(2,2)
!HPF$ DISTRIBUTE (BLOCK,BLOCK) ONTO p :: a, b
  a = 1.0d0
  do k = 1, 12
    call start(s)
    call smooth(a, b, n)
    call weigh(w, n, k)
    call shares(s)
    call smooth(b, a, n)
  end do
  print *, s, a(1,1)
end program
subroutine start(s)
  real(8) :: s
  s = seconds()
end subroutine
subroutine smooth(a, b, n)
  integer :: n, i, j
  real(8) :: a(n,n), b(n,n), t
!HPF$ PROCESSORS p(2,2)
!HPF$ DISTRIBUTE (BLOCK,BLOCK) ONTO p :: a, b
  call start(t)
  do j = 2, n - 1
    do i = 2, n - 1
      b(i,j) = 0.25d0*(a(i-1,j) + a(i+1,j) + a(i,j-1) + a(i,j+1))
    end do
  end do
end subroutine
subroutine weigh(w, n, k)
  integer :: n, k, i
  real(8) :: w(n)
  do i = 1, k
    w(i) = w(i)*1.5d0
  end do
end subroutine
subroutine shares(s)
  real(8) :: s
  integer :: i
  do i = 1, number_of_processors()
    s = s + 1.0d0
  end do
end subroutine
function seconds()
  real(8) :: seconds
  seconds = 1.0d0
end function
`
	path := filepath.Join(t.TempDir(), "calls.f90")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	m, err := machines.Load("cluster", nil)
	if err != nil {
		t.Fatal(err)
	}
	s := sweep(t, path, nil, "P=1..24,63,64,70,256,1000")
	s.Settings.Machine, s.Machine = "cluster", m
	snap := workspace.New(disk.Disk{}).Configure(workspace.Reading{})
	seen := map[[6]float64]bool{}
	err = s.Run(context.Background(), snap, 0, Size(s.Axes), func(p Point) error {
		want := alone(t, s, workspace.New(disk.Disk{}).Configure(workspace.Reading{}), p)
		got, alone := p.times(), want.times()
		if p.Charge != want.Charge || p.Serial != want.Serial || math.Abs(got[5]-alone[5]) > 1e-15*alone[5] || p.NoEstimate != "" || p.Interpolated != "" || p.Processors != want.Processors {
			t.Errorf("%v: %v, not %v", p.Values, got, alone)
		}
		seen[p.times()] = true
		return nil
	})
	if err != nil || len(seen) < Size(s.Axes)-4 {
		t.Errorf("%v, %d of %d points differ", err, len(seen), Size(s.Axes))
	}
}
