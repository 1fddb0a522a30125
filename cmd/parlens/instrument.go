package main

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/parlens/parlens/analysis/instrument"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/predict"
	"github.com/parlens/parlens/internal/disk"
)

const instrumentHelp = `Writes a copy of a Fortran program that counts its executions.

Compile and run the copy as the program itself. When it ends it writes a table of how
often each line was executed, which fraction of each mask was true and how many
elements array statements had. The table is for parlens predict --profile, on the
machines of measured array operations. Of a program in several files instrument each,
with a table of its own.`

const instrumentExample = `  parlens instrument sort.f90 -o counting.f90
  gfortran counting.f90 -o counting && ./counting
  parlens predict sort.f90 -m ymp-c90-f90 --profile counts.csv`

func newInstrument(env environment) *cobra.Command {
	var out, counts string
	var reading readingChoices
	cmd := &cobra.Command{
		Use:     "instrument FILE -o OUT",
		Short:   "Write a copy of a program that counts executions and masks",
		Long:    instrumentHelp,
		Example: instrumentExample,
		Args:    cobra.ExactArgs(1),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return programExtensions, cobra.ShellCompDirectiveFilterFileExt
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if out == "" {
				return fmt.Errorf("--output: give the copy a name, for instance -o counting%s", filepath.Ext(args[0]))
			}
			if strings.ContainsAny(counts, "\r\n") || counts == "" {
				return fmt.Errorf("--counts %q: it is the name of a file", counts)
			}
			return instrumentFile(env, reading, args[0], out, counts)
		},
	}
	cmd.Flags().StringVarP(&out, "output", "o", "", "the copy, `OUT`; it must not exist")
	cmd.Flags().StringVar(&counts, "counts", "counts.csv", "the table that the copy writes when it ends, `FILE`")
	reading.flags(cmd)
	complete(cmd, "counts", nil)
	return cmd
}

func instrumentFile(env environment, reading readingChoices, path, out, counts string) error {
	absolute, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	snap := workspace.New(disk.Disk{}).Configure(reading.reading())
	f, err := snap.File(absolute)
	if err != nil {
		return &failed{err}
	}
	if !predict.LanguageOf(f).Lowered {
		return fmt.Errorf("%s: only Fortran programs are instrumented", path)
	}
	text, problems := instrument.Copy(snap.Program(f), f.Text, workspace.FormOf(f), f.Path, counts)
	newNotices(env.err).about(path, problems)
	if err := createFile(out, text); err != nil {
		return &failed{err}
	}
	fmt.Fprintf(env.out, "%s: a copy of %s that writes %s when it ends\n", out, path, counts)
	return nil
}
