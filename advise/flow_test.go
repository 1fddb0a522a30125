package advise

import (
	"fmt"
	"testing"
)

// A time loop over three phases, one before and one behind it.
func TestFlow(t *testing.T) {
	const text = `program p
  real :: a(9,9), b(9,9), c(9)
  integer :: i, j, it
  a = 0.0
  do it = 1, 10
    do j = 1, 9
      a(:,j) = b(:,j)
    end do
    c = 1.0
    do i = 1, 9
      b(i,:) = a(i,:)
    end do
    x = x + it
  end do
  print *, a(1,1)
end program
`
	snap := snapshot("/w/p.f90", text)
	file, _ := snap.File("/w/p.f90")
	u := snap.Program(file).Units[0].Fork()
	f := flowOf(u, file.Text, func(line int) float64 {
		if line == 5 {
			return 10
		}
		return 1
	})
	var lines []string
	for _, p := range f.phases {
		lines = append(lines, fmt.Sprint(p.first, "-", p.last))
	}
	if got := fmt.Sprint(lines); got != "[4-4 6-8 9-9 10-12 15-15]" {
		t.Error(got)
	}
	// a: before the loop, in two phases of it, behind it
	if got, want := fmt.Sprint(f.follows(func(p phase) bool { return p.uses["a"] })), "[{0 1 1} {3 1 9} {1 3 10} {3 4 1}]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got := fmt.Sprint(f.follows(func(p phase) bool { return p.uses["c"] })); got != "[]" {
		t.Error(got)
	}
}
