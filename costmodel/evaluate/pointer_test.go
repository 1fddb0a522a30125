package evaluate

import (
	"fmt"
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// A pointer that no directive maps and that points at an array which processors share is told:
// the loop through it would divide its work and move a column, and nothing of that is counted.
func TestPointersAtMappedArrays(t *testing.T) {
	const head = "program p\nreal, target :: a(40,40), b(40,40), own(40,40)\nreal, pointer :: x(:,:), y(:,:)\ninteger i, j\n!HPF$ PROCESSORS q(4)\n!HPF$ DISTRIBUTE (*,BLOCK) ONTO q :: a, b\n"
	const loop = "do j = 2, 40\ndo i = 1, 40\nx(i,j) = x(i,j) + 1.0\nend do\nend do\nend program\n"
	cases := []struct {
		name, directive, assignment string
		told                        bool
	}{
		{"a whole array", "", "x => a\n", true},
		{"a section", "", "x => a(:,1:40)\n", true},
		{"an array of its own", "", "x => own\n", false},
		{"a pointer", "", "x => y\n", false},
		{"a mapped pointer", "!HPF$ DISTRIBUTE x(*,BLOCK) ONTO q\n", "x => a\n", false},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			before := head + c.directive + "a = 1.0\n"
			r := reportOf(t, "p.f90", before+c.assignment+loop, settings.Settings{})
			says := lineIn(r, 1+strings.Count(before, "\n")).NoEstimate
			if told := strings.HasPrefix(says, "X points at an array that is mapped"); told != c.told {
				t.Errorf("says %q", says)
			}
		})
	}
}

// So is one that points at a dummy which lies as its argument does, where that is mapped.
func TestPointersAtDummies(t *testing.T) {
	const text = "program p\nreal a(40,40), own(40,40)\n!HPF$ PROCESSORS q(4)\n!HPF$ DISTRIBUTE a(*,BLOCK) ONTO q\na = 1.0\nown = 1.0\ncall add(%s)\ncontains\n" +
		"subroutine add(x)\nreal, target :: x(40,40)\nreal, pointer :: y(:,:)\ny => x\ny = y + 1.0\nend subroutine\nend program\n"
	for argument, told := range map[string]bool{"a": true, "own": false} {
		t.Run(argument, func(t *testing.T) {
			r := reportOf(t, "p.f90", fmt.Sprintf(text, argument), settings.Settings{})
			for line, says := range map[int]string{7: lineIn(r, 7).NoEstimate, 12: lineIn(r, 12).NoEstimate} {
				if strings.Contains(says, "Y points at an array that is mapped") != told {
					t.Errorf("line %d says %q", line, says)
				}
			}
		})
	}
}
