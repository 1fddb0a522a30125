package advise

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

const gravity = `module masses
  implicit none
  integer, parameter :: n = 1024
  real :: px(n), py(n), ax(n), ay(n), w(n)
contains
  subroutine attract()
    integer :: i, k
    real :: hx, hy, q
    do i = 1, n
      ax(i) = 0.0
      ay(i) = 0.0
      do k = 1, n
        hx = px(k) - px(i)
        hy = py(k) - py(i)
        q = w(k)/(hx*hx + hy*hy + 0.01)
        ax(i) = ax(i) + q*hx
        ay(i) = ay(i) + q*hy
      end do
    end do
  end subroutine
  subroutine damp(v)
    real, intent(inout) :: v(n)
    v = 0.99*v
  end subroutine
end module
program main
  use masses
  implicit none
  integer :: step
  px = 1.0; py = 2.0; w = 1.0
  do step = 1, 10
    call attract()
    call damp(ax(1))
    px = px + 0.1*ax
    py = py + 0.1*ay
  end do
end program
`

// Arrays of a module with contained procedures get a first set of directives, on as many
// processors as are given, else on a few; the time is the one promised.
func TestFirstDirectivesInModule(t *testing.T) {
	for _, c := range []struct{ procs, want int }{{0, few}, {8, 8}} {
		t.Run(fmt.Sprint(c), func(t *testing.T) {
			s := settings.Settings{Machine: "cluster", Procs: c.procs}
			a := advised(t, gravity, s, Effort{Predictions: 3, Most: 3, Scale: true})
			faster := a.Faster()
			if len(faster) == 0 || faster[0].Processors != c.want || faster[0].Gain() < 0.6*float64(c.want) {
				t.Fatalf("%d processors: %+v", c.procs, a.Proposals)
			}
			f, _ := snapshot("/w/p.f90", gravity).File("/w/p.f90")
			text, err := f.Text.Apply(faster[0].Changes[0].Edits...)
			if err != nil {
				t.Fatal(err)
			}
			if i, k := strings.Index(text.String(), "DISTRIBUTE"), strings.Index(text.String(), "contains"); i < 0 || i > k {
				t.Errorf("the directives do not stand among the declarations of the module:\n%s", text)
			}
			if n := Worthwhile(a.Scaling); n < c.want {
				t.Errorf("time stops falling at %d: %v", n, a.Scaling)
			}
		})
	}
	search, err := searched(context.Background(), snapshot("/w/p.f90", gravity), "/w/p.f90", settings.Settings{Machine: "cluster"}, Effort{Predictions: 3})
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range search.order {
		promised(t, snapshot("/w/p.f90", gravity), search, x.edited())
	}
}
