package render

import (
	"fmt"
	"strings"

	"github.com/parlens/parlens/costmodel/report"
)

// DOT is one directed graph for Graphviz, a cluster for each program unit of the file and
// for each compound unit in it.
func DOT(path string, graphs []*report.Graph) string {
	d := &dot{}
	d.line("digraph %s {", quoted(path))
	d.line("  node [shape=box, fontname=\"sans-serif\"]; edge [fontname=\"sans-serif\"];")
	for i, g := range graphs {
		d.graph(fmt.Sprintf("u%d", i), g)
	}
	d.line("}")
	return d.b.String()
}

type dot struct{ b strings.Builder }

func (d *dot) line(format string, args ...any) { fmt.Fprintf(&d.b, format+"\n", args...) }

func (d *dot) graph(prefix string, g *report.Graph) {
	d.line("  subgraph cluster_%s {", prefix)
	d.line("    label=%s;", quoted(report.Titled(g.Kind, g.Unit, g.Call)))
	d.inside(prefix, g, -1, "    ")
	for _, e := range g.Edges {
		style := ""
		if e.Kind == "communication" {
			style = fmt.Sprintf(" [style=dashed, color=blue, constraint=false, label=%s]", quoted(e.Label))
		}
		d.line("    %s_%d -> %s_%d%s;", prefix, e.From, prefix, e.To, style)
	}
	d.line("  }")
}

// inside writes the nodes of a parent, those of compound units as clusters.
func (d *dot) inside(prefix string, g *report.Graph, parent int, indent string) {
	compound := map[int]bool{}
	for _, n := range g.Nodes {
		compound[n.Parent] = true
	}
	for _, n := range g.Nodes {
		if n.Parent != parent {
			continue
		}
		d.line("%s%s_%d [%s];", indent, prefix, n.ID, attributes(n, g.NoEstimate == ""))
		if compound[n.ID] {
			d.line("%ssubgraph cluster_%s_%d {", indent, prefix, n.ID)
			d.inside(prefix, g, n.ID, indent+"  ")
			d.line("%s}", indent)
		}
	}
}

var dotShapes = map[string]string{"Start": "circle", "End": "doublecircle", "Comm": "ellipse", "Sync": "ellipse", "SyncSeq": "ellipse",
	"CondtD": "diamond", "CondtSync": "diamond"}

func attributes(n report.GraphNode, costs bool) string {
	label := n.Kind
	if n.Label != "" {
		label += ": " + n.Label
	}
	if n.Statements > 1 {
		label += fmt.Sprintf(" and %d more", n.Statements-1)
	}
	label += fmt.Sprintf("\nline %d", n.Line)
	if t := n.Cumulative.Total(); costs && t > 0 {
		label += ", " + Seconds(t)
	}
	out := "label=" + quoted(label)
	if shape := dotShapes[n.Kind]; shape != "" {
		out += ", shape=" + shape
	}
	return out
}

// quoted is a DOT string: only quotes and backslashes are escaped, a line end
// is written \n.
func quoted(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(s) + `"`
}
