package interpret

import (
	"maps"

	"github.com/parlens/parlens/analysis/aag"
	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/costmodel/core"
)

// body counts the work of the statements of one innermost loop, in order.
type body struct {
	index   *program.Symbol                    // of the loop, nil where it runs over a section
	varies  map[*program.Symbol]bool           // scalars that the statements assign
	changes changes                            // what all of the loop stores to
	single  func(class string) string          // the class of a function of single precision
	had     map[string]held                    // values that a register holds by now
	seconds func(path comm.Operations) float64 // that operations take of which each waits for the one before
}

// held is a value in a register, with the longest row of operations that it waits for.
type held struct {
	program.Expr
	path comm.Operations
}

func (i *interpreter) newBody(k *kernel) *body {
	b := &body{index: k.inner.Index, varies: map[*program.Symbol]bool{}, had: map[string]held{}}
	b.changes = changesIn(k.inner, i.b.Depend)
	for _, u := range k.units {
		if s := u.Element.Scalar; s != nil {
			b.varies[s] = true
		}
	}
	return b
}

// work counts a statement. Where its tree is not that of one element, the operations
// that were counted of the element are taken as they are.
func (b *body) work(u *aag.AAU, right program.Expr, left *program.Ref) core.Work {
	w := core.Work{Ops: comm.Operations{}}
	if u.Element.Resolves != nil {
		for _, x := range u.Element.Reads {
			b.value(&w, x.Ref)
		}
		return w
	}
	if right == nil || !plain(right) {
		for name, n := range u.Element.Ops {
			switch name {
			case "load":
				w.Loads += n
			case "store":
				w.Stores += n
			default:
				w.Ops[name] += n
			}
		}
		return w
	}
	w.Path = b.value(&w, right)
	if left != nil {
		b.store(&w, left)
	}
	return w
}

// store puts a value into an element, if the loop moves it, or into a register.
func (b *body) store(w *core.Work, left *program.Ref) {
	if left.Sym.Rank() > 0 {
		b.subscripts(w, left)
		if b.moves(left) && !b.inRegister(left) {
			w.Stores++
			if _, loaded := b.had[program.Text(left)]; loaded && indexed(left) {
				w.Updates++
			}
		}
	}
	for text, e := range b.had {
		if left.Sym.Rank() == 0 && program.Mentions(left.Sym, e.Expr) {
			delete(b.had, text)
		}
	}
	b.had[program.Text(left)] = held{left, w.Path}
}

// indexed reports whether an index array says which element is meant.
func indexed(x *program.Ref) bool {
	for _, s := range x.Subs {
		if s.Lo == nil {
			continue
		}
		found := false
		program.Walk(s.Lo, func(e program.Expr) bool {
			r, ok := e.(*program.Ref)
			found = found || ok && r.Sym.Rank() > 0
			return !found
		})
		if found {
			return true
		}
	}
	return false
}

// plain reports whether an expression is made of operators and elemental functions.
func plain(e program.Expr) bool {
	ok := true
	program.Walk(e, func(x program.Expr) bool {
		switch x := x.(type) {
		case *program.Call:
			ok = ok && program.Intrinsics[x.Name].Shape == program.Elemental
		case *program.Opaque:
			ok = false
		}
		return ok
	})
	return ok
}

// value counts what an expression takes that is not there yet, and returns the longest
// row of operations in it of which each waits for the one before.
func (b *body) value(w *core.Work, e program.Expr) comm.Operations {
	text := program.Text(e)
	if x, ok := b.had[text]; ok || !b.moves(e) {
		return x.path
	}
	var path, own comm.Operations
	switch e := e.(type) {
	case *program.Ref:
		if e.Sym.Rank() == 0 {
			return nil
		}
		b.subscripts(w, e)
		if b.inRegister(e) {
			return nil
		}
		w.Loads++
	case *program.Unary:
		path = b.value(w, e.X)
		if e.Op != program.Neg { // it becomes a subtraction
			own = comm.OperationsOf(e)
		}
	case *program.Binary:
		path = b.longer(b.value(w, e.X), b.value(w, e.Y))
		own = b.simpler(e)
	case *program.Call:
		for _, a := range e.Args {
			path = b.longer(path, b.value(w, a.Value))
		}
		own = b.precise(e)
	}
	if own != nil {
		w.Ops.Add(own)
		path = maps.Clone(path)
		if path == nil {
			path = comm.Operations{}
		}
		path.Add(own)
	}
	b.had[text] = held{e, path}
	return path
}

// precise is the operations of a function in the precision that it works in.
func (b *body) precise(e *program.Call) comm.Operations {
	ops := comm.OperationsOf(e)
	if t, bytes := program.TypeOf(e); b.single == nil || t != program.Real || bytes > 4 {
		return ops
	}
	out := comm.Operations{}
	for class, n := range ops {
		out[b.single(class)] += n
	}
	return out
}

// longer is the one of two rows of operations that takes longer.
func (b *body) longer(x, y comm.Operations) comm.Operations {
	if y != nil && (x == nil || b.seconds(y) > b.seconds(x)) {
		return y
	}
	return x
}

// simpler is the operation that a compiler makes of one: a division by a power of
// two is a multiplication.
func (b *body) simpler(e *program.Binary) comm.Operations {
	ops := comm.OperationsOf(e)
	c, ok := e.Y.(*program.Const)
	if e.Op != program.Div || !ok || c.Type != program.Real || !powerOfTwo(c.Real) {
		return ops
	}
	return comm.OperationsOf(&program.Binary{Op: program.Mul, X: e.X, Y: e.Y})
}

func powerOfTwo(x float64) bool {
	for ; x > 1; x /= 2 {
	}
	for ; x > 0 && x < 1; x *= 2 {
	}
	return x == 1
}

// subscripts counts the loads of index arrays.
func (b *body) subscripts(w *core.Work, x *program.Ref) {
	for _, s := range x.Subs {
		for _, e := range []program.Expr{s.Lo, s.Hi, s.Stride} {
			if e == nil {
				continue
			}
			program.Walk(e, func(e program.Expr) bool {
				if r, ok := e.(*program.Ref); ok && r.Sym.Rank() > 0 {
					b.value(w, r)
					return false
				}
				return true
			})
		}
	}
}

// moves reports whether an expression has another value in the next iteration.
func (b *body) moves(e program.Expr) bool {
	found := false
	program.Walk(e, func(x program.Expr) bool {
		if c, ok := x.(*program.Call); ok && comm.OperationsOf(c)["call"] > 0 {
			found = true // of the run time: it may give another value each time
		}
		if r, ok := x.(*program.Ref); ok {
			found = found || b.index != nil && r.Sym == b.index || b.varies[r.Sym] || b.index == nil && r.Rank() > 0 || b.changes.of(r)
		}
		return !found
	})
	return found
}

// inRegister reports whether a register holds an element through all iterations: it is
// the same one in each, and what changes it is in sight.
func (b *body) inRegister(r *program.Ref) bool {
	for _, s := range r.Subs {
		for _, e := range []program.Expr{s.Lo, s.Hi, s.Stride} {
			if e != nil && b.moves(e) {
				return false
			}
		}
	}
	return r.Rank() == 0 && b.changes.stays(r)
}

// tree is a statement, or a condition, as it is written.
type tree struct {
	left    *program.Ref
	right   program.Expr
	several bool // other assignments stand in the same place, those of a structure's components
}

// trees finds the assignments and conditions of a unit by their places.
func trees(unit *program.Unit) map[source.Span]tree {
	out := map[source.Span]tree{}
	program.Statements(unit.Body, func(s program.Stmt) bool {
		switch s := s.(type) {
		case *program.Assign:
			_, several := out[s.Span()]
			out[s.Span()] = tree{s.LHS, s.RHS, several}
		case *program.If:
			for _, b := range s.Branches {
				out[b.Cond.Span()] = tree{nil, b.Cond, false}
			}
		}
		return true
	})
	return out
}
