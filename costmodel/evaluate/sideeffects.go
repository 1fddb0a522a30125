package evaluate

import (
	"slices"

	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/program"
)

// A function may change its arguments and what it shares with the unit. What a statement's
// functions change is said by calls without a cost: behind the statement, or where a condition
// decides about the way, at the beginning of each way. Where a statement evaluates them more
// than once, or perhaps not at all, what they change is not known afterwards.

// sideEffects puts such calls into blocks.
type sideEffects struct {
	b       *comm.Builder
	changed func(*program.CallStmt) ([]*program.Symbol, bool) // what a call may change
}

func (e *sideEffects) block(body []program.Stmt) []program.Stmt {
	var out []program.Stmt
	for _, s := range body {
		out = append(out, s)
		switch s := s.(type) {
		case *program.If:
			calls := e.calls(s, false, program.Exprs(&program.If{Branches: s.Branches[:min(1, len(s.Branches))]}))
			if len(s.Branches) > 1 {
				calls = append(calls, e.calls(s, true, program.Exprs(&program.If{Branches: s.Branches[1:]}))...)
			}
			for i := range s.Branches {
				s.Branches[i].Body = e.inside(calls, s.Branches[i].Body)
			}
			s.Else = e.inside(calls, s.Else)
		case *program.Do:
			calls := e.calls(s, s.Cond == nil, program.Exprs(s))
			s.Body = e.inside(calls, s.Body)
			out = append(out, calls...)
		case *program.Forall, *program.Where:
			program.Statements([]program.Stmt{s}, func(inner program.Stmt) bool {
				out = append(out, e.calls(s, true, program.Exprs(inner))...)
				return true
			})
		case *program.Unmodelled:
			if s.List != nil {
				out = append(out, e.calls(s, true, items(s.List))...)
			}
		default:
			out = append(out, e.calls(s, false, program.Exprs(s))...)
		}
	}
	return out
}

// items goes through what a statement of input and output transfers.
func items(list *program.TransferList) func(yield func(program.Expr) bool) {
	return func(yield func(program.Expr) bool) {
		for _, x := range list.Items {
			if !yield(x.Value) {
				return
			}
		}
	}
}

func (e *sideEffects) inside(first, body []program.Stmt) []program.Stmt {
	return append(slices.Clip(first), e.block(body)...)
}

// calls returns the calls that the functions in a statement make and that change something.
func (e *sideEffects) calls(s program.Stmt, doubtful bool, all func(yield func(program.Expr) bool)) []program.Stmt {
	var out []program.Stmt
	for x := range all {
		program.Walk(x, func(x program.Expr) bool {
			c, ok := x.(*program.Call)
			if !ok || c.Intrinsic().Shape != program.NotIntrinsic || e.b.Unseen(c.Name) && !circular(e.b, c.Name) {
				return true
			}
			call := &program.CallStmt{Node: program.Node{At: s.Span()}, Name: c.Name, Function: c, Doubtful: doubtful || circular(e.b, c.Name)}
			for _, a := range c.Args {
				call.Args = append(call.Args, program.Arg{Keyword: a.Keyword, Value: program.Rename(a.Value, s.Span(), program.Itself)})
			}
			if list, _ := e.changed(call); len(list) > 0 || circular(e.b, c.Name) {
				out = append(out, call)
			}
			return true
		})
	}
	return out
}

// circular reports whether a procedure comes to itself again.
func circular(b *comm.Builder, name string) bool { return b.Circular != nil && b.Circular(name) }

// comesBack reports whether a call in a block comes to the procedure again that it stands in.
func comesBack(body []program.Stmt, b *comm.Builder) bool {
	found := false
	program.Statements(body, func(s program.Stmt) bool {
		c, ok := s.(*program.CallStmt)
		found = found || ok && circular(b, c.Name)
		return !found
	})
	return found
}

// circular reports whether a procedure comes to itself again by a call.
func (c *calling) circular(name string) bool {
	return c != nil && c.seen[name].procedure == nil && c.seen[name].why != ""
}
