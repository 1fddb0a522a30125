package aag_test

import (
	"fmt"
	"testing"
)

// TestForks: what stands behind a condition whose branches leave an array mapped
// differently is executed under the mapping that each of them leaves.
func TestForks(t *testing.T) {
	grids := map[int][][]int{1: {{1}, {2}, {4}}}
	const to = "\n!HPF$ REDISTRIBUTE a(%s) ONTO pr\n"
	block, cyclic, two, three := fmt.Sprintf(to, "BLOCK"), fmt.Sprintf(to, "CYCLIC"), fmt.Sprintf(to, "CYCLIC(2)"), fmt.Sprintf(to, "CYCLIC(3)")
	for name, body := range map[string]string{
		"in iterations":         "do i = 1, 4\nif (i > 2) then" + cyclic + "end if\na = b + 1.0" + block + "b = a\nend do",
		"in each branch":        "do i = 1, 4\nif (i > 2) then" + cyclic + "else" + two + "end if\na = b + 1.0\nb = a" + block + "end do",
		"in one of three":       "do i = 1, 5\nif (i > 4) then" + cyclic + "b = a\nelse if (i > 2) then\nb = 2.0\nelse" + two + "end if\na = b + 1.0" + block + "b = a\nend do",
		"inside a branch":       "do i = 1, 5\nif (i > 2) then\nif (i > 4) then" + cyclic + "end if\nb = a\nend if\na = b + 1.0" + block + "end do",
		"one behind another":    "do i = 1, 5\nif (i > 2) then" + cyclic + "end if\nb = a\nif (i < 4) then" + two + "end if\na = b" + block + "end do",
		"there and back":        "do i = 1, 5\nif (i > 2) then" + cyclic + "end if\nb = a\nif (i > 2) then" + block + "end if\na = b\nend do",
		"with loops behind":     "do i = 1, 4\nif (i > 2) then" + cyclic + "end if\ndo j = 2, 15\na(j) = b(j-1)\nend do\ndo j = 1, 2\nb = a\nend do" + block + "end do",
		"with a loop behind":    "do i = 1, 4\nif (i > 2) then" + cyclic + "end if\ndo j = 1, 3\nb = a" + three + "a = b\nend do" + block + "end do",
		"and the next one":      "do i = 1, 4\nif (i > 2) then" + cyclic + "b = a" + block + "cycle\nend if\nb = a" + two + "a = b" + block + "end do",
		"of a loop in a branch": "do i = 1, 4\nif (i > 2) then\ndo j = 1, 2\nb = a" + cyclic + "end do\nend if\na = b" + block + "end do",
	} {
		t.Run(name, func(t *testing.T) {
			check(t, grids, "!HPF$ PROCESSORS pr(4)\n!HPF$ DYNAMIC a\n!HPF$ DISTRIBUTE a(BLOCK) ONTO pr\n!HPF$ DISTRIBUTE b(BLOCK) ONTO pr", "integer :: i, j\nreal :: a(16), b(16)", "", body)
		})
	}
}
