package memory

import (
	"testing"

	"github.com/parlens/parlens/analysis/symbolic"
)

// Columns of one page are followed as one.
func TestPagesApart(t *testing.T) {
	for _, c := range []struct {
		name string
		from []int64
		want float64
	}{
		{"one", []int64{0}, 1},
		{"columns of 300 doubles", []int64{0, -2400, 2400}, 1},
		{"columns of 600", []int64{0, -4800, 4800}, 3},
		{"planes of short columns", []int64{0, -800, 800, -80000, 80000}, 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := symbolic.NewArena()
			s := Stream{}
			for _, x := range c.from {
				s.Columns = append(s.Columns, Column{From: a.Int(x)})
			}
			if got, err := a.Eval(pagesApart(a, s), nil); err != nil || got != c.want {
				t.Errorf("%v %v, want %v", got, err, c.want)
			}
		})
	}
	t.Run("places that are not known", func(t *testing.T) {
		a := symbolic.NewArena()
		if got, err := a.Eval(pagesApart(a, Stream{Columns: []Column{{From: a.Int(0)}, {}}}), nil); err != nil || got != 2 {
			t.Errorf("%v %v", got, err)
		}
	})
}
