package aag

import (
	"strings"

	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/symbolic"
)

// Communicators of some of the processes (MPI 4.0, chapter 7) are followed where these are
// evenly apart: see members.go. Of others it is not known which processes they hold, and with
// what numbers. A copy of a communicator is like the original.

// amongSomeOf is the part of a communicator's variable that is 1 where only some of the
// processes are behind it; it is followed as scalars are.
const amongSomeOf = " some"

// parted tells that a new communicator has some of the processes.
func (w *messages) parted(m *program.Message) []fact {
	to := w.values.variable(m.Argument("newcomm"))
	if to == nil {
		return nil
	}
	return append(w.values.tellMembers(to, w.values.membersOfNew(m)), fact{w.values.followedPart(to, amongSomeOf), w.once()})
}

// copiedCommunicator tells what a copy of a communicator is like.
func (w *messages) copiedCommunicator(m *program.Message) []fact {
	from, to := w.values.variable(m.Argument("comm")), w.values.variable(m.Argument("newcomm"))
	if to == nil {
		return nil
	}
	if from == nil { // MPI_COMM_WORLD
		return []fact{{w.values.followedPart(to, amongSomeOf), w.b.A.Int(0)}}
	}
	suffixes := []string{amongSomeOf, firstMember, memberCount, memberStride}
	for d := range gridDimensions {
		suffixes = append(suffixes, gridExtent(d), gridRing(d))
	}
	var out []fact
	for _, suffix := range suffixes {
		out = append(out, fact{w.values.followedPart(to, suffix), w.values.partHolds(w.values.followedPart(from, suffix))})
	}
	return out
}

// amongSome reports whether a call is for some of the processes only, those of a communicator
// or of a team of images (Fortran 2018, section 11.1.5).
func (w *messages) amongSome(m *program.Message) bool {
	if w.teams > 0 && !strings.HasPrefix(m.Call.Name, "mpi_") {
		return true
	}
	some := func(part *program.Symbol) bool {
		n, known := w.b.A.ConstInt(w.values.partHolds(part))
		return known && n == 1
	}
	if communicator := w.values.variable(m.Argument("comm")); communicator != nil {
		return some(w.values.followedPart(communicator, amongSomeOf))
	}
	array := arrayOf(m.Argument("comm")) // one of several
	for _, part := range w.values.followed {
		if whole, suffix := part.PartOf(); array != nil && whole == array && strings.HasSuffix(suffix, amongSomeOf) && some(part) {
			return true
		}
	}
	return false
}

// partnerOf is the processor that an argument names, as partner has it: 0 among some of
// the processes, which have numbers of their own there.
func (w *messages) partnerOf(m *program.Message, argument string) symbolic.Expr {
	if !w.amongSome(m) {
		return w.partner(m.Argument(argument))
	}
	a, g, r := w.b.A, w.values.members(m), w.partner(m.Argument(argument))
	if g == nil || r == 0 {
		return 0
	}
	return a.Cond(a.And(a.Le(a.Int(0), r), a.Lt(r, g.Size)), a.Add(g.First, a.Mul(g.Stride, r)), a.Int(-1))
}

// changeTeam builds the beginning or the end of CHANGE TEAM: the images of the team wait for each
// other.
func (w *messages) changeTeam(s *program.CallStmt, m *program.Message) []*AAU {
	if m.Op == program.EntersTeam {
		w.teams++
	}
	out := w.synchronize(s, m)
	if m.Op == program.LeavesTeam {
		w.teams--
	}
	return out
}

// withinPart says of what some of the processes do together that all are counted.
func (w *messages) withinPart(m *program.Message, c *comm.Communication) {
	if w.amongSome(m) && w.values.members(m) == nil {
		c.Bound = true
		c.Note = "its communicator has some of the processors, which are not known: counted as if all took part"
		if w.teams > 0 {
			c.Note = "its team has some of the images, which are not known: counted as if all took part"
		}
	}
}
