package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/parlens/parlens/analysis/spar/place"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/spar"
	"github.com/parlens/parlens/internal/disk"
)

const modelHelp = `Prints the PAMELA model of a Spar program: a process for every method, with
comments that name file and line, and the symbol table at the end. It includes
the model of the machine, and "parlens pamela" compiles it. What --procs, --grid
and --set choose stands in it, so that it gives the times of "parlens predict"
with the same flags; a machine whose own numbers are set is printed in full.

The exit status is 0 when the model has been printed, 1 when the program could
not be read or has errors (what was understood is printed all the same), 2 for
wrong use.`

const modelExample = `  parlens model adi.spar
  parlens model adi.spar | parlens pamela - --stage numeric --process main
  parlens model adi.spar -p 64 --set aggregated_messages=1
  parlens model library.spar --unit relax --set n=4096`

func newModel(env environment) *cobra.Command {
	var c choices
	var unit string
	cmd := &cobra.Command{
		Use:     "model FILE.spar",
		Short:   "Print the PAMELA model of a Spar program",
		Long:    modelHelp,
		Example: modelExample,
		Args:    cobra.ExactArgs(1),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return []string{"spar"}, cobra.ShellCompDirectiveFilterFileExt
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := c.check(cmd); err != nil {
				return err
			}
			return printModel(env, c, args[0], unit)
		},
	}
	c.flags(cmd, "text", "pamela")
	cmd.Flags().StringVar(&unit, "unit", "", "`NAME` of one method: its model, with parameters that --set gives values; the program when left out")
	complete(cmd, "unit", nil)
	for _, name := range []string{"format", "color"} {
		cmd.Flags().Lookup(name).Hidden = true // a model has one form
	}
	return cmd
}

// printModel writes the model, then what is wrong with the program.
func printModel(env environment, c choices, path, name string) error {
	snap := workspace.New(disk.Disk{}).Configure(c.reading())
	file, err := snap.File(path)
	if err != nil {
		return &failed{err}
	}
	settings, err := c.settings(newNotices(env.err), path)
	if err != nil {
		return err
	}
	m, err := spar.ModelOf(snap, file, settings)
	if err != nil {
		return &failed{err}
	}
	var unit *place.Method
	if name != "" {
		if unit = m.Unit(name); unit == nil {
			return &failed{fmt.Errorf("%s has no method %s", displayed(path), displayed(name))}
		}
	}
	if _, err := fmt.Fprint(env.out, m.Print(settings, unit)); err != nil {
		return &failed{err}
	}
	var failure error
	for _, d := range jsonDiagnosticsOf(file.Text, m.Diagnostics) {
		fmt.Fprintf(env.err, "%s:%d:%d: %s: %s [%s]\n", displayed(path), d.Line, d.Column, d.Severity, displayed(d.Message), d.Code)
		if d.Severity == "error" {
			failure = &failed{}
		}
	}
	return failure
}
