package lower

import (
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/source"
)

// Constant subscripts outside of constant bounds are told, where the declaration says how large
// the array is; what old programs write on purpose is not.
func TestConstantSubscriptsOutOfBounds(t *testing.T) {
	const head = "subroutine s(d)\ninteger, parameter :: n = 10\nreal a(n), b(0:n,3), one(1), d(1), e(4)\nreal c(2), x(8)\ncommon /c/ c\nequivalence (x, one)\ninteger i\n"
	for statement, want := range map[string]int{
		"a(11) = 1.0":                      1,
		"a(n) = a(n+1)":                    1,
		"b(0,4) = b(-1,1)":                 2,
		"b(1:11,2) = 0.0":                  1,
		"e(2:5) = e(0:3)":                  2,
		"a(10) = b(0,3)":                   0,
		"e(5:4) = 0.0":                     0,
		"e(5:1:-2) = 0.0":                  0, // with a stride nothing is said
		"e(:) = e(2:)":                     0,
		"c(3) = d(2) + one(2)":             0,
		"x(9) = 0.0":                       0,
		"do i = 1, 20\na(i) = 0.0\nend do": 0,
	} {
		t.Run(statement, func(t *testing.T) {
			found, told := 0, ""
			for _, d := range Lower(fortran.Parse(source.NewText(head+statement+"\nend subroutine\n"), fortran.Free)).Diagnostics {
				if d.Code == "out-of-bounds" && strings.HasPrefix(d.Message, "subscript ") {
					found++
					told += d.Message + "; "
				}
			}
			if found != want {
				t.Errorf("%d are told, want %d: %s", found, want, told)
			}
		})
	}
}
