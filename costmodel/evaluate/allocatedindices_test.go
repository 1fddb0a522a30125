package evaluate

import (
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// Index arrays that ALLOCATE gives their extents hold what is stored to them: 64 rows of 4 elements
// each. What is read is not known, and asked for, as the elements of arrays with constant bounds are.
func TestIndicesInAllocatedArrays(t *testing.T) {
	const fill = "do i = 1, n+1\nROW(i) = 1 + 4*(i-1)\nend do\n"
	for name, c := range map[string]struct {
		before, fill, row string
		executions        float64
	}{
		"of the unit":             {"integer, allocatable :: row(:)\n", "allocate(row(n+1))\n" + fill, "row", 256},
		"from 0":                  {"integer, allocatable :: row(:)\n", "allocate(row(0:n+1))\n" + fill, "row", 256},
		"allocated again":         {"integer, allocatable :: row(:)\n", "allocate(row(3))\nrow = 7\ndeallocate(row)\nallocate(row(n+1))\n" + fill, "row", 256},
		"component":               {"type(matrix) :: a\n", "allocate(a%row(n+1))\n" + fill, "a%row", 256},
		"component, by procedure": {"type(matrix) :: a\n", "call build(a)\n", "a%row", 256},
		"dummy, by procedure":     {"integer, allocatable :: row(:)\n", "call make(row)\n", "row", 256},
		"of a module":             {"", "call shared\n", "ours", 256},
		"read":                    {"integer, allocatable :: row(:)\n", "allocate(row(n+1))\n" + fill + "read *, row\n", "row", 64 * 100},
		"too large":               {"integer, allocatable :: row(:)\n", "allocate(row(1000000))\n" + fill, "row", 64 * 100},
	} {
		t.Run(name, func(t *testing.T) {
			text := "module csr\ninteger, parameter :: n = 64\ntype matrix\ninteger, allocatable :: row(:)\nend type\ninteger, allocatable :: ours(:)\ncontains\n" +
				"subroutine build(a)\ntype(matrix), intent(out) :: a\ninteger i\nallocate(a%row(n+1))\n" + named(fill, "a%row") + "end subroutine\n" +
				"subroutine make(x)\ninteger, allocatable, intent(out) :: x(:)\ninteger i\nallocate(x(n+1))\n" + named(fill, "x") + "end subroutine\n" +
				"subroutine shared\ninteger i\nallocate(ours(n+1))\n" + named(fill, "ours") + "end subroutine\nend module\n" +
				"program p\nuse csr\ninteger i, k\nreal s\n" + c.before + named(c.fill, c.row) + "do i = 1, n\ndo k = " + c.row + "(i), " + c.row + "(i+1)-1\ns = s + k\nend do\nend do\nprint *, s\nend program\n"
			if got := lineIn(reportOf(t, "p.f90", text, settings.Settings{}), lineWith(text, "s = s + k")).Executions; got != c.executions {
				t.Errorf("%v executions, want %v", got, c.executions)
			}
		})
	}
}

func named(text, row string) string { return strings.ReplaceAll(text, "ROW", row) }
