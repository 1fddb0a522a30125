package values

import (
	"context"
	"testing"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/lower"
	"github.com/parlens/parlens/analysis/source"
)

// No text makes the interpretation panic or go on for ever.
func FuzzRun(f *testing.F) {
	f.Add(declarations + "n = 0\ndo i = 10, 1, -3\nif (e > i) exit\nn = n + i\nend do\na(n) = 1.0\nend program\n")
	f.Add(declarations + "t = (/ 3, 1, 4, 1, 5, 9, 2, 6 /)\nforall (i = 2:8, t(i) > 1) t(i) = t(i-1)\nt(2:8:3) = t(1:3)\na(t(2)) = sum(a(::2))\nend program\n")
	f.Add("subroutine s(d, b)\ninteger, parameter :: p = q, q = p\ninteger :: d, b(d, 0:*), c(p)\ndo while (c(d) == 1 / 0)\nc(1) = b(2**70, -9)\nif (c(1) > 0) cycle\nend do\nend subroutine\n")
	f.Add("program x\ninteger :: i, j\ndo i = 1, 9223372036854775807\ndo j = -9223372036854775807, i, i\nend do\nend do\nend program\n")
	f.Fuzz(func(t *testing.T, text string) {
		for _, u := range lower.Lower(fortran.Parse(source.NewText(text), fortran.Free)).Units {
			r := Run(context.Background(), u.Unit, Options{Counted: everything, Steps: 2000})
			for _, s := range u.Symbols {
				r.Of(s.Name)
			}
		}
	})
}
