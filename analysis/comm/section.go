package comm

import (
	"fmt"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
)

// section writes what a group brings to whom: the subscripts of its references
// with the ranges of their loops, and who executes them under which mapping; "" where that is not
// known or what a routine fetches, which it does at every call.
func (b *Builder) section(g *group) string {
	return b.written(g, func(out *strings.Builder, m *Read, seen []*Loop) ([]*Loop, bool) {
		for axis, x := range m.Partition.Home {
			if x == nil {
				continue
			}
			at := b.Place(x, axis)
			if at.Irregular || at.Sub.Loop != nil && at.Sub.Loop.Widened {
				return nil, false
			}
			fmt.Fprintf(out, " by %d ", axis)
			seen = b.writeSubscript(out, at.Sub, seen)
			b.writeDealt(out, at.Dim)
		}
		return seen, true
	})
}

// everywhere is the section of a message that brings the same to all processors, or more.
func (b *Builder) everywhere(g *group) string {
	return b.written(g, func(_ *strings.Builder, _ *Read, seen []*Loop) ([]*Loop, bool) { return seen, true })
}

// written writes the subscripts of a group's references, each with who executes it.
func (b *Builder) written(g *group, by func(out *strings.Builder, m *Read, seen []*Loop) ([]*Loop, bool)) string {
	if !b.Scheme.Reuse {
		return ""
	}
	var out strings.Builder
	var seen []*Loop
	for _, m := range g.members {
		out.WriteString(m.Sym.Name)
		for _, s := range m.Subs {
			if m.Routine || s.Irregular || s.Loop != nil && s.Loop.Widened {
				return ""
			}
			seen = b.writeSubscript(&out, s, seen)
		}
		known := true
		if seen, known = by(&out, m, seen); !known {
			return ""
		}
	}
	return out.String()
}

// writeDealt writes how a dimension deals its indices out.
func (b *Builder) writeDealt(out *strings.Builder, d mapping.Dim) {
	fmt.Fprintf(out, "%d[%s,%s]", d.Format.Kind, b.A.String(d.Lower), b.A.String(d.Extent))
	switch {
	case d.Format.Numbers != nil:
		out.WriteString(d.Format.Numbers.Key())
	case d.Format.Tabled():
		out.WriteString(d.Format.Table)
	default:
		out.WriteString(b.A.String(d.BlockSize()))
	}
}

// writeSubscript writes a subscript, with its loop not by name but by its place
// among the loops seen so far, and returns those with it: whether the reference
// and its home run with one loop makes another section.
func (b *Builder) writeSubscript(out *strings.Builder, s Affine, seen []*Loop) []*Loop {
	fmt.Fprintf(out, "(%s", b.A.String(s.Offset))
	if s.Loop != nil {
		if !slices.Contains(seen, s.Loop) {
			seen = append(seen, s.Loop)
		}
		fmt.Fprintf(out, " + %d*%d[%s..%s]", s.Scale, slices.Index(seen, s.Loop), b.A.String(s.Loop.Lo), b.A.String(s.Loop.Hi))
	}
	out.WriteString(")")
	return seen
}

// References returns those that the message serves.
func (c *Communication) References() []*program.Ref {
	refs := make([]*program.Ref, len(c.Reads))
	for i, m := range c.Reads {
		refs[i] = m.Ref
	}
	return refs
}

// ChangedBy reports whether the stores make what the message brought stale: they
// change its array, or what its subscripts and those of its homes say.
func (c *Communication) ChangedBy(s Stores) bool {
	if c.rests == nil {
		c.rests = c.restsOn()
	}
	return slices.ContainsFunc(c.rests.values, s.Has) || slices.ContainsFunc(c.rests.mappings, s.Remaps)
}

// rests are the variables that a message rests on.
type rests struct{ values, mappings []*program.Symbol }

func (c *Communication) restsOn() *rests {
	r := &rests{}
	for _, m := range c.Reads {
		ranges := Scope(m.Partition.Ranges)
		add(&r.values, m.Sym)
		add(&r.mappings, m.Sym)
		r.subscripts(m.Ref, ranges)
		for _, x := range m.Partition.Home {
			if x != nil {
				add(&r.mappings, x.Sym)
				r.subscripts(x.Ref, ranges)
			}
		}
	}
	return r
}

func add(to *[]*program.Symbol, s *program.Symbol) {
	if !slices.Contains(*to, s) {
		*to = append(*to, s)
	}
}

// subscripts adds the variables in the reference's subscripts, other than the
// indices of the ranges.
func (r *rests) subscripts(of *program.Ref, ranges Scope) {
	for _, sub := range of.Subs {
		for _, e := range [...]program.Expr{sub.Lo, sub.Hi, sub.Stride} {
			program.Walk(e, func(x program.Expr) bool {
				if ref, ok := x.(*program.Ref); ok && ranges.Of(ref.Sym) == nil {
					add(&r.values, ref.Sym)
				}
				return true
			})
		}
	}
}
