package fortran

import (
	"testing"

	"github.com/parlens/parlens/analysis/source"
)

// TestDirectivesBehindContains: a directive between CONTAINS and a procedure, or between
// two, belongs to nothing, and says so; one before CONTAINS or in a procedure does not.
func TestDirectivesBehindContains(t *testing.T) {
	for _, c := range []struct {
		name, text string
		lines      []int
	}{
		{"before CONTAINS", "module m\nreal a(8)\n!HPF$ DISTRIBUTE a(BLOCK)\ncontains\nsubroutine s\nend subroutine\nend module\n", nil},
		{"behind it", "module m\nreal a(8)\ncontains\n!HPF$ DISTRIBUTE a(BLOCK)\nsubroutine s\nend subroutine\nend module\n", []int{4}},
		{"in the procedure", "module m\nreal a(8)\ncontains\nsubroutine s\nreal b(8)\n!HPF$ DISTRIBUTE b(BLOCK)\nb = 1\nend subroutine\nend module\n", nil},
		{"behind a procedure", "module m\nreal a(8)\ncontains\nsubroutine s\nend subroutine\n!HPF$ DISTRIBUTE a(BLOCK)\n!HPF$ ALIGN a WITH a\nend module\n", []int{6, 7}},
		{"in a program", "program p\nreal a(8)\na = 1\ncontains\n!HPF$ PROCESSORS q(4)\nsubroutine s\nend subroutine\nend program\n", []int{5}},
		{"a comment with values is none", "module m\ncontains\n!PARLENS$ SET n = 4\nsubroutine s\nend subroutine\nend module\n", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := source.NewText(c.text)
			var got []int
			for _, d := range Parse(text, Free).Diagnostics {
				if d.Code == "misplaced-directive" {
					got = append(got, text.LineOf(d.Span.Start))
				}
			}
			if len(got) != len(c.lines) {
				t.Fatalf("lines %v, want %v", got, c.lines)
			}
			for i := range got {
				if got[i] != c.lines[i] {
					t.Errorf("lines %v, want %v", got, c.lines)
				}
			}
		})
	}
}
