package elements

import (
	"cmp"
	"maps"
	"slices"

	"github.com/parlens/parlens/analysis/mapping"
)

// A program may have several arrangements of the same processors. Their
// dimensions stand one behind the other, those of the first arrangement first;
// an array has copies along the dimensions of the others. Arrangements of equal
// shape are one. One of fewer elements stands on the first processors: it has
// one dimension more, which tells those from the rest.

// arrangement is a run of dimensions, as in a Fortran arrangement.
type arrangement struct {
	first   int // place of its first dimension
	extents []int
	partial bool // the last dimension tells the processors of the arrangement, 0, from the rest
}

// arrange gives the first arrangement the extents of the options, and the
// others of all layouts those of Options.Grids or of their declaration.
func (it *interpreter) arrange(in Input) {
	it.arrangements = map[*mapping.Grid]*arrangement{}
	if in.Grid == nil { // its procedures map arrays that it does not name
		in.Grid = mappedGrid(in, len(it.opt.Grid))
	}
	it.add(in.Grid, it.opt.Grid)
	it.addOthers(in)
	for _, name := range slices.Sorted(maps.Keys(in.Procedures)) {
		it.addOthers(*in.Procedures[name])
	}
	for p := range it.procs {
		var c []int
		for _, a := range it.distinct {
			c = append(c, coordinates(a.extents, p)...)
		}
		it.coordinates = append(it.coordinates, c)
	}
}

// mappedGrid returns an arrangement of the rank that a called procedure has.
func mappedGrid(in Input, rank int) *mapping.Grid {
	for _, name := range slices.Sorted(maps.Keys(in.Procedures)) {
		if g := in.Procedures[name].Grid; g != nil && g.Rank() == rank {
			return g
		}
	}
	return nil
}

func (it *interpreter) addOthers(in Input) {
	for _, g := range grids(in) {
		if it.arrangements[g] == nil {
			it.add(g, it.extentsOf(in, g))
		}
	}
}

// add adds an arrangement unless there is one of its shape. One of more
// processors than there are is left out.
func (it *interpreter) add(g *mapping.Grid, extents []int) {
	processors := 1
	for _, p := range extents {
		processors *= p
	}
	partial := processors < it.procs
	switch {
	case processors > it.procs || processors < 1:
		return
	case partial:
		extents = append(slices.Clone(extents), (it.procs+processors-1)/processors)
	}
	i := slices.IndexFunc(it.distinct, func(a *arrangement) bool { return a.partial == partial && slices.Equal(a.extents, extents) })
	if i < 0 {
		i = len(it.distinct)
		it.distinct = append(it.distinct, &arrangement{first: len(it.extents), extents: extents, partial: partial})
		it.extents = append(it.extents, extents...)
	}
	it.arrangements[g] = it.distinct[i]
}

// extentsOf returns the extents of an arrangement besides the first: those of
// the options, those declared if they fit, or, with the rank of the first, its.
func (it *interpreter) extentsOf(in Input, g *mapping.Grid) []int {
	if given, ok := it.opt.Grids[g.Name]; ok && len(given) == g.Rank() {
		return given
	}
	declared, processors := []int(nil), 1
	for _, e := range g.Declared {
		n := 0
		if v, err := in.Arena.Eval(e, it.opt.Values); e != 0 && err == nil && v <= float64(it.procs) {
			n = int(v)
		}
		declared = append(declared, n)
		processors *= n
	}
	if g.SameShape(in.Grid) && g.Rank() == len(it.opt.Grid) {
		return it.opt.Grid
	}
	return declared
}

// grids returns the arrangements of a unit's layouts, ordered by name.
func grids(in Input) []*mapping.Grid {
	var all []*mapping.Grid
	add := func(l mapping.Layout) {
		if l.Grid != nil && !slices.Contains(all, l.Grid) {
			all = append(all, l.Grid)
		}
	}
	for _, l := range in.Layouts {
		add(l)
	}
	for _, moves := range in.Remaps {
		for _, m := range moves {
			add(m.To)
		}
	}
	slices.SortFunc(all, func(x, y *mapping.Grid) int {
		return cmp.Or(cmp.Compare(x.Name, y.Name), cmp.Compare(x.Rank(), y.Rank()))
	})
	return all
}

// on returns the arrangement that deals out what has such axes; nil: none.
func (it *interpreter) on(axes []axis) *arrangement {
	for _, a := range it.distinct {
		if slices.ContainsFunc(axes[a.first:a.first+len(a.extents)], axis.dealt) {
			return a
		}
	}
	return nil
}

// together reports whether two mappings are not onto different arrangements.
func (it *interpreter) together(x, y []axis) bool {
	a, b := it.on(x), it.on(y)
	return a == b || a == nil || b == nil
}
