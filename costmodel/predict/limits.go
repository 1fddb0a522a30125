package predict

import (
	"fmt"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/fortran/lower"
	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/costmodel/process"
)

const (
	maxNest = 32 // loops around a statement
	maxRank = 15 // of an arrangement, as of a Fortran array
)

// limits finds what makes a unit impossible to model, nil when nothing does.
func limits(u *lower.Unit) *process.Error {
	if u.Grid != nil && u.Grid.Rank() > maxRank {
		return &process.Error{Span: u.Grid.At, Message: fmt.Sprintf("an arrangement of more than %d dimensions has no cost model", maxRank)}
	}
	if p := deepest(u.Body, 0); p != nil {
		return p
	}
	return oneShape(u)
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

// oneShape finds arrays that are distributed onto an arrangement of another
// shape than the unit's first one.
func oneShape(u *lower.Unit) *process.Error {
	for _, sym := range u.Symbols {
		l, ok := u.Layouts[sym]
		if !ok || l.Replicated() || sameShape(l.Grid, u.Grid) {
			continue
		}
		return &process.Error{Span: l.At, Message: fmt.Sprintf("%s is distributed onto a processor arrangement of another shape than other arrays; a unit with several shapes has no cost model yet", strings.ToUpper(sym.Name))}
	}
	return nil
}

func sameShape(g, h *mapping.Grid) bool {
	return g == h || g != nil && h != nil && slices.Equal(g.Declared, h.Declared)
}
