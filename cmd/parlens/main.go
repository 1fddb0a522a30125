// Command parlens predicts what the lines of a data-parallel program cost on a
// parallel machine, and serves the prediction to editors.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/parlens/parlens/internal/hugepages"
)

// The exit statuses.
const (
	predicted = 0
	nothing   = 1 // nothing could be predicted, or the work could not be done
	misused   = 2 // wrong flags, names or values
)

// environment is what the command has of the world outside, so that a test can
// give it another.
type environment struct {
	in       io.Reader
	out, err io.Writer
	getenv   func(string) string
	terminal bool // out is a terminal
	width    int  // of the terminal, in columns; 0 when out is none
}

// heapInLargePages is as much as most programs and an editor's server take, in bytes.
const heapInLargePages = 256 << 20

func main() {
	until := func() {}
	if len(os.Args) < 2 || os.Args[1] != serving { // which collects as suits its readers
		until = collectLate()
	}
	hugepages.ForHeap(heapInLargePages)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	status := run(ctx, os.Args[1:], realEnvironment())
	until()
	os.Exit(status)
}

// run executes the command line and returns the exit status.
func run(ctx context.Context, args []string, env environment) int {
	root := newRoot(env)
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	var failure *failed
	switch {
	case err == nil:
		return predicted
	case errors.As(err, &failure):
		if failure.reason != nil {
			fmt.Fprintln(env.err, "parlens:", failure.reason)
		}
		return nothing
	}
	fmt.Fprintf(env.err, "parlens: %v\nSee parlens --help.\n", err)
	return misused
}

// failed is the error of a command that was used rightly and could not do its
// work; a nil reason has been told already. Any other error is wrong use.
type failed struct{ reason error }

func (f *failed) Error() string { return fmt.Sprint(f.reason) }

func (f *failed) Unwrap() error { return f.reason }

func newRoot(env environment) *cobra.Command {
	root := &cobra.Command{
		Use:           "parlens",
		Short:         "What every line of a data-parallel program costs on a parallel machine",
		SilenceErrors: true,
		SilenceUsage:  true,
		Version:       version,
	}
	info, _ := debug.ReadBuildInfo()
	root.SetVersionTemplate(versionLine(info) + "\n")
	root.SetIn(env.in)
	root.SetOut(env.out)
	root.SetErr(env.err)
	root.AddCommand(newPredict(env), newExplain(env), newGraph(env), newTimeline(env), newTrace(env), newReport(env), newServe(env), newMachines(env), newInstrument(env), newMeasure(env), newValidate(env), newPamela(env), newPhases(env), newMapping(env), newModel(env), newWhatif(env), newAdvise(env), newCompare(env), newMerge(env), newCheck(env), newDiff(env), newParse(env), newVersion(env))
	return root
}
