package program

import "strings"

// MessageOp is what a call of the message-passing library does.
type MessageOp uint8

// The operations of MPI (version 4.0, chapters 3, 6 and 11) and of coarrays
// (Fortran 2018) that are distinguished.
const (
	NoMessage          MessageOp = iota
	Free                         // neither time nor messages: MPI_FINALIZE and what describes types and groups
	DescribesType                // of elements in rows
	Spawns                       // the processes begin
	TellsRank                    // the number of this process, from 0
	TellsSize                    // the number of processes
	DealsProcesses               // out over the dimensions of a grid
	MakesGrid                    // a communicator whose processes stand in a grid
	CopiesCommunicator           // all wait for all
	PartsCommunicator            // each process gets one of some of them; all wait for all
	TellsGrid                    // its extents, where it is periodic, the coordinates of this process
	TellsCoordinates             // of a process
	TellsGridRank                // the number of the process with coordinates
	TellsNeighbours              // the numbers of those so far along a dimension
	Sends                        // to one process
	Receives                     // from one
	Exchanges                    // both at once
	ExchangesAround              // both, with all neighbours in a grid
	Puts                         // into the window of another process, which takes no part
	Gets                         // out of it
	GetsAndPuts                  // both at once: what was there is brought
	Awaits                       // the end of what was begun without blocking
	Tests                        // whether it has ended, and goes on
	PreparesSend                 // a persistent request: a send that is described once
	PreparesReceive              // likewise a receive
	Starts                       // what was prepared, without blocking
	Broadcasts                   // from the root to all
	Reduces                      // of all, to the root
	AllReduces                   // of all, to all
	Scans                        // of those before, to each
	ReduceScatters               // of all, a part to each
	Gathers                      // from all to the root, in a row
	Scatters                     // from the root to all, a part each
	AllGathers                   // from all to all, in a row
	AllToAlls                    // from all to all, another part each
	Barriers                     // all wait for all
	NeighbourSync                // images wait for images
	EntersTeam                   // some of the images go on together: they wait for each other
	LeavesTeam                   // likewise, and are among all again
	Posts                        // an event of another image, which may wait for it
	AwaitsEvent                  // that others have posted
	PutsAtom                     // into a scalar of another image, which takes no part
	GetsAtom                     // out of it
	GetsAndPutsAtom              // both at once
	Orders                       // of memory, or one after the other: waits that are not modelled
	Packs                        // elements into a buffer, at a position that goes on behind them
	Unpacks                      // likewise out of it
	ReadsFile                    // into a buffer
	WritesFile                   // from a buffer
	Unpriced                     // messages that are not modelled
)

// Message is a call that passes messages, by the names of the library's dummies.
type Message struct {
	Op   MessageOp
	Call *CallStmt

	dummies  []string
	changed  map[string]bool
	required int
}

// MessageOf reads a call of the message-passing library, or a statement of
// coarrays (which front ends lower to calls of that name); nil for others.
func MessageOf(s *CallStmt) *Message {
	p, ok := messageProcedures[s.Name]
	if !ok {
		return nil
	}
	m := &Message{Op: p.op, Call: s, changed: map[string]bool{}, required: -1}
	for _, d := range strings.Fields(p.dummies) {
		if rest, optional := strings.CutPrefix(d, "?"); optional {
			m.required, d = len(m.dummies), rest
		}
		name, changed := strings.CutPrefix(d, ">")
		m.dummies = append(m.dummies, name)
		m.changed[name] = changed
	}
	if m.required < 0 {
		m.required = len(m.dummies)
		if strings.HasPrefix(s.Name, "mpi_") {
			m.required--
		}
	}
	return m
}

// Argument returns the actual argument for the first of the dummies that has
// one; nil without any.
func (m *Message) Argument(dummies ...string) Expr {
	for i, d := range m.dummies {
		for _, name := range dummies {
			if name == d {
				if e := m.Call.Argument(d, i); e != nil {
					return e
				}
			}
		}
	}
	return nil
}

// Missing returns the dummies that must have an argument and have none.
func (m *Message) Missing() []string {
	var out []string
	for _, d := range m.dummies[:m.required] {
		if m.Argument(d) == nil {
			out = append(out, d)
		}
	}
	return out
}

// Changed returns the variables that the call gives values. A scalar that is
// broadcast keeps that of the root, which runs the same text.
func (m *Message) Changed() []*Symbol {
	var out []*Symbol
	for i, d := range m.dummies {
		if i == 0 && m.Op == Broadcasts && m.scalar() != nil {
			continue
		}
		if r, ok := m.Argument(d).(*Ref); ok && m.changed[d] && r.Sym.Class != Parameter {
			out = append(out, r.Sym)
		}
	}
	return out
}

// GivesOne reports whether a call gives its argument at a place one value: a number, a
// communicator, a datatype.
func (m *Message) GivesOne(keyword string, place int) bool {
	if keyword == "" && place < len(m.dummies) {
		keyword = m.dummies[place]
	}
	switch keyword {
	case "comm_cart", "flag", "ierror", "newcomm", "newtype", "rank", "rank_dest", "rank_source", "request", "size":
		return true
	}
	return false
}

// Broadcast returns the scalar variable that the call broadcasts, or nil.
func (m *Message) Broadcast() *Symbol {
	if m.Op != Broadcasts {
		return nil
	}
	return m.scalar()
}

func (m *Message) scalar() *Symbol {
	if r, ok := m.Argument(m.dummies[0]).(*Ref); ok && r.Sym.Rank() == 0 {
		return r.Sym
	}
	return nil
}

// Synchronous reports whether a send ends only when it is being received.
func (m *Message) Synchronous() bool { return m.Call.Name == "mpi_ssend" }

// Title is the name of the call as reports write it.
func (m *Message) Title() string { return strings.ToUpper(m.Call.Name) }

// Argument returns the actual argument with the keyword, or the one at the
// (0-based) position when it has no keyword; nil if there is none.
func (s *CallStmt) Argument(keyword string, position int) Expr {
	for i, a := range s.Args {
		if a.Keyword == keyword || a.Keyword == "" && i == position {
			return a.Value
		}
	}
	return nil
}

// PassesMessages reports whether a statement of the block calls the library, or is
// one of coarrays.
func PassesMessages(body []Stmt) bool {
	found := false
	Statements(body, func(s Stmt) bool {
		if c, ok := s.(*CallStmt); ok {
			found = found || MessageOf(c) != nil
		}
		return !found
	})
	return found
}
