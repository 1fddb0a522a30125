package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/parlens/parlens/analysis/instrument"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/predict"
	"github.com/parlens/parlens/costmodel/report"
)

const validateHelp = `Runs a program and shows what it took beside what was predicted, line by line.

A copy of the program is compiled with timers around its loops and statements, and run
in several processes; the medians are compared with the prediction for the machine. Serial
programs are timed in processor time, programs that pass messages (--mpi) by MPI_Wtime of
their first process. Directives of HPF are comments to the compiler: such a program is
predicted and run on one processor.`

const validateExample = `  parlens validate jacobi.f90 --machine mine.toml
  parlens validate jacobi.f90 --machine mine.toml --flags "-O3" -o run.json --svg run.svg
  parlens validate halo.f90 --machine mine.toml --mpi "mpiexec -n {n}" --procs 2
  parlens validate jacobi.f90 --machine mine.toml --build timed
  PARLENS_TABLE=run1.csv timed/timed
  parlens validate jacobi.f90 --machine mine.toml --tables run1.csv`

// validating is what the user says about a comparison.
type validating struct {
	choices
	measuring
	run     int
	svg     string
	json    string
	build   string
	tables  []string
	atLeast float64
}

func newValidate(env environment) *cobra.Command {
	var v validating
	cmd := &cobra.Command{
		Use:     "validate FILE --machine FILE.toml",
		Short:   "Run a program with timers: predicted beside measured, line by line",
		Long:    validateHelp,
		Example: validateExample,
		Args:    cobra.ExactArgs(1),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return programExtensions, cobra.ShellCompDirectiveFilterFileExt
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := v.check(cmd); err != nil {
				return err
			}
			for _, name := range []string{"build", "tables"} {
				if f := cmd.Flags().Lookup(name); f.Changed && strings.Trim(f.Value.String(), "[]") == "" {
					return fmt.Errorf("--%s: name at least one file or folder, or leave it out", name)
				}
			}
			return v.file(cmd.Context(), env, args[0])
		},
	}
	v.choices.flags(cmd, "text", "json")
	f := cmd.Flags()
	f.StringVar(&v.fc, "fc", "gfortran", "the Fortran `compiler`; with --mpi mpif90")
	f.StringVar(&v.measuring.flags, "flags", "-O2", "the compiler's `flags`: those that the machine was measured with")
	f.StringVar(&v.mpi, "mpi", "", "the `command` that starts n processes, \"mpiexec -n {n}\"")
	f.IntVar(&v.run, "runs", 5, "how many `processes` are run, one after the other")
	f.Float64Var(&v.atLeast, "least", 5e-6, "time what is predicted to take so many `seconds` each time")
	f.StringVar(&v.build, "build", "", "only compile the copy, into a new `folder`: FOLDER/timed writes its times to the file that PARLENS_TABLE names")
	f.StringSliceVar(&v.tables, "tables", nil, "run nothing: compare with the `files` that runs of such a copy have written")
	f.StringVarP(&v.json, "output", "o", "", "write the comparison as JSON too, `OUT.json`")
	f.StringVar(&v.svg, "svg", "", "draw it, `OUT.svg`")
	return cmd
}

func (v *validating) file(ctx context.Context, env environment, path string) error {
	if v.mpi != "" && !strings.Contains(v.mpi, "{n}") {
		return fmt.Errorf("--mpi %q: it must say {n} where the number of processes stands", v.mpi)
	}
	if v.run < 1 {
		return fmt.Errorf("--runs %d: at least one", v.run)
	}
	snap, files, err := v.open(env, []string{path})
	if err != nil {
		return err
	}
	tell := newNotices(env.err)
	chosen, err := v.settings(tell, files[0])
	if err != nil {
		return err
	}
	messages := v.mpi != ""
	if !messages {
		chosen.Procs, chosen.Grid = 1, nil
	}
	p, err := predictOne(ctx, snap, files[0], chosen)
	if err != nil {
		return &failed{err}
	}
	if !predict.LanguageOf(p.file).Lowered {
		return fmt.Errorf("%s: only Fortran programs are compiled and run", path)
	}
	if !p.complete() {
		return &failed{fmt.Errorf("%s has no estimate: parlens predict says why", path)}
	}
	if v.build != "" {
		if err := v.copied(ctx, env, snap, p); err != nil {
			return &failed{err}
		}
		return nil
	}
	r, err := v.compare(ctx, env, snap, p, chosen.Procs)
	if err != nil {
		return &failed{err}
	}
	return v.write(env, r)
}

// The JSON of `validate`, documented in docs/json.md.
type jsonValidation struct {
	Format   formatVersion `json:"format"`     // version of this output
	File     string        `json:"file"`       // the path as it was given
	Digest   string        `json:"digest"`     // SHA-256 of the program's text: when it is another, the program has changed since
	Machine  string        `json:"machine"`    // that the program was predicted for
	Compiler string        `json:"compiler"`   // with its flags
	Date     string        `json:"date"`       // of the run
	Runs     int           `json:"runs"`       // how often the program was run
	Procs    int           `json:"processors"` // processes that it was run with
	Single   bool          `json:"single"`     // its directives were comments to the compiler: one process did all
	Lines    []jsonTimed   `json:"lines"`      // statements and loops with a timer, in order
}

type jsonTimed struct {
	Line      int    `json:"line"`            // first line, from 1
	Text      string `json:"text"`            // of the first line, without blanks around it: finds it again when lines above have been edited
	EndLine   int    `json:"end_line"`        // last line: what stands between is part of it
	Times     number `json:"executions"`      // in the run
	Predicted number `json:"predicted_s"`     // seconds of all executions
	Measured  number `json:"measured_s"`      // likewise: the median of the runs
	Least     number `json:"least_s"`         // likewise: the least of the runs
	Spread    number `json:"spread"`          // half the distance between the quartiles of the runs, as a share of the median
	Bound     string `json:"bound,omitempty"` // what most of the predicted time waits for; absent where nothing is known
}

func (v *validating) compare(ctx context.Context, env environment, snap *workspace.Snapshot, p prediction, procs int) (*jsonValidation, error) {
	runs, err := v.tabulated()
	if len(v.tables) == 0 {
		runs, err = v.compiledAndRun(ctx, env, snap, p, max(1, procs))
	}
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256([]byte(p.file.Text.String()))
	out := &jsonValidation{File: p.File, Digest: hex.EncodeToString(sum[:]), Machine: p.Machine.Name, Compiler: v.fc + " " + v.measuring.flags, Date: time.Now().Format(time.DateOnly),
		Runs: len(runs), Procs: max(1, procs), Single: v.mpi == "" && slices.ContainsFunc(p.Units, func(u *report.Unit) bool { return len(u.Mappings) > 0 })}
	ends := instrument.Ends(snap.Program(p.file), p.file.Text)
	for _, line := range slices.Sorted(maps.Keys(runs[0])) {
		if line < 1 || line > p.file.Text.Lines() {
			return nil, fmt.Errorf("the tables tell of line %d; %s has %d: they are of another program", line, p.File, p.file.Text.Lines())
		}
		out.Lines = append(out.Lines, timedAt(p, line, max(line, ends[line]), runs))
	}
	out.Lines = slices.DeleteFunc(out.Lines, func(c jsonTimed) bool { return c.Times == 0 })
	return out, nil
}

// tabulated reads the tables that runs of a copy have written.
func (v *validating) tabulated() ([]map[int][2]float64, error) {
	var runs []map[int][2]float64
	for _, file := range v.tables {
		data, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		times := timesOf(string(data))
		if len(times) == 0 {
			return nil, fmt.Errorf("%s has no times: a line of a table is LINE,SECONDS,EXECUTIONS", file)
		}
		runs = append(runs, times)
	}
	return runs, nil
}

// compiledAndRun compiles a copy with timers in a folder of its own and runs it.
func (v *validating) compiledAndRun(ctx context.Context, env environment, snap *workspace.Snapshot, p prediction, procs int) ([]map[int][2]float64, error) {
	dir, err := os.MkdirTemp("", "parlens-validate")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	if err := v.timed(ctx, dir, snap, p); err != nil {
		return nil, err
	}
	return v.runs(ctx, env, dir, procs)
}

// copied leaves the compiled copy in a folder, for who starts it himself.
func (v *validating) copied(ctx context.Context, env environment, snap *workspace.Snapshot, p prediction) error {
	if err := os.MkdirAll(filepath.Dir(v.build), 0o777); err != nil {
		return err
	}
	if err := os.Mkdir(v.build, 0o777); err != nil {
		return err
	}
	if err := v.timed(ctx, v.build, snap, p); err != nil {
		return err
	}
	program := filepath.Join(v.build, "timed")
	fmt.Fprintf(env.out, "%s: start it with PARLENS_TABLE=run1.csv %s, then compare: parlens validate %s --machine %s --tables run1.csv\n", program, program, p.File, p.Machine.Name)
	return nil
}

// timed compiles the copy with timers.
func (v *validating) timed(ctx context.Context, dir string, snap *workspace.Snapshot, p prediction) error {
	clock := processorClock()
	if v.mpi != "" {
		clock = -1
		if v.fc == "gfortran" {
			v.fc = "mpif90"
		}
	}
	lowered := snap.Program(p.file)
	wanted := v.wanted(p, instrument.Ends(lowered, p.file.Text))
	copied, lines := instrument.Timers(lowered, p.file.Text, workspace.FormOf(p.file), p.file.Path, instrument.Timing{Wanted: func(line int) bool { return wanted[line] }, Clock: clock})
	if len(lines) == 0 {
		return fmt.Errorf("nothing in %s is predicted to take %s each time: --least times shorter ones", p.File, report.Seconds(v.atLeast))
	}
	name := "timed" + filepath.Ext(p.file.Path)
	if err := v.compile(ctx, dir, v.fc, "timed", map[string]string{name: copied}, "-I"+filepath.Dir(p.file.Path), name); err != nil {
		return fmt.Errorf("%s with timers: %w", p.File, err)
	}
	return nil
}
