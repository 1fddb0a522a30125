package plan

// Arrays of procedures that cannot be aligned with each other, since no unit sees both, lie
// together where they have blocks of one size: an array of 64 columns beside one of 65 has
// blocks of 4 on 16 processors, the other one of 5, and at each column but the first few
// their owners differ.

// EqualBlocks gives arrays without directives that are dealt along one dimension in blocks
// the size of the blocks of the largest one whose extent there is hardly larger: less than a
// block, from the same lower bound. That one gets them by their size too, so that they are
// seen to be equal.
func (p *Program) EqualBlocks(to Plan) Plan {
	out := to.Clone()
	for i, f := range out.Formats {
		low, extent, d := p.dealt(i, f)
		if extent == 0 {
			continue
		}
		most, equal := extent, false
		for k, other := range to.Formats {
			l, e, _ := p.dealt(k, other)
			switch {
			case l != low || e == 0:
			case e > most && e-extent < p.block(e):
				most = e
			case e < extent && extent-e < p.block(extent) && p.block(e) != p.block(extent):
				equal = true
			}
		}
		if equal || p.block(most) != p.block(extent) {
			f[d] = "BLOCK(" + itoa(int(p.block(most))) + ")"
		}
	}
	return out
}

// dealt is where a group without directives is dealt along one dimension in blocks: its lower
// bound and extent there, 0 where they are not known.
func (p *Program) dealt(group int, formats []string) (low, extent int64, dim int) {
	g := p.Groups[group]
	if len(g.arrays) == 0 || Rank(formats) != 1 {
		return 0, 0, 0
	}
	for d, f := range formats {
		if b := g.arrays[0].bounds[d]; f == "BLOCK" && g.arrays[0].size > 0 {
			return b[0], b[1] - b[0] + 1, d
		}
	}
	return 0, 0, 0
}

// block is the size of the blocks of an extent.
func (p *Program) block(extent int64) int64 {
	n := int64(max(1, p.Processors))
	return (extent + n - 1) / n
}
