package place

import (
	"slices"

	"github.com/parlens/parlens/analysis/symbolic"
)

// LastBlock is where the last elements of an array are, by blocks, along one
// dimension of the processors: beyond them where the blocks are too small. Both
// are in the arena of the program.
type LastBlock struct{ Coord, Extent symbolic.Expr }

// lastBlocks are those of the arrays of the classes whose extents are known, each once.
func (b *builder) lastBlocks() []LastBlock {
	a := b.arena
	var out []LastBlock
	for _, c := range b.classes {
		for _, v := range b.fieldsOf(c) {
			l := v.Layout
			if l == nil || l.Grid == nil || len(v.extents) != v.Rank() {
				continue
			}
			var last []symbolic.Expr
			for _, e := range v.extents {
				last = append(last, a.Sub(e, a.Int(1)))
			}
			l.last = true
			o := b.owner(l, last, v.extents)
			for d, f := range l.Index {
				if f.Head() == "block" && o.Coords[d].Kind == at {
					if x := (LastBlock{o.Coords[d].E, l.Grid.Extents[d]}); !slices.Contains(out, x) { // most arrays are blocked alike
						out = append(out, x)
					}
				}
			}
		}
	}
	return out
}
