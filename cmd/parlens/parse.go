package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/internal/disk"
)

const parseHelp = `Parses Fortran sources and tells what was not understood.

Of a folder all sources in it and below are read; they see each other's modules.
The exit status is 0 when all was read, 1 when a file could not be read, 2 for
wrong use. A statement that is not understood is no failure.`

const parseExample = `  parlens parse --stats src
  parlens parse --stats src lib --include src/inc --format json
  parlens parse laplace.f90`

var parseFormats = []string{"text", "json"}

// parseChoices are the flags of parse.
type parseChoices struct {
	stats  bool
	format string
	width  int
	readingChoices
}

func newParse(env environment) *cobra.Command {
	var c parseChoices
	cmd := &cobra.Command{
		Use:     "parse FILE|FOLDER...",
		Short:   "Show how Fortran sources are understood",
		Long:    parseHelp,
		Example: parseExample,
		Args:    cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if !slices.Contains(parseFormats, c.format) {
				return fmt.Errorf("--format %s: it is text or json", c.format)
			}
			if c.width < 0 {
				return fmt.Errorf("--width %d: a line has at least one column", c.width)
			}
			return c.run(cmd.Context(), env, args)
		},
	}
	f := cmd.Flags()
	f.BoolVar(&c.stats, "stats", false, "count instead of showing the trees")
	f.StringVarP(&c.format, "format", "f", "text", "text or json")
	c.readingChoices.flags(cmd)
	f.IntVar(&c.width, "width", 0, "last column of fixed form; 0 looks at each file")
	complete(cmd, "format", parseFormats)
	complete(cmd, "width", nil)
	return cmd
}

func (c parseChoices) run(ctx context.Context, env environment, args []string) error {
	w := workspace.New(disk.Disk{})
	reading := c.reading()
	reading.Width = c.width
	var files []string
	for _, arg := range args {
		found := slices.DeleteFunc(sourcesIn(arg), func(f string) bool { return f != arg && !workspace.IsSource(f) })
		if !slices.Equal(found, []string{arg}) {
			reading.Roots = append(reading.Roots, arg)
		}
		files = append(files, found...)
	}
	w.Configure(reading)
	if c.stats {
		s := collect(ctx, w, reading, files)
		if err := s.write(env, c.format); err != nil {
			return &failed{err}
		}
		return s.failure()
	}
	return c.show(env, w.Snapshot(), files)
}

// show prints the statements of every file.
func (c parseChoices) show(env environment, snap *workspace.Snapshot, files []string) error {
	var failure error
	for _, path := range files {
		f, err := snap.File(path)
		if err != nil {
			fmt.Fprintf(env.err, "parlens: %v\n", err)
			failure = &failed{}
			continue
		}
		tree := treeOf(snap, f)
		if c.format == "json" {
			err = encode(env.out, tree)
		} else {
			err = tree.write(env)
		}
		if err != nil {
			return &failed{err}
		}
	}
	return failure
}

func (t jsonTree) write(env environment) error {
	w := tabwriter.NewWriter(env.out, 0, 0, 2, ' ', 0)
	for _, u := range t.Units {
		fmt.Fprintf(w, "%s:%d: %s %s\n", displayed(t.File), u.Span.StartLine, u.Kind, u.Name)
		for _, s := range u.Statements {
			fmt.Fprintf(w, "%d\t%s\t%s%s\n", s.Line, s.Kind, strings.Repeat("  ", s.Depth), displayed(s.Text))
		}
	}
	for _, d := range t.Diagnostics {
		fmt.Fprintf(w, "%s:%d:%d: %s: %s [%s]\n", displayed(t.File), d.Line, d.Column, d.Severity, displayed(d.Message), d.Code)
	}
	return w.Flush()
}

func jsonDiagnosticsOf(text *source.Text, all []source.Diagnostic) []jsonDiagnostic {
	out := []jsonDiagnostic{}
	for _, d := range all {
		at := text.Position(d.Span.Start)
		out = append(out, jsonDiagnostic{Line: at.Line, Column: at.Column, Severity: d.Severity.String(), Code: d.Code, Message: d.Message})
	}
	return out
}
