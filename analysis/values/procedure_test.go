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

// A real number is followed where the procedure that gets it counts iterations by it, and not
// where it computes with it.
func TestRealsHandedOn(t *testing.T) {
	for _, c := range []struct {
		name, procedure string
		want            bool
	}{
		{"computes", "do i = 1, 8\na(i) = y\nend do", false},
		{"counts", "do i = 1, int(100*y)\na(i) = 1.0\nend do", true},
		{"is asked for", "if (y > 0.5) k = 3\ndo i = 1, k\na(i) = 1.0\nend do", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := "program p\nreal :: x, a(100)\ninteger :: i\nx = 0.25\ndo i = 1, 3\nx = x * 2\ncall f(x, a)\nend do\nend program\n" +
				"subroutine f(y, a)\nreal :: y, a(100)\ninteger :: i, k\nk = 1\n" + c.procedure + "\nend subroutine\n"
			units := lower.Lower(fortran.Parse(source.NewText(text), fortran.Free)).Units
			p, called := units[0].Unit, &Procedure{Unit: units[1].Unit}
			r := Run(context.Background(), p, Options{Called: func(name string) *Procedure {
				if name == "f" {
					return called
				}
				return nil
			}})
			_, known := r.Of("x") // 0.5, 1 and 2
			if got := r.Matters(p.Lookup("x")); got != c.want || known != c.want {
				t.Errorf("x matters: %v, has a value: %v; want %v", got, known, c.want)
			}
		})
	}
}
