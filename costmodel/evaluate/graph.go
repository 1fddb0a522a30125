package evaluate

import (
	"context"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/aag"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
)

// Graphs returns the graphs of the units of a file; of one unit where a name is given.
// The error is that of Text.
func Graphs(ctx context.Context, snap *workspace.Snapshot, f *workspace.File, unit string, s settings.Settings) ([]*report.Graph, error) {
	return perUnit(ctx, snap, f, unit, report.AllLines, s, func(n *numbers, at report.Lines) (*report.Graph, error) {
		b := &grapher{n: n, first: at.First - 1, costs: n.byTag(), g: &report.Graph{
			Unit: n.out.Name, Kind: n.out.Kind, Call: n.instance, Line: at.First, End: at.First + n.out.End - 1, NoEstimate: n.out.NoEstimate,
		}}
		b.build()
		return b.g, nil
	})
}

// byTag returns the charges of each abstraction unit.
func (n *numbers) byTag() map[int]report.Charge {
	out := map[int]report.Charge{}
	if n.result == nil {
		return out
	}
	for _, c := range n.result.Charges {
		sum := out[c.Tag]
		charge(&sum, c.Kind, c.Seconds)
		out[c.Tag] = sum
	}
	return out
}

// grapher lists the units of a graph in the order of the program.
type grapher struct {
	n      *numbers
	g      *report.Graph
	first  int // lines before the unit in the file
	costs  map[int]report.Charge
	placed []placedUnit
}

// placedUnit is a unit of the analysis with the node that stands for it.
type placedUnit struct {
	unit *aag.AAU
	node int
}

func (b *grapher) build() {
	start := b.node(report.GraphNode{Kind: aag.Start.String(), Line: b.g.Line, Parent: -1, Label: b.g.Unit})
	last := []int{start}
	if b.images() {
		spawn := b.node(report.GraphNode{Kind: aag.Spawn.String(), Line: b.g.Line, Parent: -1, Label: "images"})
		b.control(last, spawn)
		last = []int{spawn}
	}
	if graph := b.n.m.graph; graph != nil {
		last = b.block(graph.Tree(), -1, 0, last)
	}
	end := b.node(report.GraphNode{Kind: aag.End.String(), Line: b.g.End, Parent: -1})
	b.control(last, end)
	b.messages()
	b.cumulate()
}

// images reports whether the processes of a unit begin with it: those of a main
// program with coarrays, which no statement starts.
func (b *grapher) images() bool {
	u := b.n.m.unit
	if !u.Messages || u.Kind != program.Main {
		return false
	}
	return !slices.ContainsFunc(b.n.m.graph.Units, func(u *aag.AAU) bool {
		return u.Kind == aag.Spawn || u.Kind == aag.Call && strings.HasPrefix(u.Callee, "mpi_")
	})
}

func (b *grapher) node(n report.GraphNode) int {
	n.ID, n.Statements = len(b.g.Nodes), 1
	b.g.Nodes = append(b.g.Nodes, n)
	return n.ID
}

func (b *grapher) control(from []int, to int) {
	for _, f := range from {
		b.g.Edges = append(b.g.Edges, report.GraphEdge{From: f, To: to, Kind: "control"})
	}
}

// block adds the units of a block behind the nodes before it, and returns the
// nodes that control leaves it from.
func (b *grapher) block(nodes []*aag.Node, parent, branch int, before []int) []int {
	for _, n := range nodes {
		before = []int{b.unit(n, parent, branch, before)}
	}
	return before
}

// unit adds one unit with what is inside: what follows it follows the compound
// unit, as in the papers' figures.
func (b *grapher) unit(n *aag.Node, parent, branch int, before []int) int {
	u := n.Unit
	own := b.costs[u.Tag]
	base := report.GraphNode{Kind: u.Kind.String(), Line: b.line(u.At), Parent: parent, Branch: branch, Label: b.label(u), Executions: b.executions(u)}
	switch {
	case u.Comm != nil && u.Comm.Passed == nil && own.Overhead > 0: // paper 003, section 4.3: index translation and packing are a unit of their own
		pack := base
		pack.Kind, pack.Label, pack.Own = aag.Seq.String(), "pack and unpack", report.Charge{Overhead: own.Overhead}
		id := b.node(pack)
		b.control(before, id)
		before, own.Overhead = []int{id}, 0
	case u.Kind == aag.Seq && len(u.Element.Loops) > 0: // an array construct is a loop around its assignment
		loop := base
		loop.Kind, loop.Label, loop.Own = aag.IterD.String(), "elements of "+base.Label, report.Charge{Overhead: own.Overhead}
		id := b.node(loop)
		b.control(before, id)
		base.Parent, base.Branch, own.Overhead = id, 0, 0
		base.Own = own
		inner := b.node(base)
		b.control([]int{id}, inner)
		b.placed = append(b.placed, placedUnit{u, inner})
		return id
	}
	base.Own = own
	id := b.node(base)
	b.control(before, id)
	b.placed = append(b.placed, placedUnit{u, id})
	for i, block := range n.Blocks {
		number := 0
		if u.Kind == aag.CondtD || u.Kind == aag.CondtSync {
			number = i + 1
		}
		b.block(block, id, number, []int{id})
	}
	return id
}

func (b *grapher) line(at source.Span) int { return b.first + b.n.m.text.LineOf(at.Start) }

func (b *grapher) executions(u *aag.AAU) float64 {
	if b.n.m.counts == nil || b.n.result == nil {
		return 0
	}
	return b.n.m.counts.units[u.Tag].executions.eval(b.n.env)
}

// label says in a few words what a unit is about.
func (b *grapher) label(u *aag.AAU) string {
	switch {
	case u.Callee != "":
		return strings.TrimSuffix("call "+u.Callee+": "+u.Reason, ": ")
	case u.Reason != "":
		return u.Reason
	case u.Comm != nil && u.Comm.Array != nil:
		return u.Comm.Kind.String() + " of " + u.Comm.Array.Name
	case u.Comm != nil:
		return u.Comm.Kind.String()
	case u.Loop != nil:
		return "do " + u.Loop.Name
	case u.Element != nil && u.Element.Combines != nil:
		return u.Element.Combines.Name
	case u.Element != nil && u.Element.IsMask:
		return "mask"
	case u.Element != nil && u.Element.Resolves != nil:
		return "test who owns " + u.Element.Resolves.Sym.Name
	case u.Element != nil && u.Element.Left != nil:
		return u.Element.Left.Sym.Name
	case u.Element != nil && u.Element.Scalar != nil:
		return u.Element.Scalar.Name
	}
	return ""
}

// cumulate adds up what is inside: a node stands behind the one it is part of.
func (b *grapher) cumulate() {
	for i := len(b.g.Nodes) - 1; i >= 0; i-- {
		n := &b.g.Nodes[i]
		n.Cumulative = addCharges(n.Cumulative, n.Own)
		if n.Parent >= 0 {
			parent := &b.g.Nodes[n.Parent]
			parent.Cumulative = addCharges(parent.Cumulative, n.Cumulative)
		}
	}
}
