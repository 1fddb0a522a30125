package scalarize

import (
	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/program"
)

// withReductions puts an element for every reduction intrinsic met before the
// element that uses its result.
func withReductions(n comm.Nest, r *reader, fixed int) ([]*comm.Element, error) {
	var out []*comm.Element
	for _, c := range r.reduce {
		e, err := fold(n, c, r, fixed)
		if err != nil {
			return nil, err
		}
		out = append(out, e...)
	}
	if err := r.evaluated(); err != nil {
		return nil, err
	}
	return append(out, r.all()...), nil
}

func independent(n comm.Nest) bool {
	for _, l := range n.Loops {
		if l.Independent {
			return true
		}
	}
	return false
}

// firstSection finds the first section that a reduction takes element by
// element: none inside another intrinsic that changes shapes.
func firstSection(c *program.Call) *program.Ref {
	var found *program.Ref
	for _, a := range c.Args {
		program.Walk(a.Value, func(e program.Expr) bool {
			inner, ok := e.(*program.Call)
			if ok && (folds(inner) || inner.Intrinsic().Shape != program.Elemental) {
				return false
			}
			if ref, ok := e.(*program.Ref); ok && found == nil && ref.Rank() > 0 {
				found = ref
			}
			return found == nil
		})
	}
	return found
}
