package program

import (
	"maps"
	"slices"
)

// ignored returns the scalar dummies whose values at the beginning no statement reads:
// on every way, each gets another value first, as one of INTENT(OUT) does.
func ignored(u *Unit) map[string]bool {
	out := map[string]bool{}
	if !slices.ContainsFunc(u.Dummies, mayBeIgnored) {
		return out
	}
	w := &beginnings{dummies: u.Dummies, read: map[*Symbol]bool{}}
	for _, s := range u.Symbols {
		for _, d := range s.Dims {
			w.reads(nil, d.Lower, d.Upper)
		}
	}
	w.block(u.Body, map[*Symbol]bool{})
	for _, d := range u.Dummies {
		if mayBeIgnored(d) && !w.read[d] && !w.jumps {
			out[d.Name] = true
		}
	}
	return out
}

func mayBeIgnored(dummy *Symbol) bool { return dummy.Rank() == 0 && dummy.Type != Derived }

// beginnings finds what may be read with the value that it began with.
type beginnings struct {
	dummies []*Symbol
	read    map[*Symbol]bool
	jumps   bool // over assignments
}

// block follows statements; given are the dummies that have got a value.
func (w *beginnings) block(body []Stmt, given map[*Symbol]bool) {
	for _, s := range body {
		w.statement(s, given)
	}
}

func (w *beginnings) statement(s Stmt, given map[*Symbol]bool) {
	switch s := s.(type) {
	case *Assign:
		w.reads(given, s.RHS)
		if len(s.LHS.Subs) == 0 {
			w.give(given, s.LHS.Sym)
			return
		}
		w.reads(given, s.LHS)
		return
	case *Transfer:
		w.jumps = w.jumps || s.Keyword == "exit" && s.Target != ""
	case *Unmodelled:
		w.text(s, given)
	}
	for e := range Exprs(s) {
		w.reads(given, e)
	}
	if d, ok := s.(*Do); ok && d.Var != nil {
		w.give(given, d.Var)
	}
	w.inside(s, given)
}

func (w *beginnings) give(given map[*Symbol]bool, s *Symbol) {
	if s.Dummy {
		given[s] = true
	}
}

// inside follows the blocks of a construct: given behind it is what all branches of an
// IF give.
func (w *beginnings) inside(s Stmt, given map[*Symbol]bool) {
	var all []map[*Symbol]bool
	for b := range Blocks(s) {
		own := maps.Clone(given)
		w.block(b, own)
		all = append(all, own)
	}
	if _, ok := s.(*If); !ok {
		return
	}
	for v := range all[0] {
		if !slices.ContainsFunc(all, func(own map[*Symbol]bool) bool { return !own[v] }) {
			given[v] = true
		}
	}
}

// text follows a statement by its words, which may all be read.
func (w *beginnings) text(s *Unmodelled, given map[*Symbol]bool) {
	w.jumps = w.jumps || s.Keyword == "goto" || s.Keyword == "entry"
	for _, d := range w.dummies {
		if !s.Free && !given[d] && s.Names(d.Name) {
			w.read[d] = true
		}
	}
}

func (w *beginnings) reads(given map[*Symbol]bool, list ...Expr) {
	for _, e := range list {
		Walk(e, func(x Expr) bool {
			if r, ok := x.(*Ref); ok && !given[r.Sym] {
				w.read[r.Sym] = true
			}
			return true
		})
	}
}
