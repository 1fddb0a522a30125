package main

import (
	"context"
	"fmt"
	"maps"
	"runtime/debug"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/predict"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/costmodel/whatif"
)

const predictHelp = `Predicts what every line of the programs costs on a parallel machine.

What the flags leave open comes from the nearest parlens.toml at or above the
program, then from the program itself.

With lines (FILE:12-20, FILE:12, --lines) or a unit (--unit) it prints the
profile of that part instead: its own costs, and the cumulative ones, with what
it calls and what stands inside loops and conditions that begin there; speedup
and efficiency; whether the arrays fit the memory of a processor. The
exit status is 0 when every file was predicted
without errors, 1 when one has errors (with --strict also warnings) or no unit
with an estimate, 2 for wrong use.`

const predictExample = `  parlens predict laplace.f90
  parlens predict laplace.f90 --machine cluster --grid 4x4 --set n=1024
  parlens predict *.f90 --format csv > lines.csv
  parlens predict laplace.f90:25-28
  parlens predict src/ --strict
  generate | parlens predict - --stdin-name src/generated.f90`

// programExtensions are those of the source files that the command reads.
var programExtensions = []string{"f90", "f95", "f03", "f08", "f", "for", "ftn", "f77", "hpf", "spar"}

func newPredict(env environment) *cobra.Command {
	var c choices
	var profile partChoices
	cmd := &cobra.Command{
		Use:     "predict FILE[:FIRST-LAST]|FOLDER|-...",
		Short:   "Print what every line of the programs costs",
		Long:    predictHelp,
		Example: predictExample,
		Args:    cobra.MinimumNArgs(1),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return programExtensions, cobra.ShellCompDirectiveFilterFileExt
		},
		RunE: func(cmd *cobra.Command, files []string) error {
			if err := c.check(cmd); err != nil {
				return err
			}
			return predictParts(cmd.Context(), env, c, profile, files)
		},
	}
	c.flags(cmd, "text", "json", "csv")
	profile.flags(cmd, &c.readingChoices)
	cmd.Flags().BoolVar(&c.strict, "strict", false, "exit status 1 also where a file has warnings")
	return cmd
}

// predictParts writes reports on whole files, or profiles where parts of files
// are asked for.
func predictParts(ctx context.Context, env environment, c choices, profile partChoices, files []string) error {
	parts := make([]part, len(files))
	asked := false
	for i, file := range files {
		p, isPart, err := profile.of(file)
		if err != nil {
			return err
		}
		parts[i], asked = p, asked || isPart
	}
	if asked {
		return profileAll(ctx, env, c, parts)
	}
	return predictAll(ctx, env, c, files)
}

// prediction is a report with the file that it is about.
type prediction struct {
	*report.Report
	file *workspace.File
}

// empty reports whether there is nothing in the file that could be predicted or be wrong.
func (p prediction) empty() bool { return len(p.Units)+len(p.Diagnostics) == 0 }

// withoutUnit says of a place or a file that it has nothing to predict.
func withoutUnit(at string) error { return fmt.Errorf("%s: there is no program unit in it", at) }

// complete reports whether something could be predicted, or there is nothing to predict: a
// module of constants.
func (p prediction) complete() bool {
	return slices.ContainsFunc(p.Units, func(u *report.Unit) bool { return u.Empty || estimated(u) })
}

// estimated reports whether anything of a unit has an estimate, if only a part of a
// line, but more than the overhead of calls; a unit that does nothing has.
func estimated(u *report.Unit) bool {
	return u.NoEstimate == "" && (u.Charge.Total() > u.Charge.Overhead || len(unestimated(u)) < len(u.Lines) || len(u.Lines) == 0)
}

// unestimated returns the numbers of the lines that have no estimate.
func unestimated(u *report.Unit) []string {
	var lines []string
	for _, l := range u.Lines {
		if l.NoEstimate != "" {
			lines = append(lines, strconv.Itoa(l.Line))
		}
	}
	return lines
}

// predictAll writes the report of every file. It goes on after a file that
// cannot be predicted.
func predictAll(ctx context.Context, env environment, c choices, files []string) error {
	snap, files, err := c.open(env, files)
	if err != nil {
		return err
	}
	write, tell := c.writer(env), newNotices(env.err)
	unused, _ := parseValues(c.set)
	var failure error
	for _, file := range files {
		chosen, err := c.settings(tell, file)
		if err != nil {
			return err
		}
		p, err := predictOne(ctx, snap, file, chosen)
		if err != nil {
			fmt.Fprintf(env.err, "parlens: %v\n", err)
			failure = &failed{}
			continue
		}
		if err := c.judge(p); err != nil {
			failure = err
		}
		for _, u := range p.Units {
			maps.DeleteFunc(unused, func(name string, _ float64) bool { return whatif.RestsOn(u, name) })
		}
		if p.empty() {
			fmt.Fprintf(env.err, "parlens: %s\n", withoutUnit(file+":1:1"))
		}
		if err := write(p); err != nil {
			return &failed{err}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(unused)) {
		fmt.Fprintf(env.err, "parlens: --set %s has no effect: no prediction rests on a value of that name\n", name)
	}
	return failure
}

// judge returns what makes the status of a file's report 1: an error in the
// program (with --strict a warning too), nothing that has an estimate, or an
// arrangement that --grid cannot be.
func (c choices) judge(p prediction) error {
	grid, _ := parseGrid(c.grid)
	fits := func(u *report.Unit) bool { return len(u.Grid) == 0 || len(u.Grid) == len(grid) }
	switch {
	case len(grid) > 0 && len(p.Units) > 0 && !slices.ContainsFunc(p.Units, fits):
		return &failed{fmt.Errorf("--grid %s: %s has no arrangement of %d dimensions", c.grid, p.File, len(grid))}
	case !p.complete():
		return &failed{}
	}
	return c.judged(p.Diagnostics)
}

// judged is what diagnostics make of the exit status.
func (c choices) judged(diags []source.Diagnostic) error {
	worst := source.Error
	if c.strict {
		worst = source.Warning
	}
	if slices.ContainsFunc(diags, func(d source.Diagnostic) bool { return d.Severity <= worst }) {
		return &failed{}
	}
	return nil
}

// predictOne predicts one file. A fault of the program itself costs that file
// only.
func predictOne(ctx context.Context, snap *workspace.Snapshot, path string, s settings.Settings) (p prediction, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("%s: a fault of parlens, please report it: %v\n%s", path, fault, debug.Stack())
		}
	}()
	file, err := snap.File(path)
	if err != nil {
		return prediction{}, unreadable(path, err)
	}
	report, err := predict.File(ctx, snap, path, s)
	if err != nil {
		return prediction{}, fmt.Errorf("%s: %w", path, err)
	}
	return prediction{report, file}, nil
}
