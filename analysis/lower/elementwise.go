package lower

import (
	"fmt"
	"slices"

	"github.com/parlens/parlens/analysis/program"
)

// byElement lowers the CALL of an ELEMENTAL subroutine with arrays to the INDEPENDENT loops
// over their elements that it is (Fortran 2018, 15.8.3); nil for any other call, and where an array
// is no variable or has vector subscripts.
func (l *lowerer) byElement(call *program.CallStmt) program.Stmt {
	arrays := slices.ContainsFunc(call.Args, func(a program.Arg) bool { return program.RankOf(a.Value) > 0 })
	if sym := l.scope.visible(call.Name); !arrays || sym == nil || !sym.ByElement {
		return nil
	}
	e := &elementwise{lowerer: l, call: call}
	inner := &program.CallStmt{Node: call.Node, Name: call.Name}
	for _, a := range call.Args {
		v := a.Value
		if program.RankOf(v) > 0 {
			if v = e.element(v); v == nil {
				return nil
			}
		}
		inner.Args = append(inner.Args, program.Arg{Keyword: a.Keyword, Value: v})
	}
	if e.ranges == nil {
		return nil
	}
	return asLoops(&program.Do{Node: call.Node, End: call.At, Ranges: e.ranges, Body: one(inner)}, nil)
}

// elementwise is such a call with the indices that its arrays follow: they count from the
// first element of the first array on.
type elementwise struct {
	*lowerer
	call   *program.CallStmt
	ranges []program.IndexRange
}

// element returns the element of an argument at the indices, nil where it is not known.
func (e *elementwise) element(v program.Expr) program.Expr {
	ref, ok := v.(*program.Ref)
	shape := shapeOf(v, nil)
	if !ok || ref.Image != nil || shape == nil {
		return nil
	}
	at := v.Span()
	binary := func(op program.Op, x, y program.Expr) program.Expr { return program.NewBinary(at, op, x, y) }
	if e.ranges == nil {
		for k, n := range shape {
			index := &program.Symbol{Name: fmt.Sprintf("_%d", k+1), Class: program.ConstructIndex, Type: program.Integer, Bytes: 4}
			e.ranges = append(e.ranges, program.IndexRange{Var: index, Lo: program.IntConst(at, 1), Hi: n})
		}
	}
	if len(shape) != len(e.ranges) {
		return nil
	}
	out, next := program.NewRef(at, ref.Sym), 0
	for d, b := range ref.Sym.Dims {
		s := program.Subscript{Triplet: true}
		if len(ref.Subs) > 0 {
			s = ref.Subs[d]
		}
		if s.Triplet {
			from, step := s.Lo, s.Stride
			if from == nil {
				from = b.Lower
			}
			if from == nil {
				return nil
			}
			position := program.Expr(program.NewRef(at, e.ranges[next].Var))
			if step != nil {
				position = binary(program.Mul, step, binary(program.Sub, position, program.IntConst(at, 1)))
				s = program.Element(binary(program.Add, from, position))
			} else if first, constant := e.constInt(from); constant {
				s = program.Element(plus(at, position, first-1))
			} else {
				s = program.Element(binary(program.Add, position, plus(at, from, -1)))
			}
			next++
		} else if program.RankOf(s.Lo) > 0 {
			return nil
		}
		out.Subs = append(out.Subs, s)
	}
	return out
}
