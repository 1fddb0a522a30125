package mapping

import (
	"fmt"
	"testing"

	"github.com/parlens/parlens/analysis/symbolic"
)

func TestShapes(t *testing.T) {
	a := symbolic.NewArena()
	grid := func(extents ...int64) *Grid {
		g := &Grid{}
		for _, n := range extents {
			g.Extents = append(g.Extents, a.Sym("p", symbolic.Index))
			if n == 0 {
				g.Declared = append(g.Declared, 0)
			} else {
				g.Declared = append(g.Declared, a.Int(n))
			}
		}
		return g
	}
	for i, c := range []struct {
		g, h          *Grid
		same, smaller bool // h than g
	}{
		{grid(4), grid(4), true, false},
		{grid(4), grid(2, 2), false, false},
		{grid(4), grid(2), false, true},
		{grid(4), grid(0), true, false},
		{grid(0, 2), grid(3, 2), true, true}, // the settings may say otherwise
		{grid(4), grid(), false, true},
		{grid(0), grid(), false, true},
		{grid(0), grid(2, 2), false, false},
		{grid(4), nil, false, false},
	} {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			if got := c.g.SameShape(c.h); got != c.same {
				t.Errorf("%v and %v have the same shape: %v", c.g, c.h, got)
			}
			if c.h == nil || c.same {
				return
			}
			if got := c.g.Smaller(a, c.h); got != c.smaller {
				t.Errorf("%v is smaller than %v: %v", c.h, c.g, got)
			}
		})
	}
}

func TestFormatText(t *testing.T) {
	a := symbolic.NewArena()
	for _, c := range []struct {
		format Format
		want   string
	}{
		{Format{Kind: Block}, "BLOCK"}, {Format{Kind: Block, Param: a.Int(3)}, "BLOCK(3)"}, {Format{Kind: Cyclic, Param: a.Sym("k", symbolic.Index)}, "CYCLIC(k)"},
		{Format{Kind: GenBlock, Table: "sizes"}, "GEN_BLOCK(sizes)"}, {Format{Kind: Indirect, Table: "owner"}, "INDIRECT(owner)"}, {Format{}, "*"},
	} {
		t.Run(c.want, func(t *testing.T) {
			if got := c.format.Text(a); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
	for _, c := range []struct {
		scale, offset, lower int64
		want                 string
	}{{1, 0, 1, ""}, {1, 1, 0, ""}, {1, 0, 0, "i"}, {2, -1, 1, "2*i - 1"}, {-1, 9, 1, "9 - i"}} {
		t.Run(c.want, func(t *testing.T) {
			x := Axis{Kind: Aligned, Scale: c.scale, Offset: a.Int(c.offset), Lower: a.Int(1)}
			if got := x.Placed(a, "i", a.Int(c.lower)); got != c.want {
				t.Errorf("%d*i%+d: %q, want %q", c.scale, c.offset, got, c.want)
			}
		})
	}
}
