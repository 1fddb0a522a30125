package lower

import (
	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/program"
)

// pointed lowers pointer => target: the pointer has the extents of the target from there on, or
// those of the bounds that it names (Fortran 2018, 10.2.2.3).
func (l *statements) pointed(a *fortran.Assignment, s *fortran.Statement) []program.Stmt {
	l.lookUp([]fortran.Arg{a.LHS, a.RHS}, s)
	u := l.unmodelled(program.Points, s, "")
	target := l.expr(a.RHS, s)
	if from, ok := target.(*program.Ref); ok {
		u.PointsAt = from.Sym
	}
	d, ok := a.LHS.(*fortran.Designator)
	if !ok {
		return one(u)
	}
	pointer, bounds := wholeOf(d)
	to, ok := l.expr(pointer, s).(*program.Ref)
	if !ok || to.Sym.Class != program.Variable {
		return one(u)
	}
	u.Receives = []*program.Symbol{to.Sym}
	if call, ok := target.(*program.Call); len(to.Sym.Extents) == 0 || ok && call.Name == "null" {
		return one(u)
	}
	return append(l.shapePointed(to, bounds, target, s), u)
}

// shapePointed assigns the extents of a pointer to an array: those that its bounds name, others
// of the target. What the text does not say is not what it was before.
func (l *statements) shapePointed(to *program.Ref, bounds []fortran.Arg, target program.Expr, s *fortran.Statement) []program.Stmt {
	shape := shapeOf(target, nil)
	rank := len(bounds)
	if rank == 0 {
		rank = max(len(shape), program.RankOf(target))
	}
	if rank == 0 { // nothing is known of the target
		rank = to.Sym.Rank()
	}
	return descriptorOf(to, rank, func(dim int) program.Expr {
		if dim < len(bounds) {
			if n := l.allocatedExtent(bounds[dim], s); n != nil {
				return n
			}
		}
		if len(shape) == rank {
			return shape[dim]
		}
		return program.NewOpaque(to.Span(), to.Sym.Name, "extent of what a pointer points at")
	}, to.Span(), s)
}

// lowersPointed returns the constant lower bounds of a variable behind a pointer assignment to
// it: those that it names, or those of a whole array; nil where it is none, and where all are 1.
func (l *lowerer) lowersPointed(name string, a *fortran.Assignment, s *fortran.Statement) []program.Expr {
	d, ok := a.LHS.(*fortran.Designator)
	if !ok || !a.Pointer || len(d.Parts) != 1 || d.Parts[0].Name != name {
		return nil
	}
	if d.Parts[0].Called() {
		return l.lowersOf(d.Parts[0].Args, s)
	}
	to, ok := a.RHS.(*fortran.Designator)
	if !ok || len(to.Parts) != 1 || to.Parts[0].Called() {
		return nil
	}
	if target := l.found[l.scope.find(to.Parts[0].Name)]; target != nil {
		return l.lowersOf(target.Dims, target.DimsAt)
	}
	return nil
}
