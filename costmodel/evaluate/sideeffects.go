package evaluate

import (
	"slices"

	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/program"
)

// A function may change its arguments and what it shares with the unit. What a statement's
// functions change is said by calls without a cost: behind the statement, or where a condition
// decides about the way, at the beginning of each way.

// withSideEffects returns a block with such calls in it; changed says what a call may change.
func withSideEffects(body []program.Stmt, b *comm.Builder, changed func(*program.CallStmt) ([]*program.Symbol, bool)) []program.Stmt {
	var out []program.Stmt
	for _, s := range body {
		calls := sideEffects(s, b, changed)
		inside := func(body []program.Stmt, first []program.Stmt) []program.Stmt {
			return append(slices.Clip(first), withSideEffects(body, b, changed)...)
		}
		out = append(out, s)
		switch s := s.(type) {
		case *program.If:
			for i := range s.Branches {
				s.Branches[i].Body = inside(s.Branches[i].Body, calls)
			}
			s.Else = inside(s.Else, calls)
		case *program.Do:
			if s.Cond == nil {
				out = append(append(out[:len(out)-1:len(out)-1], calls...), s)
				s.Body = inside(s.Body, nil)
				continue
			}
			s.Body = inside(s.Body, calls)
			out = append(out, calls...)
		default:
			out = append(out, calls...)
		}
	}
	return out
}

// sideEffects returns the calls that the functions in a statement make and that change
// something.
func sideEffects(s program.Stmt, b *comm.Builder, changed func(*program.CallStmt) ([]*program.Symbol, bool)) []program.Stmt {
	var out []program.Stmt
	same := func(s *program.Symbol) *program.Symbol { return s }
	for e := range program.Exprs(s) {
		program.Walk(e, func(e program.Expr) bool {
			c, ok := e.(*program.Call)
			if !ok || c.Intrinsic().Shape != program.NotIntrinsic || b.Unseen(c.Name) {
				return true
			}
			call := &program.CallStmt{Node: program.Node{At: s.Span()}, Name: c.Name, Function: c}
			for _, a := range c.Args {
				call.Args = append(call.Args, program.Arg{Keyword: a.Keyword, Value: program.Rename(a.Value, s.Span(), same)})
			}
			if list, _ := changed(call); len(list) > 0 {
				out = append(out, call)
			}
			return true
		})
	}
	return out
}
