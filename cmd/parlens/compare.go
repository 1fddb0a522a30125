package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/parlens/parlens/costmodel/arrayop"
	"github.com/parlens/parlens/costmodel/report"
	charts "github.com/parlens/parlens/internal/chart"
	"github.com/parlens/parlens/machines"
)

const compareHelp = `Compares two machines, number by number.

Of machines of measured array operations it shows the reduced parameters R1 to R22 of
paper 000, each a weighted average of operations, for one element of a simple statement
(a = b + c) on arrays of some size: how long it takes on both, and how much faster one is.
--svg draws them as a radar chart.`

func compareMachines(env environment) *cobra.Command {
	elements, svg := 65536.0, ""
	cmd := &cobra.Command{
		Use:       "compare A B",
		Short:     "Compare two machines: a table of their numbers, or a radar chart",
		Long:      compareHelp,
		Example:   "  parlens machines compare cm5-cmf ymp-c90-cf77 --elements 4096 --svg kiviat.svg",
		Args:      cobra.ExactArgs(2),
		ValidArgs: machines.Shipped(),
		RunE: func(_ *cobra.Command, args []string) error {
			if !(elements >= 1) {
				return fmt.Errorf("--elements %g: an array has at least one", elements)
			}
			var pair [2]*machines.Machine
			for i, name := range args {
				m, err := machines.Load(name, os.ReadFile)
				if err != nil {
					return err
				}
				pair[i] = m
			}
			return compared(env.out, pair, elements, svg)
		},
	}
	cmd.Flags().Float64Var(&elements, "elements", elements, "size of the arrays, `N`")
	cmd.Flags().StringVar(&svg, "svg", "", "write the radar chart to this `FILE`")
	complete(cmd, "elements", nil)
	return cmd
}

func compared(w io.Writer, pair [2]*machines.Machine, elements float64, svg string) error {
	a, b := pair[0], pair[1]
	switch {
	case a.Array != nil && b.Array != nil:
		return compareReduced(w, [2]arrayop.Model{arrayop.New(a), arrayop.New(b)}, elements, svg)
	case a.Array != nil || b.Array != nil:
		return fmt.Errorf("one of %s and %s has measured array operations and the other has not: they have no number in common", a.Name, b.Name)
	case svg != "":
		return fmt.Errorf("--svg: the chart is of measured array operations, which %s and %s do not have", a.Name, b.Name)
	}
	return compareNumbers(w, a, b)
}

// compareNumbers shows the numbers that two machines both have.
func compareNumbers(w io.Writer, a, b *machines.Machine) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(t, "%s\t%s\t%s / %s\t  number\n", a.Name, b.Name, a.Name, b.Name)
	for _, name := range a.Names() {
		x, _ := a.Number(name)
		y, ok := b.Number(name)
		if ok {
			fmt.Fprintf(t, "%.4g\t%.4g\t%s\t  %s\n", x.Value, y.Value, ratio(x.Value, y.Value), name)
		}
	}
	return t.Flush()
}

// ratio is a/b, or nothing where there is none that means something.
func ratio(a, b float64) string {
	if a <= 0 || b <= 0 {
		return "-"
	}
	return fmt.Sprintf("%.3g", a/b)
}

// compareReduced shows the reduced parameters, normalized, as simple statements.
func compareReduced(w io.Writer, pair [2]arrayop.Model, elements float64, svg string) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	names := [2]string{pair[0].Machine.Name, pair[1].Machine.Name}
	fmt.Fprintf(t, "%s\t%s\t%s / %s\t  for each of %.9g elements\n", names[0], names[1], names[0], names[1], elements)
	picture := charts.Radar{Title: fmt.Sprintf("ns an element, arrays of %.9g elements", elements), Series: []charts.Series{{Name: names[0]}, {Name: names[1]}}}
	var notes []string
	for _, r := range arrayop.ReducedParameters {
		var text [2]string
		var each [2]float64
		for i, m := range pair {
			x := m.Reduced(r, elements, true)
			each[i] = r.Normalized(x.Estimate, elements).Mean
			switch {
			case x.Known == 0:
				text[i] = "not measured"
			case len(x.Missing) > 0:
				text[i] = report.Seconds(each[i]) + "*"
				notes = append(notes, fmt.Sprintf("* %s on %s is over %.0f%% of its weights; not measured: %s", r.Name, names[i], 100*x.Known, strings.Join(x.Missing, ", ")))
			default:
				text[i] = report.Seconds(each[i]) + " "
			}
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t  %s %s\n", text[0], text[1], ratio(each[0], each[1]), r.Name, r.Function)
		picture.Axes = append(picture.Axes, r.Name+" "+r.Function)
		for i := range pair {
			picture.Series[i].Values = append(picture.Series[i].Values, 1e9*each[i])
		}
	}
	if err := t.Flush(); err != nil {
		return err
	}
	for _, note := range notes {
		if _, err := fmt.Fprintln(w, note); err != nil {
			return err
		}
	}
	if svg == "" {
		return nil
	}
	return drawn(w, picture, svg)
}

// drawn writes a picture; it replaces one that is there.
func drawn(w io.Writer, r charts.Radar, file string) error {
	f, err := os.Create(file)
	if err != nil {
		return &failed{err}
	}
	if err := r.SVG(f); err != nil {
		return &failed{err}
	}
	if err := f.Close(); err != nil {
		return &failed{err}
	}
	_, err = fmt.Fprintf(w, "%s: the radar chart\n", file)
	return err
}
