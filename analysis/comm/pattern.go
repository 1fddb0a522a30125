package comm

import (
	"fmt"
	"slices"

	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/symbolic"
)

// Where a subscript is an element of an index array, or not linear, no formula
// says whose elements are read: the volumes are bounds. When the values of the
// index arrays are known for given sizes, what moves can be counted iteration by
// iteration. The counts enter the formulas as a function of the processor, with
// the number of a pattern as its argument: 0 where there is none.

// Pattern is what the processors of an arrangement receive in one execution of a
// communication, by their places.
type Pattern struct {
	Grid               []int
	Elements, Messages []int64
}

func (p Pattern) lists() [][]int64 {
	grid := make([]int64, len(p.Grid))
	for d, n := range p.Grid {
		grid[d] = int64(n)
	}
	return [][]int64{grid, p.Elements, p.Messages}
}

// AddPattern returns the number of a pattern, the same for an equal one. It may
// be called while formulas are evaluated.
func (b *Builder) AddPattern(p Pattern) int64 { return b.patterns.add(p) }

// patternAt looks a count up for the number of a pattern and the coordinates of the
// receiver.
func patternAt(x *numbered[Pattern], args []float64, counts func(Pattern) []int64) float64 {
	p := x.with(args[0])
	coordinates := args[1:]
	if p == nil || len(p.Grid) != len(coordinates) {
		return 0
	}
	place, stride := 0, 1
	for g, c := range coordinates {
		if c < 0 || int(c) >= p.Grid[g] {
			return 0
		}
		place += int(c) * stride
		stride *= p.Grid[g]
	}
	return float64(counts(*p)[place])
}

// byPattern makes the volumes of a communication depend on a pattern, if there
// will be one: the outer loops stay as they are.
func (n Nest) byPattern(c *Communication, outer []*Loop) {
	b, touched := n.B, c.touched()
	if !b.Scheme.Vectorize || c.Kind == Broadcast || !searched(touched) || b.dependsOn(touched, outer) {
		return
	}
	first := touched[0]
	c.Pattern = first.patternName() + part(n.Loops)
	c.Unknown = !perhaps(touched) && b.exact(touched)
	number := b.A.Sym(c.Pattern, symbolic.Index)
	none := b.A.Eq(number, b.A.Int(0))
	c.Elements = b.A.Cond(none, c.Elements, b.counted("elements", number, func(p Pattern) []int64 { return p.Elements }))
	c.Messages = b.A.Cond(none, c.Messages, b.counted("messages", number, func(p Pattern) []int64 { return p.Messages }))
}

// patternName names the symbol for the number of the pattern that a reference
// gives rise to.
func (x *Access) patternName() string {
	return fmt.Sprintf("pattern of %s at %d", x.Sym.Name, x.Ref.Span().Start)
}

// part tells the parts of peeled loops apart, whose patterns differ.
func part(loops []*Loop) string {
	out := ""
	for _, l := range loops {
		if l.During != "" {
			out += ", " + l.During
		}
	}
	return out
}

// counted is what the processor receives by the pattern with a number.
func (b *Builder) counted(name string, number symbolic.Expr, counts func(Pattern) []int64) symbolic.Expr {
	x := b.patterns
	return b.A.Opaque(&symbolic.Function{
		Name: name, Key: "pattern", Result: symbolic.Index, Cost: 10, Lo: 0, Hi: 1 << 40,
		Eval: func(args []float64) (float64, error) { return patternAt(x, args, counts), nil },
	}, append([]symbolic.Expr{number}, b.Coords[:b.Grid.Rank()]...)...)
}

// touched returns the references that the communication brings elements for, or
// the one whose elements it delivers, with who executes them.
func (c *Communication) touched() []*Read {
	if c.Delivered == nil {
		return c.Reads
	}
	d := c.Delivered
	return []*Read{{Access: d.Left, Partition: d.Partition, element: d.element}}
}

// searched reports whether a subscript says only iteration by iteration what is
// touched, or who touches it, and whether all can be found that way.
func searched(touched []*Read) bool {
	some := false
	for _, m := range touched {
		if m.Routine || m.Turn != nil {
			return false
		}
		some = some || m.Partition.Bound || slices.ContainsFunc(m.Subs, func(s Affine) bool { return s.Irregular })
	}
	return some
}

// perhaps reports whether a mask decides about a reference, or some of it may have been made.
func perhaps(touched []*Read) bool {
	return slices.ContainsFunc(touched, func(m *Read) bool { return m.element.Masked || m.Perhaps || m.partly })
}

// exact reports whether the iterations of the references are those that are
// executed: where the loops around a message were joined, the bounds take in
// others, and a subscript that is searched may follow any of them.
func (b *Builder) exact(touched []*Read) bool {
	return !slices.ContainsFunc(touched, func(m *Read) bool {
		joined := func(l *Loop) bool { return l.Widened || len(l.Over) > 0 }
		return !b.whole(m.Partition) || slices.ContainsFunc(m.Partition.Ranges, joined)
	})
}

// dependsOn reports whether what moves may differ between the iterations of
// loops around the message.
func (b *Builder) dependsOn(touched []*Read, outer []*Loop) bool {
	indices, names := map[*program.Symbol]bool{}, Scope(outer).Names()
	for _, l := range outer {
		indices[l.Index] = true
	}
	for _, m := range touched {
		if mentionsIndex(m.Ref, indices) {
			return true
		}
		for _, l := range m.Partition.Ranges {
			if b.MentionsAny(l.Lo, names) || b.MentionsAny(l.Hi, names) || b.MentionsAny(l.Base, names) {
				return true
			}
		}
		for _, x := range m.Partition.Home {
			if x != nil && mentionsIndex(x.Ref, indices) {
				return true
			}
		}
	}
	return false
}

func mentionsIndex(r *program.Ref, indices map[*program.Symbol]bool) bool {
	found := false
	for _, s := range r.Subs {
		for _, e := range []program.Expr{s.Lo, s.Hi, s.Stride} {
			program.Walk(e, func(x program.Expr) bool {
				inner, ok := x.(*program.Ref)
				found = found || ok && indices[inner.Sym]
				return !found
			})
		}
	}
	return found
}

// Places returns the places in the source at which the references of a
// communication are made.
func (c *Communication) Places() []source.Span {
	var out []source.Span
	for _, m := range c.touched() {
		out = append(out, m.element.At)
	}
	return out
}
