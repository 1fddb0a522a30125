package evaluate

import (
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// Messages in two directions that may bring the same elements are bounds, where the numbers of
// processors make it so.
func TestElementsOfTwoDirections(t *testing.T) {
	const head = "program p\nreal a(20,20), b(20,20)\ninteger i, j\n!HPF$ PROCESSORS q(2,2)\n!HPF$ DISTRIBUTE "
	const mixed, blocks = head + "(BLOCK,CYCLIC) ONTO q :: a, b\n", head + "(BLOCK,BLOCK) ONTO q :: a, b\n"
	for _, c := range []struct {
		name, head, right string
		grid              []int
		bound             bool
	}{
		{"both neighbours are one", "program p\nreal a(20), b(20)\ninteger i\n!HPF$ DISTRIBUTE (CYCLIC) :: a, b\n", "b(i-2) + b(i+2)", []int{4}, true},
		{"the neighbours are two", "program p\nreal a(20), b(20)\ninteger i\n!HPF$ DISTRIBUTE (CYCLIC) :: a, b\n", "b(i-1) + b(i+1)", []int{4}, false},
		{"one of them is the own one", "program p\nreal a(20), b(20)\ninteger i\n!HPF$ DISTRIBUTE (CYCLIC) :: a, b\n", "b(i-1) + b(i-4)", []int{4}, false},
		{"along one processor", mixed, "b(i-2,j) + b(i-2,j+2)", []int{4, 1}, true},
		{"along two, two apart", mixed, "b(i-2,j) + b(i-2,j+2)", []int{2, 2}, true},
		{"along two, one apart", mixed, "b(i-2,j) + b(i-2,j+1)", []int{2, 2}, false},
		{"faces", blocks, "b(i-1,j) + b(i,j-1)", []int{2, 2}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			loops, ends, left := "do i = 5, 18\n", "end do\n", "a(i)"
			if len(c.grid) == 2 {
				loops, ends, left = "do j = 3, 17\n"+loops, ends+ends, "a(i,j)"
			}
			text := c.head + loops + left + " = " + c.right + "\n" + ends + "end program\n"
			bound := false
			for _, m := range lineIn(reportOf(t, "x.f90", text, settings.Settings{Grid: c.grid}), lineWith(text, "b(i")).Comms {
				bound = bound || m.Bound
			}
			if bound != c.bound {
				t.Errorf("in bounds %v, want %v", bound, c.bound)
			}
		})
	}
}
