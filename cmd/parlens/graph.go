package main

import (
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/evaluate"
	"github.com/parlens/parlens/costmodel/predict"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/render"
	"github.com/parlens/parlens/render/fields"
)

const graphHelp = `Prints the application abstraction graph of a program: its loops, conditions,
statements, communications and calls with what each costs, the way from one to
the next, and, in its synchronized form, which assignment every message brings
to whom.

As DOT it is for Graphviz, as JSON for programs (docs/json.md). The exit status
is 0 when a graph has been printed, 1 when there is none or the program has errors, 2 for
wrong use.`

const graphExample = `  parlens graph laplace.f90 | dot -Tsvg -o laplace.svg
  parlens graph laplace.f90 --unit relax --format json --procs 8`

func newGraph(env environment) *cobra.Command {
	var c choices
	var unit, granularity string
	cmd := &cobra.Command{
		Use:               "graph FILE",
		Short:             "Print the graph of abstraction units of a program, with costs",
		Long:              graphHelp,
		Example:           graphExample,
		Args:              cobra.ExactArgs(1),
		ValidArgsFunction: explainedFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := c.check(cmd); err != nil {
				return err
			}
			if !slices.Contains(granularities, granularity) {
				return fmt.Errorf("--granularity %s: it is %s", granularity, alternatives(granularities))
			}
			return printGraph(cmd.Context(), env, c, args[0], unit, granularity == "block")
		},
	}
	c.flags(cmd, "dot", "json")
	cmd.Flags().Lookup("format").DefValue = "dot"
	c.format = "dot"
	cmd.Flags().Lookup("color").Hidden = true // it has none
	cmd.Flags().StringVar(&unit, "unit", "", "`NAME` of one program unit; all of them when left out")
	completeNames(cmd, "unit", &c.readingChoices, unitNames)
	cmd.Flags().StringVar(&granularity, "granularity", granularities[0], alternatives(granularities)+": every Seq unit by itself, or neighbouring ones as one")
	complete(cmd, "granularity", granularities)
	return cmd
}

var granularities = []string{"statement", "block"}

// unitsOf opens a program and asks for something of its units, of one where a name is
// given. That there is none is an error; what is wrong with the program is told, and is one of
// its own.
func unitsOf[T any](ctx context.Context, env environment, c choices, path, unit string, ask func(*workspace.Snapshot, string, settings.Settings) ([]T, error)) (opened string, all []T, wrong, err error) {
	snap, path, err := c.openOne(env, path)
	if err != nil {
		return path, nil, nil, err
	}
	s, err := c.settings(newNotices(env.err), path)
	if err != nil {
		return path, nil, nil, err
	}
	all, err = ask(snap, path, s)
	switch {
	case err != nil:
		err = &failed{err}
	case len(all) == 0 && unit != "":
		err = fmt.Errorf("%s has no program unit %q", path, unit)
	case len(all) == 0:
		err = &failed{withoutUnit(path)}
	}
	if err == nil {
		wrong = c.tellErrors(ctx, env, snap, path, path, s)
	}
	return path, all, wrong, err
}

func printGraph(ctx context.Context, env environment, c choices, path, unit string, cluster bool) error {
	path, graphs, wrong, err := unitsOf(ctx, env, c, path, unit, func(snap *workspace.Snapshot, path string, s settings.Settings) ([]*report.Graph, error) {
		return predict.Graphs(ctx, snap, path, unit, s)
	})
	if err != nil {
		return err
	}
	for i, g := range graphs {
		if cluster {
			graphs[i] = evaluate.Clustered(g)
		}
		if g.NoEstimate != "" {
			fmt.Fprintf(env.err, "parlens: %s: %s %s has no estimate: %s\n", path, g.Kind, g.Unit, g.NoEstimate)
		}
	}
	if c.format == "json" {
		err = writeGraphs(env.out, path, graphs)
	} else {
		_, err = io.WriteString(env.out, render.DOT(path, graphs))
	}
	if err != nil {
		return &failed{err}
	}
	return wrong
}

type jsonGraph struct {
	Format     formatVersion      `json:"format"`                // version of this output
	File       string             `json:"file"`                  // path as it was given
	Unit       string             `json:"unit"`                  // name of the unit
	Kind       string             `json:"kind"`                  // `program`, `subroutine`, ...
	Call       string             `json:"call,omitempty"`        // as that of a profile
	Span       jsonSpan           `json:"span"`                  // its lines
	NoEstimate string             `json:"no_estimate,omitempty"` // why there is no estimate; absent when there is one
	Nodes      []jsonGraphNode    `json:"nodes"`                 // the abstraction units, in the order of the program
	Edges      []fields.GraphEdge `json:"edges"`                 // control and communication between them
}

type jsonGraphNode struct {
	ID   int    `json:"id"`   // its place in `nodes`, from 0
	Kind string `json:"kind"` // `Start`, `End`, `Seq` (statements), `IterD` (loop or array construct without communication inside), `IterSync` (with), `IterND` (iterations not known), `CondtD`, `CondtSync` (condition without and with communication inside), `Comm`, `Sync` (barrier, SYNC), `Spawn` (processes begin), `SyncSeq` (reduction), `Call`, `IO` (input or output), `Void` (no estimate)
	Line int    `json:"line"` // of the source
	fields.AbstractionUnit
}

// writeGraphs writes one object a line for each graph.
func writeGraphs(w io.Writer, path string, graphs []*report.Graph) error {
	for _, g := range graphs {
		out := jsonGraph{File: path, Unit: g.Unit, Kind: g.Kind, Call: g.Call, Span: jsonSpan{g.Line, g.End}, NoEstimate: g.NoEstimate,
			Nodes: each(g.Nodes, func(n report.GraphNode) jsonGraphNode {
				return jsonGraphNode{n.ID, n.Kind, n.Line, fields.AbstractionUnitOf(n, g.NoEstimate == "")}
			}),
			Edges: each(g.Edges, func(e report.GraphEdge) fields.GraphEdge { return fields.GraphEdge(e) }),
		}
		if err := encode(w, out); err != nil {
			return err
		}
	}
	return nil
}
