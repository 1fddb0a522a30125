package program

import "github.com/parlens/parlens/analysis/source"

// A function that does nothing but compute, such as f = 4.0/(1.0 + x*x), is a formula of its
// arguments, which compilers write in the place of its calls.

// The nodes of such a formula are bounded, and those of what is written for a call.
const (
	mostFormula = 60
	mostWritten = 400
)

// usesOf is how often an expression names a variable.
func usesOf(e Expr, s *Symbol) (n int) {
	Walk(e, func(x Expr) bool {
		if r, ok := x.(*Ref); ok && r.Sym == s {
			n++
		}
		return true
	})
	return n
}

// formulaOf is what a function returns in its scalar dummies and constants; nil where it does
// anything else.
func formulaOf(u *Unit, kept map[string]bool) Expr {
	if u.Kind != Function || u.Result == nil || u.Result.Rank() > 0 || u.KeepsValues || len(u.Body) == 0 {
		return nil
	}
	known := map[*Symbol]Expr{}
	for _, d := range u.Dummies {
		if d.Rank() > 0 || d.Class != Variable || d.Aliased || !kept[d.Name] || d.Type == Derived || d.Type == Character {
			return nil
		}
		known[d] = NewRef(source.Span{}, d)
	}
	for i, s := range u.Body {
		if t, ok := s.(*Transfer); ok && t.Keyword == "return" && i == len(u.Body)-1 {
			continue
		}
		a, ok := s.(*Assign)
		if !ok || len(a.LHS.Subs) > 0 || a.LHS.Image != nil || a.Of != nil || !a.LHS.Sym.own() {
			return nil
		}
		value := substituted(a.RHS, known)
		if value == nil || !sameType(value, a.LHS) {
			return nil
		}
		known[a.LHS.Sym] = value
	}
	return known[u.Result]
}

// own reports whether a scalar is a variable of its unit alone.
func (s *Symbol) own() bool {
	return s.Class == Variable && s.Rank() == 0 && !s.Shared && !s.Dummy && !s.Aliased && !s.Overlaid
}

func sameType(x, y Expr) bool {
	t, bytes := TypeOf(x)
	u, other := TypeOf(y)
	return t == u && bytes == other
}

// substituted is an expression with what is known of its scalars in their place; nil where it
// names anything else, or calls more than intrinsics.
func substituted(e Expr, known map[*Symbol]Expr) Expr {
	nodes := 0
	var computes func(e Expr) bool
	computes = func(e Expr) bool {
		ok := nodes <= mostFormula // constants may name each other
		Walk(e, func(x Expr) bool {
			nodes++
			switch x := x.(type) {
			case *Ref:
				ok = ok && x.Image == nil && len(x.Subs) == 0 && (known[x.Sym] != nil || x.Sym.Class == Parameter && x.Sym.Rank() == 0 && x.Sym.Value != nil && computes(x.Sym.Value))
				if v := known[x.Sym]; ok && v != nil {
					Walk(v, func(Expr) bool { nodes++; return true })
				}
			case *Call:
				ok = ok && x.Intrinsic().Shape == Elemental
			case *Unary:
				ok = ok && x.Op != Defined
			case *Binary:
				ok = ok && x.Op != Defined
			case *Opaque:
				ok = false
			}
			return ok && nodes <= mostFormula
		})
		return ok
	}
	if !computes(e) || nodes > mostFormula {
		return nil
	}
	var with func(e Expr) Expr
	with = func(e Expr) Expr {
		r, ok := e.(*Ref)
		switch {
		case !ok:
			return nil
		case known[r.Sym] != nil:
			return known[r.Sym]
		}
		return Replace(r.Sym.Value, r.Sym.Value.Span(), Itself, with)
	}
	return Replace(e, e.Span(), Itself, with)
}

// WriteFormulas writes functions that are formulas in the place of their calls, in expressions
// of the statements of a block: formula returns the function's unit and what it returns, nil
// for others. The statements are changed.
func WriteFormulas(body []Stmt, formula func(name string) (*Unit, Expr)) {
	w := formulaWriter(formula)
	Statements(body, func(s Stmt) bool {
		switch s := s.(type) {
		case *Assign:
			s.RHS = w.expr(s.RHS)
		case *If:
			for i := range s.Branches {
				s.Branches[i].Cond = w.expr(s.Branches[i].Cond)
			}
		case *Where:
			for i := range s.Branches {
				s.Branches[i].Mask = w.expr(s.Branches[i].Mask)
			}
		case *Forall:
			s.Mask = w.expr(s.Mask)
		case *Do:
			s.Cond = w.expr(s.Cond)
		}
		return true
	})
}

type formulaWriter func(name string) (*Unit, Expr)

func (w formulaWriter) expr(e Expr) Expr {
	switch e := e.(type) {
	case *Unary:
		e.X = w.expr(e.X)
	case *Binary:
		e.X, e.Y = w.expr(e.X), w.expr(e.Y)
	case *Call:
		for i := range e.Args {
			e.Args[i].Value = w.expr(e.Args[i].Value)
		}
		if e.Intrinsic().Shape == NotIntrinsic {
			return w.call(e)
		}
	}
	return e
}

// call is a call of a formula with the arguments in place of the dummies, or the call itself.
func (w formulaWriter) call(c *Call) Expr {
	u, value := w(c.Name)
	if value == nil || len(c.Args) != len(u.Dummies) {
		return c
	}
	given, nodes := map[*Symbol]Expr{}, NodesOf(value)
	for i, a := range c.Args {
		d := u.DummyOf(a.Keyword, i)
		if d == nil || RankOf(a.Value) > 0 || !sameType(a.Value, NewRef(c.Span(), d)) {
			return c
		}
		times := usesOf(value, d)
		if nodes += times * NodesOf(a.Value); nodes > mostWritten || times != 1 && CallsFunction(a.Value) {
			return c
		}
		given[d] = a.Value
	}
	return Replace(value, c.Span(), Itself, func(e Expr) Expr {
		if r, ok := e.(*Ref); ok && given[r.Sym] != nil {
			return Rename(given[r.Sym], given[r.Sym].Span(), Itself)
		}
		return nil
	})
}
