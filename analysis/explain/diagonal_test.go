package explain_test

import (
	"regexp"
	"slices"
	"testing"
)

// A processor executes the iterations of a diagonal that both dimensions of the arrangement give
// it: of 12 in blocks of 6 by CYCLIC(4) on 2 x 2, (0,0) has 1:4, (0,1) 5:6, (1,1) 7:8 and (1,0) 9:12.
// C lies in the first column of processors, in blocks of 6: only (0,1) and (1,1) need any of it.
// D lies in the first row: only (1,0) and (1,1) do.
func TestMessagesAlongDiagonals(t *testing.T) {
	for _, c := range []struct {
		read string
		want []string
	}{
		{"c(i)", []string{"(0,0) -> (0,1): C(5:6)", "(1,0) -> (1,1): C(7:8)"}},
		{"d(i)", []string{"(0,0) -> (1,0): D(9:12)", "(0,1) -> (1,1): D(7:8)"}},
	} {
		t.Run(c.read, func(t *testing.T) {
			u := explained(t, `program p
  integer, parameter :: n = 12
  integer :: i
  real :: a(n,n), c(n), d(n)
!HPF$ PROCESSORS q(2,2)
!HPF$ DISTRIBUTE a(BLOCK,CYCLIC(4)) ONTO q
!HPF$ ALIGN c(i) WITH a(i,1)
!HPF$ ALIGN d(i) WITH a(1,i)
  do i = 1, n
    a(i,i) = `+c.read+`
  end do
end program
`, 2, 2)
			got := regexp.MustCompile(`\S+ -> \S+ [CD]\([^)]*\)`).FindAllString(words(u), -1)
			if !slices.Equal(got, c.want) {
				t.Errorf("messages %q, want %q", got, c.want)
			}
		})
	}
}
