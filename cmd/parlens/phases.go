package main

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/parlens/parlens/costmodel/phases"
	"github.com/parlens/parlens/machines"
)

const phasesHelp = `Predicts a program from a model of its phases: what every phase takes, its
share, speedup and efficiency. The model is a TOML file of formulas and rates
(docs/phases.md), or the name of one that comes with parlens.

With --over it compares all meshes with a product, and with --all-variants all
variants: the best of them, and what each other loses. With --measured it judges
the choice by measured times: a CSV file with the model's parameters, variant and
time_s.`

const phasesExample = `  parlens phases pstswm --machine paragon --variant TR --set PX=16 --set PY=4
  parlens phases pstswm -m paragon --case T85 --over 'PX*PY=64' --all-variants
  parlens phases pstswm -m paragon --all-variants --over 'PX*PY=8,64' --svg meshes.svg
  parlens phases show pstswm > mine.toml`

// phasesChoices are the flags of the command.
type phasesChoices struct {
	machine, variant, at, over, detail, measured, format, svg string
	set                                                       []string
	all                                                       bool
}

func newPhases(env environment) *cobra.Command {
	var c phasesChoices
	cmd := &cobra.Command{
		Use: "phases MODEL.toml", Short: "Predict a program from a model of its phases", Long: phasesHelp, Example: phasesExample,
		Args: cobra.ExactArgs(1),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return []string{"toml"}, cobra.ShellCompDirectiveFilterFileExt
		},
		RunE: func(_ *cobra.Command, args []string) error { return c.run(env, args[0]) },
	}
	f := cmd.Flags()
	f.StringVarP(&c.machine, "machine", "m", "", "machine: "+strings.Join(machines.Shipped(), ", ")+", or the path of a machine file; the model's own when left out")
	f.StringVar(&c.variant, "variant", "", "variant of the model")
	f.BoolVar(&c.all, "all-variants", false, "compare all variants")
	f.StringVar(&c.at, "case", "", "parameters that belong together in the model, such as a problem size")
	f.StringArrayVarP(&c.set, "set", "s", nil, "value of a parameter, `NAME=VALUE`; may be repeated")
	f.StringVar(&c.over, "over", "", "meshes to compare, `'PX*PY=64'`, or for several numbers of processors, 'PX*PY=8,64'")
	f.StringVar(&c.detail, "detail", string(phases.Full), "how much of the model counts: "+alternatives(phases.Details))
	f.StringVar(&c.measured, "measured", "", "CSV `FILE` of measured times, to judge the choice by")
	f.StringVarP(&c.format, "format", "f", "text", "text, json or csv")
	f.StringVar(&c.svg, "svg", "", "draw the times over the meshes, or over the processors, to a `FILE`")
	complete(cmd, "machine", machines.Shipped())
	complete(cmd, "format", []string{"text", "json", "csv"})
	complete(cmd, "detail", phases.Details)
	for _, name := range []string{"variant", "case", "set", "over"} {
		complete(cmd, name, nil)
	}
	cmd.AddCommand(newPhasesList(env), newPhasesShow(env), newPhasesFit(env))
	return cmd
}

func newPhasesList(env environment) *cobra.Command {
	return &cobra.Command{Use: "list", Short: "List the phase models that come with the program", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			for _, name := range phases.Shipped() {
				m, _, err := phases.Load(name, os.ReadFile)
				if err != nil {
					return &failed{err}
				}
				fmt.Fprintf(env.out, "%s  %s\n", name, m.Title)
			}
			return nil
		}}
}

func newPhasesShow(env environment) *cobra.Command {
	return &cobra.Command{Use: "show NAME", Short: "Print the file of a phase model, to read or to start one of your own", Args: cobra.ExactArgs(1), ValidArgs: phases.Shipped(),
		RunE: func(_ *cobra.Command, args []string) error {
			text, ok := phases.ShippedText(args[0])
			if !ok {
				return fmt.Errorf("no phase model is called %q; there are %s", args[0], strings.Join(phases.Shipped(), ", "))
			}
			_, err := fmt.Fprint(env.out, text)
			return err
		}}
}

// phasesAnswer is what the command found out.
type phasesAnswer struct {
	model    *phases.Model
	machine  *machines.Machine
	library  phases.Library
	note     string // what the numbers rest on
	detail   phases.Detail
	results  []*phases.Result // one for each variant that was asked for, without --over
	choices  []phases.Choice  // with --over
	over     phases.Over
	verdicts []phases.Verdict
}

func (c *phasesChoices) run(env environment, file string) error {
	if !slices.Contains([]string{"text", "json", "csv"}, c.format) {
		return fmt.Errorf("--format %s: it is text, json or csv", c.format)
	}
	if !slices.Contains(phases.Details, c.detail) {
		return fmt.Errorf("--detail %s: it is %s", c.detail, alternatives(phases.Details))
	}
	m, diags, err := phases.Load(file, os.ReadFile)
	if err != nil {
		return &failed{err}
	}
	newNotices(env.err).about(file, diags)
	machine, err := c.on(m, file)
	if err != nil {
		return err
	}
	values, variants, err := c.values(m)
	if err != nil {
		return err
	}
	a := phasesAnswer{model: m, machine: machine, detail: phases.Detail(c.detail)}
	if err := a.find(*c, values, variants); err != nil {
		return err
	}
	if c.svg != "" {
		if err := a.draw(c.svg); err != nil {
			return &failed{err}
		}
	}
	return a.write(env, c.format)
}

// on loads the machine that is asked for, else the model's own; the path of that
// starts at the model's file.
func (c *phasesChoices) on(m *phases.Model, file string) (*machines.Machine, error) {
	name := c.machine
	switch {
	case name != "":
	case m.Machine == "":
		return nil, fmt.Errorf("--machine is missing: the model names none; there are %s, or the path of a machine file", strings.Join(machines.Shipped(), ", "))
	case machines.IsPath(m.Machine) && !filepath.IsAbs(m.Machine):
		name = filepath.Join(filepath.Dir(file), m.Machine)
	default:
		name = m.Machine
	}
	return machines.Load(name, os.ReadFile)
}

// values are those of the case, and over them those that are set; names may be
// written in any case.
func (c *phasesChoices) values(m *phases.Model) (map[string]float64, []string, error) {
	values, ok := m.Defaults(c.at)
	if !ok {
		return nil, nil, fmt.Errorf("--case %s: there is no such case in the model", c.at)
	}
	for _, s := range c.set {
		name, text, found := strings.Cut(s, "=")
		v, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
		if !found || err != nil {
			return nil, nil, fmt.Errorf("--set %s: a value is set like PX=16", s)
		}
		i := slices.IndexFunc(m.Parameters, func(p phases.Parameter) bool { return strings.EqualFold(p.Name, strings.TrimSpace(name)) })
		if i < 0 {
			return nil, nil, fmt.Errorf("--set %s: the model has no parameter of that name", s)
		}
		values[m.Parameters[i].Name] = v
	}
	variants := m.VariantNames()
	switch {
	case c.all:
	case c.variant == "":
		variants = []string{m.FirstVariant()}
	case !m.Variant(c.variant):
		return nil, nil, fmt.Errorf("--variant %s: there are %s", c.variant, strings.Join(variants, ", "))
	default:
		variants = []string{c.variant}
	}
	return values, variants, nil
}

func (a *phasesAnswer) find(c phasesChoices, values map[string]float64, variants []string) error {
	var exact bool
	if a.library, exact = phases.LibraryOf(a.machine, a.model.Protocol); !exact {
		a.note = a.machine.Name + " gives only the sum of T1 to T5: synchronous messages cost what buffered ones do"
	}
	var runs []phases.Run
	if c.measured != "" {
		data, err := os.ReadFile(c.measured)
		if err != nil {
			return &failed{err}
		}
		if runs, err = a.model.ReadRuns(data); err != nil {
			return &failed{fmt.Errorf("%s: %w", c.measured, err)}
		}
	}
	over := c.over
	if over == "" {
		over = ownMesh(a.model, values)
	}
	var err error
	if over != "" {
		if a.over, err = a.model.ParseOver(over); err != nil {
			return fmt.Errorf("--over: %w", err)
		}
	}
	if c.over != "" {
		if a.choices, err = a.detail.Search(a.model, variants, a.machine, values, a.over, runs); err != nil {
			return &failed{err}
		}
		a.verdicts = phases.Judge(a.choices, runs, a.over)
		return nil
	}
	return a.evaluate(values, variants, runs)
}

// ownMesh writes the mesh that the values give, "" for a model without one.
func ownMesh(m *phases.Model, values map[string]float64) string {
	product := 1.0
	var names []string
	for _, c := range m.Mesh {
		names = append(names, c.Extent)
		product *= values[c.Extent]
	}
	if names == nil || product < 1 || product > 1<<24 {
		return ""
	}
	return fmt.Sprintf("%s = %d", strings.Join(names, "*"), int(product))
}

// evaluate predicts the variants for the values as they are.
func (a *phasesAnswer) evaluate(values map[string]float64, variants []string, runs []phases.Run) error {
	for _, v := range variants {
		p, err := a.model.For(v, a.machine)
		if err != nil {
			return &failed{err}
		}
		r, err := p.Evaluate(values)
		if err != nil {
			return &failed{err}
		}
		p.Compared(r)
		if a.detail != phases.Full {
			if r, err = a.detail.Of(p, a.machine, r, runs); err != nil {
				return &failed{err}
			}
		}
		a.results = append(a.results, r)
	}
	return nil
}

// best is the fastest of all that was evaluated on a number of processors.
func (a *phasesAnswer) best(product int) *phases.Choice {
	return phases.Best(a.choices, func(c phases.Choice) bool { return c.Product == product })
}

// given lists values as they were set, sorted by name.
func given(values map[string]float64) string {
	var words []string
	for _, n := range slices.Sorted(maps.Keys(values)) {
		words = append(words, fmt.Sprintf("%s = %v", n, values[n]))
	}
	return strings.Join(words, ", ")
}
