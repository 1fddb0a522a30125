package depend

import (
	"slices"

	"github.com/parlens/parlens/analysis/program"
)

// Needed reports whether a statement after a loop may read what the loop left
// in a scalar, so that the last iteration's value would have to be kept.
func (r *Result) Needed(do *program.Do, s *program.Symbol) bool {
	for at := after(r.unit.Body, do, nil, nil); at != nil; at = at.around {
		use := r.first(at.block[at.next:], s)
		if use == notUsed && at.loop != nil && r.first(at.block[:at.next], s) == used { // in its next iteration
			return true
		}
		if use != notUsed {
			return use == used
		}
	}
	return s.Dummy || s.Name == r.unit.Name
}

// position is where a program goes on: in a block, which may be the body of a
// loop.
type position struct {
	block  []program.Stmt
	next   int
	loop   *program.Do
	around *position
}

// after returns the position after a loop that is somewhere in the block, which
// is the body of the given loop, if any; nil if it is not there.
func after(block []program.Stmt, do, loop *program.Do, around *position) *position {
	for i, s := range block {
		here := &position{block: block, next: i + 1, loop: loop, around: around}
		if s == program.Stmt(do) {
			return here
		}
		inner, _ := s.(*program.Do)
		for b := range program.Blocks(s) {
			if found := after(b, do, inner, here); found != nil {
				return found
			}
		}
	}
	return nil
}

// use is what happens to a scalar first.
type use uint8

const (
	notUsed use = iota
	used
	replaced
)

// first returns what the statements do first with a scalar.
func (r *Result) first(block []program.Stmt, s *program.Symbol) use {
	for _, st := range block {
		if u := r.does(st, s); u != notUsed {
			return u
		}
	}
	return notUsed
}

func (r *Result) does(st program.Stmt, s *program.Symbol) use {
	switch st := st.(type) {
	case *program.Assign:
		switch {
		case program.Mentions(s, st.RHS) || st.LHS.Sym != s && program.Mentions(s, st.LHS):
			return used
		case st.LHS.Sym == s:
			return replaced
		}
		return notUsed
	case *program.Do:
		return r.doesLoop(st, s)
	case *program.Unmodelled:
		if !st.Free && st.Names(s.Name) {
			return used
		}
		return notUsed
	case *program.If:
		return r.doesChoice(st, s)
	}
	for e := range program.Exprs(st) {
		if program.Mentions(s, e) {
			return used
		}
	}
	for b := range program.Blocks(st) {
		if r.first(b, s) == used {
			return used
		}
	}
	return notUsed
}

// doesLoop looks into a loop; it may have no iteration.
func (r *Result) doesLoop(do *program.Do, s *program.Symbol) use {
	for e := range program.Exprs(do) {
		if program.Mentions(s, e) {
			return used
		}
	}
	if do.Var == s {
		return replaced
	}
	if l := r.Loop(do); l != nil && slices.Contains(l.Private, s) {
		return notUsed
	}
	if r.first(do.Body, s) == used {
		return used
	}
	return notUsed
}

func (r *Result) doesChoice(c *program.If, s *program.Symbol) use {
	all := len(c.Else) > 0
	for _, b := range c.Branches {
		if program.Mentions(s, b.Cond) {
			return used
		}
		switch r.first(b.Body, s) {
		case used:
			return used
		case notUsed:
			all = false
		}
	}
	switch u := r.first(c.Else, s); {
	case u == used:
		return used
	case all && u == replaced:
		return replaced
	}
	return notUsed
}
