package evaluate

import (
	"fmt"
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

// What has no value is not 0: neither the iterations of a loop, nor what a procedure is
// handed, of which it then knows nothing. (Mutations: a tape is 0 where it has no value;
// a dummy takes what is no number.)
func TestNoValueIsNotZero(t *testing.T) {
	on := settings.Settings{Machine: "cluster"}
	for by, want := range map[string]string{"1": "[100] [100 as]", "0": "[NaN] [100 assumed]"} {
		t.Run(by, func(t *testing.T) {
			r := reportOf(t, "a.f90", "program p\ninteger, parameter :: m = "+by+"\ninteger :: i\nreal :: a(1000)\ndo i = 1, 100/m\na(i) = 1.0\nend do\ncall f(100/m)\nend program\n"+
				"subroutine f(k)\ninteger :: k, i\nreal :: b(1000)\ndo i = 1, k\nb(i) = 1.0\nend do\nend subroutine\n", on)
			iterations, values := []float64{}, []string{}
			for _, l := range r.Units[0].Loops {
				iterations = append(iterations, l.Iterations)
			}
			for _, a := range r.Units[1].Assumptions {
				if a.Name == "k" {
					word, _, _ := strings.Cut(a.Source, " ")
					values = append(values, a.Value+" "+strings.TrimSuffix(word, ":"))
				}
			}
			if got := fmt.Sprint(iterations, " ", values); got != want {
				t.Errorf("%s, want %s", got, want)
			}
		})
	}
}
