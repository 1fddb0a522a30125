package comm

import (
	"fmt"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/program"
)

// section writes what a group brings to whom: the subscripts of its references
// with the ranges of their loops, and who executes them; "" where that is not
// known or what a routine fetches, which it does at every call.
func (b *Builder) section(g *group) string {
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
		for axis, x := range m.partition.Home {
			if x == nil {
				continue
			}
			at := b.place(x, axis)
			if at.irregular || at.sub.Loop != nil && at.sub.Loop.Widened {
				return ""
			}
			fmt.Fprintf(&out, " by %d ", axis)
			seen = b.writeSubscript(&out, at.sub, seen)
		}
	}
	return out.String()
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
	refs := make([]*program.Ref, len(c.reads))
	for i, m := range c.reads {
		refs[i] = m.Ref
	}
	return refs
}

// ChangedBy reports whether the stores make what the message brought stale: they
// change its array, or what its subscripts and those of its homes say.
func (c *Communication) ChangedBy(s Stores) bool {
	for _, m := range c.reads {
		ranges := scope(m.partition.Ranges)
		if s.Has(m.Sym) || s.moved[m.Sym] || s.changesSubscript(m.Ref, ranges) {
			return true
		}
		for _, x := range m.partition.Home {
			if x != nil && (s.moved[x.Sym] || s.changesSubscript(x.Ref, ranges)) {
				return true
			}
		}
	}
	return false
}

// changesSubscript reports whether a variable in the reference's subscripts may
// change, other than the indices of the ranges.
func (s Stores) changesSubscript(r *program.Ref, ranges scope) bool {
	found := false
	for _, sub := range r.Subs {
		for _, e := range []program.Expr{sub.Lo, sub.Hi, sub.Stride} {
			program.Walk(e, func(x program.Expr) bool {
				ref, ok := x.(*program.Ref)
				found = found || ok && s.Has(ref.Sym) && ranges.of(ref.Sym) == nil
				return !found
			})
		}
	}
	return found
}
