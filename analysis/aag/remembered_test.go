package aag_test

import (
	"slices"
	"testing"

	"github.com/parlens/parlens/analysis/aag"
	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/lower"
	"github.com/parlens/parlens/analysis/scheme"
	"github.com/parlens/parlens/analysis/source"
)

// TestStatementsAreRemembered: after an edit before it a statement is what it was worked
// out to be, also where routines leave their results in temporaries.
func TestStatementsAreRemembered(t *testing.T) {
	for _, statement := range []string{
		"a = b + 1.0", "a(2:n,:) = b(1:n-1,:)", "b = cshift(a, 1)", "a = cshift(a, 1)", "a = matmul(a, b)", "a = transpose(a) + eoshift(b, 1)", "a = a + spread(a(:,1), 2, n)",
	} {
		t.Run(statement, func(t *testing.T) {
			var cache comm.Cache
			numbers := func(before string) (out []int64) {
				text := "program p\ninteger, parameter :: n = 64\nreal :: a(n,n), b(n,n)\n!HPF$ PROCESSORS q(2,2)\n!HPF$ DISTRIBUTE (BLOCK,BLOCK) ONTO q :: a, b\n" + before + "\n" + statement + "\nend program\n"
				u := lower.Lower(fortran.Parse(source.NewText(text), fortran.Free)).Units[0]
				b := cache.NewBuilder(u.Arena, u.Layouts, u.Grid, scheme.Collective, u.Remaps)
				defer b.Close()
				for _, x := range aag.Build(u.Unit, b).Units[1:] { // behind the edited statement
					if x.Kind == aag.Seq {
						out = append(out, x.Number)
					}
				}
				return out
			}
			first, second := numbers("b = 1.0"), numbers("b = 12345.0")
			if len(first) == 0 || slices.Contains(first, 0) || !slices.Equal(first, second) {
				t.Errorf("numbers %v, then %v", first, second)
			}
		})
	}
}
