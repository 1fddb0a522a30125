package evaluate

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

const smoothed = `program main
  integer, parameter :: n = 64
  real :: a(n,n), c(0:n-1,3,n)
  integer :: j
%s
  do j = 1, n
    call %s
  end do
end program
subroutine plane(p, q, x)
  integer, intent(in) :: p, q
  real, intent(inout) :: x(p,q)
  x(2:p,:) = 0.5*x(1:p-1,:)
end subroutine
subroutine column(p, x)
  integer, intent(in) :: p
  real, intent(inout) :: x(p)
  x(2:p) = 0.5*x(1:p-1)
end subroutine
`

// An element that begins an array, or a section of it, costs what the array or the
// section does.
func TestElementsBeginSections(t *testing.T) {
	for _, c := range []struct{ element, section string }{
		{"plane(n, n, a(1,1))", "plane(n, n, a)"},
		{"plane(64, n, a(1,1))", "plane(n, n, a(:,:))"},
		{"column(n, a(1,j))", "column(n, a(:,j))"},
		{"plane(n, 3, c(0,1,j))", "plane(n, 3, c(:,:,j))"},
		{"column(n-1, a(2,j))", "column(n-1, a(2:,j))"},
		{"plane(n, 2, c(0,2,j))", "plane(n, 2, c(:,2:,j))"},
	} {
		for _, directives := range []string{"!", "!HPF$ PROCESSORS p(4)\n!HPF$ DISTRIBUTE a(*,BLOCK) ONTO p\n!HPF$ DISTRIBUTE c(*,*,BLOCK) ONTO p", "!HPF$ PROCESSORS p(4)\n!HPF$ DISTRIBUTE a(BLOCK,*) ONTO p\n!HPF$ DISTRIBUTE c(CYCLIC,*,*) ONTO p"} {
			t.Run(c.element+directives, func(t *testing.T) {
				of := func(call string) float64 {
					u := reportOf(t, "p.f90", fmt.Sprintf(smoothed, directives, call), settings.Settings{Machine: "cluster"}).Units[0]
					if u.Partial() {
						t.Fatalf("%s: %+v", call, u.Lines)
					}
					return u.Charge.Total()
				}
				if got, want := of(c.element), of(c.section); math.Abs(got-want) > 1e-9*want {
					t.Errorf("%v, want %v", got, want)
				}
			})
		}
	}
}

// Elements in another shape have a cost where every processor has them, and where a
// mapped array would be cut across its columns there is none.
func TestElementsInAnotherShape(t *testing.T) {
	for _, c := range []struct {
		call, directives string
		known            bool
	}{
		{"column(n*n, a(1,1))", "!", true},
		{"plane(n/2, 2*n, a(1,1))", "!", true},
		{"column(n, a(2,1))", "!", true},
		{"column(n*n, a)", "!", true},
		{"plane(n/2, 2*n, a(1,1))", "!HPF$ DISTRIBUTE a(*,BLOCK)", false},
		{"column(n-1, a(2,j))", "!HPF$ DISTRIBUTE a(*,BLOCK)", true},
		{"column(n, a(2,j))", "!HPF$ DISTRIBUTE a(*,BLOCK)", false},
		{"column(n*n, a(1,1))", "!HPF$ DISTRIBUTE a(*,BLOCK)", false},
		{"plane(n, n-1, a(2,1))", "!HPF$ DISTRIBUTE a(*,BLOCK)", false},
		{"column(n*n, a)", "!HPF$ DISTRIBUTE a(*,BLOCK)", false},
	} {
		t.Run(c.call+c.directives, func(t *testing.T) {
			text := fmt.Sprintf(smoothed, c.directives, c.call)
			u := reportOf(t, "p.f90", text, settings.Settings{Machine: "cluster", Procs: 4}).Units[0]
			why := ""
			for _, l := range u.Lines {
				why += l.NoEstimate
			}
			if u.Partial() == c.known || !c.known && !strings.Contains(why, "shape") {
				t.Errorf("partial: %v, %q", u.Partial(), why)
			}
		})
	}
}
