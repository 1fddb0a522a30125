package main

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/predict"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/render"
	"github.com/parlens/parlens/render/fields"
)

const timelineHelp = `Prints when each processor arrives at the exchanges of a program, when its
messages are sent, how long it waits and transmits, and when it goes on: the
clocks that the times of parlens predict are read from. docs/waits.md has two
programs with the arithmetic.

The exit status is 0 when a timeline has been printed, 1 when there is none or the
program has errors, 2 for wrong use.`

const timelineExample = `  parlens timeline laplace.f90
  parlens timeline laplace.f90 --procs 8 --exchanges 20 --format json`

func newTimeline(env environment) *cobra.Command {
	var c choices
	var unit string
	exchanges := 10
	cmd := &cobra.Command{
		Use:               "timeline FILE",
		Short:             "Print when each processor arrives at an exchange, waits and goes on",
		Long:              timelineHelp,
		Example:           timelineExample,
		Args:              cobra.ExactArgs(1),
		ValidArgsFunction: explainedFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := c.check(cmd); err != nil {
				return err
			}
			if exchanges < 1 || exchanges > mostExchanges {
				return fmt.Errorf("--exchanges %d: it is between 1 and %d", exchanges, mostExchanges)
			}
			return printTimelines(cmd.Context(), env, c, args[0], unit, exchanges)
		},
	}
	c.flags(cmd, "text", "json")
	cmd.Flags().Lookup("color").Hidden = true // it has none
	cmd.Flags().StringVar(&unit, "unit", "", "`NAME` of one program unit; all of them when left out")
	cmd.Flags().IntVar(&exchanges, "exchanges", exchanges, "how many are printed, the first ones")
	complete(cmd, "unit", nil)
	complete(cmd, "exchanges", nil)
	return cmd
}

const mostExchanges = 100_000

func printTimelines(ctx context.Context, env environment, c choices, path, unit string, exchanges int) error {
	path, lines, wrong, err := unitsOf(ctx, env, c, path, unit, func(snap *workspace.Snapshot, path string, s settings.Settings) ([]*report.Timeline, error) {
		return predict.Timelines(ctx, snap, path, unit, exchanges, s)
	})
	if err != nil {
		return err
	}
	var failure error = &failed{}
	for _, l := range lines {
		if l.NoEstimate != "" {
			fmt.Fprintf(env.err, "parlens: %s: %s %s has no estimate: %s\n", path, l.Kind, l.Unit, l.NoEstimate)
		} else {
			failure = wrong
		}
		if c.format == "json" {
			err = encodeTimeline(env.out, path, l)
		} else {
			_, err = io.WriteString(env.out, render.Timeline(path, l, "; --exchanges shows more"))
		}
		if err != nil {
			return &failed{err}
		}
	}
	return failure
}

type jsonTimeline struct {
	Format     formatVersion       `json:"format"`                // version of this output
	File       string              `json:"file"`                  // path as it was given
	Unit       string              `json:"unit"`                  // name of the unit
	Kind       string              `json:"kind"`                  // `program`, `subroutine`, ...
	Call       string              `json:"call,omitempty"`        // as that of a profile
	NoEstimate string              `json:"no_estimate,omitempty"` // why there is no estimate; absent when there is one
	Reading    string              `json:"reading"`               // how the times were found
	Processors [][]int             `json:"processors"`            // the coordinates of each processor, the last fastest; where there are too many, those that stand for others
	Exchanges  []jsonExchangeVisit `json:"exchanges"`             // the first exchanges that take anybody time
	Phases     []string            `json:"phases,omitempty"`      // as those of a profile
	More       bool                `json:"more"`                  // there are further exchanges
	Ends       []number            `json:"ends_s"`                // seconds: when each of `processors` has finished the unit
}

type jsonExchangeVisit struct {
	Line   int            `json:"line"`   // its line
	What   string         `json:"what"`   // what it is
	Visits []fields.Visit `json:"visits"` // one for each of `processors`
}

// encodeTimeline writes one object on a line.
func encodeTimeline(w io.Writer, path string, l *report.Timeline) error {
	return encode(w, jsonTimeline{
		File: path, Unit: l.Unit, Kind: l.Kind, Call: l.Call, NoEstimate: l.NoEstimate, Reading: l.Reading, Phases: l.Phases, More: l.More,
		Processors: append([][]int{}, l.Processors...),
		Exchanges: each(l.Exchanges, func(x report.TimelineExchange) jsonExchangeVisit {
			return jsonExchangeVisit{Line: x.Line, What: x.What, Visits: each(x.Visits, fields.VisitOf)}
		}),
		Ends: each(l.Ends, func(x float64) number { return number(x) }),
	})
}
