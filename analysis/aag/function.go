package aag

import (
	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/program"
)

// functions builds the calls of the user's functions that an element evaluates:
// what is passed is brought there as for a CALL, once, where all processors
// evaluate it together; else each calls them in its own iterations.
func (w *walker) functions(d comm.Computation) []*AAU {
	var out []*AAU
	around := append(w.loops[:len(w.loops):len(w.loops)], d.Element.Loops...)
	for _, f := range d.Element.Functions {
		out = append(out, w.arguments(f.Stmt, f.Called)...)
		for _, m := range f.Called.Before {
			out = append(out, w.moved(m, "for the call")...)
		}
		u := AAU{Kind: Call, At: f.Stmt.Span(), Callee: f.Stmt.Name, Count: w.b.A.Int(0), Local: w.b.A.Mul(d.Local, w.b.A.Rat(1, f.Items))}
		if seq(d).Executes {
			u.Count = w.b.A.Mul(d.Count, w.b.A.Rat(1, f.Items))
		}
		u.Called = w.callee(f.Called, around)
		out = append(out, w.unit(u))
		for _, m := range f.Called.After {
			out = append(out, w.moved(m, "back after the call")...)
		}
	}
	return out
}

// limits builds the calls of functions in the bounds of a loop, which are
// evaluated when it is entered.
func (w *walker) limits(s *program.Do) []*AAU {
	var out []*AAU
	for _, e := range []program.Expr{s.Lo, s.Hi, s.Step} {
		program.Walk(e, func(e program.Expr) bool {
			c, ok := e.(*program.Call)
			if !ok {
				return true
			}
			if c.Intrinsic().Shape != program.NotIntrinsic {
				return true
			}
			out = append(out, w.test(c)...)
			return false
		})
	}
	return out
}
