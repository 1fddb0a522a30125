package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/execution"
	"github.com/parlens/parlens/costmodel/predict"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/disk"
	"github.com/parlens/parlens/machines"
)

const mappingHelp = `Compares the ways to map a parallel loop onto a linear array of processors with
a host at its ends (Sussman 1992): block and interleaved data partitioning, and
pipelining of the loop's body; what each computes, communicates, waits and hides,
which wins, and where another begins to win.

The loop is that of FILE:LINE, whose iterations, cost of an iteration and neighbours
come from analysis, or one of --set N=1000 --set BB=10. On a machine that passes
messages it is a pipelined sweep: the best strip. FILE alone plans a technique for each
parallel loop of its units, with what a change between them costs. Three sequential
models of the body bound the times: of the loop's own operations, or of --operations.`

const mappingExample = `  parlens mapping --machine warp --set N=1000 --set P=10 --set BB=10 --set K=0.5 --set LF=1.5
  parlens mapping smooth.f90:12 --machine warp --cells interleaved
  parlens mapping smooth.f90 --machine warp
  parlens mapping --machine warp --operations 5,5,0,10
  parlens mapping --figure 10 --svg figure10.svg`

// mappingChoices are the flags of the command.
type mappingChoices struct {
	machine, format, cells, svg string
	operations                  []int
	set                         []string
	figure                      int
	output, unrounded           bool
	readingChoices
}

func newMapping(env environment) *cobra.Command {
	var c mappingChoices
	cmd := &cobra.Command{
		Use: "mapping [FILE[:LINE]]", Short: "Compare ways to map a parallel loop onto an array of processors", Long: mappingHelp, Example: mappingExample,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return c.run(cmd.Context(), env, args) },
	}
	f := cmd.Flags()
	f.StringVarP(&c.machine, "machine", "m", "warp", "machine: "+strings.Join(machines.Shipped(), ", ")+", or the path of a machine file")
	f.StringArrayVarP(&c.set, "set", "s", nil, "value of a parameter or of a problem size, `NAME=VALUE`; may be repeated: "+parameterNames())
	f.StringVarP(&c.format, "format", "f", "text", "text or json")
	f.StringVar(&c.cells, "cells", "", "print the program of a cell for a technique: block, interleaved or pipelined")
	f.BoolVar(&c.output, "output", false, "results go back to the host as the data came")
	f.BoolVar(&c.unrounded, "unrounded", false, "as the printed equations: shares are not rounded up where P does not divide")
	f.IntSliceVar(&c.operations, "operations", nil, "additions, multiplications, other operations of the body, and the longest `CHAIN` of dependent ones, for bounds by the sequential models")
	f.IntVar(&c.figure, "figure", 0, "draw a figure of the paper (5, 6, 8, 9 or 10) with --svg")
	f.StringVar(&c.svg, "svg", "", "draw the figure to a `FILE`")
	complete(cmd, "machine", machines.Shipped())
	complete(cmd, "format", []string{"text", "json"})
	complete(cmd, "cells", []string{"block", "interleaved", "pipelined"})
	complete(cmd, "set", nil)
	c.readingChoices.flags(cmd)
	return cmd
}

func parameterNames() string {
	var words []string
	for _, p := range execution.Parameters {
		words = append(words, p.Name+" ("+p.Meaning+")")
	}
	return strings.Join(words, ", ")
}

// mapped is what the command found out.
type mapped struct {
	machine *machines.Machine
	from    string // the loop, "" where its values are set
	source  predict.Body
	item    float64
	execution.Comparison
	sweep  *swept
	bounds []execution.Bounded
	body   execution.Bounds
}

// swept is the pipelined sweep on a machine that passes messages.
type swept struct{ columns, strip, time, one, whole float64 }

func (c *mappingChoices) run(ctx context.Context, env environment, args []string) error {
	if c.operations != nil && len(c.operations) != 4 {
		return fmt.Errorf("--operations: they are four numbers, ADDITIONS,MULTIPLICATIONS,OTHERS,CHAIN")
	}
	if c.figure != 0 || c.svg != "" {
		return c.draw()
	}
	if !slices.Contains([]string{"text", "json"}, c.format) {
		return fmt.Errorf("--format %s: it is text or json", c.format)
	}
	m, err := machines.Load(c.machine, os.ReadFile)
	if err != nil {
		return err
	}
	values, sizes, err := c.values(m)
	if err != nil {
		return err
	}
	out := mapped{machine: m}
	if n, ok := m.Number("communication.item_s"); ok {
		out.item = n.Value
	}
	if len(args) == 1 && !strings.Contains(filepath.Base(args[0]), ":") {
		return c.plan(ctx, env, m, args[0], sizes)
	}
	if len(args) == 1 {
		if err := c.loop(ctx, &out, args[0], values, sizes); err != nil {
			return err
		}
	} else if len(sizes) > 0 {
		return fmt.Errorf("--set: there is no parameter %s; the parameters are %s", strings.Join(sizes, ", "), parameterNames())
	}
	if out.item == 0 {
		out.sweep, err = sweepOn(m, execution.Values(values))
	} else {
		err = c.compare(&out, values)
	}
	if err != nil {
		return &failed{err}
	}
	if c.format == "json" {
		return encode(env.out, out.json())
	}
	if c.cells != "" {
		technique := execution.Technique(c.cells)
		if !slices.Contains(execution.Techniques, technique) {
			return fmt.Errorf("--cells %s: it is block, interleaved or pipelined", c.cells)
		}
		all := execution.Values(values)
		_, err := fmt.Fprint(env.out, execution.Cells(technique, int(all["N"]), int(all["P"])))
		return err
	}
	return out.write(env)
}

// compare puts the techniques side by side, with the bounds of their times.
func (c *mappingChoices) compare(out *mapped, values map[string]float64) (err error) {
	options := execution.Options{Rounded: !c.unrounded, Output: c.output, Copies: true, Memory: true, Host: true, Startup: true}
	techniques := execution.Applicable(values)
	if out.Comparison, err = execution.Compare(techniques, options, values); err != nil {
		return err
	}
	body := out.source
	if len(c.operations) == 4 {
		o := c.operations
		body.Body = execution.Body{Adds: o[0], Multiplies: o[1], Others: o[2], Chain: o[3]}
	}
	if on, ok := body.On(out.machine); ok && body.Adds+body.Multiplies+body.Others > 0 {
		out.body = execution.Sequential(on)
		out.bounds, err = execution.BoundAll(techniques, options, out.body, values)
	}
	return err
}

// values divides what is set into parameters of the models and sizes of the
// program.
func (c *mappingChoices) values(m *machines.Machine) (values map[string]float64, sizes []string, err error) {
	values = map[string]float64{"P": float64(min(m.Nodes, 10))}
	for _, s := range c.set {
		name, text, found := strings.Cut(s, "=")
		v, wrong := strconv.ParseFloat(text, 64)
		if !found || wrong != nil {
			return nil, nil, fmt.Errorf("--set %s: a value is set like N=1000", s)
		}
		i := slices.IndexFunc(execution.Parameters, func(p execution.Parameter) bool { return p.Name == name })
		if i < 0 {
			sizes = append(sizes, s)
			continue
		}
		if p := execution.Parameters[i]; v < 0 || !p.Real && v != float64(int64(v)) || (name == "P" || name == "G") && v < 1 || name == "K" && v > 1 || name == "LF" && v < 1 {
			return nil, nil, fmt.Errorf("--set %s: %s is %s", s, name, p.Meaning)
		}
		values[name] = v
	}
	return values, sizes, nil
}

// predicted is the report on a program of the given sizes, for its own number of
// processors where procs is 0.
func (c *mappingChoices) predicted(ctx context.Context, file string, procs int, sizes []string) (*workspace.Snapshot, *report.Report, error) {
	given, err := parseValues(sizes)
	if err != nil {
		return nil, nil, err
	}
	reading := c.reading()
	reading.Files = []string{file}
	snap := workspace.New(disk.Disk{}).Configure(reading)
	r, err := predict.File(ctx, snap, file, settings.Settings{Machine: c.machine, Procs: procs, Values: given})
	if err != nil {
		return nil, nil, &failed{err}
	}
	return snap, r, nil
}

// loop takes the iterations and the cost of the body from a loop of a program, as
// one processor executes it.
func (c *mappingChoices) loop(ctx context.Context, out *mapped, at string, values map[string]float64, sizes []string) error {
	file, number, _ := strings.Cut(at, ":")
	line, err := strconv.Atoi(number)
	if err != nil || line < 1 {
		return fmt.Errorf("%s: a loop is given as FILE:LINE", at)
	}
	snap, r, err := c.predicted(ctx, file, 1, sizes)
	if err != nil {
		return err
	}
	l, err := predict.LoopAt(r, line)
	if err != nil {
		return &failed{fmt.Errorf("%s: %w", at, err)}
	}
	out.from = fmt.Sprintf("%s:%d: %v iterations of %s", file, l.Line, l.Iterations, report.Seconds(l.Body))
	if body, ok := predict.BodyAt(snap, file, l.Line); ok {
		out.source = body
		for name, v := range map[string]float64{"X": body.Before, "Y": body.Behind} {
			if _, set := values[name]; !set {
				values[name] = v
			}
		}
	}
	values["N"] = l.Iterations
	values["BB"] = l.Body
	if out.item > 0 {
		values["BB"] = l.Body / out.item
	}
	return nil
}

// sweepOn evaluates a sweep over N columns of BB seconds each, dealt to P
// processors, with messages of 8 bytes a column.
func sweepOn(m *machines.Machine, v map[string]float64) (*swept, error) {
	s := execution.NewSweep()
	segment := m.Segment(8)
	at := map[string]float64{"N": v["N"], "P": v["P"], "W": v["BB"] / v["P"], "S": segment.Startup.Value + segment.PerHop.Value, "C": 8 * segment.PerByte.Value}
	strip, time, err := s.Strip(at)
	if err != nil {
		return nil, err
	}
	out := &swept{v["N"], strip, time, 0, 0}
	at["B"] = 1
	if out.one, err = s.Arena.Eval(s.T, at); err != nil {
		return nil, err
	}
	at["B"] = v["N"]
	out.whole, err = s.Arena.Eval(s.T, at)
	return out, err
}

func (c *mappingChoices) draw() error {
	figure, ok := execution.Figure(c.figure)
	if !ok || c.svg == "" {
		return fmt.Errorf("--figure 5, 6, 8, 9 or 10 is drawn to --svg FILE")
	}
	var b bytes.Buffer
	if err := figure.SVG(&b); err != nil {
		return &failed{err}
	}
	if err := os.WriteFile(c.svg, b.Bytes(), 0o666); err != nil {
		return &failed{err}
	}
	return nil
}
