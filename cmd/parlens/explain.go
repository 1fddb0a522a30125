package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/parlens/parlens/analysis/explain"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/predict"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/disk"
)

const explainHelp = `Explains what a data-parallel compiler makes of a program: who owns which part
of every array, who executes which iterations, and every communication with
senders, receivers, sections, its place and the dependence that holds it there.

With a line, only what concerns it: the loop or statement there, the arrays that
it names, the communications that it needs. Numbers are for the processors and
sizes that the flags choose, the nearest parlens.toml, or the program itself.
With up to 16 processors, messages or coordinates each is listed, with more the
kinds of them.

The exit status is 0 when the file was explained, 1 when nothing could be
explained of it or it has errors, 2 for wrong use.`

const explainExample = `  parlens explain laplace.f90
  parlens explain laplace.f90:27 --grid 4x1
  parlens explain laplace.f90 --procs 9 --set n=100 --format json`

// explainedExtensions are those of the files that can be explained.
var explainedExtensions = slices.DeleteFunc(slices.Clone(programExtensions), func(e string) bool { return e == "spar" })

// explainedFile completes the name of a file that can be explained.
func explainedFile(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return explainedExtensions, cobra.ShellCompDirectiveFilterFileExt
}

func newExplain(env environment) *cobra.Command {
	var c choices
	cmd := &cobra.Command{
		Use:               "explain FILE[:LINE]",
		Short:             "Print mappings, loop partitions and communication of a program",
		Long:              explainHelp,
		Example:           explainExample,
		Args:              cobra.ExactArgs(1),
		ValidArgsFunction: explainedFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := c.check(cmd); err != nil {
				return err
			}
			return explainOne(cmd.Context(), env, c, args[0])
		},
	}
	c.flags(cmd, "text", "json")
	return cmd
}

// explanation is what is known of a file, or of one of its lines.
type explanation struct {
	*report.Explanation
	file *workspace.File
	line int // 0: all of them
}

// explainOne writes the explanation of a file or line.
func explainOne(ctx context.Context, env environment, c choices, argument string) error {
	path, line := fileAndLine(argument)
	snap, path, err := c.openOne(env, path)
	if err != nil {
		return hinted(argument, err)
	}
	settings, err := c.settings(newNotices(env.err), path)
	if err != nil {
		return err
	}
	x, err := explained(ctx, snap, path, line, settings)
	if err != nil {
		return &failed{err}
	}
	if line > 0 && line > x.file.Text.Lines() {
		return fmt.Errorf("%s has no line %d, only %d", path, line, x.file.Text.Lines())
	}
	write := func(x explanation) error { return newText(env, c.color).explain(x) }
	if c.format == "json" {
		write = func(x explanation) error { return writeExplanation(env.out, x) }
	}
	if err := write(x); err != nil {
		return &failed{err}
	}
	unknown := unusedValues(c.set, x)
	for _, name := range unknown {
		fmt.Fprintf(env.err, "parlens: --set %s has no effect: nothing that is explained rests on a value of that name\n", name)
	}
	if !slices.ContainsFunc(x.Units, func(u *explain.Unit) bool { return !u.Empty() }) {
		fmt.Fprintf(env.err, "parlens: %s: nothing to explain there\n", argument)
		return &failed{}
	}
	return c.judged(x.Diagnostics)
}

// fileAndLine splits FILE:LINE. A file whose name ends like that wins.
func fileAndLine(argument string) (path string, line int) {
	at := strings.LastIndexByte(argument, ':')
	if at <= 0 {
		return argument, 0
	}
	n, err := strconv.Atoi(argument[at+1:])
	if _, statErr := (disk.Disk{}).ReadFile(argument); err != nil || n < 1 || statErr == nil {
		return argument, 0
	}
	return argument[:at], n
}

// explained explains a file; a fault of the program itself is an error.
func explained(ctx context.Context, snap *workspace.Snapshot, path string, line int, s settings.Settings) (x explanation, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("%s: a fault of parlens, please report it: %v\n%s", path, fault, debug.Stack())
		}
	}()
	file, err := snap.File(path)
	if err != nil {
		return explanation{}, unreadable(path, err)
	}
	report, err := predict.Explain(ctx, snap, path, report.AllLines, s)
	if err != nil {
		return explanation{}, fmt.Errorf("%s: %w", path, err)
	}
	x = explanation{report, file, line}
	if line > 0 {
		x.restrict()
	}
	return x, nil
}

// hinted hints at the line where a path with a colon cannot be read.
func hinted(path string, err error) error {
	if errors.Is(err, fs.ErrNotExist) && strings.Contains(filepath.Base(path), ":") {
		return &failed{fmt.Errorf("%w (a line is written FILE:12)", err)}
	}
	return err
}

// restrict leaves what concerns the line.
func (x *explanation) restrict() {
	only := *x.Explanation
	only.Units = nil
	for _, u := range x.Units {
		if u.Start <= x.line && x.line <= u.End {
			only.Units = append(only.Units, u.At(x.line, x.file.Text.Line(x.line)))
		}
	}
	x.Explanation = &only
}

// unusedValues names the values that were set and asked for by nothing.
func unusedValues(set []string, x explanation) []string {
	values, _ := parseValues(set)
	var unused []string
	for name := range values {
		if !slices.ContainsFunc(x.Units, func(u *explain.Unit) bool {
			return slices.ContainsFunc(u.Values, func(v explain.Value) bool {
				return program.Written(v.Name) == name || v.Name == settings.ElementOf(name)
			})
		}) {
			unused = append(unused, name)
		}
	}
	slices.Sort(unused)
	return unused
}

// explain writes an explanation for a person.
func (t *textReport) explain(x explanation) error {
	t.b.Reset()
	for i, u := range x.Units {
		if i > 0 {
			t.line("")
		}
		t.explainUnit(x, u)
	}
	if len(x.Units) > 0 && len(x.Diagnostics) > 0 {
		t.line("")
	}
	t.problems(displayed(x.File), diagnosticsOf(x.file.Text, x.Diagnostics))
	return t.flush()
}

func (t *textReport) explainUnit(x explanation, u *explain.Unit) {
	name := displayed(strings.TrimSpace(fmt.Sprintf("%s: %s %s", x.File, u.Kind, u.Name)))
	t.line("%s", t.paint(strong, name))
	t.line("  %s, compiled as for %s", arrangementWords(u.Processors), displayed(title(x.Machine)))
	for _, v := range u.Values {
		t.hanging("  ", "    ", strings.Fields(fmt.Sprintf("%s = %s (%s%s)", v.Name, v.Value, v.Source, onLine(v.Line))), faint)
	}
	for _, e := range u.ArrayEntries() {
		t.entry(strings.TrimSpace(fmt.Sprintf("%s%s", e.Head, onLine(e.Line))), e)
	}
	for _, e := range u.LineEntries() {
		head := ""
		if e.Line > 0 {
			head = fmt.Sprintf("%d  %s", e.Line, strings.TrimSpace(displayed(x.file.Text.Line(e.Line))))
		}
		t.entry(head, e)
	}
}

// entry writes a head and what there is to say, further in.
func (t *textReport) entry(head string, e explain.Entry) {
	t.line("")
	if head != "" {
		t.line("%s", t.paint(computing, cut(head, t.width, t.glyphs.cut)))
	}
	for _, p := range e.Paragraphs {
		in := strings.Repeat(" ", 2+len(p)-len(strings.TrimLeft(p, " ")))
		t.hanging(in, in+"    ", strings.Fields(p), plain)
	}
}

func arrangementWords(grid []int) string {
	switch len(grid) {
	case 0:
		return "no arrangement of processors: nothing is mapped"
	case 1:
		return report.Plural(float64(grid[0]), "processor")
	}
	total := 1
	words := make([]string, len(grid))
	for i, n := range grid {
		total *= n
		words[i] = strconv.Itoa(n)
	}
	return fmt.Sprintf("%s (%s)", report.Plural(float64(total), "processor"), strings.Join(words, "x"))
}
