package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/predict"
	"github.com/parlens/parlens/costmodel/process"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/costmodel/whatif"
	"github.com/parlens/parlens/machines"
	"github.com/parlens/parlens/render/page"
)

const reportHelp = `Writes one page of HTML about programs that needs no network and no script: the source
with the time of each line, tables of units, loops and messages, curves over the number
of processors, rooflines, a timeline, the values and the numbers of the machine that the
times rest on, and how sure they are. It is light or dark as the reader has it, and can be
printed.

The exit status is 0 when every file could be predicted, 1 when one could not (the page
has the others) or has errors, 2 for wrong use.`

const reportExample = `  parlens report laplace.f90 -p 16 -o laplace.html
  parlens report src -m cluster -p 64 --curves 1..256:2x -o report.html`

func newReport(env environment) *cobra.Command {
	var c choices
	var out, curves string
	cmd := &cobra.Command{
		Use: "report FILE... -o PAGE", Short: "Write one page of HTML about programs", Long: reportHelp, Example: reportExample,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := c.check(cmd); err != nil {
				return err
			}
			if out == "" && env.terminal {
				return errors.New("-o FILE says where the page is written")
			}
			return writePage(cmd.Context(), env, c, args, out, curves)
		},
	}
	c.flags(cmd, "html", "htm")
	f := cmd.Flags()
	f.Lookup("color").Hidden, f.Lookup("format").Hidden = true, true
	c.format = "html"
	f.Lookup("format").DefValue = c.format
	f.StringVarP(&out, "output", "o", "", "the `FILE` to write")
	f.StringVar(&curves, "curves", "1..64:2x", "numbers of processors of the curves, `VALUES` as those of whatif --over P=VALUES, or none")
	complete(cmd, "curves", []string{"none"})
	return cmd
}

func writePage(ctx context.Context, env environment, c choices, args []string, out, curves string) error {
	axis, err := whatif.ParseAxis("P=" + curves)
	if err != nil && curves != "none" {
		return fmt.Errorf("--curves %w", err)
	}
	snap, files, err := c.open(env, args)
	if err != nil {
		return err
	}
	var p page.Page
	var failure error
	tell, progress := newNotices(env.err), newProgress(env, "files", len(files))
	for _, path := range files {
		s, err := c.settings(tell, path)
		if err != nil {
			return err
		}
		g := &gatherer{snap: snap, path: path, settings: s, axis: axis}
		f, err := g.gather(ctx)
		if progress.step(); err != nil {
			fmt.Fprintf(env.err, "parlens: %v\n", err)
			failure = &failed{}
			continue
		}
		failure = cmp.Or(failure, c.tellErrorsOf(env, snap, path, path, f.Report.Diagnostics))
		p.Machine = g.machine
		p.Files = append(p.Files, f)
	}
	progress.end()
	if len(p.Files) == 0 {
		return &failed{errors.New("there is nothing to report")}
	}
	var b bytes.Buffer
	if err := page.Write(&b, p); err != nil {
		return &failed{err}
	}
	if out == "" {
		_, err = env.out.Write(b.Bytes())
	} else {
		err = os.WriteFile(out, b.Bytes(), 0o644)
	}
	if err != nil {
		return &failed{err}
	}
	return failure
}

// gatherer finds what a page shows of a file.
type gatherer struct {
	snap     *workspace.Snapshot
	path     string
	settings settings.Settings
	axis     whatif.Axis
	machine  *machines.Machine
}

func (g *gatherer) gather(ctx context.Context) (page.File, error) {
	p, err := predictOne(ctx, g.snap, g.path, g.settings)
	if err != nil {
		return page.File{}, err
	}
	if p.empty() {
		return page.File{}, withoutUnit(g.path)
	}
	f := page.File{Report: p.Report, Text: p.file.Text}
	if g.machine, err = predict.Machine(p.file, g.settings, os.ReadFile); err != nil {
		return f, err
	}
	if g.machine == nil || g.machine.Array != nil {
		return f, ctx.Err()
	}
	// A page has less room than a file for a viewer.
	if f.Traces, err = predict.Traces(ctx, g.snap, g.path, "", process.Tracing{Slices: 8000, Lanes: 24}, g.settings); err != nil {
		return f, err
	}
	f.Curves, err = g.curves(ctx, f.Report)
	return f, err
}

// curves are those of the main program, or of the first unit that has mapped arrays.
func (g *gatherer) curves(ctx context.Context, r *report.Report) ([]page.Curve, error) {
	units := slices.DeleteFunc(slices.Clone(r.Units), func(u *report.Unit) bool {
		return u.NoEstimate != "" || u.Kind != "program" && len(u.Grid) == 0
	})
	if len(units) == 0 || len(g.axis.Values) == 0 {
		return nil, nil
	}
	unit := units[0]
	if i := slices.IndexFunc(units, func(u *report.Unit) bool { return u.Kind == "program" }); i >= 0 {
		unit = units[i]
	}
	s := whatif.Sweep{Path: g.path, Unit: unit.Name, Settings: g.settings, Machine: g.machine, Axes: []whatif.Axis{g.axis}}
	s.Settings.Grid = nil
	curve := page.Curve{Unit: unit.Name}
	err := s.Run(ctx, g.snap, 0, whatif.Size(s.Axes), func(p whatif.Point) error {
		curve.Points = append(curve.Points, p)
		return nil
	})
	return []page.Curve{curve}, err
}
