package predict

import (
	"maps"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/program"
)

// show returns what callers see of the procedure. It keeps no statements.
func (p *procedure) show(around []*procedure) *comm.Procedure {
	if p.shown != nil {
		return p.shown
	}
	u := p.unit.Fork() // others read the arena at the same time
	out := &comm.Procedure{Unit: u.Bare().Unit, Layouts: u.Layouts, Grid: u.Grid, Arena: u.Arena, Values: constants(u), Kept: kept(u.Unit), Described: u.Described, Tells: tells(u.Unit), Passes: u.Messages || p.passes(u.Body, around)}
	out.Closed, out.Untouched = p.closed(u.Body, around), p.untouched(u.Unit, around)
	program.Statements(u.Body, func(program.Stmt) bool { out.Statements++; return true })
	if len(around) == 0 { // else it may hang on what is not known yet
		p.shown = out
	}
	return out
}

// closed reports whether the procedure, and what it calls, touches nothing but
// its arguments and variables of its own.
func (p *procedure) closed(body []program.Stmt, around []*procedure) bool {
	return p.alone && p.callsClosed(body, around)
}

// untouched returns the arrays of hosts and modules that a procedure does not
// name; none where what it calls may.
func (p *procedure) untouched(u *program.Unit, around []*procedure) map[*program.Symbol]bool {
	out := map[*program.Symbol]bool{}
	if !p.callsClosed(u.Body, around) {
		return out
	}
	for _, s := range u.Symbols {
		if s.Shared && s.Rank() > 0 {
			out[s] = true
		}
	}
	program.Statements(u.Body, func(s program.Stmt) bool {
		for _, e := range program.Exprs(s) {
			program.Walk(e, func(e program.Expr) bool {
				if r, ok := e.(*program.Ref); ok {
					delete(out, r.Sym)
				}
				return true
			})
		}
		switch s := s.(type) {
		case *program.Remap:
			clear(out) // others may be aligned to what it maps
		case *program.Unmodelled:
			maps.DeleteFunc(out, func(v *program.Symbol, _ bool) bool { return strings.Contains(strings.ToLower(s.Text), v.Name) })
		}
		return true
	})
	return out
}

// callsClosed reports whether all that the statements call is closed.
func (p *procedure) callsClosed(body []program.Stmt, around []*procedure) bool {
	around = append(slices.Clone(around), p)
	closed := true
	calls := func(name string) {
		if inner := p.calls[name]; closed {
			closed = inner != nil && (slices.Contains(around, inner) || len(around) < deepestCall && inner.show(around).Closed)
		}
	}
	program.Statements(body, func(s program.Stmt) bool {
		if c, ok := s.(*program.CallStmt); ok && program.MessageOf(c) == nil {
			calls(c.Name)
		}
		for _, e := range program.Exprs(s) {
			program.Walk(e, func(e program.Expr) bool {
				if c, ok := e.(*program.Call); ok && program.Intrinsics[c.Name].Shape == program.NotIntrinsic {
					calls(c.Name)
				}
				return closed
			})
		}
		return closed
	})
	return closed
}

// passes reports whether the procedure calls others that pass messages.
func (p *procedure) passes(body []program.Stmt, around []*procedure) bool {
	around = append(slices.Clone(around), p)
	found := false
	program.Statements(body, func(s program.Stmt) bool {
		if c, ok := s.(*program.CallStmt); ok && !found && len(around) < deepestCall {
			inner := p.calls[c.Name]
			found = inner != nil && !slices.Contains(around, inner) && inner.show(around).Passes
		}
		return !found
	})
	return found
}

// sharesStorage reports whether a specification part has COMMON or
// EQUIVALENCE.
func sharesStorage(body []*fortran.Node) bool {
	return slices.ContainsFunc(body, func(n *fortran.Node) bool {
		switch n.Stmt.(type) {
		case *fortran.Common, *fortran.Equivalence:
			return true
		}
		return false
	})
}

// kept returns the dummies that no statement of a procedure changes.
func kept(u *program.Unit) map[string]bool {
	out := map[string]bool{}
	for _, d := range u.Dummies {
		out[d.Name] = true
	}
	program.Statements(u.Body, func(s program.Stmt) bool {
		switch s := s.(type) {
		case *program.Assign:
			delete(out, s.LHS.Sym.Name)
		case *program.Do:
			if s.Var != nil {
				delete(out, s.Var.Name)
			}
		case *program.CallStmt:
			if m := program.MessageOf(s); m != nil {
				for _, v := range m.Changed() {
					delete(out, v.Name)
				}
				return true
			}
			for _, a := range s.Args {
				if ref, ok := a.Value.(*program.Ref); ok {
					delete(out, ref.Sym.Name)
				}
			}
		case *program.Unmodelled:
			for _, d := range u.Dummies {
				if !s.Free && strings.Contains(strings.ToLower(s.Text), d.Name) {
					delete(out, d.Name)
				}
			}
		}
		return true
	})
	return out
}
