package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/aymanbagabas/go-udiff"
	"github.com/spf13/cobra"

	"github.com/parlens/parlens/advise"
	"github.com/parlens/parlens/advise/plan"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/predict"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/costmodel/whatif"
	"github.com/parlens/parlens/render"
)

const adviseHelp = `Finds directives that make a program faster: formats of its distributions and shapes of
its processor arrangements, or, where arrays have no directives, a first set of them.
Every mapping is predicted in full, with its edits made; the time shown is the one that
"parlens predict" shows after --apply. It is about the main program of the file, or its
costliest unit; modules and included texts that it uses are changed too.

--over NAME=VALUES tells where which mapping is the best.

The exit status is 0 also where nothing faster was found, 1 when there was nothing to
compare with, 2 for wrong use.`

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
	path string
	snap *workspace.Snapshot
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
	snap, path, err := c.openOne(env, arg)
	if err != nil {
		return err
	}
	a, err := c.advice(ctx, env, snap, path, s, axes)
	if err != nil {
		return &failed{fmt.Errorf("%s: %w", path, err)}
	}
	if c.apply {
		if err := a.applied(env); err != nil {
			return &failed{err}
		}
	}
	switch c.format {
	case "json":
		return encode(env.out, a.json())
	case "diff":
		return a.diff(env)
	}
	return a.text(env)
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
	return &advised{Advice: found, path: path, snap: snap}, nil
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
		fmt.Fprintf(env.err, "%s: changed\n", ch.Path)
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
		out.WriteString(udiff.Unified(ch.Path, ch.Path, f.Text.String(), text))
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

func (a *advised) text(env environment) error {
	w := env.out
	fmt.Fprintf(w, "%s: %s %s, %s on %s\n", a.path, a.Kind, a.Unit, between(a.Before), machineSize(a.Before))
	faster := a.Faster()
	switch {
	case len(a.Groups) == 0:
		fmt.Fprintln(w, "  it has no array that a directive could map")
	case len(faster) == 0:
		fmt.Fprintf(w, "  none of the %d mappings that were tried is faster\n", a.Tried)
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, p := range a.Proposals {
		note := ""
		if p.Tie {
			note = "  neither is known to be faster"
		}
		fmt.Fprintf(t, "  %s\t%s\t%s\t%s%s\n", factor(p), between(p.Result), p.Label, report.Bytes(p.Memory)+" a processor", note)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	for _, p := range a.Loops {
		fmt.Fprintf(w, "  %s  %s  %s, with the present mapping\n", factor(p), between(p.Result), p.Label)
	}
	a.extent(w)
	a.scaling(env)
	for _, r := range a.Ranges {
		a.rangeText(env, r)
	}
	for _, x := range append(slices.Clone(a.Hints), a.Rests...) {
		fmt.Fprintf(w, "  %s\n", x)
	}
	if len(faster) == 0 {
		return nil
	}
	text, err := a.difference(faster[0])
	if err == nil {
		_, err = fmt.Fprint(w, "\n", text)
	}
	return err
}

// extent says how far the search went, where it did not see all.
func (a *advised) extent(w io.Writer) {
	if s := a.Sample; s.Tried > 0 {
		fmt.Fprintf(w, "  %d mappings were tried on %d statements that stand for all %d, %d on the whole program\n", s.Tried, s.Statements, s.Of, a.Tried)
	}
	if a.Exhausted {
		fmt.Fprintf(w, "  the search ended after %d mappings (--tries); there may be faster ones", a.Tried+a.Sample.Tried)
		if a.Left > 0 {
			fmt.Fprintf(w, ": if each line took the least that it takes with any mapping predicted, the program would take %.0f%% less than the fastest", 100*a.Left)
		}
		fmt.Fprintln(w)
	}
	for _, x := range a.Untried {
		fmt.Fprintf(w, "  not tried, since the work ended there (--tries): %s\n", x)
	}
}

// scaling says on how many processors the fastest mapping pays.
func (a *advised) scaling(env environment) {
	if len(a.Scaling) < 2 {
		return
	}
	fmt.Fprint(env.out, "  on")
	for _, s := range a.Scaling {
		fmt.Fprintf(env.out, " %d: %s ", s.Processors, render.Seconds(s.Time))
	}
	last := a.Scaling[len(a.Scaling)-1].Processors
	switch n := advise.Worthwhile(a.Scaling); n {
	case 0:
		fmt.Fprintf(env.out, "\n  time still falls at %d processors\n", last)
	case 1:
		fmt.Fprint(env.out, "\n  one processor is as fast as more\n")
	default:
		fmt.Fprintf(env.out, "\n  time stops falling at %d processors: more take less than 5%% off\n", n)
	}
}

// rangeText says which mapping is the best where: "(BLOCK,*) up to n = 700, then ...".
func (a *advised) rangeText(env environment, r advise.Ranges) {
	for i, x := range r.Ranges {
		where := fmt.Sprintf("%s = %v to %v", r.Name, x.From, x.To)
		if x.From == x.To {
			where = fmt.Sprintf("%s = %v", r.Name, x.From)
		}
		label := x.Label
		if label == "" {
			label = "the present mapping"
		}
		gain := ""
		if x.Gain > 1 {
			gain = fmt.Sprintf(", up to %.3g times faster than the present one", x.Gain)
		}
		head := "  best:"
		if i > 0 {
			head = "       "
		}
		fmt.Fprintf(env.out, "%s %s for %s%s\n", head, label, where, gain)
	}
}

func factor(p advise.Proposal) string {
	switch gain := p.Gain(); {
	case p.Tie:
		return "tie"
	case gain > 1.01:
		return fmt.Sprintf("%.3g times faster", gain)
	case gain < 0.99:
		return fmt.Sprintf("%.3g times slower", 1/gain)
	}
	return "as fast"
}

func between(r advise.Result) string {
	if r.Between.Some() {
		return fmt.Sprintf("%s (between %s and %s)", render.Seconds(r.Time), render.Seconds(r.Between.Low), render.Seconds(r.Between.High))
	}
	return render.Seconds(r.Time)
}

func machineSize(r advise.Result) string {
	if r.Processors == 1 {
		return "one processor"
	}
	return fmt.Sprintf("%d processors", r.Processors)
}
