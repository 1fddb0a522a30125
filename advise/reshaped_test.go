package advise

import (
	"context"
	"fmt"
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// Where the number of processors is given, all shapes of as many are tried, and each takes what
// is promised with that number; where the shape is given, none is.
func TestShapesOfGivenProcessors(t *testing.T) {
	const text = `program p
  real :: a(120,90), b(120,90)
  integer :: i, j, k
!HPF$ PROCESSORS q(%s)
!HPF$ DISTRIBUTE (BLOCK,BLOCK) ONTO q :: a, b
  do k = 1, 40
    do j = 2, 89
      do i = 2, 119
        a(i,j) = b(i-1,j) + b(i+1,j) + b(i,j-1) + b(i,j+1)
      end do
    end do
    b = a
  end do
end program
`
	for _, c := range []struct {
		declared string
		settings settings.Settings
		shapes   []string
	}{
		{"4,4", settings.Settings{}, []string{"2x8", "4x4", "8x2"}},
		{"4,4", settings.Settings{Procs: 16}, []string{"2x8", "4x4", "8x2"}},
		{"4,4", settings.Settings{Procs: 12}, []string{"2x6", "3x4", "4x3", "6x2"}},
		{"2,8", settings.Settings{Procs: 16}, []string{"2x8", "4x4", "8x2"}},
		{"4,4", settings.Settings{Grid: []int{4, 4}}, nil},
	} {
		t.Run(fmt.Sprint(c.declared, c.settings.Procs, c.settings.Grid), func(t *testing.T) {
			c.settings.Machine = "cluster"
			snap := snapshot("/w/p.f90", fmt.Sprintf(text, c.declared))
			s, err := searched(context.Background(), snap, "/w/p.f90", c.settings, Effort{Predictions: 1})
			if err != nil {
				t.Fatal(err)
			}
			plans := s.reshaped(s.program.Now())
			if len(plans) != len(c.shapes) {
				t.Fatalf("%d plans for %v", len(plans), c.shapes)
			}
			times := map[float64]bool{}
			for i, p := range plans {
				changes := s.program.Edits(p)
				promised(t, snap, s, edited{p.Key(), changes, &p, false})
				o, err := s.measure(context.Background(), changes)
				if err != nil {
					t.Fatal(err)
				}
				times[o.time] = true
				if got := fmt.Sprintf("%dx%d", o.report.Grid[0], o.report.Grid[1]); got != c.shapes[i] {
					t.Errorf("%s, wanted %s", got, c.shapes[i])
				}
			}
			if len(times) != len(plans) {
				t.Errorf("%d shapes take %d times", len(plans), len(times))
			}
		})
	}
}
