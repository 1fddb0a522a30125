package lower

import (
	"strings"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// statements lowers what a unit executes.
type statements struct {
	*lowerer
	targets map[program.Stmt]string     // labels of what jumps lead to
	blocks  int                         // BLOCK constructs so far
	started bool                        // an executable statement has been lowered
	promise *promise                    // INDEPENDENT, until its loop comes
	pending pending                     // GMOVE and the like, until their statement comes
	homed   map[*fortran.Statement]bool // the ON HOMEs that a loop's promise holds
	late    *fortran.Statement          // the last misplaced directive
}

// block lowers the executable statements of a block.
func (l *statements) block(body []*fortran.Node) []program.Stmt {
	var out []program.Stmt
	for _, n := range body {
		if n.Kind == fortran.Directive {
			out = append(out, l.directed(n)...)
			continue
		}
		list := l.stmt(n)
		if n.Label != "" && len(list) > 0 {
			l.label(n.Label, list[0])
		}
		out = append(out, list...)
	}
	l.unusedPromise()
	return out
}

func (l *statements) label(name string, s program.Stmt) {
	if l.out.Labels == nil {
		l.out.Labels = map[string]program.Stmt{}
	}
	l.out.Labels[strings.TrimLeft(name, "0")] = s
}

// stmt lowers a statement or construct: one statement, none for declarations,
// or those of a block that has no meaning of its own.
func (l *statements) stmt(n *fortran.Node) []program.Stmt {
	if !isLoop(n) && n.Kind == fortran.Code {
		l.unusedPromise()
	}
	switch stmt := n.Stmt.(type) {
	case *fortran.Do:
		return l.do(stmt, n)
	case *fortran.Select:
		return one(l.selection(stmt, n))
	case *fortran.Where:
		if n.Action == nil {
			return l.afterCalls(func() []program.Stmt { return one(l.where(n)) })
		}
	case *fortran.Forall:
		if n.Action == nil {
			return one(l.forall(stmt, n))
		}
	case *fortran.If:
		if stmt.Then {
			return l.ifConstruct(stmt, n)
		}
	case *fortran.Associate:
		return l.associate(stmt, n)
	case *fortran.Critical:
		return l.critical(n)
	case *fortran.ChangeTeam:
		return l.changeTeam(n)
	case *fortran.Enclosing:
		return l.enclosure(stmt, n)
	case nil:
		if n.Blocks != nil {
			return one(l.broken(n))
		}
		return l.unread(n)
	}
	return l.simple(n.Parsed, n.Statement)
}

func one(s program.Stmt) []program.Stmt { return []program.Stmt{s} }

func isLoop(n *fortran.Node) bool {
	switch n.Stmt.(type) {
	case *fortran.Do, *fortran.Forall:
		return true
	}
	return false
}

func at(s *fortran.Statement) program.Node { return program.Node{At: s.At} }

// unread keeps a statement that was not understood; INCLUDE, preprocessor and
// other systems' lines cost nothing here.
func (l *statements) unread(n *fortran.Node) []program.Stmt {
	if n.Kind != fortran.Code {
		return nil
	}
	return one(&program.Unmodelled{Node: at(n.Statement), Text: n.Text, Reason: "not understood"})
}

// simple lowers a statement that is no construct, or the action behind a
// logical IF.
func (l *statements) simple(p *fortran.Parsed, s *fortran.Statement) []program.Stmt {
	switch stmt := p.Stmt.(type) {
	case *fortran.Transfer:
		l.started = true
		return one(&program.Transfer{Node: at(s), Keyword: stmt.Keyword, Target: target(stmt)})
	case *fortran.If:
		l.started = true
		if p.Action == nil {
			if len(stmt.Labels) != 3 {
				return one(l.unmodelled("if", s, "not understood"))
			}
			return one(l.arithmeticIf(stmt, s))
		}
		branch := program.Branch{At: s.At}
		calls := l.calls(func() { branch.Cond = l.expr(stmt.Cond, s) })
		branch.Body = l.simple(p.Action, s)
		return append(calls, &program.If{Node: at(s), End: s.At, Branches: []program.Branch{branch}})
	case *fortran.Where:
		l.started = true
		return l.afterCalls(func() []program.Stmt { return one(l.whereStmt(stmt, p.Action, s)) })
	case *fortran.Forall:
		f := &program.Forall{Node: at(s), End: s.At}
		l.header(&stmt.Header, s, &f.Ranges, &f.Mask)
		f.Independent = l.takePromise(stmt)
		f.Body = l.simple(p.Action, s)
		l.scope.pop(len(f.Ranges))
		l.onlyPure(one(f), "FORALL")
		return one(f)
	}
	return l.afterCalls(func() []program.Stmt {
		switch stmt := p.Stmt.(type) {
		case *fortran.Assignment:
			return l.assignment(stmt, s)
		case *fortran.Call:
			return l.shapesMoved(l.callStmt(stmt, s), s)
		}
		return l.unpriced(p.Stmt, s)
	})
}

func (l *statements) whereStmt(w *fortran.Where, action *fortran.Parsed, s *fortran.Statement) *program.Where {
	mask := l.expr(w.Mask, s)
	body := l.underMask(func() []program.Stmt { return l.simple(action, s) })
	return &program.Where{Node: at(s), End: s.At, Branches: []program.WhereBranch{{Mask: mask, Body: body}}}
}

// target returns the construct that a CYCLE or EXIT names.
func target(t *fortran.Transfer) string {
	name, ok := t.Value.(*fortran.Designator)
	if !ok || t.Keyword != "cycle" && t.Keyword != "exit" {
		return ""
	}
	return name.Parts[0].Name
}

// assignment lowers var = expr. In a specification part it may be a statement
// function, which costs nothing by itself.
func (l *statements) assignment(a *fortran.Assignment, s *fortran.Statement) []program.Stmt {
	if a.Pointer {
		return l.pointed(a, s)
	}
	if !l.started && l.isStatementFunction(a) {
		l.defineFunction(a, s)
		return nil
	}
	l.started = true
	if sub := l.substringOf(a.LHS, s); sub != nil {
		text := program.NewCall(sub.Span(), "substring", nil, program.Arg{Value: sub}, program.Arg{Value: l.expr(a.RHS, s)})
		return one(&program.Assign{Node: at(s), LHS: sub, RHS: text})
	}
	if call := l.definedAssignment(a, s); call != nil {
		return one(call)
	}
	if parts := l.byComponent(a, s); parts != nil {
		return parts
	}
	switch lhs := l.expr(a.LHS, s).(type) {
	case *program.Ref:
		before := l.takePending()
		if !l.masked && !before.move && before.remote == nil {
			if f := l.asForall(a, lhs, s); f != nil {
				return l.shaped(f, lhs, s)
			}
		}
		l.target, l.all = lhs, a.RHS
		rhs := l.expr(a.RHS, s)
		l.target, l.all = nil, nil
		if rhs == program.Expr(lhs) { // a call leaves it there
			return nil
		}
		return l.shaped(&program.Assign{Node: at(s), LHS: lhs, RHS: rhs, Moves: before.move, Remote: before.remote}, lhs, s)
	case *program.Call:
		if !l.elsewhere {
			l.report(lhs.Span(), source.Error, "unknown-array", "%s is assigned like an array but has no dimensions", lhs.Name)
		}
		return one(l.unmodelled("=", s, lhs.Name+" is not declared as an array"))
	case *program.Opaque:
		return one(l.unmodelled("=", s, "assignment to a "+lhs.Reason))
	}
	return one(l.unmodelled("=", s, "assignment to an expression"))
}

// isStatementFunction reports whether f(x) = ..., before any executable
// statement, defines a function: f is no array and its arguments are names.
// Names that are not declared may be arrays of an including or used text.
func (l *statements) isStatementFunction(a *fortran.Assignment) bool {
	d, ok := a.LHS.(*fortran.Designator)
	if !ok || len(d.Parts) != 1 || !d.Parts[0].Called() || d.Parts[0].Substring() != nil {
		return false
	}
	for _, arg := range d.Parts[0].Args {
		if x, ok := arg.(*fortran.Designator); !ok || len(x.Parts) != 1 || x.Parts[0].Called() {
			return false
		}
	}
	sym := l.scope.find(d.Parts[0].Name)
	if sym == nil {
		if l.scope.explicit || l.elsewhere || l.unit.Kind == program.Fragment {
			return false
		}
		sym = l.scope.use(d.Parts[0].Name)
	}
	if sym.Rank() > 0 || sym.Type == program.Character {
		return false
	}
	sym.Class = program.Procedure
	return true
}

func (l *statements) callStmt(c *fortran.Call, s *fortran.Statement) program.Stmt {
	l.started = true
	d, ok := c.Procedure.(*fortran.Designator)
	if !ok {
		return l.unmodelled("call", s, "the call names no procedure")
	}
	if b, ok := l.boundTo(d); ok {
		return l.boundCall(b, d, s)
	}
	if len(d.Parts) != 1 {
		l.lookUp([]fortran.Arg{d}, s)
		return l.unmodelled("call", s, "call of a type-bound procedure that is not known")
	}
	name, args := d.Parts[0].Name, l.args(d.Parts[0].Args, s)
	if harvest := l.harvest(name, args); harvest != nil {
		number := program.NewCall(d.Span(), "random_number", nil)
		return &program.Assign{Node: at(s), LHS: harvest, RHS: number}
	}
	if moved := l.xmpTransform(name, args, s); moved != nil {
		return moved
	}
	if own := l.chosen(name, args); own != nil {
		name = own.name
		l.out.Bound = append(l.out.Bound, name)
	}
	l.out.CountsProcessors = l.out.CountsProcessors || name == "mpi_comm_size"
	call := &program.CallStmt{Node: at(s), Name: name, Args: args}
	if each := l.byElement(call); each != nil {
		return each
	}
	return call
}

// harvest returns what a call of RANDOM_NUMBER fills, nil for any other call: it is
// an assignment, element by element, so that every owner fills its own part.
func (l *statements) harvest(name string, args []program.Arg) *program.Ref {
	if name != "random_number" || len(args) != 1 {
		return nil
	}
	if own := l.scope.find(name); own != nil && own.Class != program.Intrinsic {
		return nil
	}
	ref, _ := args[0].Value.(*program.Ref)
	return ref
}

func (l *statements) unmodelled(keyword string, s *fortran.Statement, reason string) *program.Unmodelled {
	return &program.Unmodelled{Node: at(s), Keyword: keyword, Text: s.Text, Reason: reason}
}
