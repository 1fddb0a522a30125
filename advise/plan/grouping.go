package plan

import (
	"slices"
	"sort"
)

const (
	fewElements = 64 // arrays with fewer are not worth a message
	maxGroups   = 6  // of arrays without directives; more are joined where they are shaped alike
)

// affine joins arrays: those of one shape that are walked along in the same way, then
// smaller ones with the array that they are most used with, unless parallel loops walk along
// other dimensions of both, as of a copy that is stored transposed, so that each phase has its
// own, or along one that the other array has not, as of the right sides of a triangular system.
func (p *Program) affine(arrays []*Array, near affinity, walks parallelism) {
	arrays = slices.DeleteFunc(arrays, func(a *Array) bool { return a.size > 0 && a.size < fewElements })
	var groups [][]*Array
	for _, a := range arrays {
		i := slices.IndexFunc(groups, func(g []*Array) bool {
			return g[0].shaped(a) && slices.ContainsFunc(g, func(b *Array) bool { return alike(a, b, near) })
		})
		if i < 0 {
			groups = append(groups, []*Array{a})
			continue
		}
		groups[i] = append(groups[i], a)
	}
	if len(groups) > maxGroups {
		groups = joined(groups)
	}
	sort.SliceStable(groups, func(i, j int) bool {
		a, b := groups[i][0], groups[j][0]
		if len(a.bounds) != len(b.bounds) {
			return len(a.bounds) > len(b.bounds)
		}
		return a.size > b.size
	})
	var kept [][]*Array
	for _, g := range groups {
		if root := attach(g, kept, near, walks); root >= 0 {
			kept[root] = append(kept[root], g...)
			continue
		}
		kept = append(kept, g)
	}
	for _, g := range kept[:min(len(kept), 2*maxGroups)] {
		p.Groups = append(p.Groups, grouped(g))
	}
}

// shaped tells whether arrays have the same bounds and can stand in one directive.
func (a *Array) shaped(b *Array) bool {
	return len(a.bounds) == len(b.bounds) && a.text == b.text && together(a, b)
}

// together tells whether wherever one is declared the other is too.
func together(a, b *Array) bool {
	return len(a.copies) == len(b.copies) && !slices.ContainsFunc(a.copies, func(x spot) bool {
		return !slices.ContainsFunc(b.copies, func(y spot) bool { return x.file == y.file && x.unit == y.unit })
	})
}

// alike tells whether two arrays of one shape are walked along dimension by dimension,
// and nowhere more often across.
func alike(a, b *Array, near affinity) bool {
	straight, across := 0.0, 0.0
	for d := range a.bounds {
		for e := range b.bounds {
			w := near[[2]dimension{{a.key, d}, {b.key, e}}]
			switch {
			case d != e:
				across += w
			case w == 0:
				return false
			default:
				straight += w
			}
		}
	}
	return straight >= across
}

func joined(groups [][]*Array) [][]*Array {
	var out [][]*Array
	for _, g := range groups {
		i := slices.IndexFunc(out, func(o []*Array) bool { return o[0].shaped(g[0]) })
		if i < 0 {
			out = append(out, g)
			continue
		}
		out[i] = append(out[i], g...)
	}
	return out
}

// attach aligns the arrays of a group with the root of another that they are used
// with, where they fit inside it; -1 where there is none.
func attach(g []*Array, roots [][]*Array, near affinity, walks parallelism) int {
	best, most := -1, 0.0
	var with []int
	for i, r := range roots {
		root := r[0]
		if !together(root, g[0]) || root.shaped(g[0]) {
			continue
		}
		to, weight := follows(g, root, r, near)
		own, theirs := walks.along(g), walks.along(r)
		if weight > most && (own < 0 || to[own] >= 0 && (theirs < 0 || to[own] == theirs)) {
			best, most, with = i, weight, to
		}
	}
	if best >= 0 {
		for _, a := range g {
			a.with = with
		}
	}
	return best
}

// follows pairs the dimensions of arrays that are shaped alike with those of a root by the
// affinity of any of them with any array of its group, the strongest first.
func follows(arrays []*Array, root *Array, group []*Array, near affinity) ([]int, float64) {
	a := arrays[0]
	type pair struct {
		d, e   int
		weight float64
	}
	var pairs []pair
	for d := range a.bounds {
		for e := range root.bounds {
			w := 0.0
			for _, b := range group {
				f := e
				if b.with != nil {
					f = slices.Index(b.with, e)
				}
				for _, x := range arrays {
					if f >= 0 {
						w += near[[2]dimension{{x.key, d}, {b.key, f}}]
					}
				}
			}
			inside := a.size > 0 && root.size > 0 && a.bounds[d][0] >= root.bounds[e][0] && a.bounds[d][1] <= root.bounds[e][1]
			if w > 0 && inside {
				pairs = append(pairs, pair{d, e, w})
			}
		}
	}
	sort.SliceStable(pairs, func(i, j int) bool { return pairs[i].weight > pairs[j].weight })
	to := make([]int, len(a.bounds))
	for d := range to {
		to[d] = -1
	}
	sum := 0.0
	for _, x := range pairs {
		if to[x.d] < 0 && !slices.Contains(to, x.e) {
			to[x.d] = x.e
			sum += x.weight
		}
	}
	return to, sum
}

// grouped makes the group of its arrays.
func grouped(arrays []*Array) Group {
	g := Group{Rank: len(arrays[0].bounds), arrays: arrays}
	for _, a := range arrays {
		g.Roots = append(g.Roots, a.Name)
		for _, c := range a.copies {
			if l := (Line{c.file.Path, c.line}); !slices.Contains(g.Lines, l) {
				g.Lines = append(g.Lines, l)
			}
		}
	}
	g.Name = Named(g.Roots)
	return g
}
