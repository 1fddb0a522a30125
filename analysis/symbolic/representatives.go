package symbolic

import "slices"

// Layout is how one template dimension lies on one dimension of a processor
// grid.
type Layout struct {
	Extent int64 // processors, at least 1
	Block  int64 // BLOCK(m): m; CYCLIC(k): k; at least 1
	Cyclic bool
	Origin int64 // first template index
}

// Owner is the coordinate that owns a template index.
func (l Layout) Owner(i int64) int64 {
	p := floorDivInt(i-l.Origin, max(1, l.Block))
	if l.Cyclic {
		return p - l.Extent*floorDivInt(p, l.Extent)
	}
	return p
}

// Representatives are coordinates of a grid dimension, ascending, among which
// one has the largest load: the first and last two; the owners of every bound of
// a loop or array and their neighbours, which for CYCLIC are those modulo the
// cycle; and for strides (of loops, or factors of alignments) as many
// consecutive coordinates in the interior as their pattern has before it
// repeats. Bounds are template indices. The result has at most a few dozen
// entries however large the extent, capped at maxPattern per stride.
func Representatives(l Layout, bounds, strides []int64) []int64 {
	if l.Extent < 1 {
		return nil
	}
	out := []int64{0, 1, l.Extent - 2, l.Extent - 1}
	around := func(p int64) { out = append(out, p-1, p, p+1) }
	for _, b := range bounds {
		around(l.Owner(b))
		if l.Cyclic {
			around(l.Owner(b - 1))
			around(l.Owner(b + 1))
		}
	}
	pattern := int64(1)
	for _, s := range strides {
		pattern = max(pattern, repeat(s, l.Block))
	}
	starts := []int64{1, l.Extent/2 - pattern/2}
	for _, b := range bounds {
		starts = append(starts, l.Owner(b)-pattern, l.Owner(b)+1)
	}
	if pattern > 1 {
		for _, s := range starts {
			for k := range min(pattern, maxPattern) {
				out = append(out, s+k)
			}
		}
	}
	if l.Cyclic { // neighbours across the end of the cycle
		for i, p := range out {
			out[i] = p - l.Extent*floorDivInt(p, l.Extent)
		}
	}
	slices.Sort(out)
	return slices.DeleteFunc(slices.Compact(out), func(p int64) bool { return p < 0 || p >= l.Extent })
}

// maxPattern bounds the consecutive coordinates taken for one stride.
const maxPattern = 64

// repeat is the number of blocks of size m after which a stride of a meets the
// same places again: a / gcd(a, m).
func repeat(a, m int64) int64 {
	if a < 0 {
		a = -a
	}
	if a == 0 {
		return 1
	}
	return a / GCD(a, max(1, m))
}
