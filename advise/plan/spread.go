package plan

import (
	"slices"
)

// Which dimensions of arrays are dealt out, by the loops that walk along them.

// spread is, for each group without directives, the dimension that parallel loops walk along
// most.
func (p *Program) spread(walks parallelism) {
	for i := range p.Groups {
		p.Groups[i].Parallel = walks.along(p.Groups[i].arrays)
	}
}

// Extent is that of a dimension of a group without directives; 0 where it is not known.
func (g Group) Extent(dim int) int64 {
	if len(g.arrays) == 0 || g.arrays[0].size == 0 {
		return 0
	}
	b := g.arrays[0].bounds[dim]
	return b[1] - b[0] + 1
}

// along is the dimension of a root that parallel loops walk along most in the arrays of its
// group; the later one of those that they walk along as much, which is stored in one piece.
func (walks parallelism) along(group []*Array) int {
	out, most := -1, 0.0
	if len(group) == 0 {
		return out
	}
	for e := range group[0].bounds {
		sum := 0.0
		for _, a := range group {
			if d := a.along(e); d >= 0 {
				sum += walks[dimension{a.key, d}]
			}
		}
		if sum > 0 && sum >= most {
			out, most = e, sum
		}
	}
	return out
}

// size is that of the group's largest array, in elements; 0 where none is known.
func (g *Group) size() float64 {
	out := 0.0
	for _, a := range g.arrays {
		out = max(out, a.size)
	}
	return out
}

// along is the array's dimension that follows one of its root, -1 if none does.
func (a *Array) along(e int) int {
	if a.with == nil {
		return e
	}
	for d, to := range a.with {
		if to == e {
			return d
		}
	}
	return -1
}

// tableSize is the part of the largest array's elements below which an array is a table,
// which all processors have.
const tableSize = 1.0 / 256

// Tables tells which groups without directives are tables.
func (p *Program) Tables() []bool {
	largest := 0.0
	for _, g := range p.Groups {
		largest = max(largest, g.size())
	}
	out := make([]bool, len(p.Groups))
	for i, g := range p.Groups {
		out[i] = g.Now == nil && g.size() > 0 && g.size() < tableSize*largest
	}
	return out
}

// AlongLoops is the plan in which each group without directives is dealt in blocks along the
// dimension that parallel loops walk along most. Tables, and what no parallel loop walks
// along, have no directives.
func (p *Program) AlongLoops() Plan {
	out, table := p.Now(), p.Tables()
	for i, g := range p.Groups {
		if g.Now != nil || g.Parallel < 0 || table[i] {
			continue
		}
		f := slices.Repeat([]string{Star}, g.Rank)
		f[g.Parallel] = "BLOCK"
		out.Formats[i] = f
	}
	return out
}
