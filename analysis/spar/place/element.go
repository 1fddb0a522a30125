package place

import (
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/spar"
	"github.com/parlens/parlens/analysis/symbolic"
)

// Element is an access to an element of an array.
type Element struct {
	Var      *Variable
	Subs     []spar.Expr // all subscripts, outer level first
	Outer    int         // how many belong to the outer level
	Layout   *Layout     // that says where it lives; nil when nothing does
	Owner    Owner
	Resident bool
	values   []symbolic.Expr // of the subscripts
	within   []symbolic.Expr // of those in what the element refers to: k of rows[i].v[k]
}

// Mapped tells whether the element lives somewhere in particular.
func (e *Element) Mapped() bool { return e.Layout != nil && !e.Resident }

// symbols are those in the subscripts, at least none; nil where only the run knows one.
func (e *Element) symbols(a *symbolic.Arena) []string { return freeIn(a, e.subscripts()...) }

// names has a move bring the element.
func (e *Element) names(a *symbolic.Arena, x *Move) {
	x.Along, x.Values, x.Extents = e.symbols(a), e.subscripts(), e.Var.extents
}

// subscripts are the values of all that say what is read.
func (e *Element) subscripts() []symbolic.Expr { return slices.Concat(e.values, e.within) }

// element is the access that x is; nil when x is no subscripted variable.
func (m *worker) element(x *spar.Index) *Element {
	var levels [][]spar.Expr
	var base spar.Expr = m.scope.grouped(x)
	for {
		i, ok := spar.Unmarked(base).(*spar.Index)
		if !ok {
			break
		}
		levels = append(levels, m.subscripts(i))
		base = i.X
	}
	v := m.scope.variable(base)
	if v == nil {
		return nil
	}
	e := &Element{Var: v}
	for i := len(levels) - 1; i >= 0; i-- {
		e.Subs = append(e.Subs, levels[i]...)
	}
	e.Outer = len(levels[len(levels)-1])
	for _, s := range e.Subs {
		e.values = append(e.values, m.b.expr(s, m.scope))
	}
	if o := v.of; o != nil { // of an array that is an element itself
		return &Element{Var: o.Var, Subs: slices.Concat(o.Subs, e.Subs), Outer: o.Outer, Layout: o.Layout, Owner: o.Owner, values: slices.Concat(o.values, e.values), within: o.within}
	}
	subs, extents := e.values[:e.Outer], m.b.extentsKnown(v, source.Span(x.At()))
	if e.Layout = v.Layout; len(levels) == 2 {
		if l, sizes := m.b.innerPlace(v, e.Subs[:e.Outer], m.scope); l != nil {
			e.Layout, subs, extents = l, e.values[e.Outer:], sizes
		}
	}
	if e.Layout != nil {
		e.Owner = m.b.owner(e.Layout, subs, extents)
		if name := e.Owner.unknown(m.b.arena); name != "" {
			if v := m.b.named(name); v != nil {
				name = v.Name
			}
			m.b.report(source.Span(x.At()), source.Information, "spar-owner",
				"the owner of this element depends on "+name+", which only the run knows: a move is charged with the probability that it is another processor")
		}
	}
	return e
}

// extentsKnown are the extents of an array, with critical variables for names of which only the
// run knows the value.
func (b *builder) extentsKnown(v *Variable, at source.Span) []symbolic.Expr {
	if v.Layout == nil {
		return v.extents
	}
	out := slices.Clone(v.extents)
	for d, e := range out {
		if !slices.ContainsFunc(b.arena.Free(e), func(s symbolic.Symbol) bool { return strings.HasPrefix(s.Name, UnknownMark) && !isName(s.Name[1:]) }) {
			b.loose = b.loose || b.isUnknown(e) // loops may go beyond what is assumed
			out[d] = b.settled(e, "n", "the size of this array is not known before the run", at)
		}
	}
	return out
}

// holding is the element of a mapped array that an expression is, or is a part of: an object
// lives where the element does that refers to it, and so do its variables and its own
// arrays. nil for anything else.
func (m *worker) holding(x spar.Expr) *Element {
	var within []symbolic.Expr
	found := func(e *Element) *Element {
		if e == nil || len(within) == 0 {
			return e
		}
		inside := *e
		inside.within = slices.Concat(e.within, within)
		return &inside
	}
	for {
		switch e := spar.Unmarked(x).(type) {
		case *spar.Select:
			if e.Name == "length" {
				return nil // which all know
			}
			x = e.X
		case *spar.Index:
			if el := m.element(e); el != nil && el.Mapped() {
				return found(el)
			}
			for _, s := range m.subscripts(m.scope.grouped(e)) {
				within = append(within, m.b.expr(s, m.scope))
			}
			x = e.X
		case *spar.Name:
			if v := m.scope.find(e.Name); v != nil {
				return found(v.of)
			}
			return nil
		default:
			return nil
		}
	}
}

// grouped decides what u@h[i] is: an element of an array u@h, or, when h is an
// array itself and no vector, the element of u that the vector h[i] names, as
// older sources write it.
func (s *scope) grouped(x *spar.Index) *spar.Index {
	if h, regrouped := x.Regroup(); h != nil {
		if v := s.find(h.Name); v != nil && v.Array() {
			return regrouped
		}
	}
	return x
}

// subscripts are those of one level; a @ [i, j] is a[i, j].
func (m *worker) subscripts(x *spar.Index) []spar.Expr {
	if !x.Vector {
		return x.Subs
	}
	return m.components(x.Subs[0])
}

// components are those of a vector; what is not known to be one stands for
// itself.
func (m *worker) components(x spar.Expr) []spar.Expr {
	if list, ok := m.b.vector(x, m.scope); ok {
		return list
	}
	return []spar.Expr{x}
}

// stride is how far apart two accesses of the innermost loop around lie, in
// elements, on the processor that makes them; none when that is not known. A
// mapped array is not compacted: walking a dimension dealt cyclically over P
// processors steps over P elements.
func (m *worker) stride(e *Element) symbolic.Expr {
	a := m.b.arena
	for i := len(m.scope.loops) - 1; i >= 0; i-- {
		l := m.scope.loops[i]
		step := m.offset(e, l)
		if step == 0 {
			return 0
		}
		if c, ok := a.ConstInt(step); ok && c == 0 {
			continue
		}
		if e.Mapped() && e.Owner.mentions(a, l.symbol) {
			step = a.Mul(step, m.dealStep(e))
		}
		return step
	}
	return 0
}

// offset is how far the element moves in memory in one iteration.
func (m *worker) offset(e *Element, l *loop) symbolic.Expr {
	a := m.b.arena
	first := e.Outer
	if len(e.Subs) > first { // an inner array of its own
		first = len(e.Subs)
	}
	total, row := a.Int(0), a.Int(1)
	for d := first - 1; d >= 0; d-- {
		if len(e.Subs) > e.Outer && d < e.Outer {
			break
		}
		next := a.Subst(e.values[d], map[string]symbolic.Expr{l.symbol: a.Add(a.Sym(l.symbol, symbolic.Index), a.Int(1))})
		total = a.Add(total, a.Mul(row, a.Sub(next, e.values[d])))
		if d < len(e.Var.extents) {
			row = a.Mul(row, e.Var.extents[d])
		} else if d > 0 {
			return 0
		}
	}
	return total
}

// dealStep is how many indices lie between two of one processor: the extent of
// the processors for a cyclic map, else 1.
func (m *worker) dealStep(e *Element) symbolic.Expr {
	step := m.b.arena.Int(1)
	for d, f := range e.Layout.Index {
		if f.Head() == "cyclic" && len(f.Items) == 2 {
			step = m.b.arena.Mul(step, e.Layout.Grid.Extents[d])
		}
	}
	return step
}
