package mapping

import "github.com/parlens/parlens/analysis/symbolic"

// SameShape reports whether two arrangements of a unit have equal extents, as
// far as the program says: an extent that only the settings give equals any.
func (g *Grid) SameShape(h *Grid) bool {
	switch {
	case g == h:
		return true
	case g == nil || h == nil || len(g.Declared) != len(h.Declared) || g.Rank() != h.Rank():
		return false
	}
	for i, n := range g.Declared {
		if m := h.Declared[i]; n != m && n != 0 && m != 0 {
			return false
		}
	}
	return true
}

// Size returns the number of processors that the program declares; false where
// it leaves an extent open. An arrangement without dimensions has one.
func (g *Grid) Size(a *symbolic.Arena) (symbolic.Expr, bool) {
	n := a.Int(1)
	for _, extent := range g.Declared {
		if extent == 0 {
			return 0, false
		}
		n = a.Mul(n, extent)
	}
	return n, true
}

// Smaller reports whether h may have fewer processors than g, both declared in
// a.
func (g *Grid) Smaller(a *symbolic.Arena, h *Grid) bool {
	all, okG := g.Size(a)
	some, okH := h.Size(a)
	return okH && (okG && all != some || !okG && len(h.Declared) == 0)
}
