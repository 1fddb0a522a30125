package lower

import (
	"slices"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/hpf"
	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/symbolic"
)

// part is what a distribution takes of one dimension of an arrangement: count coordinates from
// first on, which counts from 0. The zero part is the whole dimension.
type part struct {
	first, count symbolic.Expr
	one          bool // a subscript: no dimension of the array is dealt along it
}

// parts reads the subscripts behind ONTO, an approved extension of HPF 2.0 (section 8.8); nil
// where they take all of the arrangement.
func (m *mapper) parts(x *hpf.Distribute, a *arrangement, formats []mapping.Format, d directive) []part {
	formats = slices.DeleteFunc(slices.Clone(formats), func(f mapping.Format) bool { return f.Kind == mapping.Collapsed })
	out, some := make([]part, len(x.Section)), false
	for g, arg := range x.Section {
		p := m.part(arg, a, g, d)
		switch {
		case p == part{}:
			formats = formats[1:]
			continue
		case !m.within(p, a.declared[g]):
			m.complain(d, x.Onto.Span(), source.Error, "out-of-arrangement", "dimension %d of %s has no such processors", g+1, a.name)
		case !p.one && formats[0].Kind != mapping.Block:
			m.complain(d, x.Onto.Span(), source.Warning, "unmodelled-section", "only blocks are modelled on a part of an arrangement: all of %s is taken", a.name)
			p = part{}
		}
		if !p.one {
			formats = formats[1:]
		}
		out[g], some = p, some || p != part{}
	}
	if !some {
		return nil
	}
	return out
}

// subscripts counts those that are no triplets.
func subscripts(section []fortran.Arg) int {
	n := 0
	for _, arg := range section {
		if _, triplet := arg.(*fortran.Range); !triplet {
			n++
		}
	}
	return n
}

// part reads one subscript.
func (m *mapper) part(arg fortran.Arg, a *arrangement, g int, d directive) part {
	ar, end := m.out.Arena, m.gridOf(a).Extents[g]
	r, triplet := arg.(*fortran.Range)
	if !triplet {
		i, ok := m.count(arg, a.lower[g], d)
		if !ok {
			m.complain(d, arg.Span(), source.Error, "directive-syntax", "an integer expression must stand here")
		}
		return part{i, ar.Int(1), true}
	}
	first, known := ar.Int(0), true
	if r.Lo != nil {
		first, known = m.count(r.Lo, a.lower[g], d)
	}
	if r.Hi != nil {
		last, ok := m.count(r.Hi, a.lower[g], d)
		end, known = ar.Add(last, ar.Int(1)), known && ok
	}
	if r.Step != nil {
		step, _ := m.count(r.Step, ar.Int(0), d)
		v, ok := m.evaluate(step)
		known = known && ok && v == 1
	}
	if !known {
		m.complain(d, arg.Span(), source.Warning, "unmodelled-section", "a stride between processors, and one of them that has no formula, is not modelled: all of %s is taken", a.name)
		return part{}
	}
	if first == ar.Int(0) && (end == m.gridOf(a).Extents[g] || end == a.declared[g]) {
		return part{}
	}
	return part{first: first, count: ar.Sub(end, first)}
}

// count lowers an index of an arrangement, counted from its lower bound; false for one without
// symbolic form.
func (m *mapper) count(e fortran.Arg, lower symbolic.Expr, d directive) (symbolic.Expr, bool) {
	i, ok := program.ToIndex(m.out.Arena, m.expr(e, d.stmt))
	if !ok {
		i = lower
	}
	return m.out.Arena.Sub(i, lower), ok
}

// within reports whether a dimension of an arrangement has a part, as far as that is known.
func (m *mapper) within(p part, declared symbolic.Expr) bool {
	first, okFirst := m.evaluate(p.first)
	count, okCount := m.evaluate(p.count)
	n, okN := int64(0), declared != 0
	if okN {
		n, okN = m.evaluate(declared)
	}
	return !(okFirst && first < 0 || okCount && count < 1 || okFirst && okCount && okN && first+count > n)
}

// part is what the distribution takes of a dimension of its arrangement.
func (d *distribution) part(g int) part {
	if d.parts == nil {
		return part{}
	}
	return d.parts[g]
}

// dealt are the dimensions of the arrangement that those of the array are dealt along; none
// without an arrangement.
func (d *distribution) dealt() (out []int) {
	if d.onto == nil {
		return nil
	}
	for g := range d.onto.declared {
		if !d.part(g).one {
			out = append(out, g)
		}
	}
	return out
}

// on places the axis of one dimension of the arrangement on the part of it that is taken. Blocks
// lie there as those of a template that reaches from the first processor to the last of the part.
func (p part) on(a *symbolic.Arena, x mapping.Axis) mapping.Axis {
	block := x.Format.Param
	if block == 0 {
		block = a.CeilDiv(x.Extent, p.count)
	}
	x.Offset = a.Add(x.Offset, a.Mul(p.first, block))
	x.Extent = a.Mul(a.Add(p.first, p.count), block)
	x.Format.Param = block
	return x
}

// copiesEverywhere says of an array that has copies along a part of an arrangement that they are
// taken to be along all of it.
func (m *mapper) copiesEverywhere(o *object) {
	if o.align != nil {
		m.complain(o.align.directive, o.align.where, source.Warning, "unmodelled-section", "copies on a part of an arrangement are not modelled: all of %s has them", o.root.dist.onto.name)
	}
}

// alone is the axis of a dimension of the arrangement that a subscript stands for.
func (p part) alone(a *symbolic.Arena) mapping.Axis {
	one := a.Int(1)
	return mapping.Axis{Kind: mapping.Fixed, Offset: p.first, Lower: a.Int(0), Extent: a.Add(p.first, one), Format: mapping.Format{Kind: mapping.Block, Param: one}}
}
