package interpret

import (
	"slices"

	"github.com/parlens/parlens/analysis/aag"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/symbolic"
)

// maskMispredicted is what the branches of a WHERE or FORALL cost that its mask decides about,
// when the processor has guessed wrong; nothing where vectors are stored under masks.
func (i *interpreter) maskMispredicted(u *aag.AAU) symbolic.Expr {
	a := i.a
	if _, ok := i.m.Number("processing.misprediction_s"); !ok || !u.Element.IsMask || i.m.Vectorizes == "masked-loops" {
		return a.Real(0)
	}
	wrong := a.Real(0)
	for _, mask := range i.masksOf(u.At) {
		for _, x := range i.g.Assumed {
			if x.Kind == "weight" && x.At == mask.Span() {
				holds := a.Sym(x.Name, symbolic.Real)
				wrong = a.Add(wrong, a.Mul(a.Min(holds, a.Sub(a.Int(1), holds)), i.unlearnedMask(u, mask)))
			}
		}
	}
	return a.Mul(u.Local, wrong, i.first("misprediction_s"))
}

// unlearnedMask is unlearned for a mask.
func (i *interpreter) unlearnedMask(u *aag.AAU, mask program.Expr) symbolic.Expr {
	tests := i.a.Int(1)
	for _, l := range u.Element.Loops {
		tests = i.a.Mul(tests, l.Trip(i.a))
	}
	return i.learned(slices.Concat(u.Repeat, u.Loops[:i.outer(u)]), mask, tests)
}

// masksOf are the masks of the construct at a place.
func (i *interpreter) masksOf(at source.Span) []program.Expr {
	if i.masks == nil {
		i.masks = map[source.Span][]program.Expr{}
		program.Statements(i.g.Unit.Body, func(s program.Stmt) bool {
			switch s := s.(type) {
			case *program.Where:
				for _, b := range s.Branches {
					if b.Mask != nil {
						i.masks[s.Span()] = append(i.masks[s.Span()], b.Mask)
					}
				}
			case *program.Forall:
				if s.Mask != nil {
					i.masks[s.Span()] = append(i.masks[s.Span()], s.Mask)
				}
			}
			return true
		})
	}
	return i.masks[at]
}
