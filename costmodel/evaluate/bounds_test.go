package evaluate

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// The bounds of one array may say what those of another are: what is remembered
// of a statement depends on both declarations.
func TestBoundsOfOthers(t *testing.T) {
	const start = `subroutine s(m, w)
  integer :: m, i
  real :: y(10), z(20)
  real :: w(size(z))
  real :: x(size(y)), v(ubound(y,1))
  real :: a(16), b(16)
!HPF$ PROCESSORS p(4)
!HPF$ DISTRIBUTE (BLOCK) ONTO p :: a, b
  x(:) = 1.0
  v = 2.0
  w(2:) = x(1)
  do i = 1, size(y)
    x(i) = x(i) + 1.0
  end do
  a(1:size(y)) = b(2:size(y)+1)
end subroutine
`
	for _, change := range [][2]string{{"y(10)", "y(12)"}, {"z(20)", "z(30)"}, {"ubound(y,1)", "ubound(z,1)"}} {
		t.Run(fmt.Sprint(change), func(t *testing.T) {
			c := &comparison{T: t, r: rand.New(rand.NewPCG(1, 2)), path: "s.f90", start: start}
			c.reset()
			for range 2 {
				c.replace(change[0], change[1])
				change[0], change[1] = change[1], change[0]
			}
		})
	}
}

// Bounds that depend on themselves end in a message.
func TestBoundsOfThemselves(t *testing.T) {
	r := reportOf(t, "s.f90", "subroutine s(x, y, z)\nreal x(ubound(x,1)), y(size(z)), z(size(y))\nx = 1.0\ny = z\nend subroutine\n", settings.Settings{})
	found := 0
	for _, d := range r.Diagnostics {
		if d.Code == "bound-cycle" {
			found++
		}
	}
	if found != 2 {
		t.Errorf("%v", r.Diagnostics)
	}
}

// A function that its host's arrays do not concern can be called for each
// element; one that works on them cannot.
func TestFunctionsBesideMappedArrays(t *testing.T) {
	for body, estimated := range map[string]bool{
		"f = 2.0*x":        true,
		"f = 2.0*x + a(1)": false,
		"f = g(x)":         false,
	} {
		t.Run(body, func(t *testing.T) {
			text := `program p
  integer, parameter :: n = 16
  integer :: i
  real :: a(n), b(n)
!HPF$ PROCESSORS q(4)
!HPF$ DISTRIBUTE (BLOCK) ONTO q :: a, b
  do i = 1, n
    a(i) = f(b(i))
  end do
contains
  real function f(x)
    real, intent(in) :: x
    ` + body + `
  end function
  real function g(x)
    real, intent(in) :: x
    g = x + b(1)
  end function
end program
`
			l := lineAt(t, reportOf(t, "p.f90", text, settings.Settings{}).Units[0], 8)
			if (l.NoEstimate == "") != estimated {
				t.Errorf("%s: %q", body, l.NoEstimate)
			}
		})
	}
}
