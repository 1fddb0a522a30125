package values

import (
	"context"
	"testing"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/lower"
	"github.com/parlens/parlens/analysis/source"
)

// A procedure assigns an element of an array whose length is that of its argument: a run
// that follows no long arrays does not wait for the length, and ends all the same.
func TestDummiesOfAnyLength(t *testing.T) {
	text := "program x\ninteger :: t(8), n\nreal :: a(100)\ncall fill(t, 8)\nn = t(3)\na(n) = 1.0\nend program\n" +
		"subroutine fill(d, k)\ninteger :: k, d(k)\nd(3) = 5\nend subroutine\n"
	units := lower.Lower(fortran.Parse(source.NewText(text), fortran.Free)).Units
	for _, c := range []struct {
		name  string
		short bool
		want  string
	}{
		{"all arrays", false, "5"},
		{"no long arrays", true, "unknown"},
	} {
		t.Run(c.name, func(t *testing.T) {
			opt := Options{Short: c.short, Called: func(string) *Procedure { return &Procedure{Unit: units[1].Unit} }}
			if got := uses(units[0].Unit, Run(context.Background(), units[0].Unit, opt), "n"); got != c.want {
				t.Errorf("n is %s, want %s", got, c.want)
			}
		})
	}
}
