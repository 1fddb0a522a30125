package values

import (
	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
)

// fact is a value that a call of the message-passing library leaves in a variable, or in
// the elements of a vector.
type fact struct {
	to     *program.Symbol
	values []value
}

// tells returns what the number of processes decides of a call, before what it changes is
// forgotten; ok is false where nothing is known.
func (m *machine) tells(s *program.CallStmt) (t fact, ok bool) {
	call := program.MessageOf(s)
	switch {
	case call == nil:
		return fact{}, false
	case call.Op == program.DealsProcesses:
		return m.dealt(call)
	case call.Op != program.TellsSize || !everybody(call.Argument("comm")):
		return fact{}, false
	}
	size, isRef := call.Argument("size").(*program.Ref)
	if !isRef || size.Sym.Rank() > 0 {
		return fact{}, false
	}
	v, known := m.processors()
	return fact{size.Sym, []value{v}}, known
}

// everybody reports whether a communicator is that of all processes.
func everybody(communicator program.Expr) bool {
	r, ok := communicator.(*program.Ref)
	return ok && r.Sym.Name == "mpi_comm_world"
}

// mostProcesses bounds the processes that are dealt out.
const mostProcesses = 1 << 31

// dealt is the grid of MPI_DIMS_CREATE, which deals processes out over the extents that are 0.
func (m *machine) dealt(call *program.Message) (fact, bool) {
	dims, ok := call.Argument("dims").(*program.Ref)
	nodes, n := m.eval(call.Argument("nnodes")), m.eval(call.Argument("ndims"))
	if !ok || dims.Sym.Rank() != 1 || len(dims.Subs) > 0 || nodes.kind != integer || nodes.i < 1 || nodes.i > mostProcesses {
		return fact{}, false
	}
	all := m.elements(dims)
	if n.kind != integer || n.i < 1 || n.i > int64(len(all)) {
		return fact{}, false
	}
	given := all[:n.i]
	free, rest := 0, nodes.i
	for _, v := range given {
		switch {
		case v.kind != integer || v.i < 0 || v.i > 0 && rest%v.i != 0:
			return fact{}, false
		case v.i == 0:
			free++
		default:
			rest /= v.i
		}
	}
	extents := mapping.Dims(int(rest), free)
	for d, v := range given {
		if v.i == 0 {
			given[d], extents = intValue(int64(extents[0])), extents[1:]
		}
	}
	return fact{dims.Sym, all}, true
}

// learn gives a variable what a call has told.
func (m *machine) learn(t fact, s *program.CallStmt) {
	if t.to.Rank() == 0 {
		m.assign(t.to, t.values[0], s)
		return
	}
	if c := m.cell(t.to); c.size() == int64(len(t.values)) {
		for i, v := range t.values {
			c.store(int64(i), v)
		}
	}
}
