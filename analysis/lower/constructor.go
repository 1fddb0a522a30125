package lower

import (
	"slices"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/program"
)

// mostItems bounds how often the implied DOs of an array constructor go round.
const mostItems = 1 << 10

// constructor lowers an array constructor, with its elements where its items are scalars
// and the bounds of its implied DOs constants.
func (l *lowerer) constructor(e *fortran.List, s *fortran.Statement) program.Expr {
	out := program.NewOpaque(s.Place(e.Span()), s.Text[e.Span().Start:min(e.Span().End, len(s.Text))], program.ArrayConstructor)
	out.Typed = e.Type != ""
	rounds := 0
	values, ok := l.items(e.Items, s, &rounds)
	if ok && len(values) > mostNamed && slices.ContainsFunc(values, namesArray) {
		if out.Runs = l.runs(e.Items, s); out.Runs != nil {
			return out
		}
	}
	if ok {
		out.Values = values
	} else {
		out.Runs = l.runs(e.Items, s)
	}
	return out
}

// mostNamed bounds the elements of arrays that are listed: the implied DO of more takes sections.
const mostNamed = 8

// namesArray reports whether an expression names an array that is no constant.
func namesArray(e program.Expr) bool {
	found := false
	program.Walk(e, func(x program.Expr) bool {
		r, ok := x.(*program.Ref)
		found = found || ok && r.Sym.Class == program.Variable && r.Sym.Rank() > 0
		return !found
	})
	return found
}

// items returns the elements that the items of a constructor stand for.
func (l *lowerer) items(list []fortran.Expr, s *fortran.Statement, rounds *int) ([]program.Expr, bool) {
	out := []program.Expr{}
	for i, x := range list {
		if i > 0 && x == list[i-1] { // 3*0 in DATA
			out = append(out, out[len(out)-1])
			continue
		}
		inner, isList := x.(*fortran.List)
		switch {
		case isList && inner.Control != nil:
			values, ok := l.unrolled(inner, s, rounds)
			if !ok {
				return nil, false
			}
			out = append(out, values...)
		case isList && inner.Bracket:
			values, ok := l.items(inner.Items, s, rounds)
			if !ok {
				return nil, false
			}
			out = append(out, values...)
		default:
			values, ok := l.elements(l.expr(x, s), rounds)
			if !ok {
				return nil, false
			}
			out = append(out, values...)
		}
	}
	return out, true
}

// elements returns a scalar itself, and those of an array, or of a section, of rank 1 with
// constant bounds.
func (l *lowerer) elements(v program.Expr, rounds *int) ([]program.Expr, bool) {
	ref, ok := v.(*program.Ref)
	if program.RankOf(v) == 0 || !ok {
		return []program.Expr{v}, program.RankOf(v) == 0
	}
	first, d := firstOf(ref)
	extents := shapeOfRef(ref)
	if first == nil || len(extents) != 1 {
		return nil, false
	}
	lo, known := l.constInt(first)
	n, counted := l.constInt(extents[0])
	if *rounds += int(min(n, mostItems+1)); !known || !counted || *rounds > mostItems {
		return nil, false
	}
	var out []program.Expr
	for i := range n {
		subs := make([]program.Subscript, ref.Sym.Rank())
		copy(subs, ref.Subs)
		subs[d] = program.Element(program.IntConst(ref.Span(), lo+i))
		out = append(out, program.NewRef(ref.Span(), ref.Sym, subs...))
	}
	return out, true
}

// unrolled returns the elements of an implied DO with constant bounds.
func (l *lowerer) unrolled(do *fortran.List, s *fortran.Statement, rounds *int) ([]program.Expr, bool) {
	bounds := [3]int64{2: 1}
	for i, e := range []fortran.Expr{do.Control.Lo, do.Control.Hi, do.Control.Step} {
		if e == nil {
			continue
		}
		v, ok := l.constInt(l.expr(e, s))
		if bounds[i] = v; !ok || v == 0 && i == 2 {
			return nil, false
		}
	}
	out, problems := []program.Expr{}, len(l.problems)
	for i := bounds[0]; (bounds[1]-i)*bounds[2] >= 0; i += bounds[2] {
		if *rounds++; *rounds > mostItems || len(l.problems) > problems { // one is enough
			return nil, false
		}
		l.statements.bind(do.Control.Var, program.IntConst(s.Place(do.Control.At), i))
		values, ok := l.items(do.Items, s, rounds)
		if l.scope.pop(1); !ok {
			return nil, false
		}
		out = append(out, values...)
	}
	return out, true
}

// impliedShape gives a PARAMETER declared p(*) the extents of its value (Fortran 2018,
// 8.5.8.6).
func impliedShape(p *program.Symbol) {
	extents := []program.Expr(nil)
	switch v := p.Value.(type) {
	case *program.Opaque:
		if v.Values != nil {
			extents = append(extents, program.IntConst(v.Span(), int64(len(v.Values))))
		}
	case *program.Call:
		if shape, ok := v.Argument("shape", 1).(*program.Opaque); ok && v.Name == "reshape" {
			extents = shape.Values
		}
	}
	if p.Class != program.Parameter || len(extents) != p.Rank() {
		return
	}
	for i, n := range extents {
		if b := &p.Dims[i]; b.Upper == nil {
			b.Upper = plus(n.Span(), program.NewBinary(n.Span(), program.Add, b.Lower, n), -1)
		}
	}
}

// asForall lowers x = [(e, i = lo, hi, step)] to the FORALL over the elements of x that it
// is; nil for any other assignment.
func (l *lowerer) asForall(a *fortran.Assignment, lhs *program.Ref, s *fortran.Statement) program.Stmt {
	do := onlyItem(a.RHS)
	first, d := firstOf(lhs)
	if do == nil || first == nil {
		return nil
	}
	index := &program.Symbol{Name: do.Control.Var, Class: program.ConstructIndex, Type: program.Integer, Bytes: 4}
	j := program.NewRef(s.Place(do.Control.At), index)
	last, value := l.renumbered(do.Control, s, first, j)
	l.scope.push(index.Name, index, value)
	item := l.expr(do.Items[0], s)
	l.scope.pop(1)
	if program.RankOf(item) > 0 {
		return nil
	}
	subs := make([]program.Subscript, lhs.Sym.Rank())
	copy(subs, lhs.Subs)
	subs[d] = program.Subscript{Lo: j}
	store := &program.Assign{Node: at(s), LHS: program.NewRef(lhs.Span(), lhs.Sym, subs...), RHS: item}
	return &program.Forall{Node: at(s), End: s.At, Ranges: []program.IndexRange{{Var: index, Lo: first, Hi: last}}, Body: one(store)}
}

// onlyItem returns the implied DO, of one item that is none, that is all of an array
// constructor; nil without one.
func onlyItem(e fortran.Expr) *fortran.List {
	list, ok := e.(*fortran.List)
	if !ok || !list.Bracket || len(list.Items) != 1 {
		return nil
	}
	do, ok := list.Items[0].(*fortran.List)
	if !ok || do.Control == nil || len(do.Items) != 1 {
		return nil
	}
	if inner, nested := do.Items[0].(*fortran.List); nested && inner.Control != nil {
		return nil
	}
	return do
}

// firstOf returns the first index that an array or a section of rank 1 takes, and along
// which dimension; nil for other references, those to other images, and where elements are
// left out between.
func firstOf(r *program.Ref) (program.Expr, int) {
	switch {
	case r.Rank() != 1 || r.Image != nil:
		return nil, 0
	case len(r.Subs) == 0:
		return r.Sym.Dims[0].Lower, 0
	}
	d := slices.IndexFunc(r.Subs, func(x program.Subscript) bool { return x.Triplet })
	if d < 0 || r.Subs[d].Stride != nil {
		return nil, 0
	}
	if lo := r.Subs[d].Lo; lo != nil {
		return lo, d
	}
	return r.Sym.Dims[d].Lower, d
}

// renumbered returns the last value of an index j from first on that goes round as often as
// an implied DO, and what the index of the implied DO is then; nil where it is j.
func (l *lowerer) renumbered(c *fortran.Control, s *fortran.Statement, first program.Expr, j *program.Ref) (last, index program.Expr) {
	at := j.Span()
	lo, hi := l.expr(c.Lo, s), l.expr(c.Hi, s)
	if c.Step != nil {
		step := l.expr(c.Step, s)
		rounds := program.NewBinary(at, program.Div, program.NewBinary(at, program.Sub, hi, lo), step)
		moved := program.NewBinary(at, program.Mul, step, program.NewBinary(at, program.Sub, j, first))
		return program.NewBinary(at, program.Add, first, rounds), program.NewBinary(at, program.Add, lo, moved)
	}
	x, okX := l.constInt(first)
	y, okY := l.constInt(lo)
	switch {
	case okX && okY && x == y:
		return hi, nil
	case okX && okY:
		return plus(at, hi, x-y), plus(at, j, y-x)
	}
	shift := program.NewBinary(at, program.Sub, first, lo)
	return program.NewBinary(at, program.Add, hi, shift), program.NewBinary(at, program.Sub, j, shift)
}
