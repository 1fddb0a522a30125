package evaluate

import (
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// A line that cannot be evaluated says why, and takes no other line's time away.
func TestLostLine(t *testing.T) {
	text := func(step string) string {
		return `program heat
  integer :: i, k
  real :: a(1024), b(1024), c(1024)
!HPF$ PROCESSORS p(8)
!HPF$ DISTRIBUTE a(BLOCK) ONTO p
!HPF$ ALIGN WITH a :: b, c
!PARLENS$ SET k = ` + step + `
  read *, k
  b(2:1023) = 0.5*(a(1:1022) + a(3:1024))
  do i = 1, 1024, k
    a(i) = b(i)
  end do
  c = 1.0
end program
`
	}
	on := settings.Settings{Machine: "cluster"}
	all, part := unitOf(t, "a.f90", text("1"), on), unitOf(t, "a.f90", text("0"), on)
	if all.Partial() || !part.Partial() || part.NoEstimate != "" {
		t.Fatalf("partial: %v with a step of 1, %v with one of 0 (%s)", all.Partial(), part.Partial(), part.NoEstimate)
	}
	times := map[int]float64{}
	for _, l := range all.Lines {
		times[l.Line] = l.Busy
	}
	for _, l := range part.Lines {
		switch l.Line {
		case 11:
			if !strings.Contains(l.NoEstimate, "division by zero") || !strings.Contains(l.NoEstimate, "what would help") {
				t.Errorf("line %d says %q", l.Line, l.NoEstimate)
			}
		case 9, 13:
			if l.NoEstimate != "" || l.Busy != times[l.Line] {
				t.Errorf("line %d takes %g (%s), with all others %g", l.Line, l.Busy, l.NoEstimate, times[l.Line])
			}
		}
	}
	if part.Charge.Total() >= all.Charge.Total() || part.Charge.Total() <= 0 {
		t.Errorf("%g s without two lines, %g s with them", part.Charge.Total(), all.Charge.Total())
	}
}
