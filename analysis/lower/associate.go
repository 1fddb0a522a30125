package lower

import (
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
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
	text := n.Text
	if n.Statement != nil {
		text = n.Statement.Text
	}
	for _, b := range n.Blocks {
		for _, x := range b.Body {
			text += "\n" + allOf(x)
		}
	}
	return text
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
func givenValue(body []program.Stmt, of []*program.Symbol) *program.Symbol {
	at := slices.IndexFunc(of, func(v *program.Symbol) bool {
		given := false
		program.Statements(body, func(s program.Stmt) bool {
			given = given || gives(s, v)
			return !given
		})
		return given
	})
	if at < 0 {
		return nil
	}
	return of[at]
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

// isSection reports whether an expression is a section by triplets.
func isSection(e program.Expr) bool {
	r, ok := e.(*program.Ref)
	return ok && r.Image == nil && r.Rank() > 0 && !slices.ContainsFunc(r.Subs, func(s program.Subscript) bool {
		return !s.Triplet && program.RankOf(s.Lo) > 0
	})
}

// within is what subscripts of a name mean that stands for a section: subscripts of the array
// itself. The name's own bounds begin with 1. It is nil for vector subscripts.
func within(section *program.Ref, subs []program.Subscript, at source.Span) program.Expr {
	out := program.Rename(section, at, program.Itself).(*program.Ref)
	k := 0
	for d := range out.Subs {
		of := &out.Subs[d]
		if !of.Triplet {
			continue
		}
		if k == len(subs) {
			return nil
		}
		sub := subs[k]
		k++
		place := func(e program.Expr) program.Expr { return placeIn(*of, section.Sym.Dims[d], e, at) }
		switch {
		case !sub.Triplet && program.RankOf(sub.Lo) > 0:
			return nil
		case !sub.Triplet:
			*of = program.Subscript{Lo: place(sub.Lo)}
			continue
		}
		lo, hi := of.Lo, of.Hi
		if sub.Lo != nil {
			lo = place(sub.Lo)
		}
		if sub.Hi != nil {
			hi = place(sub.Hi)
		}
		*of = program.Subscript{Triplet: true, Lo: lo, Hi: hi, Stride: product(at, of.Stride, sub.Stride)}
	}
	return out
}

// placeIn is the index in an array of the element e of a triplet.
func placeIn(of program.Subscript, b program.Bounds, e program.Expr, at source.Span) program.Expr {
	first := of.Lo
	if first == nil {
		first = b.Lower
	}
	if first == nil {
		first = program.IntConst(at, 1)
	}
	before := product(at, of.Stride, program.NewBinary(at, program.Sub, e, program.IntConst(at, 1)))
	return program.NewBinary(at, program.Add, first, before)
}

// product is x*y, where nil is 1; nil where both are.
func product(at source.Span, x, y program.Expr) program.Expr {
	switch {
	case x == nil:
		return y
	case y == nil:
		return x
	}
	return program.NewBinary(at, program.Mul, x, y)
}
