package comm

import (
	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/symbolic"
)

// Stretch is where the iterations of a partition lie along one grid dimension:
// on the owners of the template indices First, First+Step, ..., Last. First and
// Last may mention the indices of loops around.
type Stretch struct {
	Axis        int // of the joint grid, from 0
	Dim         mapping.Dim
	First, Last symbolic.Expr
	Step        int64 // 0 for a single index
}

// Stretches returns the stretches of a partition, by grid dimension; none where
// the owner is not known before run time.
func (b *Builder) Stretches(p *Partition) []Stretch {
	if p == nil {
		return nil
	}
	var out []Stretch
	for g, x := range p.Home {
		if x == nil {
			continue
		}
		at := b.Place(x, g)
		switch {
		case at.Irregular:
		case at.Sub.Loop == nil:
			out = append(out, Stretch{Axis: g, Dim: at.Dim, First: at.Sub.Offset, Last: at.Sub.Offset})
		default:
			l := at.Sub.Loop
			first, last := b.templateRange(at.Sub, l.Lo, l.Hi)
			out = append(out, Stretch{Axis: g, Dim: at.Dim, First: first, Last: last, Step: abs(at.Sub.Scale)})
		}
	}
	return out
}
