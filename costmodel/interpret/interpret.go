// Package interpret gives every application abstraction unit its time on a
// machine (paper 003, section 2.3: the interpretation functions): graph x
// machine -> process terms. Amounts are expressions in problem sizes,
// processor counts, coordinates and machine parameters; no number enters.
package interpret

import (
	"github.com/parlens/parlens/analysis/aag"
	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/symbolic"
	"github.com/parlens/parlens/costmodel/memory"
	"github.com/parlens/parlens/costmodel/network"
	"github.com/parlens/parlens/costmodel/process"
	"github.com/parlens/parlens/machines"
)

// Terms returns the process term of the graph. The tags of its delays are
// those of the graph's units.
func Terms(g *aag.Graph, m *machines.Machine) *process.SPMD {
	terms, _ := Interpret(g, m)
	return terms
}

// Interpret returns the process term of the graph, and what binds its innermost
// loops on a machine whose times overlap.
func Interpret(g *aag.Graph, m *machines.Machine) (*process.SPMD, []Bound) {
	a := g.Builder.A
	i := &interpreter{m: m, g: g, sent: newSends(g.Builder), a: a, b: g.Builder, net: network.Model{A: a, M: m}, mem: memory.Model{A: a, M: m, Known: &g.Builder.Misses}, extents: map[dimension]symbolic.Expr{}, overlaps: overlapAreas(g), codes: codes(g)}
	i.count(g)
	i.newKernels(g)
	s := &process.SPMD{Arena: a, Tapes: &g.Builder.Tapes, Body: i.block(g.Body)}
	if taken := g.Builder.Taken; taken != 0 {
		s.Body = &process.If{Branches: []process.Weighted{{Cond: taken, Body: s.Body}}}
	}
	if g.Builder.Grid != nil {
		s.Extents, s.Coordinates = g.Builder.Grid.Extents, g.Builder.Grid.Coordinates()
	}
	return s, i.bound(g)
}

type interpreter struct {
	m   *machines.Machine
	g   *aag.Graph
	a   *symbolic.Arena
	b   *comm.Builder
	net network.Model
	mem memory.Model

	extents  map[dimension]symbolic.Expr // that have been asked for
	overlaps map[side]int64              // of the arrays' parts, in elements
	codes    map[any]float64             // operations in the body of each loop, by identity
	counters *memory.Counters
	visit    map[*aag.AAU]int // the statements that the counters know

	seen    map[[2]*kernel]*memory.Nest // see seenFrom
	kernel  map[*aag.AAU]*kernel        // that a statement is in, on a machine whose times overlap
	bodies  map[any]bool                // the loops that are the innermost of a kernel, by identity
	asked   map[source.Span]test        // of the IFs, once one has been asked for
	trees   map[source.Span]tree
	masks   map[source.Span][]program.Expr // of WHERE and FORALL, once one has been asked for
	key     []byte                         // room for those of kernels
	numbers map[*memory.Nest]int64         // of their nests

	constants int64              // number of those of the unit
	rows      map[string]float64 // seconds of rows of operations

	swept *aag.AAU     // the message that a sweep stands for
	sent  *sends       // messages that have not been received yet
	last  *aag.AAU     // the unit before, in its block
	apart []*comm.Loop // the loops around whose iterations are distinguished

	guarded map[*comm.Loop]bool // see underGuards
}

// parameter returns the symbol of a number of the processing component.
func (i *interpreter) parameter(name string) symbolic.Expr {
	return i.a.Sym("processing."+name, symbolic.Real)
}

func (i *interpreter) block(units []*aag.AAU) process.Term {
	var out process.Series
	before := false // the unit before was a communication too
	for n := 0; n < len(units); n++ {
		u := units[n]
		if sweep, used, ok := i.pipelined(units[n:]); ok {
			out = append(out, sweep)
			before, n = false, n+used-1
			continue
		}
		if run := units[n : n+i.run(units[n:])]; len(run) > 0 && i.g.Unit.Messages {
			if steps := i.inOrder(run); steps != nil {
				out = append(out, i.interleaved(run, steps)...)
				before, n = false, n+len(run)-1
				continue
			}
		}
		out = append(out, i.unit(u, before)...)
		before = u.Kind == aag.Comm
		i.last = u
	}
	return out
}

func (i *interpreter) unit(u *aag.AAU, further bool) []process.Term {
	i.b.Paused()
	switch u.Kind {
	case aag.Seq:
		return i.seq(u)
	case aag.IterD, aag.IterND:
		return i.header(u)
	case aag.IterSync:
		return i.iterate(u)
	case aag.CondtD, aag.CondtSync:
		return i.condition(u)
	case aag.Sync, aag.Comm, aag.SyncSeq:
		if u.Comm == nil {
			return nil
		}
		if u.Comm.Passed != nil {
			return i.passed(u)
		}
		if u.Comm.Wave != nil {
			return []process.Term{i.across(u)}
		}
		return []process.Term{i.exchange(u, further)}
	case aag.Call:
		return i.call(u)
	case aag.IO:
		return i.transput(u)
	}
	return nil
}

// delay charges an amount to the unit, in the share of the conditions around it.
func (i *interpreter) delay(u *aag.AAU, kind process.Kind, amount symbolic.Expr) *process.Delay {
	return &process.Delay{Span: u.At, Kind: kind, Amount: i.a.Mul(amount, u.Share), Tag: u.Tag}
}

// header is TOvhd_Setup + NumIters * TOvhd_PerIter of a loop whose iterations
// are counted, not distinguished.
func (i *interpreter) header(u *aag.AAU) []process.Term {
	a := i.a
	amount := a.Mul(u.Entries, i.parameter("loop_setup_s"))
	if u.Loop == nil || !i.bodies[identity(u.Loop)] { // else its iterations are a term of its body
		amount = a.Add(amount, a.Mul(u.Local, i.parameter("loop_iteration_s")))
	}
	return []process.Term{i.delay(u, process.Overhead, amount)}
}

// iterate is a loop whose iterations are distinguished: what it adds to a clock in
// one iteration may depend on the clocks of the one before.
func (i *interpreter) iterate(u *aag.AAU) []process.Term {
	setup := i.delay(u, process.Overhead, i.parameter("loop_setup_s"))
	step := i.delay(u, process.Overhead, i.parameter("loop_iteration_s"))
	i.apart = append(i.apart, u.Loop)
	body := process.Series{step, i.block(u.Body)}
	i.apart = i.apart[:len(i.apart)-1]
	i.sent.leave(len(i.apart))
	return []process.Term{setup, &process.Loop{Span: u.At, Index: u.Loop.Name, Lo: u.Loop.Lo, Hi: u.Loop.Hi, Body: body}}
}

// testing is what the tests of a condition take, and the branch taken.
func (i *interpreter) testing(u *aag.AAU) process.Term {
	a := i.a
	return i.delay(u, process.Overhead, a.Add(a.Mul(u.Tested, i.parameter("condition_s")), a.Mul(u.Taken, i.parameter("branch_s")), i.mispredicted(u)))
}

// condition charges every test and the branch taken; below a CondtSync the
// branches are terms of their own.
func (i *interpreter) condition(u *aag.AAU) []process.Term {
	a := i.a
	out := []process.Term{i.testing(u)}
	if u.Kind == aag.CondtD {
		for _, br := range u.Branches {
			out = append(out, i.block(br.Body))
		}
		return out
	}
	choice := &process.If{Span: u.At}
	for _, br := range u.Branches {
		w := process.Weighted{Body: i.block(br.Body)}
		if a.Type(br.Weight) == symbolic.Index { // decided, perhaps by each processor
			w.Cond = br.Weight
		} else {
			w.Weight = br.Weight
		}
		choice.Branches = append(choice.Branches, w)
	}
	return append(out, choice)
}
