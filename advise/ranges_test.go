package advise

import (
	"fmt"
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/costmodel/whatif"
)

// Many values of a range are predicted as far as the steps go, from far apart on, the last one
// always, and how many one stands for is said; without a bound each is.
func TestRangesOfManyValues(t *testing.T) {
	const text = `program main
integer, parameter :: n = 64
real(8) :: a(n,n)
integer :: i, j
!HPF$ PROCESSORS p(4)
!HPF$ DISTRIBUTE a(BLOCK,*) ONTO p
do j = 1, n
  do i = 2, n
    a(i,j) = a(i,j) + a(i-1,j)
  end do
end do
end program
`
	axis, err := whatif.ParseAxis("n=8..207")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ steps, stride int }{{1, 32}, {0, 1}} {
		t.Run(fmt.Sprint(c.steps), func(t *testing.T) {
			e := Effort{Predictions: 4, Steps: c.steps, Most: 2, Over: []whatif.Sweep{{Axes: []whatif.Axis{axis}}}}
			a := advised(t, text, settings.Settings{Machine: "cluster"}, e)
			said := strings.Contains(strings.Join(a.Untried, "; "), fmt.Sprintf("each value of n (one of %d was predicted)", c.stride))
			if said != (c.stride > 1) {
				t.Errorf("not tried: %q", a.Untried)
			}
			r := a.Ranges[0].Ranges
			if len(r) == 0 || r[0].From != 8 || r[len(r)-1].To != 207 {
				t.Fatalf("%+v", r)
			}
			for _, x := range r {
				if at := int(x.From) - 8; at%c.stride != 0 && x.From != 207 {
					t.Errorf("from %v", x.From)
				}
			}
		})
	}
}
