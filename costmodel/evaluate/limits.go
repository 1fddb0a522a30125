package evaluate

import (
	"fmt"

	"github.com/parlens/parlens/analysis/lower"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/costmodel/process"
)

const (
	maxNest = 32 // loops around a statement
	maxRank = 15 // of an arrangement, as of a Fortran array
)

// limits finds what makes a unit impossible to model, nil when nothing does.
func limits(u *lower.Unit) *process.Error {
	for _, g := range append(u.OtherGrids(), u.Grid) {
		if g != nil && g.Rank() > maxRank {
			return &process.Error{Span: g.At, Message: fmt.Sprintf("an arrangement of more than %d dimensions has no cost model", maxRank)}
		}
	}
	return deepest(u.Body, 0)
}

// deepest finds a loop with too many loops around it.
func deepest(block []program.Stmt, depth int) *process.Error {
	for _, s := range block {
		var inner [][]program.Stmt
		below := depth
		switch s := s.(type) {
		case *program.Do:
			if depth >= maxNest {
				return &process.Error{Span: s.Span(), Message: fmt.Sprintf("loops that are nested more than %d deep have no cost model", maxNest)}
			}
			inner, below = [][]program.Stmt{s.Body}, depth+1
		case *program.If:
			for _, br := range s.Branches {
				inner = append(inner, br.Body)
			}
			inner = append(inner, s.Else)
		}
		for _, b := range inner {
			if p := deepest(b, below); p != nil {
				return p
			}
		}
	}
	return nil
}
