package lower

import (
	"fmt"
	"slices"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
)

// A function that returns an array or a structure is called as a subroutine is, with one
// more argument of INTENT(OUT): where the assignment of its result is all that a statement
// does, the left side, as compilers have it, and else a temporary, which the statement then
// reads. In FORALL, in implied DOs and in conditions of loops such calls stay, without a
// cost, and those that return structures in all expressions.

// called makes the call of a function that returns an array or a structure ahead of the
// statement, and gives the variable that it leaves it in; any other call is itself.
func (l *lowerer) called(c *program.Call, e fortran.Expr, s *fortran.Statement) program.Expr {
	structure := c.Sym != nil && c.Sym.Class == program.Procedure && c.Sym.Type == program.Derived && len(c.Sym.Result) == 0
	if c.Sym == nil || !structure && len(c.Sym.Result) == 0 || l.ahead == nil || l.scope.indexed() {
		return c
	}
	shape, to := l.returnedShape(c), l.target
	straight := to != nil && l.all == e && !l.masked && to.Rank() == len(shape) && !program.Mentions(to.Sym, values(c.Args)...)
	switch {
	case straight:
	case structure:
		return c
	default:
		to = program.NewRef(c.Span(), l.temporary(c, shape))
	}
	if !straight || l.reshaped(to) {
		*l.ahead = append(*l.ahead, extents(to, shape, s)...)
	}
	args := append(slices.Clone(c.Args), program.Arg{Keyword: program.ReturnedTo, Value: to})
	*l.ahead = append(*l.ahead, &program.CallStmt{Node: at(s), Name: c.Name, Args: args})
	return to
}

func values(args []program.Arg) []program.Expr {
	var out []program.Expr
	for _, a := range args {
		out = append(out, a.Value)
	}
	return out
}

// afterCalls lowers a statement behind the calls that it makes first. Those of a masked one
// come before the mask: they are evaluated in full (Fortran 2018, 10.2.3.2).
func (l *lowerer) afterCalls(statement func() []program.Stmt) []program.Stmt {
	if l.masked {
		return statement()
	}
	var out []program.Stmt
	return append(l.calls(func() { out = statement() }), out...)
}

// calls are those that must be made before what is lowered can be evaluated.
func (l *lowerer) calls(lower func()) []program.Stmt {
	outer, ahead := l.ahead, []program.Stmt(nil)
	l.ahead = &ahead
	lower()
	l.ahead = outer
	return ahead
}

// temporary makes the variable that holds what a call returns. It lies like what the
// statement assigns to where that has the same rank, or else like the first such argument.
func (l *lowerer) temporary(c *program.Call, shape []program.Expr) *program.Symbol {
	v := &program.Symbol{Name: c.Name + "(...)", Type: c.Sym.Type, Bytes: c.Sym.Bytes, Dims: make([]program.Bounds, len(shape))}
	for n := 2; l.scope.names[v.Name] != nil; n++ {
		v.Name = fmt.Sprintf("%s(...)#%d", c.Name, n)
	}
	l.scope.enter(v.Name, v)
	like := l.likeReturned(c)
	constant := true
	for i, n := range shape {
		v.Dims[i] = program.Bounds{Lower: program.IntConst(c.Span(), 1), Upper: n}
		if like != nil {
			v.Dims[i].Lower = like.Dims[i].Lower
		}
		_, is := n.(*program.Const)
		first, known := l.constInt(v.Dims[i].Lower)
		constant = constant && is && known && first == 1
	}
	if !constant {
		l.descriptor(v, nil, nil)
	}
	if like != nil {
		l.laidLike(v, like)
	}
	return v
}

// likeReturned finds what a temporary lies like; nil for nothing.
func (l *lowerer) likeReturned(c *program.Call) *program.Symbol {
	for _, e := range append([]program.Expr{l.target}, values(c.Args)...) {
		if r, ok := e.(*program.Ref); ok && r != nil && len(r.Subs) == 0 && r.Sym.Rank() == len(c.Sym.Result) {
			return r.Sym
		}
	}
	return nil
}

// laidLike maps a temporary as another array of the same rank and lower bounds.
func (l *lowerer) laidLike(v, like *program.Symbol) {
	if layout, mapped := l.out.Layouts[like]; mapped {
		l.out.Layouts[v], l.out.Chains[v] = layout, l.out.Chains[like]
		return
	}
	f := Follower{Sym: v, With: like}
	for d := range v.Dims {
		f.dims = append(f.dims, placement{mapping.Aligned, d, 1, l.out.Arena.Int(0)})
	}
	if i := slices.IndexFunc(l.out.Followers, func(o Follower) bool { return o.Sym == like }); i >= 0 {
		f = l.out.Followers[i]
		f.Sym = v
	}
	if f.With.Dummy {
		l.out.Followers = append(l.out.Followers, f)
	}
}
