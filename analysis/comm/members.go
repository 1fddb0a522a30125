package comm

import "github.com/parlens/parlens/analysis/symbolic"

// Members are the processors of a communicator that this one is in: so many, the number of the
// first, and how far apart they are.
type Members struct{ First, Size, Stride symbolic.Expr }

// waitedFor is the range of those that do not stand apart, else of all: there are no ranges with
// a stride.
func (m *Members) waitedFor(a *symbolic.Arena, all []Range) []Range {
	if apart, known := a.ConstInt(m.Stride); !known || apart != 1 {
		return all
	}
	return []Range{{m.First, a.Add(m.First, a.Sub(m.Size, a.Int(1)))}}
}
