package main

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/costmodel/pamela"
	"github.com/parlens/parlens/machines"
)

const pamelaHelp = `Compiles a PAMELA model: every process equation L becomes four numeric ones,
its time T_L, its longest path phi_L, its work by resource delta_L and its
busiest resource omega_L.

The stages: parsed (includes resolved), evaluated (equations put into each
other, only parameters left), time (the four models as the calculus makes
them), simplified, numeric (with the values of the parameters). The exit status
is 0 without errors in the model, 1 with, 2 for wrong use.`

const pamelaExample = `  parlens pamela adi.pam
  parlens pamela adi.pam --stage numeric --set N=100 --set t_c=1
  parlens model adi.spar | parlens pamela - --stage numeric --process main
  parlens pamela adi.pam --emit c > adi.c`

var (
	pamelaStages  = []string{"parsed", "evaluated", "time", "simplified", "numeric"}
	pamelaEmits   = []string{"pamela", "markdown", "go", "c"}
	pamelaFormats = []string{"text", "json"}
)

// pamelaChoices are the flags of the command.
type pamelaChoices struct {
	set                 []string
	stage, emit, format string
	process             string // the one that is compiled; "" for all
	charges             bool
	values              map[string]float64
	place               func(file string, offset int) source.Position
}

func newPamela(env environment) *cobra.Command {
	var c pamelaChoices
	cmd := &cobra.Command{
		Use:     "pamela FILE.pam",
		Short:   "Compile a PAMELA model into symbolic cost expressions",
		Long:    pamelaHelp,
		Example: pamelaExample,
		Args:    cobra.ExactArgs(1),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return []string{"pam"}, cobra.ShellCompDirectiveFilterFileExt
		},
		RunE: func(_ *cobra.Command, args []string) error {
			if err := c.check(); err != nil {
				return err
			}
			return compilePamela(env, c, args[0])
		},
	}
	f := cmd.Flags()
	f.StringArrayVarP(&c.set, "set", "s", nil, "value of a numeric equation, `NAME=VALUE`; may be repeated")
	f.StringVar(&c.stage, "stage", "simplified", "how far to go: "+strings.Join(pamelaStages, ", "))
	f.StringVar(&c.emit, "emit", "pamela", "notation: "+strings.Join(pamelaEmits, ", "))
	f.StringVarP(&c.format, "format", "f", "text", "text or json")
	f.StringVar(&c.process, "process", "", "compile the process `NAME` only, and the numeric equations")
	f.BoolVar(&c.charges, "charges", false, "with --stage numeric: the places where the time of each process goes")
	return cmd
}

func (c *pamelaChoices) check() error {
	for _, f := range []struct {
		flag, value string
		known       []string
	}{{"stage", c.stage, pamelaStages}, {"emit", c.emit, pamelaEmits}, {"format", c.format, pamelaFormats}} {
		if !slices.Contains(f.known, f.value) {
			return fmt.Errorf("--%s %s: it is one of %s", f.flag, f.value, strings.Join(f.known, ", "))
		}
	}
	if c.emit != "pamela" && (c.format == "json" || c.stage == "parsed" || c.stage == "evaluated") {
		return fmt.Errorf("--emit %s: only the numeric equations of a later stage are printed as %s, in text", c.emit, c.emit)
	}
	if c.charges && (c.stage != "numeric" || c.emit != "pamela") {
		return fmt.Errorf("--charges: it needs the values of --stage numeric")
	}
	c.values = map[string]float64{}
	for _, s := range c.set {
		name, text, _ := strings.Cut(s, "=")
		x, err := strconv.ParseFloat(text, 64)
		if name == "" || err != nil || math.IsInf(x, 0) || math.IsNaN(x) {
			return fmt.Errorf("--set %s: a value is set like N=1024", s)
		}
		c.values[name] = x
	}
	return nil
}

// compilePamela compiles one model and prints what was asked for.
func compilePamela(env environment, c pamelaChoices, file string) error {
	text, err := readModel(env, file)
	if err != nil {
		return &failed{err}
	}
	texts := map[string]*source.Text{}
	read := func(name string) (string, error) {
		text, err := readIncluded(name)
		texts[name] = source.NewText(text)
		return text, err
	}
	c.place = func(file string, offset int) source.Position { return texts[file].Position(offset) }
	name := filepath.ToSlash(file)
	texts[name] = source.NewText(string(text))
	m := pamela.Compile(name, string(text), pamela.Options{Include: read, Set: c.values, Only: c.process})
	named := func(r pamela.Result) bool { return r.Equation.Kind == pamela.Process && r.Equation.Name == c.process }
	if c.process != "" && len(m.Diagnostics) == 0 && !slices.ContainsFunc(m.Results, named) {
		return &failed{fmt.Errorf("--process %s: the model has no process of that name", c.process)}
	}
	for _, d := range m.Diagnostics {
		at := texts[d.File].Position(d.Span.Start)
		fmt.Fprintf(env.err, "%s:%d:%d: %s: %s\n", d.File, at.Line, at.Column, d.Severity, d.Message)
	}
	if err := c.print(env, m); err != nil {
		return &failed{err}
	}
	if len(m.Diagnostics) > 0 {
		return &failed{}
	}
	return nil
}

// readModel reads a model from its file, or from the input for "-": no more of
// it than shows that it is too large.
func readModel(env environment, file string) ([]byte, error) {
	in := env.in
	if file != "-" {
		f, err := os.Open(file)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		in = f
	}
	return io.ReadAll(io.LimitReader(in, pamela.MaxBytes+1))
}

// readIncluded reads a file that a model includes: from the disk, or what is
// shipped under that name.
func readIncluded(name string) (string, error) {
	file := filepath.FromSlash(name)
	if at, err := os.Stat(file); err == nil && !at.Mode().IsRegular() {
		return "", errors.New("it is no regular file")
	}
	b, err := readModel(environment{}, file)
	if shipped, ok := machines.Model(name); err != nil && ok {
		return shipped, nil
	}
	return string(b), err
}

func (c pamelaChoices) print(env environment, m *pamela.Model) error {
	var err error
	switch {
	case c.stage == "parsed" && c.format == "text":
		_, err = fmt.Fprint(env.out, m.Tree)
	case c.stage == "evaluated" && c.format == "text":
		_, err = fmt.Fprint(env.out, m.Evaluated())
	case c.format == "json":
		err = c.printJSON(env, m)
	default:
		err = c.printText(env, m)
	}
	return err
}

// outputs are the equations of the stage that was asked for.
func (c pamelaChoices) outputs(env environment, m *pamela.Model) []pamela.Output {
	if c.stage == "numeric" {
		values := m.Defaults()
		maps.Copy(values, c.values)
		return m.Numbers(values, func(o pamela.Output, err error) {
			fmt.Fprintf(env.err, "parlens: %s: %v\n", o.Name(), err)
		})
	}
	outputs := m.Outputs()
	for i, o := range outputs {
		if c.stage != "time" {
			outputs[i] = m.Simplify(o)
		}
	}
	return outputs
}

func (c pamelaChoices) printText(env environment, m *pamela.Model) error {
	outputs := c.outputs(env, m)
	text := ""
	switch c.emit {
	case "markdown":
		text = m.Markdown(outputs)
	case "go":
		text = m.Go(outputs)
	case "c":
		text = m.C(outputs)
	default:
		text = m.Declarations()
		for _, o := range outputs {
			text += m.Text(o) + "\n" + c.chargesText(m, o)
		}
	}
	_, err := fmt.Fprint(env.out, text)
	return err
}
