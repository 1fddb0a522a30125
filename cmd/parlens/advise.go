package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/aymanbagabas/go-udiff"
	"github.com/spf13/cobra"

	"github.com/parlens/parlens/advise"
	"github.com/parlens/parlens/advise/plan"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/predict"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/costmodel/whatif"
	"github.com/parlens/parlens/internal/disk"
)

const adviseHelp = `Finds directives that make a program faster: formats of its distributions and shapes of
its processor arrangements, or, where arrays have no directives, a first set of them.
Every mapping is predicted in full, with its edits made; the time shown is the one that
"parlens predict" shows after --apply. It is about the main program of the file, or its
costliest unit; modules and included texts that it uses are changed too. Of a program in Spar
the maps of arrays are tried, and pragmas of independent loops.

--over NAME=VALUES tells where which mapping is the best.

The exit status is 0 also where nothing faster was found, 1 when there was nothing to
compare with or the program has errors (what was found is written all the same), 2 for
wrong use.`

const adviseExample = `  parlens advise laplace.f90
  parlens advise laplace.f90 --format diff | patch -p0
  parlens advise matmul.f90 --machine cluster --apply
  parlens advise adi.f90 --over n=100..2000:100`

type adviseChoices struct {
	choices
	apply bool
	over  []string
	tries int
}

func newAdvise(env environment) *cobra.Command {
	c := adviseChoices{tries: advise.DefaultEffort.Predictions}
	cmd := &cobra.Command{
		Use: "advise FILE", Short: "Find directives that make a program faster", Long: adviseHelp, Example: adviseExample,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := c.check(cmd); err != nil {
				return err
			}
			return c.run(cmd.Context(), env, args[0])
		},
	}
	c.flags(cmd, "text", "json", "diff")
	f := cmd.Flags()
	f.BoolVar(&c.apply, "apply", false, "write the fastest mapping into the files")
	f.StringArrayVar(&c.over, "over", nil, "values along which the best mapping may change, `NAME=VALUES` as in whatif; may be repeated")
	f.IntVar(&c.tries, "tries", c.tries, "the most mappings that are predicted, `N`")
	complete(cmd, "over", nil)
	complete(cmd, "tries", nil)
	f.Lookup("color").Hidden = true
	return cmd
}

// advised is what was found, with the texts that it is about.
type advised struct {
	*advise.Advice
	path  string // as it was given
	snap  *workspace.Snapshot
	shown func(path string) string
}

func (c adviseChoices) run(ctx context.Context, env environment, arg string) error {
	if c.tries < 1 {
		return fmt.Errorf("--tries %d: there must be at least one", c.tries)
	}
	if c.apply && arg == standardInput {
		return errors.New("--apply: standard input is no file to write to; --format diff shows the change")
	}
	s, err := c.settings(newNotices(env.err), arg)
	if err != nil {
		return err
	}
	axes, err := c.axes(arg, s)
	if err != nil {
		return err
	}
	real := arg
	if arg != standardInput {
		if _, _, err := c.openOne(env, arg); err != nil {
			return err
		}
		real = disk.Disk{}.Real(arg) // as the files that it is found together with are named
	}
	snap, path, err := c.openOne(env, real)
	if err != nil {
		return err
	}
	a, err := c.advice(ctx, env, snap, path, s, axes)
	if err != nil {
		_ = c.tellErrors(ctx, env, snap, path, arg, s)
		return &failed{fmt.Errorf("%s: %w", arg, err)}
	}
	a.path, a.shown = arg, func(path string) string { return asGiven(path, arg) }
	if c.apply {
		if err := a.applied(env); err != nil {
			return &failed{err}
		}
	}
	wrong := c.tellErrors(ctx, env, snap, path, arg, s)
	tellAssumed(env, arg, a.Before.Assumed)
	write := a.text
	switch c.format {
	case "json":
		write = func(env environment) error { return encode(env.out, a.json()) }
	case "diff":
		write = a.diff
	}
	return cmp.Or(write(env), wrong)
}

// asGiven is a path as the one that was given is written: from the folder that the command runs
// in, or from the root.
func asGiven(path, given string) string {
	if filepath.IsAbs(given) || !filepath.IsAbs(path) {
		return path
	}
	if rel, err := filepath.Rel((disk.Disk{}).Real("."), path); err == nil && filepath.IsLocal(rel) {
		return rel
	}
	return path
}

// axes reads --over.
func (c adviseChoices) axes(path string, s settings.Settings) ([]whatif.Sweep, error) {
	var out []whatif.Sweep
	for _, text := range c.over {
		axis, err := whatif.ParseAxis(text)
		if err != nil {
			return nil, fmt.Errorf("--over %w", err)
		}
		sweep := whatif.Sweep{Path: path, Settings: s, Axes: []whatif.Axis{axis}}
		if sweep.Machine, err = predict.Machine(&workspace.File{Path: path}, s, os.ReadFile); err != nil {
			return nil, err
		}
		if err := sweep.Check(); err != nil {
			return nil, fmt.Errorf("--over %w", err)
		}
		out = append(out, sweep)
	}
	return out, nil
}

func (c adviseChoices) advice(ctx context.Context, env environment, snap *workspace.Snapshot, path string, s settings.Settings, axes []whatif.Sweep) (*advised, error) {
	bar := newProgress(env, "mappings", c.tries)
	effort := advise.DefaultEffort
	effort.Statements = effort.Statements / effort.Predictions * c.tries
	effort.Steps = effort.Steps / effort.Predictions * c.tries
	effort.Predictions, effort.Scale, effort.Over = c.tries, true, axes
	effort.Told = func(done int) {
		for bar.done < done {
			bar.step()
		}
	}
	found, err := advise.Advise(ctx, snap, path, s, effort)
	bar.end()
	if err != nil {
		return nil, err
	}
	return &advised{Advice: found, snap: snap}, nil
}

// applied writes the fastest mapping into the files.
func (a *advised) applied(env environment) error {
	faster := a.Faster()
	if len(faster) == 0 {
		return nil
	}
	for _, ch := range faster[0].Changes {
		text, err := a.changed(ch)
		if err != nil {
			return err
		}
		info, err := os.Stat(ch.Path)
		if err != nil {
			return err
		}
		if err := os.WriteFile(ch.Path, []byte(text), info.Mode().Perm()); err != nil {
			return err
		}
		fmt.Fprintf(env.err, "%s: changed\n", a.shown(ch.Path))
	}
	return nil
}

// changed is a file with its edits made.
func (a *advised) changed(ch plan.Change) (string, error) {
	f, err := a.snap.File(ch.Path)
	if err != nil {
		return "", err
	}
	text, err := f.Text.Apply(ch.Edits...)
	if err != nil {
		return "", err
	}
	return text.String(), nil
}

// difference is a proposal as a unified diff.
func (a *advised) difference(p advise.Proposal) (string, error) {
	var out strings.Builder
	for _, ch := range p.Changes {
		f, err := a.snap.File(ch.Path)
		if err != nil {
			return "", err
		}
		text, err := a.changed(ch)
		if err != nil {
			return "", err
		}
		out.WriteString(udiff.Unified(a.shown(ch.Path), a.shown(ch.Path), f.Text.String(), text))
	}
	return out.String(), nil
}

func (a *advised) diff(env environment) error {
	faster := a.Faster()
	if len(faster) == 0 {
		return nil
	}
	text, err := a.difference(faster[0])
	if err == nil {
		_, err = fmt.Fprint(env.out, text)
	}
	return err
}
