package main

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/parlens/parlens/costmodel/predict"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/machines"
	"github.com/parlens/parlens/render/tracefile"
)

const traceHelp = `Writes what every processor does, one thing after the other, for a viewer: a lane for
each processor with statements, loops and their iterations, waits, and messages as
arrows. Where a loop has too many iterations the last ones are summed up.

  chrome      the Trace Event Format: ui.perfetto.dev, chrome://tracing, speedscope
  pprof       times by statement, loop and unit: go tool pprof, flame graphs
  cpuprofile  of the processor that finishes last: VS Code, Chrome's developer tools

Of several units of a file each is traced; --unit chooses one (cpuprofile: the main
program when left out). A file name that ends with .gz is compressed, others choose the
format: .cpuprofile, .pprof, .pb.gz.

The exit status is 0 when a trace has been written, 1 when there is none or the program has
errors, 2 for wrong use.`

const traceExample = `  parlens trace laplace.f90 -p 16 -o laplace.json
  parlens trace laplace.f90 -p 16 -o laplace.cpuprofile
  parlens trace laplace.f90 -p 16 --format pprof -o laplace.pb.gz && go tool pprof -http : laplace.pb.gz`

var traceFormats = []string{"chrome", "pprof", "cpuprofile"}

func newTrace(env environment) *cobra.Command {
	var c choices
	var unit, out string
	cmd := &cobra.Command{
		Use: "trace FILE", Short: "Write what every processor does as a trace for a viewer", Long: traceHelp, Example: traceExample,
		Args: cobra.ExactArgs(1), ValidArgsFunction: explainedFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			if !cmd.Flags().Changed("format") {
				c.format = traceFormat(out)
			}
			if err := c.check(cmd); err != nil {
				return err
			}
			if out == "" && env.terminal {
				return errors.New("-o FILE says where the trace is written")
			}
			return writeTraces(cmd.Context(), env, c, args[0], unit, out)
		},
	}
	c.flags(cmd, traceFormats...)
	f := cmd.Flags()
	f.Lookup("color").Hidden, f.Lookup("format").DefValue = true, traceFormats[0]
	f.StringVarP(&out, "output", "o", "", "the `FILE` to write")
	f.StringVar(&unit, "unit", "", "`NAME` of one program unit")
	complete(cmd, "unit", nil)
	return cmd
}

// traceFormat is what the name of a file means.
func traceFormat(file string) string {
	switch name := strings.TrimSuffix(file, ".gz"); {
	case strings.HasSuffix(name, ".cpuprofile"):
		return "cpuprofile"
	case strings.HasSuffix(name, ".pb"), strings.HasSuffix(name, ".pprof"):
		return "pprof"
	}
	return "chrome"
}

func writeTraces(ctx context.Context, env environment, c choices, path, unit, out string) error {
	snap, path, err := c.openOne(env, path)
	if err != nil {
		return err
	}
	s, err := c.settings(newNotices(env.err), path)
	if err != nil {
		return err
	}
	wrong := c.tellErrors(ctx, env, snap, path, path, s)
	all, err := predict.Traces(ctx, snap, path, unit, tracefile.Bounds(), s)
	if err != nil {
		return &failed{err}
	}
	var traces []*report.Trace
	var assumed []report.Assumption
	for _, t := range all {
		if t.NoEstimate == "" {
			traces, assumed = append(traces, t), append(assumed, t.Assumed...)
		} else if unit != "" || t.Kind == "program" || len(all) == 1 {
			fmt.Fprintf(env.err, "parlens: %s: %s %s has no estimate: %s\n", path, t.Kind, t.Unit, t.NoEstimate)
		}
		for _, phase := range t.Phases {
			fmt.Fprintf(env.err, "parlens: %s: %s, which stands here\n", path, phase)
		}
	}
	switch {
	case len(all) == 0 && unit != "":
		return fmt.Errorf("%s has no program unit %q", path, unit)
	case len(traces) == 0:
		return &failed{fmt.Errorf("%s: there is nothing to trace", path)}
	}
	text, err := traceFile(c.format, path, s, traces)
	if err != nil {
		return &failed{err}
	}
	tellAssumed(env, path, report.AssumedOf(assumed))
	return cmp.Or(writeTraceFile(env, out, c.format, text, traces), wrong)
}

// traceFile is a trace in a format.
func traceFile(format, path string, s settings.Settings, traces []*report.Trace) ([]byte, error) {
	var b bytes.Buffer
	var err error
	switch format {
	case "pprof":
		err = tracefile.Pprof(&b, path, traces)
	case "cpuprofile":
		err = tracefile.CPUProfile(&b, path, mainTrace(traces))
	default:
		err = tracefile.Chrome(&b, path, machineName(s), traces)
	}
	return b.Bytes(), err
}

// machineName is the machine of the settings, or that of a Spar program that names none.
func machineName(s settings.Settings) string { return cmp.Or(s.Machine, machines.DefaultModel) }

// mainTrace is that of the main program, or the first one.
func mainTrace(traces []*report.Trace) *report.Trace {
	for _, t := range traces {
		if t.Kind == "program" {
			return t
		}
	}
	return traces[0]
}

func writeTraceFile(env environment, out, format string, text []byte, traces []*report.Trace) error {
	if out == "" {
		_, err := env.out.Write(text)
		return err
	}
	if strings.HasSuffix(out, ".gz") && format != "pprof" { // a profile of pprof is compressed anyway
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		_, err := io.Copy(z, bytes.NewReader(text))
		if closing := z.Close(); err == nil {
			err = closing
		}
		if err != nil {
			return &failed{err}
		}
		text = b.Bytes()
	}
	if err := os.WriteFile(out, text, 0o644); err != nil {
		return &failed{err}
	}
	for _, t := range traces {
		fmt.Fprintf(env.err, "%s: %s, %s on %d of %s\n", out, report.Titled(t.Kind, t.Unit, t.Call), report.Least(t.Partial, report.Seconds(t.T)), len(t.Lanes), report.Plural(t.Count, "processor"))
	}
	return nil
}
