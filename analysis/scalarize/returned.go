package scalarize

import (
	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/program"
)

// Returned returns the elements of mapped arrays that a call passes for scalar dummies which
// the procedure changes: where not their owners make the call, they get the results.
func Returned(b *comm.Builder, s *program.CallStmt, c *comm.Called) []*program.Ref {
	var out []*program.Ref
	for i, a := range s.Args {
		ref, ok := a.Value.(*program.Ref)
		dummy := c.Of.Unit.DummyOf(a.Keyword, i)
		if ok && dummy != nil && dummy.Rank() == 0 && ref.Sym.Rank() > 0 && !b.Layouts[ref.Sym].Replicated() && !b.Keeps(s, i) {
			out = append(out, ref)
		}
	}
	return out
}

// Results returns elements that stand for what those who execute an iteration have computed in
// a call.
func Results(n comm.Nest, args []*program.Ref, it *comm.Iteration, at *program.CallStmt, fixed int) ([]*comm.Element, error) {
	return ahead(n, args, it, at, fixed, func(r *reader, ref *program.Ref) (err error) {
		r.element.Left, err = r.access(ref)
		return err
	})
}
