package aag

import (
	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/symbolic"
)

// Communicators whose processes are evenly apart: the rows and columns of a grid that
// MPI_CART_SUB makes, and those that MPI_COMM_SPLIT makes of quotients and remainders of the
// process's number (MPI 4.0, sections 7.4.2 and 8.5.5).

// The parts of a communicator's variable that say whom it holds; they are followed as scalars
// are.
const (
	firstMember  = " first"
	memberCount  = " members"
	memberStride = " stride"
)

// members are the processors of a call's communicator, nil where they are all, or not known.
func (w *ownValues) members(m *program.Message) *comm.Members {
	communicator := w.variable(m.Argument("comm"))
	if communicator == nil || !w.messages.amongSome(m) || w.messages.teams > 0 {
		return nil
	}
	g := &comm.Members{
		First:  w.partHolds(w.followedPart(communicator, firstMember)),
		Size:   w.partHolds(w.followedPart(communicator, memberCount)),
		Stride: w.partHolds(w.followedPart(communicator, memberStride)),
	}
	if g.First == 0 || g.Size == 0 || g.Stride == 0 {
		return nil
	}
	return g
}

// tellMembers tells of a communicator whom it holds; nil: that is not known.
func (w *ownValues) tellMembers(communicator *program.Symbol, g *comm.Members) []fact {
	if g == nil {
		g = &comm.Members{}
	}
	return []fact{
		{w.followedPart(communicator, firstMember), g.First},
		{w.followedPart(communicator, memberCount), g.Size},
		{w.followedPart(communicator, memberStride), g.Stride},
	}
}

// processes is how many a communicator holds.
func (w *ownValues) processes(m *program.Message) symbolic.Expr {
	if g := w.members(m); g != nil {
		return g.Size
	}
	return w.b.Size()
}

// rank is the number of this processor in a communicator.
func (w *ownValues) rank(m *program.Message) symbolic.Expr {
	if g := w.members(m); g != nil {
		return w.b.A.FloorDiv(w.b.A.Sub(w.b.Number(), g.First), g.Stride)
	}
	return w.b.Number()
}

// membersOfNew are those of a communicator that a call makes of one that holds all.
func (w *ownValues) membersOfNew(m *program.Message) *comm.Members {
	switch {
	case w.messages.amongSome(m):
		return nil
	case m.Argument("remain_dims") != nil:
		if grid := w.gridBehind(w.variable(m.Argument("comm"))); grid != nil {
			return w.slice(grid, m.Argument("remain_dims"))
		}
	case m.Argument("color") != nil:
		return w.split(w.valueOf(m.Argument("color")), w.valueOf(m.Argument("key")))
	}
	return nil
}

// slice is the part of a grid along dimensions that follow each other.
func (w *ownValues) slice(grid *cartesian, remain program.Expr) *comm.Members {
	a, size, last, ended := w.b.A, w.once(), -1, false
	for d, extent := range grid.dims {
		if n, known := a.ConstInt(extent); known && n == 1 {
			continue
		}
		kept, known := a.ConstInt(w.itemOf(remain, d))
		if !known || kept != 0 && ended {
			return nil
		}
		if kept != 0 {
			size, last = a.Mul(size, extent), d
		}
		ended = ended || kept == 0 && last >= 0
	}
	if last < 0 {
		return &comm.Members{First: w.b.Number(), Size: size, Stride: w.once()}
	}
	apart := w.stride(grid, last)
	at := a.Mod(a.FloorDiv(w.b.Number(), apart), size)
	return &comm.Members{First: a.Sub(w.b.Number(), a.Mul(at, apart)), Size: size, Stride: apart}
}

// split is who has the same color, where it is a quotient or a remainder of the processor's
// number and the keys leave the processors in their order; nil for others.
func (w *ownValues) split(color, key symbolic.Expr) *comm.Members {
	if color == 0 || key == 0 {
		return nil
	}
	a, number := w.b.A, w.b.Grid.Coordinate(0)
	c, k := a.FormOfAnySize(color, number), a.FormOfAnySize(key, number)
	inOrder := k.Kind == symbolic.Free || k.Kind == symbolic.Linear && k.Slope > 0
	if _, constant := a.ConstInt(color); constant && inOrder {
		return &comm.Members{First: a.Int(0), Size: w.b.Size(), Stride: w.once()}
	}
	if c.Kind != symbolic.Block && c.Kind != symbolic.Cyclic || c.Inner != w.b.Number() {
		return nil
	}
	same := (k.Kind == symbolic.Block || k.Kind == symbolic.Cyclic) && k.Inner == c.Inner && k.Size == c.Size
	if !inOrder && !(same && k.Kind != c.Kind) {
		return nil
	}
	size, last := a.Max(w.once(), c.Size), a.Sub(w.b.Size(), w.once())
	if c.Kind == symbolic.Cyclic {
		first := a.Mod(w.b.Number(), size)
		return &comm.Members{First: first, Size: a.Add(a.FloorDiv(a.Sub(last, first), size), w.once()), Stride: size}
	}
	first := a.Mul(a.FloorDiv(w.b.Number(), size), size)
	return &comm.Members{First: first, Size: a.Min(size, a.Add(a.Sub(last, first), w.once())), Stride: w.once()}
}
