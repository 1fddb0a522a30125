package aag

import (
	"fmt"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/symbolic"
)

// Elements of short vectors, dims(1), and other parts of variables are followed through
// the statements as scalars are.

// mostDimensions bounds the vectors whose elements are followed.
const mostDimensions = 8

// mostElements bounds the elements of an array that are followed.
const mostElements = 32

// vectorOf returns the integer or logical vector that an argument names whole, and its
// length, or what count says of it.
func (w *ownValues) vectorOf(e, count program.Expr) (*program.Symbol, int) {
	r, ok := e.(*program.Ref)
	if !ok || r.Sym.Rank() != 1 || len(r.Subs) > 0 {
		return nil, 0
	}
	lo, hi := w.b.DeclaredBounds(r.Sym, 0)
	size := w.b.A.Sub(hi, w.b.A.Sub(lo, w.once()))
	if count != nil {
		size = w.valueOf(count)
	}
	n, known := w.b.A.ConstInt(size)
	if _, first := w.b.A.ConstInt(lo); !known || !first || n < 1 || n > mostDimensions {
		return nil, 0
	}
	return r.Sym, int(n)
}

// elementSymbol stands for an element (from 0) of a vector: it is followed as scalars
// are, under the name that it has in the program.
func (w *ownValues) elementSymbol(vector *program.Symbol, d int) *program.Symbol {
	lo, _ := w.b.DeclaredBounds(vector, 0)
	first, _ := w.b.A.ConstInt(lo)
	return w.followedPart(vector, fmt.Sprintf("(%d)", first+int64(d)))
}

// variable is the scalar that an argument names, or what stands for an element of an array
// whose subscripts are known here; nil for others.
func (w *ownValues) variable(e program.Expr) *program.Symbol {
	r, ok := e.(*program.Ref)
	switch {
	case !ok || r.Image != nil || strings.HasPrefix(r.Sym.Name, "mpi_"):
		return nil
	case r.Sym.Rank() == 0 && len(r.Subs) == 0:
		return r.Sym
	}
	suffix := w.b.ElementSuffix(r)
	if suffix == "" {
		return nil
	}
	if w.followed[r.Sym.Name+suffix] == nil {
		if w.followedElements[r.Sym] == mostElements {
			return nil
		}
		w.followedElements[r.Sym]++
	}
	return w.followedPart(r.Sym, suffix)
}

// partsOf are what is known of a communicator or a datatype that an expression names, by the
// suffixes of its parts: " members", " bytes".
func (w *ownValues) partsOf(e program.Expr) map[string]symbolic.Expr {
	from := w.variable(e)
	if from == nil {
		return nil
	}
	out := map[string]symbolic.Expr{}
	for s, v := range w.scalars {
		if rest, ok := strings.CutPrefix(s.Name, from.Name); ok && strings.HasPrefix(rest, " ") && v != 0 {
			out[rest] = v
		}
	}
	return out
}

// takesParts gives them to the variable that is assigned.
func (w *ownValues) takesParts(left program.Expr, parts map[string]symbolic.Expr) {
	if len(parts) == 0 {
		return
	}
	if to := w.variable(left); to != nil {
		for suffix, v := range parts {
			w.define(w.followedPart(to, suffix), v)
		}
	}
}

// followedPart is the only [program.Symbol.Part] of a variable with a suffix.
func (w *ownValues) followedPart(of *program.Symbol, suffix string) *program.Symbol {
	name := of.Name + suffix
	if w.followed[name] == nil {
		w.followed[name] = of.Part(suffix)
	}
	return w.followed[name]
}

// partNamed is a component of a variable, or another part of it, whether the unit names it
// or not.
func (w *ownValues) partNamed(of *program.Symbol, suffix string) *program.Symbol {
	if s := w.g.Unit.Lookup(of.Name + suffix); s != nil {
		return s
	}
	return w.followedPart(of, suffix)
}

// partHolds is the value of a part; 0 where it is not known.
func (w *ownValues) partHolds(part *program.Symbol) symbolic.Expr {
	if v, followed := w.scalars[part]; followed {
		return v
	}
	if w.leaving && callersSee(part) {
		return w.entered(part)
	}
	return 0
}

// element is what an element of a vector holds; 0 where that is not known.
func (w *ownValues) element(vector *program.Symbol, d int) symbolic.Expr {
	s := w.elementSymbol(vector, d)
	if _, followed := w.scalars[s]; followed || w.leaving && callersSee(s) {
		return w.partHolds(s)
	}
	return w.item(vector.Value, d)
}

// filled is what a loop leaves in the vectors to whose elements it gives the same value, as in
// do i = 0, np - 1; counts(i) = n / np; end do.
func (w *ownValues) filled(s *program.Do) []fact {
	if s.Kind != program.DoCount || s.Var == nil || s.Step != nil || program.Leavable(s) {
		return nil
	}
	for _, x := range s.Body {
		switch x.(type) {
		case *program.Assign, *program.CallStmt:
		default: // it may pass by the assignment
			return nil
		}
	}
	var out []fact
	stored := w.storedIn([]program.Stmt{s})
	for i, x := range s.Body {
		a, ok := x.(*program.Assign)
		if !ok || a.LHS.Sym.Type != program.Integer || a.LHS.Sym.Rank() != 1 || len(a.LHS.Subs) != 1 || !a.LHS.IsElement() {
			continue
		}
		index, ok := a.LHS.Subs[0].Lo.(*program.Ref)
		others := slices.Concat(s.Body[:i], s.Body[i+1:])
		again := slices.Contains(w.storedIn(others), a.LHS.Sym)
		if !ok || index.Sym != s.Var || again || slices.ContainsFunc(stored, func(v *program.Symbol) bool { return program.Mentions(v, a.RHS) }) {
			continue
		}
		lo, hi := w.b.DeclaredBounds(a.LHS.Sym, 0)
		if w.valueOf(s.Lo) == lo && w.valueOf(s.Hi) == hi {
			out = append(out, fact{w.followedPart(a.LHS.Sym, comm.EachElement), w.item(a.RHS, 0)})
		}
	}
	return out
}

// followElements notes what an assignment leaves in a vector's elements.
func (w *ownValues) followElements(s *program.Assign) {
	vector := s.LHS.Sym
	if vector.Type != program.Integer && vector.Type != program.Logical {
		return
	}
	each := symbolic.Expr(0)
	if stored := s.LHS.Subs; (len(stored) == 0 || len(stored) == 1 && stored[0] == program.Subscript{Triplet: true}) && program.RankOf(s.RHS) == 0 {
		each = w.item(s.RHS, 0)
	}
	w.followItems(s)
	w.define(w.followedPart(vector, comm.EachElement), each)
}

func (w *ownValues) followItems(s *program.Assign) {
	vector := s.LHS.Sym
	whole := program.NewRef(s.LHS.Span(), vector)
	if _, n := w.vectorOf(whole, nil); n > 0 && len(s.LHS.Subs) == 0 {
		values := make([]symbolic.Expr, n)
		for d := range values {
			values[d] = w.item(s.RHS, d)
		}
		w.forgetParts(vector)
		for d, v := range values {
			w.define(w.elementSymbol(vector, d), v)
		}
		return
	}
	w.followElement(s.LHS, w.item(s.RHS, 0))
}

// followElement notes what an element holds; all are forgotten where it is not known which
// one is meant.
func (w *ownValues) followElement(left *program.Ref, v symbolic.Expr) {
	if element := w.variable(left); element != nil {
		w.forgetParts(element)
		w.define(element, v)
		return
	}
	w.forgetParts(left.Sym)
}

// forgetParts says that the parts of a variable are not known any more.
func (w *ownValues) forgetParts(s *program.Symbol) {
	if _, n := w.vectorOf(program.NewRef(s.Declared, s), nil); n > 0 {
		for d := range n {
			w.forget(w.elementSymbol(s, d))
		}
	}
	for name, part := range w.followed {
		if whole, _ := part.PartOf(); whole == s || part.Array == s || name == s.Name || strings.HasPrefix(name, s.Name+"%") {
			w.forget(part)
		}
	}
	for part := range w.scalars {
		if strings.HasPrefix(part.Name, s.Name+"%") {
			w.forget(part)
		}
	}
}
