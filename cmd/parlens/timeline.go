package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/parlens/parlens/costmodel/predict"
	"github.com/parlens/parlens/costmodel/process"
	"github.com/parlens/parlens/costmodel/report"
)

const timelineHelp = `Prints when each processor arrives at the exchanges of a program, when its
messages are sent, how long it waits and transmits, and when it goes on: the
clocks that the times of parlens predict are read from. docs/waits.md has two
programs with the arithmetic.

The exit status is 0 when a timeline has been printed, 1 when there is none, 2 for
wrong use.`

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
	snap, path, err := c.openOne(env, path)
	if err != nil {
		return err
	}
	settings, err := c.settings(newNotices(env.err), path)
	if err != nil {
		return err
	}
	lines, err := predict.Timelines(ctx, snap, path, unit, exchanges, settings)
	switch {
	case err != nil:
		return &failed{err}
	case len(lines) == 0 && unit != "":
		return fmt.Errorf("%s has no program unit %q", path, unit)
	case len(lines) == 0:
		return &failed{fmt.Errorf("%s: there is no program unit in it", path)}
	}
	write := writeTimeline
	if c.format == "json" {
		write = encodeTimeline
	}
	var failure error = &failed{}
	for _, l := range lines {
		if l.NoEstimate != "" {
			fmt.Fprintf(env.err, "parlens: %s: %s %s has no estimate: %s\n", path, l.Kind, l.Unit, l.NoEstimate)
		} else {
			failure = nil
		}
		if err := write(env.out, path, l); err != nil {
			return &failed{err}
		}
	}
	return failure
}

// writeTimeline writes a table for each exchange, of the processors that it takes
// time, and below a row of characters for each processor.
func writeTimeline(w io.Writer, path string, l *report.Timeline) error {
	var b strings.Builder
	if l.NoEstimate == "" {
		fmt.Fprintf(&b, "%s: %s %s on %s, %s reading\n", path, l.Kind, l.Unit, count(float64(len(l.Processors)), "processor"), l.Reading)
	}
	for _, phase := range l.Phases {
		fmt.Fprintf(&b, "%s, which stands here\n", phase)
	}
	for _, x := range l.Exchanges {
		fmt.Fprintf(&b, "\nline %d, %s\n", x.Line, x.What)
		fmt.Fprintf(&b, "  %9s %11s %11s %11s %11s %11s\n", "processor", "arrives", "sends", "waits", "transmits", "goes on")
		for p, v := range x.Visits {
			if !v.TakesTime() {
				continue
			}
			fmt.Fprintf(&b, "  %9s %11s %11s %11s %11s %11s\n", coordinatesOf(l.Processors[p]),
				report.Seconds(v.Arrives), report.Seconds(v.Calls), report.Seconds(v.Wait), report.Seconds(v.Transmission), report.Seconds(v.Leaves))
		}
	}
	if end := until(l); end > 0 {
		b.WriteString(chart(l, end))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// until is the time that a chart ends with: that of the unit, or of its last
// exchange that is listed.
func until(l *report.Timeline) float64 {
	end := 0.0
	if !l.More {
		for _, at := range l.Ends {
			end = max(end, at)
		}
		return end
	}
	for _, v := range l.Exchanges[len(l.Exchanges)-1].Visits {
		end = max(end, v.Leaves)
	}
	return end
}

const chartWidth = 60

// chart draws what the processors do, a character for each sixtieth of the time:
// what it is in the middle of that.
func chart(l *report.Timeline, end float64) string {
	var b strings.Builder
	last := report.Seconds(end)
	fmt.Fprintf(&b, "\n  %9s 0%*s\n", "", chartWidth-1, last)
	for p, at := range l.Processors {
		row := []byte(strings.Repeat(" ", chartWidth))
		for i := range row {
			row[i] = doing(l, p, (float64(i)+0.5)*end/chartWidth)
		}
		fmt.Fprintf(&b, "  %9s %s\n", coordinatesOf(at), strings.TrimRight(string(row), " "))
	}
	fmt.Fprintf(&b, "  %9s # works  . waits  = transmits\n", "")
	if l.More {
		fmt.Fprintf(&b, "  %9s the first %d exchanges; --exchanges shows more\n", "", len(l.Exchanges))
	}
	return b.String()
}

// doing is what processor p does at a time.
func doing(l *report.Timeline, p int, at float64) byte {
	for _, x := range l.Exchanges {
		switch v := x.Visits[p]; {
		case at < v.Calls:
			return '#'
		case at < v.Calls+v.Wait:
			return '.'
		case at < v.Leaves:
			return '='
		}
	}
	if l.More || at >= l.Ends[p] {
		return ' '
	}
	return '#'
}

func coordinatesOf(processor []int) string {
	words := make([]string, len(processor))
	for i, c := range processor {
		words[i] = fmt.Sprint(c)
	}
	return "(" + strings.Join(words, ",") + ")"
}

type jsonTimeline struct {
	Format     formatVersion       `json:"format"`                // version of this output
	File       string              `json:"file"`                  // path as it was given
	Unit       string              `json:"unit"`                  // name of the unit
	Kind       string              `json:"kind"`                  // `program`, `subroutine`, ...
	NoEstimate string              `json:"no_estimate,omitempty"` // why there is no estimate; absent when there is one
	Reading    string              `json:"reading"`               // how the times were found
	Processors [][]int             `json:"processors"`            // the coordinates of each processor, the last fastest; where there are too many, those that stand for others
	Exchanges  []jsonExchangeVisit `json:"exchanges"`             // the first exchanges that take anybody time
	Phases     []string            `json:"phases,omitempty"`      // as those of a profile
	More       bool                `json:"more"`                  // there are further exchanges
	Ends       []number            `json:"ends_s"`                // seconds: when each of `processors` has finished the unit
}

type jsonExchangeVisit struct {
	Line   int         `json:"line"`   // its line
	What   string      `json:"what"`   // what it is
	Visits []jsonVisit `json:"visits"` // one for each of `processors`
}

type jsonVisit struct {
	Arrives      number `json:"arrives_s"`      // seconds since the start of the unit: the processor reaches the exchange
	Sends        number `json:"sends_s"`        // seconds: its messages are sent; later by what the calls take
	Wait         number `json:"wait_s"`         // seconds: it waits for others, for a link, or for room at the receiver
	Transmission number `json:"transmission_s"` // seconds: messages that it receives, or sends and has to wait for
	Leaves       number `json:"leaves_s"`       // seconds: it goes on; `sends_s`, `wait_s` and `transmission_s` together
}

// encodeTimeline writes one object on a line.
func encodeTimeline(w io.Writer, path string, l *report.Timeline) error {
	return encode(w, jsonTimeline{
		File: path, Unit: l.Unit, Kind: l.Kind, NoEstimate: l.NoEstimate, Reading: l.Reading, Phases: l.Phases, More: l.More,
		Processors: append([][]int{}, l.Processors...),
		Exchanges: each(l.Exchanges, func(x report.TimelineExchange) jsonExchangeVisit {
			return jsonExchangeVisit{Line: x.Line, What: x.What, Visits: each(x.Visits, visitOf)}
		}),
		Ends: each(l.Ends, func(x float64) number { return number(x) }),
	})
}

func visitOf(v process.Visit) jsonVisit {
	return jsonVisit{number(v.Arrives), number(v.Calls), number(v.Wait), number(v.Transmission), number(v.Leaves)}
}
