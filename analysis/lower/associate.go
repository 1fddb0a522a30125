package lower

import (
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/program"
)

// associate lowers the block of ASSOCIATE with its names bound. A name for a
// whole variable is that variable, one for a scalar or a section stands for its expression:
// what that is on entry, so that a block which changes it is not followed.
func (l *statements) associate(a *fortran.Associate, n *fortran.Node) []program.Stmt {
	var on []*program.Symbol
	for _, x := range a.Names {
		to := l.expr(x.Selector, n.Statement)
		on = append(on, placing(to)...)
		l.bind(x.Name.String(), to)
	}
	defer l.scope.pop(len(a.Names))
	body := l.block(n.Blocks[0].Body)
	if v := givenValue(body, on); v != nil {
		u := l.unmodelled("associate", n.Statement, "what ASSOCIATE names depends on "+strings.ToUpper(v.Name)+", which changes in its block")
		u.Text = allOf(n) // all that it names may have changed
		return one(u)
	}
	return body
}

// allOf is the text of a construct with its blocks.
func allOf(n *fortran.Node) string {
	var text strings.Builder
	fortran.EachNode([]*fortran.Node{n}, func(x *fortran.Node) {
		if x.Statement != nil {
			text.WriteString(x.Statement.Text + "\n")
		}
	})
	return text.String()
}

// placing returns the variables that say which elements an expression is of, or that it is
// computed from.
func placing(to program.Expr) (out []*program.Symbol) {
	r, of := to.(*program.Ref)
	program.Walk(to, func(e program.Expr) bool {
		if x, is := e.(*program.Ref); is && !(of && x == r) {
			out = append(out, x.Sym)
		}
		return true
	})
	return out
}

// givenValue returns the first of some variables that statements give a value, or nil.
// Procedures that get one are taken to leave it.
func givenValue(body []program.Stmt, of []*program.Symbol) (found *program.Symbol) {
	program.Statements(body, func(s program.Stmt) bool {
		if at := slices.IndexFunc(of, func(v *program.Symbol) bool { return gives(s, v) }); found == nil && at >= 0 {
			found = of[at]
		}
		return found == nil
	})
	return found
}

func gives(s program.Stmt, v *program.Symbol) bool {
	switch s := s.(type) {
	case *program.Assign:
		return s.LHS.Sym == v
	case *program.Do:
		return s.Var == v
	case *program.Unmodelled:
		return slices.Contains(s.Receives, v)
	case *program.CallStmt:
		list, _ := program.RuntimeChanges(s)
		return slices.Contains(list, v)
	}
	return false
}

// bind makes a name stand for an expression.
func (l *statements) bind(name string, to program.Expr) {
	if r, ok := to.(*program.Ref); ok && len(r.Subs) == 0 {
		l.scope.push(name, r.Sym, nil)
		return
	}
	value := to
	if _, opaque := to.(*program.Opaque); opaque || program.RankOf(to) > 0 && !isSection(to) {
		value = nil
	}
	l.scope.push(name, unnamed(name, to), value)
}

// unnamed returns a symbol for an expression that no symbol stands for.
func unnamed(name string, to program.Expr) *program.Symbol {
	sym := &program.Symbol{Name: name}
	sym.Type, sym.Bytes = program.TypeOf(to)
	for range program.RankOf(to) {
		sym.Dims = append(sym.Dims, program.Bounds{Lower: program.IntConst(to.Span(), 1)})
	}
	return sym
}
