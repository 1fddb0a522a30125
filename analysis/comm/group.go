package comm

import (
	"fmt"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/symbolic"
)

// Read is a reference with the statement that makes it and who executes that.
type Read struct {
	*Access
	Partition *Partition
	element   *Element
	pinned    string
	partly    bool // the iteration may have made some of it
}

// group collects the references that one message per partner serves: they read
// one array in one direction, out of the same loops.
type group struct {
	members []*Read // in source order; the first needs it first
	offsets [][]int64
	forms   []string // see Builder.direction
	place   string   // see bearing
	area    bool     // references in several directions, a diagonal among them
}

// groups sorts the references by array and direction.
func (b *Builder) groups(reads []*Read) []*group {
	var groups []*group
	byKey := map[string]*group{}
	at := make([]bearing, len(reads))
	for i, x := range reads {
		at[i] = b.direction(x.Partition, x.Access)
	}
	areas := b.areas(reads, at)
	for i, x := range reads {
		key, area := at[i].key, areas[at[i].around]
		if area {
			key = at[i].around
		}
		g := byKey[key]
		if g == nil || key == "" || !b.Scheme.Coalesce {
			g = &group{area: area, place: at[i].place}
			byKey[key] = g
			groups = append(groups, g)
		}
		g.members = append(g.members, x)
		g.offsets = append(g.offsets, at[i].offsets)
		g.forms = append(g.forms, at[i].form)
	}
	return groups
}

// direction returns what references must have in common to share a message:
// the array and, per grid dimension, the sign of a shift along a BLOCK
// dimension (with overlap areas) and the place itself otherwise; "" for a
// reference that shares with no other; those whose places only the run time knows
// have what is known of them in common. The offsets are the constant shifts, per
// grid dimension, then per array dimension that is not distributed; the form is
// what the subscripts of those dimensions are but for the offset.
func (b *Builder) direction(p *Partition, x *Access) bearing {
	alone := bearing{offsets: make([]int64, len(x.Layout.Axes)+len(x.Subs))}
	if x.Routine {
		return alone
	}
	var offsets []int64
	parts := []string{x.Sym.Name}
	var forms, places []string
	irregular := false
	for g := range x.Layout.Axes {
		at := b.Place(x, g)
		shift, constant := b.shift(p, at, g)
		switch {
		case at.Irregular && !b.Scheme.Vectorize:
			return alone
		case at.Irregular:
			irregular = true
			parts = append(parts, atRunTime)
		case !constant:
			shift = b.fixedShift(p, x, g)
			parts = append(parts, "at "+b.placeKey(at)+sectionStart(at.Sub.Loop))
			places = append(places, fmt.Sprint(g, parts[len(parts)-1]))
			forms = append(forms, sectionEnd(at.Sub.Loop))
		case at.Dim.Contiguous() && b.Scheme.OverlapAreas:
			parts = append(parts, sign(shift))
		default:
			parts = append(parts, fmt.Sprint(shift))
		}
		offsets = append(offsets, shift)
	}
	for d, s := range x.Subs {
		offset := int64(0)
		switch {
		case x.Layout.AxisOf(d) >= 0:
		case s.Irregular && !b.Scheme.Vectorize:
			return alone
		case s.Irregular:
			irregular = true
			parts = append(parts, atRunTime)
		case s.Loop == nil: // another section is another message
			parts = append(parts, "at "+b.A.String(s.Offset))
		default:
			offset = b.constantPart(s.Offset)
			forms = append(forms, b.A.String(b.A.Sub(b.AffineExpr(s), b.A.Int(offset)))+sectionStart(s.Loop)+sectionEnd(s.Loop))
		}
		offsets = append(offsets, offset)
	}
	if irregular {
		return bearing{key: strings.Join(parts, " "), form: named(x), offsets: alone.offsets}
	}
	places = append(places, parts[1+len(x.Layout.Axes):]...)
	return bearing{strings.Join(parts, " "), signless(parts), strings.Join(forms, " "), x.Sym.Name + " " + strings.Join(places, " "), offsets}
}

// atRunTime stands in a direction for a dimension of which only the run time knows the places:
// what several such references need comes in one message, each element once (R. Das and others,
// incremental schedules of PARTI, 1994).
const atRunTime = "?"

// named writes a reference: those that are written the same read the same.
func named(x *Access) string {
	parts := make([]string, len(x.Subs))
	for d, s := range x.Subs {
		parts[d] = fmt.Sprint(s.Loop != nil, s.Scale, s.Offset)
	}
	return program.Named(x.Ref) + strings.Join(parts, ",")
}

// sectionStart tells apart the sections that reductions inside one element run
// over, each in a loop of its own: another start is another section.
func sectionStart(l *Loop) string {
	if l == nil || l.Index != nil {
		return ""
	}
	return fmt.Sprintf(" from %d, %d by %d", l.Base, l.Lo, l.Scale)
}

// sectionEnd tells apart sections that start together.
func sectionEnd(l *Loop) string {
	if l == nil || l.Index != nil {
		return ""
	}
	return fmt.Sprintf(" to %d", l.Hi)
}

// constantPart returns the value of an expression where all symbols are 0.
func (b *Builder) constantPart(e symbolic.Expr) int64 {
	zero := map[string]symbolic.Expr{}
	for _, s := range b.A.Free(e) {
		zero[s.Name] = b.A.Int(0)
	}
	c, _ := b.A.ConstInt(b.A.Subst(e, zero))
	return c
}

// shift returns the constant distance of the place from home along grid
// dimension g; false when it is no constant, or no loop moves both.
func (b *Builder) shift(p *Partition, at place, g int) (int64, bool) {
	if at.Kind != mapping.Aligned || at.Irregular {
		return 0, false
	}
	s, shared := p.shareOf(at.Sub.Loop, g)
	if !shared || !sameWay(s, at, g) {
		return 0, false
	}
	return b.A.ConstInt(b.A.Sub(at.Sub.Offset, s.Place.Sub.Offset))
}

// fixedShift is the constant distance from home where subscripts that do not move say both
// places along grid dimension g, 0 where there is none.
func (b *Builder) fixedShift(p *Partition, x *Access, g int) int64 {
	from, at := p.Home.Of(g), b.Place(x, g)
	if from == nil || x.Layout.Axes[g].Kind != mapping.Aligned || at.Kind != mapping.Fixed || at.Irregular {
		return 0
	}
	home := b.Place(from, g)
	if home.Kind != mapping.Fixed || home.Irregular || !home.Dim.Same(at.Dim) {
		return 0
	}
	apart, _ := b.A.ConstInt(b.A.Sub(at.Sub.Offset, home.Sub.Offset))
	return apart
}

// sameWay reports whether the place moves over the grid dimension as the share
// does, a constant distance apart.
func sameWay(s Share, at place, g int) bool {
	return s.Axis == g && s.Place.Coord != 0 && s.Place.Dim.Same(at.Dim) && s.Place.Sub.Scale == at.Sub.Scale
}

func (b *Builder) placeKey(at place) string {
	if at.Kind == mapping.Replicated {
		return "*"
	}
	return b.A.String(b.AffineExpr(at.Sub))
}

func sign(d int64) string {
	switch {
	case d > 0:
		return "+"
	case d < 0:
		return "-"
	}
	return "0"
}

// byForm splits the group into those whose sections lie a constant distance
// apart, each without references that are the same as an earlier one.
func (g *group) byForm() []*group {
	var parts []*group
	for i, m := range g.members {
		k := slices.IndexFunc(parts, func(x *group) bool { return x.forms[0] == g.forms[i] })
		if k < 0 {
			k = len(parts)
			parts = append(parts, &group{area: g.area})
		}
		part := parts[k]
		if !slices.ContainsFunc(part.offsets, func(o []int64) bool { return slices.Equal(o, g.offsets[i]) }) {
			part.members, part.offsets, part.forms = append(part.members, m), append(part.offsets, g.offsets[i]), append(part.forms, g.forms[i])
		}
	}
	return parts
}

// spread is the range of offsets of a group along one dimension; common is what
// the copies at its ends have in common, not all between them.
type spread struct {
	min, max int64
	common   bool
}

// box returns the range of the offsets per dimension, and whether the offsets
// fill it without a gap: then the sections that the references need join to one.
func box(offsets [][]int64) (sides []spread, full bool) {
	volume := int64(1)
	for d := range offsets[0] {
		side := spread{min: offsets[0][d], max: offsets[0][d]}
		for _, o := range offsets {
			side = spread{min: min(side.min, o[d]), max: max(side.max, o[d])}
		}
		sides = append(sides, side)
		volume *= side.max - side.min + 1
	}
	return sides, volume == int64(len(offsets))
}
