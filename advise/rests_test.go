package advise

import (
	"fmt"
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

const undecided = `program main
  implicit none
  integer, parameter :: m = 128
  integer :: often, i, j, it
  real(8) :: u(m,m)
!HPF$ PROCESSORS p(4)
!HPF$ DISTRIBUTE u(*,BLOCK) ONTO p
  read *, often
  do it = 1, often
    do j = 1, m
      do i = 2, m
        u(i,j) = u(i,j) + 0.3d0*u(i-1,j)
      end do
    end do
  end do
  do it = 1, 80
    do i = 1, m
      do j = 2, m
        u(i,j) = u(i,j) + 0.3d0*u(i,j-1)
      end do
    end do
  end do
end program
`

// A choice that an assumed value turns is said to rest on it, and one that is known does
// not; what is said is what a prediction with the other value says.
func TestRests(t *testing.T) {
	e := Effort{Predictions: 4, Most: 3}
	s := settings.Settings{Machine: "ipsc860"}
	a := advised(t, undecided, s, e)
	if len(a.Rests) == 0 {
		t.Fatalf("%+v", a)
	}
	if title := a.Proposals[0].Title(); !strings.HasSuffix(title, ", rests on an assumed value") {
		t.Error(title)
	}
	for _, r := range a.Rests {
		if !strings.HasPrefix(r, "rests on an assumed value: with often = ") {
			t.Error(r)
		}
	}
	s.Values = map[string]float64{"often": 100}
	if a := advised(t, undecided, s, e); len(a.Rests) > 0 {
		t.Errorf("%q although the value is given", a.Rests)
	}
	for _, often := range []float64{50, 200} {
		t.Run(fmt.Sprint(often), func(t *testing.T) {
			s.Values["often"] = often
			with := advised(t, undecided, s, e)
			best := "the present mapping"
			if f := with.Faster(); len(f) > 0 {
				best = f[0].Label
			}
			for _, r := range a.Rests {
				if strings.Contains(r, "often = 50 ") == (often == 50) && !strings.HasSuffix(r, "the best is "+best) {
					t.Errorf("%q, with %v the best is %s", r, often, best)
				}
			}
		})
	}
}
