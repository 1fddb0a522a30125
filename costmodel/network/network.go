// Package network is the component model of communication: the time of
// point-to-point messages and of collective operations, as expressions in the
// machine's parameters.
package network

import (
	"fmt"
	"math"
	"strconv"

	"github.com/parlens/parlens/analysis/symbolic"
	"github.com/parlens/parlens/machines"
)

// Model builds expressions in A for the machine M. Parameters stay symbols
// with the names of the machine file ("communication.segments.1.startup_s").
type Model struct {
	A *symbolic.Arena
	M *machines.Machine

	// Measured, if not nil, is told of every collective operation that was measured.
	Measured func(Operation)

	calls bool // messages hold the calls of both ends
}

// Operation is a collective operation that a time is wanted for: the processors that
// take part, and the bytes as its measurements count them.
type Operation struct {
	Name              string
	Processors, Bytes symbolic.Expr
}

// Calling is the model with the calls of both ends in every message, where they
// are not in its start-up already: of the stages of a collective operation.
func (m Model) Calling() Model {
	m.calls = true
	return m
}

// Parameter returns the symbol of a machine number.
func (m Model) Parameter(name string) symbolic.Expr {
	return m.A.Sym(name, symbolic.Real)
}

// Message returns the seconds from send to receipt of one message of the given
// bytes over the given hops: start-up + bytes * per byte + hops * per hop,
// with the parameters of the segment that the size falls into.
func (m Model) Message(bytes, hops symbolic.Expr) symbolic.Expr {
	segments := m.M.Segments()
	t := m.segment(len(segments), bytes, hops)
	for i := len(segments) - 1; i > 0; i-- {
		limit := segments[i-1].UpToBytes
		if math.IsInf(limit, 1) {
			continue
		}
		t = m.A.Cond(m.A.Le(bytes, m.A.Real(limit)), m.segment(i, bytes, hops), t)
	}
	if m.calls {
		t = m.A.Add(t, m.Overhead("send_overhead_s"), m.Overhead("receive_overhead_s"))
	}
	return t
}

// Overhead returns the symbol of a time of the communication component, or 0
// where it takes none.
func (m Model) Overhead(key string) symbolic.Expr {
	if n, ok := m.M.Number("communication." + key); !ok || n.Value == 0 {
		return m.A.Int(0)
	}
	return m.Parameter("communication." + key)
}

func (m Model) segment(number int, bytes, hops symbolic.Expr) symbolic.Expr {
	prefix := "communication.segments." + strconv.Itoa(number) + "."
	return m.A.Add(m.Parameter(prefix+"startup_s"),
		m.A.Mul(bytes, m.Parameter(prefix+"per_byte_s")),
		m.A.Mul(hops, m.Parameter(prefix+"per_hop_s")))
}

// Neighbour is the hops between grid neighbours: one, as Gray-code embeddings
// of rings and grids into a hypercube give, and as tori and meshes have.
func (m Model) Neighbour() symbolic.Expr { return m.A.Int(1) }

// Distance is the mean hops between two of the given number of processors, at
// least one: half the dimension of a hypercube, Topology.Mean in other networks.
func (m Model) Distance(processors symbolic.Expr) symbolic.Expr {
	t := TopologyOf(m.M)
	switch t.Kind {
	case "flat":
		return m.A.Int(1)
	case "hypercube":
		return m.A.Max(m.A.Int(1), m.A.Quo(m.A.CeilLog2(processors), m.A.Int(2)))
	}
	return m.A.Opaque(&symbolic.Function{
		Name: "hops", Key: fmt.Sprintf("%+v", t), Result: symbolic.Real, Cost: 100, Lo: 1, Hi: math.Inf(1),
		Eval: func(args []float64) (float64, error) {
			return max(1, t.Mean(int(min(args[0], 1<<30)))), nil
		},
	}, processors)
}

// Many returns the time of messages of equal size that a processor receives at
// one point: the part of every further one that the machine does not hide
// behind the first (concurrent_share).
func (m Model) Many(messages, one symbolic.Expr, further bool) symbolic.Expr {
	share, _ := m.M.Number("communication.concurrent_share")
	if share.Value == 0 {
		return m.A.Mul(messages, one)
	}
	visible := m.Apart()
	if further {
		return m.A.Mul(messages, one, visible)
	}
	first := m.A.Min(m.A.Int(1), messages)
	return m.A.Mul(one, m.A.Add(first, m.A.Mul(visible, m.A.Sub(messages, first))))
}

// Apart is the share of a message that does not travel at the same time as one
// before it to the same processor.
func (m Model) Apart() symbolic.Expr {
	if share, _ := m.M.Number("communication.concurrent_share"); share.Value == 0 {
		return m.A.Int(1)
	}
	return m.A.Sub(m.A.Int(1), m.Parameter("communication.concurrent_share"))
}

// Stages returns the time of a collective in stages of one message each: the
// binomial tree of a broadcast, the recursive doubling of a reduction (whose
// stages also combine, in combine seconds).
func (m Model) Stages(stages, one, combine symbolic.Expr) symbolic.Expr {
	return m.A.Mul(stages, m.A.Add(one, combine))
}
