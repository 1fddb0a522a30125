package lower

import (
	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/program"
)

// runs returns what an array constructor is made of that has too many elements to be listed,
// or as many as a variable says; nil where that is not known.
func (l *lowerer) runs(list []fortran.Expr, s *fortran.Statement) []program.Run {
	var out []program.Run
	arrays := false
	for _, x := range list {
		run, ok := l.run(x, s)
		if !ok {
			return nil
		}
		program.Walk(run.Item, func(e program.Expr) bool {
			r, isRef := e.(*program.Ref)
			arrays = arrays || isRef && r.Sym.Rank() > 0
			return true
		})
		out = append(out, run)
	}
	if arrays && len(out) > 1 {
		return nil
	}
	return out
}

func (l *lowerer) run(x fortran.Expr, s *fortran.Statement) (program.Run, bool) {
	if do, ok := x.(*fortran.List); ok && do.Control != nil {
		return l.impliedDo(do, s)
	}
	v := l.expr(x, s)
	switch shape := shapeOf(v, nil); {
	case program.RankOf(v) == 0:
		return program.Run{Item: v, Count: program.IntConst(v.Span(), 1)}, true
	case len(shape) == 1:
		return program.Run{Item: v, Count: shape[0]}, true
	}
	return program.Run{}, false
}

// impliedDo makes a run of an implied DO of one item: what the item takes of arrays by its
// index are sections.
func (l *lowerer) impliedDo(do *fortran.List, s *fortran.Statement) (program.Run, bool) {
	if len(do.Items) != 1 {
		return program.Run{}, false
	}
	at := s.Place(do.Control.At)
	var bounds [3]program.Expr
	for i, e := range []fortran.Expr{do.Control.Lo, do.Control.Hi, do.Control.Step} {
		if bounds[i] = program.IntConst(at, 1); e != nil {
			bounds[i] = l.expr(e, s)
		}
	}
	lo, hi, step := bounds[0], bounds[1], bounds[2]
	index := &program.Symbol{Name: do.Control.Var, Class: program.ConstructIndex, Type: program.Integer, Bytes: 4}
	l.scope.push(index.Name, index, nil)
	inner, ok := l.run(do.Items[0], s)
	l.scope.pop(1)
	if !ok || program.Mentions(index, inner.Count) {
		return program.Run{}, false
	}
	binary := func(op program.Op, x, y program.Expr) program.Expr { return program.NewBinary(at, op, x, y) }
	rounds := binary(program.Div, binary(program.Add, binary(program.Sub, hi, lo), step), step)
	item := program.Replace(inner.Item, inner.Item.Span(), program.Itself, func(e program.Expr) program.Expr {
		r, isRef := e.(*program.Ref)
		if !isRef || r.Sym.Rank() == 0 || !program.Mentions(index, r) {
			return nil
		}
		out := program.NewRef(r.Span(), r.Sym)
		along := 0
		for _, sub := range r.Subs {
			ok = ok && !sub.Triplet
			if program.Mentions(index, sub.Lo) {
				slope, known := slopeOf(sub.Lo, index)
				ok, along = ok && known && slope != 0, along+1
				sub = program.Subscript{Triplet: true, Lo: with(sub.Lo, index, lo), Hi: with(sub.Lo, index, hi), Stride: binary(program.Mul, program.IntConst(at, slope), step)}
			}
			out.Subs = append(out.Subs, sub)
		}
		ok = ok && along == 1
		return out
	})
	if n, isConst := inner.Count.(*program.Const); !isConst || n.Int != 1 {
		rounds = binary(program.Mul, rounds, inner.Count)
		ok = ok && program.RankOf(item) == 0
	}
	return program.Run{Item: item, Count: rounds}, ok
}

// with is an expression with another one in the place of an index.
func with(e program.Expr, index *program.Symbol, v program.Expr) program.Expr {
	return program.Replace(e, e.Span(), program.Itself, func(e program.Expr) program.Expr {
		if r, ok := e.(*program.Ref); ok && r.Sym == index {
			return v
		}
		return nil
	})
}

// slopeOf returns by how much an expression grows with an index; false where that is not
// constant.
func slopeOf(e program.Expr, index *program.Symbol) (int64, bool) {
	if !program.Mentions(index, e) {
		return 0, true
	}
	switch e := e.(type) {
	case *program.Ref:
		return 1, e.Sym == index
	case *program.Unary:
		x, ok := slopeOf(e.X, index)
		return -x, ok && e.Op == program.Neg
	case *program.Binary:
		x, okX := slopeOf(e.X, index)
		y, okY := slopeOf(e.Y, index)
		switch ok := okX && okY; e.Op {
		case program.Add:
			return x + y, ok
		case program.Sub:
			return x - y, ok
		case program.Mul:
			if n, constant := program.ConstInt(e.X, nil); constant {
				return n * y, okY
			}
			n, constant := program.ConstInt(e.Y, nil)
			return n * x, okX && constant
		}
	}
	return 0, false
}
