package edits

import (
	"fmt"
	"strings"
)

// Program returns a valid program of about the given number of lines, in units
// of about 100, always the same one.
func Program(lines int) string {
	var b strings.Builder
	for u, n := 0, 0; n < lines; u++ {
		before := b.Len()
		fmt.Fprintf(&b, "subroutine work%d(a, b, n)\n  integer, intent(in) :: n\n  real, dimension(n,n), intent(inout) :: a, b\n  real :: s\n  integer :: i, j\n!HPF$ DISTRIBUTE (BLOCK,*) :: a, b\n  s = 0.0\n", u)
		for k := range 9 {
			fmt.Fprintf(&b, "  do j = 2, n - 1\n    do i = 2, n - 1\n      b(i,j) = %d.25 * (a(i-1,j) + a(i+1,j) + a(i,j-1) + a(i,j+1)) ! five points\n", 9*u+k)
			fmt.Fprintf(&b, "      if (b(i,j) > %d.0d0) then\n        s = s + abs(b(i,j) - a(i,j))\n      end if\n    end do\n  end do\n  call exchange(a(:,2), b(:,n-1), %d)\n  a(2:n-1,:) = b(2:n-1,:)\n", 9*u+k, 9*u+k)
		}
		fmt.Fprintf(&b, "end subroutine work%d\n\n", u)
		n += strings.Count(b.String()[before:], "\n")
	}
	return b.String()
}
