package aag_test

import (
	"fmt"
	"testing"
)

// onSeveral declares arrays on arrangements of different shapes: of all
// processors by rows, columns and both, of two of the four, of one.
const onSeveral = `program several
  implicit none
  integer, parameter :: n = 12
  integer :: i, j
  real :: s
  real, dimension(n,n) :: u, v, w
  real, dimension(n) :: a, b, c, d, e
!HPF$ PROCESSORS p(2,2)
!HPF$ PROCESSORS q(4)
!HPF$ PROCESSORS half(2)
!HPF$ PROCESSORS one
!HPF$ DISTRIBUTE u(BLOCK,BLOCK) ONTO p
!HPF$ DISTRIBUTE v(BLOCK,*) ONTO q
!HPF$ DISTRIBUTE w(*,CYCLIC) ONTO q
!HPF$ ALIGN a(i) WITH u(i,*)
!HPF$ DISTRIBUTE b(CYCLIC(2)) ONTO q
!HPF$ DISTRIBUTE c(BLOCK) ONTO half
!HPF$ DISTRIBUTE d(*) ONTO one
!HPF$ ALIGN e(i) WITH u(3,i)
`

func TestSeveralArrangementsEqualTheElementInterpreter(t *testing.T) {
	var statements []string
	for _, x := range []string{"u", "v", "w"} {
		for _, y := range []string{"u", "v", "w"} {
			for _, form := range []string{"%[1]s = %[2]s", "%[1]s(2:n,:) = %[2]s(1:n-1,:)", "%[1]s(:,3) = %[2]s(2,:)", "%[1]s(4,5) = %[2]s(6,7)",
				"forall (i = 1:n, j = 1:n) %[1]s(i,j) = %[2]s(j,i)", "s = sum(%[2]s)", "do j = 2, n; %[1]s(:,j) = %[1]s(:,j-1) + %[2]s(:,j-1); end do",
				"!HPF$ INDEPENDENT; do j = 1, n; %[1]s(:,j) = %[2]s(:,j); end do"} {
				statements = append(statements, fmt.Sprintf(form, x, y))
			}
		}
	}
	names := []string{"a", "b", "c", "d", "e"}
	for _, x := range names {
		for _, y := range names {
			for _, form := range []string{"%[1]s = %[2]s", "%[1]s(2:n) = %[2]s(1:n-1)", "%[1]s(7) = %[2]s(2)", "s = sum(%[1]s * %[2]s)", "%[1]s = %[2]s(n)", "%[1]s(1:6) = %[2]s(12:2:-2)"} {
				statements = append(statements, fmt.Sprintf(form, x, y))
			}
		}
		for _, y := range []string{"u", "v", "w"} {
			for _, form := range []string{"%[1]s = %[2]s(:,3)", "%[1]s = %[2]s(5,:)", "%[2]s(:,3) = %[1]s", "%[2]s(5,:) = %[1]s", "do j = 1, n; %[2]s(:,j) = %[1]s(j); end do"} {
				statements = append(statements, fmt.Sprintf(form, x, y))
			}
		}
	}
	bounds := 0
	for i, s := range statements {
		if testing.Short() && i%7 != 0 {
			continue
		}
		bounds += checkStatement(t, onSeveral, s)
	}
	t.Logf("%d statements, %d with a bound", len(statements), bounds)
}
