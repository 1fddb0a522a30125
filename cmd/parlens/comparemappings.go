package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/parlens/parlens/advise"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/render"
)

const compareMappingsHelp = `Predicts a program with several mappings, side by side: the files that are named, or one
file as it stands and with each --mapping. A mapping is written as directives with
semicolons between them, or in Spar as arrays with the formats of their dist strings;
what it does not name stays as it is.

The exit status is 0 when all have a time, 1 when one has none or a program has errors, 2 for
wrong use.`

const compareMappingsExample = `  parlens compare rows.f90 columns.f90 blocks.f90 -m cluster
  parlens compare laplace.f90 --mapping 'DISTRIBUTE u(*,BLOCK)' --mapping 'DISTRIBUTE u(BLOCK,BLOCK); PROCESSORS p(4,2)'
  parlens compare life.spar --mapping 'board = [collapsed,block]; next = [collapsed,block]'`

type compareChoices struct {
	choices
	mappings []string
}

func newCompare(env environment) *cobra.Command {
	var c compareChoices
	cmd := &cobra.Command{
		Use: "compare FILE...", Short: "Predict several mappings of a program side by side", Long: compareMappingsHelp, Example: compareMappingsExample,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := c.check(cmd); err != nil {
				return err
			}
			return c.run(cmd.Context(), env, args)
		},
	}
	c.flags(cmd, "text", "json")
	cmd.Flags().StringArrayVar(&c.mappings, "mapping", nil, "`DIRECTIVES` with semicolons between them; may be repeated")
	complete(cmd, "mapping", nil)
	cmd.Flags().Lookup("color").Hidden = true
	return cmd
}

// compared is one column: a file, or a mapping of it.
type comparedMapping struct {
	file, unit string
	advise.Comparison
}

func (c compareChoices) run(ctx context.Context, env environment, args []string) error {
	if len(args) > 1 && len(c.mappings) > 0 {
		return errors.New("--mapping is about one file; several files are compared as they stand")
	}
	if len(args) == 1 && len(c.mappings) == 0 {
		return errors.New("there is nothing to compare with: name more files, or mappings with --mapping")
	}
	var all []comparedMapping
	var wrong error
	for _, arg := range args {
		s, err := c.settings(newNotices(env.err), arg)
		if err != nil {
			return err
		}
		snap, path, err := c.openOne(env, arg)
		if err != nil {
			return err
		}
		wrong = cmp.Or(wrong, c.tellErrors(ctx, env, snap, path, path, s))
		unit, found, err := advise.Compare(ctx, snap, path, c.mappings, s)
		var wrong *advise.MappingError
		switch {
		case errors.As(err, &wrong):
			return fmt.Errorf("--mapping: %w", err)
		case err != nil:
			return &failed{fmt.Errorf("%s: %w", path, err)}
		}
		for _, x := range found {
			all = append(all, comparedMapping{path, unit, x})
		}
	}
	if err := c.write(env, all); err != nil {
		return err
	}
	var resting restingFiles
	for _, x := range all {
		resting.add(x.file, x.Assumed)
	}
	resting.tell(env)
	for _, x := range all {
		if x.NoEstimate != "" {
			return &failed{fmt.Errorf("%s: no estimate: %s", x.name(), x.NoEstimate)}
		}
	}
	return wrong
}

func (x comparedMapping) name() string {
	if x.Mapping != "" {
		return x.Mapping
	}
	return x.file
}

func (c compareChoices) write(env environment, all []comparedMapping) error {
	if c.format == "json" {
		for _, x := range all {
			if err := encode(env.out, x.json()); err != nil {
				return err
			}
		}
		return nil
	}
	t := tabwriter.NewWriter(env.out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "time\tx first\tcomputation\tcommunication\toverhead\twait\tprocessors\t  mapping")
	for _, x := range all {
		if x.NoEstimate != "" {
			fmt.Fprintf(t, "?\t\t\t\t\t\t\t  %s: %s\n", displayed(x.name()), displayed(x.NoEstimate))
			continue
		}
		ratio := ""
		if first := all[0].Time; first > 0 {
			ratio = fmt.Sprintf("%.3g", x.Time/first)
		}
		ch := x.Charge
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t%s\t%d\t  %s\n", between(x.Result), ratio, render.Seconds(ch.Computation), render.Seconds(ch.Communication), render.Seconds(ch.Overhead), render.Seconds(ch.Wait), x.Processors, displayed(x.name()))
	}
	return t.Flush()
}

// The JSON of `compare --format json`, documented in docs/json.md: an object for each
// mapping.
type jsonComparison struct {
	Format     formatVersion `json:"format"`      // version of this output
	File       string        `json:"file"`        // path as it was given
	Unit       string        `json:"unit"`        // whose time it is
	Mapping    string        `json:"mapping"`     // as it was given; empty for the file as it stands
	NoEstimate string        `json:"no_estimate"` // why there is no time; empty when there is one
	jsonMapped
	Lines []jsonLineTime `json:"lines"` // that take some time, by line of the file as it stands
}

type jsonLineTime struct {
	Line int    `json:"line"`   // from 1
	Time number `json:"time_s"` // seconds
}

func (x comparedMapping) json() jsonComparison {
	j := jsonComparison{File: x.file, Unit: x.unit, Mapping: x.Mapping, NoEstimate: x.NoEstimate, jsonMapped: mappedJSON(x.Result), Lines: []jsonLineTime{}}
	for _, l := range x.Lines {
		j.Lines = append(j.Lines, jsonLineTime{l.Line, number(l.Time)})
	}
	return j
}

// editsJSON writes edits with their places.
func (a *advised) editsJSON(path string, edits []source.Edit) jsonFileEdits {
	out := jsonFileEdits{File: path, Edits: []jsonEdit{}}
	f, err := a.snap.File(path)
	if err != nil {
		return out
	}
	return out.with(f, edits)
}

func (j jsonFileEdits) with(f *workspace.File, edits []source.Edit) jsonFileEdits {
	for _, e := range edits {
		at := f.Text.Position(e.Span.Start)
		j.Edits = append(j.Edits, jsonEdit{at.Line, at.Column, e.Span.End - e.Span.Start, e.New})
	}
	return j
}
