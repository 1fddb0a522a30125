package comm

import (
	"maps"

	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/scheme"
)

// MapDefaults returns the builder of the unit's first statement, where the arrays that
// no directive maps have the layout that the scheme has for them. Dummies lie as their
// actual arguments do.
func (b *Builder) MapDefaults(u *program.Unit) *Builder {
	if b.Grid == nil || u.Messages || b.Scheme.Default == scheme.Replicated {
		return b
	}
	layouts := maps.Clone(b.Layouts)
	for _, s := range u.Symbols {
		if _, mapped := layouts[s]; !mapped && s.Class == program.Variable && s.Rank() > 0 && !s.Dummy {
			layouts[s] = b.lastBlock(s)
		}
	}
	return b.Under(layouts)
}

// lastBlock distributes the last dimension by BLOCK over the first grid
// dimension: the one along which sections are contiguous in memory.
func (b *Builder) lastBlock(s *program.Symbol) mapping.Layout {
	l := mapping.Layout{Grid: b.Joint, Axes: make([]mapping.Axis, len(b.Joint.Extents))}
	for g := range l.Axes {
		l.Axes[g].Kind = mapping.Replicated
	}
	last := s.Rank() - 1
	lower, _ := b.DeclaredBounds(s, last)
	l.Axes[0] = mapping.Axis{Kind: mapping.Aligned, Dim: last, Scale: 1, Offset: b.A.Int(0), Lower: lower, Extent: b.extent(s, last), Format: mapping.Format{Kind: mapping.Block}}
	l.Axes[0].Format.Param = l.DimOf(b.A, 0).BlockSize()
	return l
}
