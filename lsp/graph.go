package lsp

import (
	"context"
	"path/filepath"
	"slices"

	"go.lsp.dev/protocol"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/evaluate"
	"github.com/parlens/parlens/costmodel/predict"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/render"
)

// methodGraph asks for the application abstraction graph of a unit.
const methodGraph = "parlens/graph"

type graphParams struct {
	query
	Granularity string `json:"granularity,omitempty"` // `statement`, or `block`: neighbouring statements as one; absent: `statement`
}

type graph struct {
	about
	Nodes []graphNode `json:"nodes"` // the abstraction units, in the order of the program
	Edges []graphEdge `json:"edges"` // control and communication between them
	DOT   string      `json:"dot"`   // the same for Graphviz
}

type graphNode struct {
	ID         int            `json:"id"`                        // its place in `nodes`, from 0
	Kind       string         `json:"kind"`                      // as in the graph of [json.md](json.md): `Seq`, `IterD`, `Comm`, ...
	Range      protocol.Range `json:"range"`                     // its line
	Parent     *int           `json:"parent,omitempty"`          // the compound unit that it is part of; absent without one
	Branch     int            `json:"branch,omitempty,omitzero"` // of a condition that is the parent, from 1; absent elsewhere
	Label      string         `json:"label"`                     // what it is about: the array, index, operation or procedure
	Statements int            `json:"statements"`                // how many it stands for
	Executions amount         `json:"executions"`                // of the sequential program, in one call of the unit
	Own        cost           `json:"own"`                       // its own times
	Cumulative cost           `json:"cumulative"`                // the same with all units inside
}

type graphEdge struct {
	From  int    `json:"from"`            // `id` of a node
	To    int    `json:"to"`              // `id` of a node
	Kind  string `json:"kind"`            // `control` or `communication`
	Label string `json:"label,omitempty"` // the array of a communication; absent elsewhere
}

func (s *server) graph(ctx context.Context, snap *workspace.Snapshot, p *graphParams) (*graph, error) {
	if p.Granularity != "" && p.Granularity != "statement" && p.Granularity != "block" {
		return nil, invalid("granularity: %q is neither statement nor block", p.Granularity)
	}
	a, err := s.ask(ctx, snap, p.query)
	if err != nil {
		return nil, err
	}
	all, err := predict.Graphs(ctx, a.snap, a.file.Path, a.unit.Name, a.settings)
	if err != nil {
		return nil, err
	}
	out := &graph{about: a.about(), Nodes: []graphNode{}, Edges: []graphEdge{}}
	i := slices.IndexFunc(all, func(g *report.Graph) bool { return g.Line == a.unit.Start })
	if i < 0 {
		return out, nil
	}
	g := all[i]
	if p.Granularity == "block" {
		g = evaluate.Clustered(g)
	}
	out.Nodes = converted(g.Nodes, func(n report.GraphNode) graphNode { return a.graphNode(n, g.NoEstimate == "") })
	out.Edges = converted(g.Edges, func(e report.GraphEdge) graphEdge { return graphEdge{e.From, e.To, e.Kind, printable(e.Label)} })
	out.DOT = printable(render.DOT(filepath.Base(a.file.Path), []*report.Graph{g}))
	return out, nil
}

func (p page) graphNode(n report.GraphNode, known bool) graphNode {
	out := graphNode{ID: n.ID, Kind: n.Kind, Range: p.rangeOf(n.Line, n.Line), Branch: n.Branch, Label: printable(n.Label), Statements: n.Statements,
		Executions: amount(n.Executions), Own: costOf(n.Own, known), Cumulative: costOf(n.Cumulative, known)}
	if !known {
		out.Executions = unknown
	}
	if n.Parent >= 0 {
		out.Parent = &n.Parent
	}
	return out
}
