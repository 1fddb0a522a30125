package aag

import (
	"fmt"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/symbolic"
)

// Explicit message passing (paper 003, table 1: Comm, Sync and Spawn units). What
// is sent is charged where it is sent, as overhead; where it is received stand
// the transmission and the wait (section 2.3).

// messages builds what the statements of a walk send, receive and wait for.
type messages struct {
	*walker
	posts       []posted     // receives that are awaited later, see request.go
	completions []completion // statements that complete requests, so far
	teams       int          // CHANGE TEAM constructs around
	prepared    []prepared   // persistent requests, see persistent.go
}

// message builds a call of the library, or a statement of coarrays.
func (w *messages) message(s *program.CallStmt, m *program.Message) []*AAU {
	if missing := m.Missing(); len(missing) > 0 {
		return w.broken(s.Span(), "message-arguments", source.Error, fmt.Sprintf("%s has no argument for %s", m.Title(), strings.ToUpper(strings.Join(missing, ", "))))
	}
	switch m.Op {
	case program.Free, program.DescribesType, program.TellsRank, program.TellsSize, program.DealsProcesses, program.MakesGrid, program.TellsGrid, program.TellsCoordinates,
		program.TellsGridRank, program.TellsNeighbours:
		return w.library(s, "")
	case program.Spawns:
		return []*AAU{w.unit(AAU{Kind: Spawn, At: s.Span(), Callee: s.Name, Local: w.local(), Count: w.count()})}
	case program.Orders:
		return []*AAU{w.unit(AAU{Kind: Sync, At: s.Span(), Local: w.local(), Count: w.count(), Reason: "how long processors wait for each other at " + m.Title() + " is not modelled"})}
	case program.Unpriced:
		return append(w.library(s, ""), w.void(s.Span(), m.Title()+": what it moves and waits for is not modelled")...)
	case program.Awaits, program.Tests:
		return w.await(s, m)
	case program.ReadsFile, program.WritesFile, program.Packs, program.Unpacks:
		return w.fileTransfer(s, m)
	}
	if !w.values.passing() {
		return w.void(s.Span(), m.Title()+": messages of a program whose arrays are mapped by directives are not modelled")
	}
	switch m.Op {
	case program.Sends, program.Receives, program.Exchanges:
		return w.pointToPoint(s, m)
	case program.ExchangesAround:
		return w.exchangeAround(m)
	case program.Puts, program.Gets, program.GetsAndPuts:
		return w.windowed(m)
	case program.PreparesSend, program.PreparesReceive:
		return w.prepare(s, m)
	case program.Starts:
		return w.start(s, m)
	case program.EntersTeam, program.LeavesTeam:
		return w.changeTeam(s, m)
	case program.Posts:
		return w.postEvent(m)
	case program.AwaitsEvent:
		return w.awaitEvent(m)
	case program.PutsAtom, program.GetsAtom, program.GetsAndPutsAtom:
		return w.atom(m)
	case program.Barriers, program.NeighbourSync, program.CopiesCommunicator, program.PartsCommunicator:
		return w.synchronize(s, m)
	}
	return w.collective(s, m)
}

// library is a call that takes its linkage.
func (w *messages) library(s *program.CallStmt, why string) []*AAU {
	return []*AAU{w.unit(AAU{Kind: Call, At: s.Span(), Callee: s.Name, Local: w.local(), Count: w.count(), Reason: why})}
}

// broken reports a call that cannot be understood, and leaves it without an
// estimate.
func (w *messages) broken(at source.Span, code string, severity source.Severity, why string) []*AAU {
	w.problem(source.Diagnostic{Span: at, Severity: severity, Code: code, Message: why})
	return w.void(at, why)
}

// pointToPoint builds what is sent, then what is received.
func (w *messages) pointToPoint(s *program.CallStmt, m *program.Message) []*AAU {
	var out []*AAU
	receives := m.Op == program.Receives || m.Op == program.PreparesReceive
	if !receives {
		p := comm.Passed{Title: m.Title(), Op: m.Op, Partner: w.partnerOf(m, "dest"), Blocks: m.Synchronous()}
		v, why := w.sized(m, m.Argument("sendcount", "count"), m.Argument("sendtype", "datatype"))
		if why != nil {
			return why
		}
		out = append(out, w.passed(Comm, v.of(w.b.Sent(p, arrayOf(m.Argument("sendbuf", "buf")), v.elements, v.bytes, s.Span()))))
	}
	if m.Op == program.Sends || m.Op == program.PreparesSend {
		return out
	}
	p := comm.Passed{Title: m.Title(), Op: m.Op, Partner: w.partnerOf(m, "source")}
	v, why := w.sized(m, m.Argument("recvcount", "count"), m.Argument("recvtype", "datatype"))
	if why != nil {
		return append(out, why...)
	}
	c := v.of(w.b.Received(p, arrayOf(m.Argument("recvbuf", "buf")), v.elements, v.bytes, s.Span()))
	if request := w.requests(m); request != nil {
		w.post(request, c)
		return append(out, w.library(s, "")...)
	}
	return append(out, w.passed(Comm, c))
}

// synchronize builds a barrier, or SYNC IMAGES.
func (w *messages) synchronize(s *program.CallStmt, m *program.Message) []*AAU {
	p := comm.Passed{Title: m.Title(), Op: m.Op, Among: w.values.members(m)}
	c := w.b.Collective(p, nil, w.once(), 0, s.Span())
	w.withinPart(m, c)
	if m.Op == program.NeighbourSync {
		c.Stages, c.Messages = w.once(), w.once()
		if from := w.images(m); from != nil {
			c.From, c.Passed.Partner = from, from[0].First
			c.Partners = w.b.A.Add(w.b.A.Sub(from[0].Last, from[0].First), w.once())
			if !w.b.Mutual(from[0], w.taken()) {
				c.Note = "some of them name this image in another statement: taken to come there when they would come here"
			}
		}
	}
	return []*AAU{w.passed(Sync, c)}
}

// images returns the range of processors that SYNC IMAGES names; nil for all of
// them, or a set that is not known.
func (w *messages) images(m *program.Message) []comm.Range {
	if w.teams > 0 {
		return nil
	}
	a := w.b.A
	var r comm.Range
	for i, arg := range m.Call.Args {
		if arg.Keyword != "images" && (i > 0 || arg.Keyword != "") {
			continue
		}
		v, ok := w.b.Value(arg.Value)
		if !ok || program.RankOf(arg.Value) > 0 {
			return nil
		}
		v = a.Sub(v, w.once())
		if r.First == 0 {
			r = comm.Range{First: v, Last: v}
		}
		r = comm.Range{First: a.Min(r.First, v), Last: a.Max(r.Last, v)}
	}
	if r.First == 0 {
		return nil
	}
	return []comm.Range{r}
}

// collective builds an operation of all processors.
func (w *messages) collective(s *program.CallStmt, m *program.Message) []*AAU {
	p := comm.Passed{Title: m.Title(), Op: m.Op, Among: w.values.members(m)}
	p.Partner, _ = w.root(m)
	v, why := w.contributed(m)
	if why != nil {
		return why
	}
	c := w.b.Collective(p, arrayOf(m.Argument("sendbuf", "buffer", "recvbuf", "a")), v.elements, v.bytes, s.Span())
	c.Operation = operationOf(m)
	w.withinPart(m, c)
	return []*AAU{w.passed(Comm, c)}
}

// root is the number of the processor that all others send to or receive from.
func (w *messages) root(m *program.Message) (symbolic.Expr, bool) {
	if m.Argument("root") != nil {
		v := w.partnerOf(m, "root")
		return v, v != 0
	}
	for _, image := range []program.Expr{m.Argument("source_image"), m.Argument("result_image")} {
		if image == nil {
			continue
		}
		if v := w.partner(image); v != 0 {
			return w.b.A.Sub(v, w.once()), true
		}
	}
	return 0, false
}

// operationOf names what a reduction combines values with, as reductions of
// arrays are called.
func operationOf(m *program.Message) string {
	switch name := strings.TrimPrefix(m.Call.Name, "co_"); name {
	case "sum", "max", "min":
		return name
	case "reduce":
		return "a function"
	}
	r, ok := m.Argument("op").(*program.Ref)
	if !ok {
		return ""
	}
	name := strings.TrimPrefix(r.Sym.Name, "mpi_")
	if name == "prod" {
		return "product"
	}
	return name
}

// partner is the number of another processor; 0 where it is not known: where it
// rests on what may be another value on every processor.
func (w *messages) partner(e program.Expr) symbolic.Expr {
	v, ok := w.b.Value(e)
	if !ok {
		return 0
	}
	a := w.b.A
	v = w.current(v)
	for _, s := range a.Free(v) {
		if s.Name == "mpi_any_source" {
			return 0
		}
		sym := w.g.Unit.Lookup(program.VariableOf(s.Name))
		array := sym != nil && sym.Rank() > 0 && !strings.Contains(s.Name, "(") // its name may be that of a coordinate too
		if sym != nil && sym.Class == program.Variable && !array && !w.isIndex(sym) {
			return 0
		}
	}
	return v
}

// current puts the values that scalars have here in the places of their names.
func (w *messages) current(v symbolic.Expr) symbolic.Expr {
	with := map[string]symbolic.Expr{}
	for s, known := range w.values.scalars {
		if known != 0 {
			with[s.Name] = known
		}
	}
	return w.b.A.Subst(v, with)
}

// passed adds the unit of a communication.
func (w *messages) passed(kind Kind, c *comm.Communication) *AAU {
	c.Level, c.Depth = len(w.loops), len(w.loops)
	if c.Passed.Partner == 0 && !c.Passed.Partners.Several && c.Note == "" && (c.Kind == comm.Copy || c.Kind == comm.Send) {
		c.Note = "its partner is not known before run time: counted over the mean distance"
	}
	c.Passed.Taken, c.Passed.Loops = w.taken(), slices.Clone(w.loops)
	w.mark(c.Level)
	u := w.comm(c)
	u.Kind, u.Count = kind, w.b.Total(w.loops, w.inside(len(w.loops)))
	return u
}

// taken is 1 on the processors that come to a statement here, as far as that depends on their
// numbers.
func (w *messages) taken() symbolic.Expr {
	out := w.once()
	for _, x := range w.conditions {
		if w.b.DiffersByProcessor(x.share) {
			out = w.b.A.Mul(out, x.share)
		}
	}
	return out
}

// arrayOf returns the variable that an argument names, or nil.
func arrayOf(e program.Expr) *program.Symbol {
	r, ok := e.(*program.Ref)
	if !ok || strings.HasPrefix(r.Sym.Name, "mpi_") {
		return nil
	}
	return r.Sym
}

func (w *messages) problem(d source.Diagnostic) {
	for _, p := range w.g.Problems {
		if p == d {
			return
		}
	}
	w.g.Problems = append(w.g.Problems, d)
}
