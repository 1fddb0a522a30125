package evaluate

import "github.com/parlens/parlens/costmodel/report"

// Clustered returns the graph with neighbouring Seq units of a block as one
// (paper 003, section 4.2: the granularity of abstraction). The costs of a
// cluster are the sum of its statements', its line and label those of the first,
// its executions the most of any.
func Clustered(g *report.Graph) *report.Graph {
	out := *g
	out.Nodes, out.Edges = nil, nil
	at := make([]int, len(g.Nodes)) // where each node has gone
	for i, n := range g.Nodes {
		if i > 0 && joins(g.Nodes[i-1], n) {
			into := &out.Nodes[at[i-1]]
			into.Own, into.Cumulative = addCharges(into.Own, n.Own), addCharges(into.Cumulative, n.Cumulative)
			into.Executions = max(into.Executions, n.Executions)
			into.Statements += n.Statements
			at[i] = at[i-1]
			continue
		}
		at[i] = len(out.Nodes)
		n.ID = at[i]
		if n.Parent >= 0 {
			n.Parent = at[n.Parent]
		}
		out.Nodes = append(out.Nodes, n)
	}
	seen := map[report.GraphEdge]bool{}
	for _, e := range g.Edges {
		e.From, e.To = at[e.From], at[e.To]
		if e.From != e.To && !seen[e] {
			seen[e] = true
			out.Edges = append(out.Edges, e)
		}
	}
	return &out
}

// joins reports whether two nodes that follow each other in the list are Seq
// units of the same block.
func joins(a, b report.GraphNode) bool {
	return a.Kind == "Seq" && b.Kind == "Seq" && a.Parent == b.Parent && a.Branch == b.Branch
}
