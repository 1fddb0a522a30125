package advise

import (
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// The right sides of a triangular system are solved apart from each other: they are dealt out by
// columns, which the matrix does not have, and need no messages while all have the matrix.
func TestRightSidesOfTriangularSystem(t *testing.T) {
	const text = `program solve
  real(8) :: l(300,300), x(300,64)
  integer :: i, j, k
  l = 0.5d0
  x = 1.0d0
  do k = 1, 300
    do j = 1, 64
      x(k,j) = x(k,j) / l(k,k)
    end do
    do j = 1, 64
      do i = k + 1, 300
        x(i,j) = x(i,j) - l(i,k) * x(k,j)
      end do
    end do
  end do
end program
`
	a := advised(t, text, settings.Settings{Machine: "cluster", Procs: 8}, Effort{Predictions: 12, Most: 2})
	if len(a.Proposals) == 0 || a.Proposals[0].Gain() < 3 || !strings.Contains(a.Proposals[0].Label, "x (*,") || a.Proposals[0].Charge.Communication > 0 {
		t.Errorf("before %v, proposals %+v", a.Before.Time, a.Proposals)
	}
}
