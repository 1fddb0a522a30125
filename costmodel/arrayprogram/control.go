package arrayprogram

import (
	"maps"

	"github.com/parlens/parlens/analysis/program"
)

// branches executes an IF: the branch whose condition is known to hold, or each by the
// share of executions that takes it.
func (f *frame) branches(s *program.If, times float64) {
	f.executed(s.At, times, 1)
	for _, b := range s.Branches {
		f.serial(s.At, nil, []program.Expr{b.Cond}, times)
		holds, known := f.number(b.Cond)
		if !known {
			f.either(s, times)
			return
		}
		if holds != 0 {
			f.block(b.Body, times)
			return
		}
	}
	f.block(s.Else, times)
}

// either executes all branches by their shares, and knows afterwards what they leave
// alike.
func (f *frame) either(s *program.If, times float64) {
	shares := f.branchShares(s)
	scalars, vectors, registers := f.scalars, f.vectors, f.registers
	blocks := make([][]program.Stmt, 0, len(s.Branches)+1)
	for _, b := range s.Branches {
		blocks = append(blocks, b.Body)
	}
	for i, block := range append(blocks, s.Else) {
		f.scalars, f.vectors, f.registers = maps.Clone(scalars), maps.Clone(vectors), registers.copy()
		f.block(block, times*shares[i])
	}
	f.scalars, f.vectors, f.registers = scalars, vectors, registers
	f.forget(s)
}

// branchShares are the shares of the executions of an IF that take its branches and,
// last, none of them: as counted, set, or one half of what is left for each.
func (f *frame) branchShares(s *program.If) []float64 {
	left, out := 1.0, []float64{}
	for i, b := range s.Branches {
		share := left
		switch x, ok := f.countedShare(s, i, b); {
		case ok:
			share = x
		default:
			share = left * f.weight("weight", b.At, b.Cond.Span(), "the condition holds half of the times")
		}
		share = min(share, left)
		out, left = append(out, share), left-share
	}
	return append(out, left)
}

// countedShare is the share of a branch that was counted.
func (f *frame) countedShare(s *program.If, i int, b program.Branch) (float64, bool) {
	if f.observe == nil || f.masks[s] {
		return 0, false
	}
	seen, ok := f.observe(s.At)
	if !ok || seen.Executions == 0 {
		return 0, false
	}
	if i == 0 && len(seen.Mask) > 0 {
		share := 0.0
		for _, x := range seen.Mask {
			share += x.Fraction * x.Weight
		}
		return share, true
	}
	if len(b.Body) == 0 {
		return 0, false
	}
	inside, ok := f.observe(b.Body[0].Span())
	return inside.Executions / seen.Executions, ok
}

// maxCalls bounds calls inside calls.
const maxCalls = 16

// call executes a subroutine for the CALL: what it takes stands there.
func (f *frame) call(s *program.CallStmt, times float64) {
	f.executed(s.At, times, 1)
	defer f.forget(s)
	var p *Procedure
	if f.opt.Procedure != nil && f.depth < maxCalls {
		p = f.opt.Procedure(f.unit, s.Name)
	}
	if p == nil {
		f.fail(s.At, "the subroutine "+s.Name+" is not seen")
		return
	}
	g := f.frame(p.Unit, p.Observe)
	g.into = s.At
	if f.depth > 0 {
		g.into = f.into
	}
	for i, dummy := range p.Unit.Dummies {
		if i >= len(s.Args) {
			break
		}
		actual := s.Args[i].Value
		if x, known := f.number(actual); known && dummy.Rank() == 0 {
			g.scalars[dummy] = x
		}
		if r, is := actual.(*program.Ref); is && len(r.Subs) == 0 && f.vectors[r.Sym] != nil && dummy.Rank() == 1 {
			g.vectors[dummy] = f.vectors[r.Sym]
		}
	}
	f.predictor.depth++
	g.block(p.Unit.Body, times)
	f.predictor.depth--
}
