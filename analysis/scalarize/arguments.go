package scalarize

import (
	"fmt"
	"maps"
	"strings"

	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/symbolic"
)

// Call matches the actual arguments with the dummies.
func Call(n comm.Nest, s *program.CallStmt, p *comm.Procedure) (*comm.Called, error) {
	c := &caller{Nest: n, p: p, at: s, out: &comm.Called{Of: p, Dynamic: s.Dynamic, Values: map[string]symbolic.Expr{}, Parts: map[string]symbolic.Expr{}, Inherited: map[*program.Symbol]mapping.Layout{}}}
	for name, v := range p.Values {
		c.out.Values[name] = n.B.A.Int(v)
		if own, known := n.B.Constants[name]; known && own == v {
			c.out.Values[name] = n.B.A.Sym(name, symbolic.Index)
		}
	}
	actuals := map[*program.Symbol]program.Expr{}
	for i, a := range s.Args {
		dummy := p.Unit.DummyOf(a.Keyword, i)
		if dummy == nil {
			return nil, unsupported(s, fmt.Sprintf("%s has no dummy argument for argument %d", s.Name, i+1))
		}
		actuals[dummy] = a.Value
	}
	for _, dummy := range p.Unit.Dummies {
		if e := actuals[dummy]; e != nil && dummy.Rank() == 0 {
			c.scalar(dummy, e)
		}
	}
	for _, follows := range []bool{false, true} { // where those lie that others follow comes first
		for _, dummy := range p.Unit.Dummies {
			_, follower := p.Followers[dummy]
			if e := actuals[dummy]; e != nil && dummy.Rank() > 0 && follower == follows {
				c.vector(dummy, e)
				if err := c.array(dummy, e); err != nil {
					return nil, err
				}
			}
		}
	}
	for _, dummy := range p.Unit.Dummies {
		if e := actuals[dummy]; e != nil && dummy.Rank() == 0 && c.changing(dummy, e) {
			c.scattered(dummy)
		}
	}
	return c.out, nil
}

type caller struct {
	comm.Nest
	p   *comm.Procedure
	at  *program.CallStmt
	out *comm.Called
}

func (c *caller) scalar(dummy *program.Symbol, e program.Expr) {
	ref, ok := e.(*program.Ref)
	switch given := dummy.Intent == "out" || c.p.Ignored[dummy.Name]; {
	case ok && given: // where it stands is all that is needed of it
		for _, sub := range ref.Subs {
			if sub.Lo != nil && namesElement(sub.Lo) {
				c.out.Scalars = append(c.out.Scalars, sub.Lo)
			}
		}
	case !ok || ref.Sym.Rank() > 0:
		c.out.Scalars = append(c.out.Scalars, e)
	}
	suffix := ""
	if ok {
		suffix = c.B.ElementSuffix(ref)
	}
	if ok && (ref.Sym.Rank() == 0 || suffix != "") {
		parts := c.B.Own.Within(ref.Sym.Name + suffix)
		c.extents(dummy, ref.Sym)
		for suffix, v := range parts {
			if !strings.Contains(suffix, "(") || c.B.OfProcessors(v) {
				c.out.Parts[dummy.Name+suffix] = v
			}
		}
		if len(parts) > 0 { // a communicator: no number
			return
		}
	}
	// an argument of INTENT(OUT), or one that is not read before it gets another value,
	// begins without a value: the procedure's own counts
	if dummy.Type != program.Integer || dummy.Intent == "out" || c.p.Ignored[dummy.Name] {
		return
	}
	if v, ok := c.B.ValueIn(e, comm.Scope(c.Loops)); ok {
		c.out.Values[dummy.Name] = v
	} else {
		c.out.Unknown = append(c.out.Unknown, dummy.Name)
	}
}

// namesElement reports whether an expression names an array.
func namesElement(e program.Expr) bool {
	found := false
	program.Walk(e, func(x program.Expr) bool {
		r, ok := x.(*program.Ref)
		found = found || ok && r.Sym.Rank() > 0
		return !found
	})
	return found
}

// extents hands on the extents of the allocated components of a structure.
func (c *caller) extents(dummy, of *program.Symbol) {
	for s, v := range c.B.Own {
		if of.Type == program.Derived && program.IsExtent(s.Name) && s.Array != nil && strings.HasPrefix(s.Array.Name, of.Name+"%") && c.B.OfProcessors(v) {
			c.out.Parts[strings.Replace(s.Name, of.Name+"%", dummy.Name+"%", 1)] = v
		}
	}
}

// vector hands on what the processors know of the elements of an integer vector.
func (c *caller) vector(dummy *program.Symbol, e program.Expr) {
	if c.B.Own == nil || dummy.Rank() != 1 || dummy.Type != program.Integer {
		return
	}
	first, known := dummy.FirstIndex()
	switch e := e.(type) {
	case *program.Opaque:
		for i, item := range e.Values {
			if v, ok := c.B.ValueIn(item, comm.Scope(c.Loops)); ok && known && c.B.OfProcessors(v) {
				c.out.Parts[fmt.Sprintf("%s(%d)", dummy.Name, first+int64(i))] = v
			}
		}
	case *program.Ref:
		if theirs, ok := e.Sym.FirstIndex(); len(e.Subs) > 0 || !known || !ok || theirs != first {
			return
		}
		for suffix, v := range c.B.Own.Within(e.Sym.Name) {
			if c.B.OfProcessors(v) {
				c.out.Parts[dummy.Name+suffix] = v
			}
		}
	}
}

func (c *caller) array(dummy *program.Symbol, e program.Expr) error {
	b := c.B
	r := newReader(c.Nest, len(c.Loops), nil)
	r.element.At = c.at.Span()
	section, err := c.behind(dummy, e)
	if err != nil || section == nil {
		return err
	}
	e = section
	o, err := r.operandOf(e)
	if err != nil {
		return err
	}
	c.out.First = append(c.out.First, r.ahead...)
	if len(o.extent) != dummy.Rank() {
		return unsupported(e, fmt.Sprintf("an argument of rank %d for dummy %s of rank %d has no cost model yet", len(o.extent), dummy.Name, dummy.Rank()))
	}
	lower := make([]symbolic.Expr, dummy.Rank())
	for d, n := range o.extent {
		lower[d] = c.translated(dummy.Dims[d].Lower)
		c.out.Values[fmt.Sprintf("%s_extent%d", dummy.Name, d+1)] = n
		if dummy.Extents == nil { // the procedure allocates it otherwise
			c.out.Values[program.ExtentName(dummy.Name, d)] = n
		}
	}
	from := r.mapped(o)
	layout, own := c.p.Layouts[dummy]
	followed, follows := c.followed(dummy)
	switch {
	case follows:
		c.remapped(dummy, o, e, from, based(b, followed, lower, 1))
		return nil
	case !own || layout.Grid == nil:
		c.out.Inherited[dummy] = based(b, from, lower, -1)
		return nil
	case b.Joint == nil:
		return nil
	case layout.Grid.Rank() != b.Grid.Rank() && layout.Replicated():
		layout = mapping.Layout{Grid: b.Grid, At: layout.At, Axes: make([]mapping.Axis, b.Grid.Rank())}
	case layout.Grid.Rank() != b.Grid.Rank():
		return unsupported(e, fmt.Sprintf("dummy %s is mapped onto an arrangement of another rank: remapping it has no cost model yet", dummy.Name))
	}
	c.remapped(dummy, o, e, from, based(b, c.imported(layout), lower, 1))
	return nil
}

// followed returns the mapping of a dummy that is aligned with one which has that of its
// actual argument.
func (c *caller) followed(dummy *program.Symbol) (mapping.Layout, bool) {
	f, follows := c.p.Followers[dummy]
	l, known := c.out.Inherited[f.With]
	if !follows || !known || c.B.Joint == nil || c.p.Grid != nil && c.p.Grid.Rank() != c.B.Grid.Rank() {
		return mapping.Layout{}, false
	}
	a, with := c.B.A, c.meanings()
	out := mapping.Layout{Grid: l.Grid, At: l.At}
	for _, x := range l.Axes {
		if x.Kind == mapping.Aligned {
			p := f.Dims[x.Dim]
			if p.Offset != 0 {
				x.Offset = a.Add(x.Offset, a.Mul(a.Int(x.Scale), a.ImportAs(c.p.Arena, p.Offset, with)))
			}
			x.Kind, x.Dim, x.Scale = p.Kind, p.Dim, x.Scale*p.Scale
		}
		out.Axes = append(out.Axes, x)
	}
	return out, true
}

// remapped brings an argument to where the dummy lies and back; an expression has nothing
// to be brought back to.
func (c *caller) remapped(dummy *program.Symbol, o *operand, e program.Expr, from, to mapping.Layout) {
	_, variable := e.(*program.Ref)
	if dummy.Intent != "out" {
		c.out.Before = append(c.out.Before, c.brought(dummy, o.ref.Sym, o.extent, from, to))
	}
	if dummy.Intent != "in" && variable {
		c.out.After = append(c.out.After, c.brought(dummy, o.ref.Sym, o.extent, to, from))
	}
}

// brought is the remap of an argument for a dummy.
func (c *caller) brought(dummy, array *program.Symbol, extents []symbolic.Expr, from, to mapping.Layout) comm.Moved {
	m := c.Remap(array, extents, from, to, c.at.Span())
	m.Dummy = dummy
	return m
}

// translated returns an expression of the procedure in the caller's symbols.
func (c *caller) translated(e program.Expr) symbolic.Expr {
	if e == nil {
		return c.B.A.Int(1)
	}
	own := symbolic.NewArena() // in which the procedure's names are not the caller's
	v, ok := program.ToIndex(own, e)
	if !ok {
		return c.B.A.Int(1)
	}
	return c.B.A.ImportAs(own, v, c.meanings())
}

// meanings returns what the procedure's names stand for in the caller: the values
// that it gets, symbols of their own for what else is the procedure's alone, and
// the extents of the arrangement.
func (c *caller) meanings() map[string]symbolic.Expr {
	with := maps.Clone(c.out.Values)
	for _, s := range c.p.Unit.Symbols {
		own := s.Dummy || c.p.Closed && !s.Declared.Empty()
		if _, known := with[s.Name]; !known && own {
			with[s.Name] = c.B.A.Sym(c.p.Own(s.Name), symbolic.Index)
		}
	}
	if c.p.Grid != nil && c.B.Grid != nil && c.p.Grid.Rank() == c.B.Grid.Rank() {
		for g, extent := range c.p.Grid.Extents {
			for _, s := range c.p.Arena.Free(extent) {
				with[s.Name] = c.B.Grid.Extents[g]
			}
		}
	}
	return with
}

// imported brings a layout of the procedure into the caller's arena, with the
// values of the dummies that stand in it.
func (c *caller) imported(l mapping.Layout) mapping.Layout {
	with := c.meanings()
	in := func(e symbolic.Expr) symbolic.Expr {
		if e == 0 {
			return 0
		}
		return c.B.A.ImportAs(c.p.Arena, e, with)
	}
	out := mapping.Layout{Grid: c.B.Joint, At: l.At, Axes: make([]mapping.Axis, c.B.Joint.Rank())}
	for g, x := range l.Axes {
		x.Offset, x.Lower, x.Extent, x.Format.Param = in(x.Offset), in(x.Lower), in(x.Extent), in(x.Format.Param)
		out.Axes[g] = x
	}
	for g := range l.Axes {
		if x := &out.Axes[g]; x.Kind != mapping.Replicated && x.Format.Numbers == nil {
			x.Format.Param = out.DimOf(c.B.A, g).BlockSize()
		}
	}
	return out
}

// Outside returns how an array of a procedure that is no dummy lies, for its caller; false
// where it is not mapped, or onto an arrangement of another rank.
func Outside(b *comm.Builder, p *comm.Procedure, array *program.Symbol) (mapping.Layout, bool) {
	l, mapped := p.Layouts[array]
	if !mapped || l.Grid == nil || b.Joint == nil || l.Grid.Rank() != b.Joint.Rank() {
		return mapping.Layout{}, false
	}
	c := &caller{Nest: comm.Nest{B: b}, p: p, out: &comm.Called{Values: map[string]symbolic.Expr{}}}
	for name, v := range p.Values {
		c.out.Values[name] = b.A.Int(v)
	}
	return c.imported(l), true
}

// based returns a layout of an array with the given lower bounds as that of one
// with the lower bounds 1 (sign 1), or the other way round (sign -1).
func based(b *comm.Builder, l mapping.Layout, lower []symbolic.Expr, sign int64) mapping.Layout {
	a := b.A
	out := mapping.Layout{Grid: l.Grid, At: l.At, Axes: append([]mapping.Axis(nil), l.Axes...)}
	for g := range out.Axes {
		if x := &out.Axes[g]; x.Kind == mapping.Aligned {
			x.Offset = a.Add(x.Offset, a.Mul(a.Int(sign*x.Scale), a.Sub(lower[x.Dim], a.Int(1))))
		}
	}
	return out
}
