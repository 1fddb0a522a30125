package predict

import (
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
	out := &comm.Procedure{Unit: u.Bare().Unit, Layouts: u.Layouts, Grid: u.Grid, Arena: u.Arena, Values: constants(u), Kept: kept(u.Unit), Described: u.Described}
	out.Closed = p.closed(u.Body, around)
	if len(around) == 0 { // else it may hang on what is not known yet
		p.shown = out
	}
	return out
}

// closed reports whether the procedure, and what it calls, touches nothing but
// its arguments and variables of its own.
func (p *procedure) closed(body []program.Stmt, around []*procedure) bool {
	around = append(slices.Clone(around), p)
	closed := p.alone
	program.Statements(body, func(s program.Stmt) bool {
		if c, ok := s.(*program.CallStmt); ok && closed {
			inner := p.calls[c.Name]
			closed = inner != nil && (slices.Contains(around, inner) || len(around) < deepestCall && inner.show(around).Closed)
		}
		return closed
	})
	return closed
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
