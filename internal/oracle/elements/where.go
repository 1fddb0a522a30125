package elements

import (
	"fmt"

	"github.com/parlens/parlens/analysis/program"
)

// where executes a WHERE, branch by branch.
func (it *interpreter) where(s *program.Where) {
	var all []program.Stmt
	for _, b := range s.Branches {
		all = append(all, b.Body...)
	}
	line := it.lineOf(s.Span().Start)
	if len(all) == 0 {
		it.fail("a WHERE without an assignment")
	}
	if it.lineOf(all[0].Span().Start) != line {
		it.ran(s, line, 1)
	}
	it.within(&frame{key: s, kind: parallelFrame}, func() {
		taken := map[string]bool{} // positions of the branches so far
		for i, b := range s.Branches {
			at := s.Span().Start
			if i > 0 && b.Mask != nil {
				at = b.Mask.Span().Start
			}
			guarded := b.Body
			if len(guarded) == 0 {
				guarded = all
			}
			selected := it.selected(&s.Branches[i], at, guarded, taken)
			for _, inner := range b.Body {
				it.whereAssign(inner, selected)
			}
		}
	})
}

// selected returns the positions of a branch: those not taken yet where the
// mask is true. It adds them to taken.
func (it *interpreter) selected(b *program.WhereBranch, at int, guarded []program.Stmt, taken map[string]bool) map[string]bool {
	it.line = it.lineOf(at)
	first, ok := guarded[0].(*program.Assign)
	if !ok {
		it.fail("only assignments are executed in a WHERE")
	}
	selected := map[string]bool{}
	shape := it.quiet(nil).shape(first.LHS)
	r := it.maskReader(b, at, guarded)
	if b.Mask != nil {
		it.quiet(nil).common(shape, it.quiet(nil).shape(b.Mask))
		forget := it.ahead(at, first.LHS, b.Mask)
		defer forget()
	}
	it.within(&frame{key: maskKey{b}}, func() {
		positions(shape, func(position []int64) {
			key := fmt.Sprint(position)
			if !taken[key] && (b.Mask == nil || it.maskTrue(r, b.Mask, position)) {
				selected[key] = true
			}
		})
	})
	for key := range selected {
		taken[key] = true
	}
	return selected
}

// whereAssign executes an assignment at the selected positions.
func (it *interpreter) whereAssign(s program.Stmt, selected map[string]bool) {
	a, ok := s.(*program.Assign)
	if !ok {
		it.fail("only assignments are executed in a WHERE")
	}
	forget := it.ahead(a.Span().Start, a.LHS, a.RHS)
	it.within(&frame{key: a}, func() {
		it.elements(a, it.executors(a.LHS), []tuple{nil}, func(position []int64) bool { return selected[fmt.Sprint(position)] })
	})
	forget()
}
