package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/predict"
	"github.com/parlens/parlens/costmodel/whatif"
	"github.com/parlens/parlens/machines"
	"github.com/parlens/parlens/render"
)

const whatifHelp = `Predicts one unit of a program at many points: over problem sizes, numbers of
processors (P) and numbers of the machine. --over may be repeated; all combinations
are predicted, the last one varying fastest.

What can be varied of a machine is a factor on what it has (0.5x) or a value:

%s
and every number by its path, as "parlens machines show" prints it.

The exit status is 0 when all points were predicted, 1 when there was nothing to
predict, the program has errors or the work was cancelled (what was predicted is
written all the same), 2 for wrong use.`

const whatifExample = `  parlens whatif laplace.f90 --over P=1..64:2x
  parlens whatif laplace.f90 --over n=256,512,1024 --over P=1..16 --format csv
  parlens whatif nbody.f90 --over bandwidth=0.5x,1x,2x --over P=1..64:2x --svg bandwidth.svg
  parlens whatif nbody.f90 --over network_load=0,0.5,0.9 --over P=4,16 --show change`

type whatifChoices struct {
	choices
	over  []string
	unit  string
	shard string
	svg   string
	show  string
	job   string
	tasks int
	exact bool
}

func newWhatif(env environment) *cobra.Command {
	var c whatifChoices
	cmd := &cobra.Command{
		Use: "whatif FILE --over NAME=VALUES...", Short: "Predict over sizes, processors and numbers of the machine", Long: fmt.Sprintf(whatifHelp, variableList()), Example: whatifExample,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := c.check(cmd); err != nil {
				return err
			}
			if c.job != "" {
				if _, err := c.sweep(env, args[0]); err != nil {
					return err
				}
				return writeSweepJob(env, cmd, c, args[0])
			}
			return c.run(cmd.Context(), env, args[0])
		},
	}
	c.flags(cmd, "text", "json", "csv", "svg")
	f := cmd.Flags()
	f.StringArrayVar(&c.over, "over", nil, "what is varied, `NAME=VALUES`: 1,2,4 or 1..64 or 100..1000:100 or 1..1024:2x or 0.5x,1x,2x; may be repeated")
	f.StringVar(&c.unit, "unit", "", "the program unit; the main program when left out")
	f.BoolVar(&c.exact, "exact", false, "predict every point, or derive it where it surely lies on a line; else most of a long curve, or of many points, are interpolated")
	f.StringVar(&c.shard, "shard", "", "the part `I/N` of the points, I from 1, for tasks that share the work")
	f.StringVar(&c.job, "job", "", "print a script that predicts the points as an array of tasks of a scheduler, slurm")
	f.IntVar(&c.tasks, "tasks", 4, "tasks of the array")
	complete(cmd, "job", []string{"slurm"})
	complete(cmd, "tasks", nil)
	f.StringVar(&c.svg, "svg", "", "draw the curves to a `FILE` (.svg or .png), the last --over along the axis")
	f.StringVar(&c.show, "show", "time", "what the curves show: "+alternatives(shown))
	complete(cmd, "show", shown)
	for _, name := range []string{"over", "unit", "shard"} {
		complete(cmd, name, nil)
	}
	f.Lookup("color").Hidden = true
	return cmd
}

func variableList() string {
	var b strings.Builder
	for _, name := range machines.Variable() {
		fmt.Fprintf(&b, "  %-14s %s\n", name, machines.Meaning(name))
	}
	return b.String()
}

// sweep reads the flags.
func (c whatifChoices) sweep(env environment, path string) (whatif.Sweep, error) {
	s := whatif.Sweep{Path: path, Unit: c.unit, Exact: c.exact}
	if len(c.over) == 0 {
		return s, errors.New("--over NAME=VALUES says what is varied; there is none")
	}
	for _, text := range c.over {
		axis, err := whatif.ParseAxis(text)
		if err != nil {
			return s, fmt.Errorf("--over %w", err)
		}
		s.Axes = append(s.Axes, axis)
	}
	var err error
	if s.Settings, err = c.settings(newNotices(env.err), path); err != nil {
		return s, err
	}
	if s.Machine, err = predict.Machine(&workspace.File{Path: path}, s.Settings, os.ReadFile); err != nil {
		return s, err
	}
	if err := s.Check(); err != nil {
		return s, fmt.Errorf("--over %w", err)
	}
	return s, nil
}

// part is the points of the shard.
func (c whatifChoices) part(all int) (first, last int, err error) {
	if c.shard == "" {
		return 0, all, nil
	}
	i, n, found := strings.Cut(c.shard, "/")
	at, err1 := strconv.Atoi(i)
	of, err2 := strconv.Atoi(n)
	if !found || err1 != nil || err2 != nil || at < 1 || at > of {
		return 0, 0, fmt.Errorf("--shard %s: it is written like 1/4, the first of four parts", c.shard)
	}
	// all*at may be larger than an integer holds
	each, rest := all/of, all%of
	first = (at-1)*each + min(at-1, rest)
	last = first + each
	if at <= rest {
		last++
	}
	return first, last, nil
}

func (c whatifChoices) run(ctx context.Context, env environment, path string) error {
	s, err := c.sweep(env, path)
	if err != nil {
		return err
	}
	if err := drawable(c.show, s.Axes); err != nil {
		return err
	}
	if end := filepath.Ext(c.svg); c.svg != "" && end != ".svg" && end != ".png" {
		return fmt.Errorf("--svg %s: a picture is a file .svg or .png", c.svg)
	}
	first, last, err := c.part(whatif.Size(s.Axes))
	if err != nil {
		return err
	}
	snap, path, err := c.openOne(env, path)
	if err != nil {
		return err
	}
	s.Path = path
	buffer := bufio.NewWriterSize(env.out, 1<<16)
	out, err := newSweepWriter(c.format, buffer, s)
	if err != nil {
		return err
	}
	progress := newProgress(env, "points", last-first)
	var points []whatif.Point
	idle, resting := newIdleAxes(s), newRestingOn()
	estimated, derived, interpolated := 0, 0, 0
	failure := s.Run(ctx, snap, first, last, func(p whatif.Point) error {
		if c.svg != "" || c.format == "svg" {
			points = append(points, p)
		}
		if p.NoEstimate == "" {
			estimated++
		}
		switch {
		case p.Interpolated != "":
			interpolated++
		case p.Derived:
			derived++
		}
		idle.see(p)
		resting.see(p)
		progress.step()
		return out.write(p)
	})
	progress.end()
	if failure == nil || progress.done > 0 {
		failure = cmp.Or(failure, out.end(), buffer.Flush())
	}
	set, varied := c.unused(ctx, snap, s, resting)
	for _, name := range set {
		fmt.Fprintf(env.err, "parlens: --set %s has no effect: no prediction rests on a value of that name\n", name)
	}
	for _, name := range append(idle.names(), varied...) {
		fmt.Fprintf(env.err, "parlens: --over %s changes nothing: what is predicted rests on no value of that name, or its time does not depend on it\n", name)
	}
	wrong := c.tellErrors(ctx, env, snap, path, path, s.Settings)
	tellAssumed(env, path, resting.assumed)
	if derived > 0 {
		fmt.Fprintf(env.err, "%s: %d of %d points lie on straight lines between predicted ones\n", path, derived, progress.done)
	}
	if interpolated > 0 {
		fmt.Fprintf(env.err, "%s: %d of %d points are interpolated between predicted ones; --exact predicts each\n", path, interpolated, progress.done)
	}
	switch {
	case failure != nil && progress.done == 0:
		return &failed{fmt.Errorf("%s: %w", path, failure)}
	case failure != nil:
		return &failed{fmt.Errorf("%s: %w (%d of %d points are written)", path, failure, progress.done, last-first)}
	case estimated == 0:
		return &failed{fmt.Errorf("%s: no point has an estimate", path)}
	case c.svg != "":
		if err := drawSweep(env, c.svg, c.show, s, points); err != nil {
			return err
		}
	}
	if c.format == "svg" {
		return cmp.Or(sweepChart(c.show, s, points).SVG(env.out), wrong)
	}
	return wrong
}

// sweepWriter writes points as they come.
type sweepWriter interface {
	write(whatif.Point) error
	end() error
}

func newSweepWriter(format string, w io.Writer, s whatif.Sweep) (sweepWriter, error) {
	switch format {
	case "json":
		return &sweepJSON{w, s}, nil
	case "csv":
		return newSweepCSV(w, s)
	case "svg":
		return sweepPicture{}, nil
	}
	t := &sweepText{tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)}
	for _, a := range s.Axes {
		fmt.Fprintf(t.out, "%s\t", a.Name)
	}
	fmt.Fprintln(t.out, "time\tcomputation\tcommunication\toverhead\twait\tspeedup\tefficiency\t")
	return t, nil
}

// sweepPicture leaves the points to whom draws them.
type sweepPicture struct{}

func (sweepPicture) write(whatif.Point) error { return nil }
func (sweepPicture) end() error               { return nil }

type sweepText struct{ out *tabwriter.Writer }

func (t *sweepText) write(p whatif.Point) error {
	for _, v := range p.Values {
		fmt.Fprintf(t.out, "%v\t", v)
	}
	if p.NoEstimate != "" {
		_, err := fmt.Fprintf(t.out, "?\t\t\t\t\t\t\t  %s\n", displayed(p.NoEstimate))
		return err
	}
	mark := ""
	switch {
	case p.Interpolated != "":
		if mark = "  interpolated " + p.Interpolated; p.Between.Some() {
			mark += ", at least " + render.Seconds(p.Between.Low)
		}
	case p.Between.Some():
		mark = "  " + p.Between.String()
	}
	speedup := "-" // not on one processor
	if p.Speedup > 0 {
		speedup = fmt.Sprintf("%.4g", p.Speedup)
	}
	c := p.Charge
	_, err := fmt.Fprintf(t.out, "%s\t%s\t%s\t%s\t%s\t%s\t%d%%\t%s\n", render.Least(p.AtLeast, render.Seconds(c.Total())), render.Seconds(c.Computation), render.Seconds(c.Communication),
		render.Seconds(c.Overhead), render.Seconds(c.Wait), speedup, render.Percent(p.Efficient, 1), mark)
	return err
}

func (t *sweepText) end() error { return t.out.Flush() }
