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
	"github.com/parlens/parlens/render/fields"
)

// methodGraph asks for the application abstraction graph of a unit.
const methodGraph = "parlens/graph"

type graphParams struct {
	query
	Granularity string `json:"granularity,omitempty"` // `statement`, or `block`: neighbouring statements as one; absent: `statement`
}

type graph struct {
	about
	Nodes []graphNode        `json:"nodes"` // the abstraction units, in the order of the program
	Edges []fields.GraphEdge `json:"edges"` // control and communication between them
	DOT   string             `json:"dot"`   // the same for Graphviz
}

type graphNode struct {
	ID    int            `json:"id"`    // its place in `nodes`, from 0
	Kind  string         `json:"kind"`  // as in the graph of [json.md](json.md): `Seq`, `IterD`, `Comm`, ...
	Range protocol.Range `json:"range"` // its line
	fields.AbstractionUnit
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
	out := &graph{about: a.about(), Nodes: []graphNode{}, Edges: []fields.GraphEdge{}}
	i := slices.IndexFunc(all, func(g *report.Graph) bool { return g.Line == a.unit.Start })
	if i < 0 {
		return out, nil
	}
	g := all[i]
	out.Call = g.Call
	if p.Granularity == "block" {
		g = evaluate.Clustered(g)
	}
	out.Nodes = fields.Each(g.Nodes, func(n report.GraphNode) graphNode { return a.graphNode(n, g.NoEstimate == "") })
	out.Edges = fields.Each(g.Edges, func(e report.GraphEdge) fields.GraphEdge {
		return fields.GraphEdge{From: e.From, To: e.To, Kind: e.Kind, Label: printable(e.Label)}
	})
	out.DOT = printable(render.DOT(filepath.Base(a.file.Path), []*report.Graph{g}))
	return out, nil
}

func (p page) graphNode(n report.GraphNode, known bool) graphNode {
	n.Label = printable(n.Label)
	return graphNode{n.ID, n.Kind, p.rangeOf(n.Line, n.Line), fields.AbstractionUnitOf(n, known)}
}
