package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/parlens/parlens/costmodel/microbench"
	"github.com/parlens/parlens/machines"
)

const measureHelp = `Measures this machine and writes a machine file.

The suite is Fortran: short loops whose times give the throughput of the processor, the
latency of its operations, the bandwidth of each cache and of the memory, what the
compiler vectorises and what a mispredicted branch costs; with --mpi messages and
collective operations too. It is compiled with the compiler and the flags that your
programs are compiled with, and run in several processes. A process is rejected when the
clock of its core changed meanwhile.

A second file, OUT-arrays.toml, is a machine of Fortran 90 array operations: what each takes
by its type and size, of one processor.

What has been measured is kept beside the file (OUT.csv): the same command goes on where
it was interrupted. docs/measure.md is a guide.`

const measureExample = `  parlens measure --quick -o mine.toml
  parlens measure --fc gfortran --flags "-O3 -march=native" --mpi "mpiexec -n {n}" -o node.toml
  parlens measure --flags "-O3" --launcher "srun --exclusive -n {n}" --job slurm -o node.toml`

// measuring is what the user says about a measurement.
type measuring struct {
	fc, mpifc, flags, mpi, launcher, job, caches, out string
	quick                                             bool
	rounds                                            int
}

func newMeasure(env environment) *cobra.Command {
	var m measuring
	cmd := &cobra.Command{
		Use:     "measure -o OUT.toml",
		Short:   "Measure this machine: compile and run a suite, write a machine file",
		Long:    measureHelp,
		Example: measureExample,
		Args:    cobra.NoArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return m.run(cmd.Context(), env) },
	}
	f := cmd.Flags()
	f.StringVar(&m.fc, "fc", "gfortran", "the Fortran `compiler`")
	f.StringVar(&m.mpifc, "mpifc", "mpif90", "the `compiler` of programs that pass messages, with --mpi")
	f.StringVar(&m.flags, "flags", "-O2", "the compiler's `flags`, those of your programs")
	f.StringVar(&m.mpi, "mpi", "", "measure messages too; the `command` that starts n processes, \"mpiexec -n {n}\"")
	f.StringVar(&m.launcher, "launcher", "", "start every process with this `command`, \"srun -n {n}\"; {n} is 1 where one is meant")
	f.StringVar(&m.job, "job", "", "do not measure: write a job script for this `scheduler` (slurm), that measures")
	f.StringVar(&m.caches, "caches", "", "what a core finds in its caches where the system does not tell: `SIZE/WAYS,...`, \"48K/12,1M/8,32M/16\"")
	f.BoolVar(&m.quick, "quick", false, "two minutes at most, with a larger spread")
	f.StringVarP(&m.out, "output", "o", "", "the machine file, `OUT.toml`, with OUT-arrays.toml beside it; they must not exist")
	complete(cmd, "job", []string{"slurm"})
	return cmd
}

func (m *measuring) run(ctx context.Context, env environment) error {
	if !strings.HasSuffix(m.out, ".toml") {
		return fmt.Errorf("--output %q: give the machine file a name that ends in .toml, for instance -o mine.toml", m.out)
	}
	for name, command := range map[string]string{"--mpi": m.mpi, "--launcher": m.launcher} {
		if command != "" && !strings.Contains(command, "{n}") {
			return fmt.Errorf("%s %q: it must say {n} where the number of processes stands", name, command)
		}
	}
	if m.job != "" {
		return m.writeJob(env)
	}
	for _, file := range []string{m.out, m.arraysFile()} {
		if _, err := os.Stat(file); err == nil {
			return &failed{fmt.Errorf("%s is there already", file)}
		}
	}
	if m.rounds = 9; m.quick {
		m.rounds = 5
	}
	started := time.Now()
	text, err := m.measure(ctx, env)
	if err != nil {
		return &failed{err}
	}
	if machine, diags := machines.Parse(m.out, []byte(text)); machine == nil {
		why := ""
		for _, d := range diags {
			why += "\n" + d.Message
		}
		return &failed{fmt.Errorf("what was measured makes no machine; it is in %s%s", m.samplesFile(), why)}
	}
	if err := createFile(m.out, text); err != nil {
		return &failed{err}
	}
	if err := m.writeArrays(ctx, env); err != nil {
		return &failed{fmt.Errorf("%s is written, and %s is not: %w", m.out, m.arraysFile(), err)}
	}
	fmt.Fprintf(env.out, "%s: measured in %s; predict with --machine %s, or always: parlens machines use %s; compare with a clock: parlens validate FILE --machine %s\n", m.out, time.Since(started).Round(time.Second), m.out, m.out, m.out)
	fmt.Fprintf(env.out, "%s: Fortran 90 array operations on one processor\n", m.arraysFile())
	return nil
}

func (m *measuring) samplesFile() string { return strings.TrimSuffix(m.out, ".toml") + ".csv" }

// measure compiles the suite, runs it round by round, and explains what it finds.
func (m *measuring) measure(ctx context.Context, env environment) (string, error) {
	if err := m.found(); err != nil {
		return "", err
	}
	caches, err := m.hierarchy()
	if err != nil {
		return "", err
	}
	dir, err := os.MkdirTemp("", "parlens-measure")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	cells := microbench.Cells(caches)
	if err := m.compile(ctx, dir, m.fc, "suite", map[string]string{"kernels.f90": microbench.Kernels(cells), "driver.f90": microbench.Driver(cells, processorClock())}, "kernels.f90", "driver.f90"); err != nil {
		return "", err
	}
	if m.mpi != "" { // before anything is measured: it may be told that this cannot be done
		if err := m.compile(ctx, dir, m.mpifc, messages, map[string]string{"messages.f90": microbench.Messages}, "messages.f90"); err != nil {
			return "", err
		}
	}
	samples, err := m.rounded(ctx, env, dir)
	if err != nil {
		return "", err
	}
	node, err := microbench.Fit(samples, caches)
	if err != nil {
		return "", err
	}
	var net *microbench.Network
	if m.mpi != "" {
		if net, err = m.network(ctx, dir); err != nil {
			return "", err
		}
	}
	d := m.description(ctx, samples)
	if d.Contended, err = m.shared(ctx, dir, caches); err != nil {
		return "", err
	}
	return microbench.TOML(d, node, caches, net), nil
}

// fewest is how many rounds must settle.
const fewest = 3

// rounded runs the suite until enough rounds are accepted, and keeps each.
func (m *measuring) rounded(ctx context.Context, env environment, dir string) (microbench.Samples, error) {
	samples, err := m.kept()
	if err != nil {
		return samples, err
	}
	if len(samples.Rounds) >= m.rounds { // those that settled no file are measured again
		samples.Settle()
	}
	sample, times, most := "20", "3", 13*time.Minute
	if m.quick {
		sample, times, most = "4", "3", 70*time.Second // array operations take 20 to 50 more
	}
	bar := newProgress(env, "rounds", m.rounds-len(samples.Rounds))
	for began := time.Now(); len(samples.Rounds) < m.rounds && time.Since(began) < most; {
		var out strings.Builder
		if err := m.suite(ctx, &out, filepath.Join(dir, "suite"), sample, times); err != nil {
			bar.end()
			return samples, m.interrupted(ctx, err, len(samples.Rounds))
		}
		round, steady, err := microbench.ParseRound(out.String())
		if err != nil {
			return samples, err
		}
		if !steady {
			samples.Rejected++
			continue
		}
		samples.Rounds = append(samples.Rounds, round)
		bar.step()
		if err := os.WriteFile(m.samplesFile(), []byte(m.what()+samples.CSV()), 0o666); err != nil {
			return samples, err
		}
		if len(samples.Rounds) == m.rounds {
			samples.Settle()
		}
	}
	bar.end()
	if samples.Settle(); len(samples.Rounds) < min(fewest, m.rounds) {
		return samples, fmt.Errorf("the clock of this machine never settled: %d rounds were rejected, %d accepted. Measure when nothing else runs on it", samples.Rejected, len(samples.Rounds))
	}
	return samples, nil
}

// what is the first line of the samples: they go on only for the same suite.
func (m *measuring) what() string {
	what := fmt.Sprintf("# %s %s, %s, quick %t", m.fc, m.flags, runtime.GOARCH, m.quick)
	if m.caches != "" {
		what += ", caches " + m.caches
	}
	return what + "\n"
}

// kept reads the rounds of a measurement that was interrupted.
func (m *measuring) kept() (microbench.Samples, error) {
	data, err := os.ReadFile(m.samplesFile())
	if errors.Is(err, os.ErrNotExist) {
		return microbench.Samples{}, nil
	} else if err != nil {
		return microbench.Samples{}, err
	}
	text, same := strings.CutPrefix(string(data), m.what())
	if !same {
		return microbench.Samples{}, fmt.Errorf("%s holds measurements with another compiler or other flags; move it away", m.samplesFile())
	}
	s, err := microbench.ParseCSV(text)
	if err != nil {
		return s, fmt.Errorf("%s: %w", m.samplesFile(), err)
	}
	return s, nil
}

// started is the beginning of a command line that starts n processes.
func (m *measuring) started(n int, launcher string) []string {
	return strings.Fields(strings.ReplaceAll(launcher, "{n}", fmt.Sprint(n)))
}

func (m *measuring) compile(ctx context.Context, dir, compiler, program string, files map[string]string, order ...string) error {
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			return err
		}
	}
	args := append(strings.Fields(m.flags), "-o", program)
	if _, err := m.output(ctx, dir, nil, compiler, append(args, order...)...); err != nil {
		return err
	}
	if _, err := os.Stat(filepath.Join(dir, program)); err != nil {
		return fmt.Errorf("%s ended without an error, and without a program", compiler)
	}
	return nil
}

// output runs a command in a folder and returns what it wrote.
func (m *measuring) output(ctx context.Context, dir string, launcher []string, name string, args ...string) (string, error) {
	line := append(append(launcher[:len(launcher):len(launcher)], name), args...)
	cmd := exec.CommandContext(ctx, line[0], line[1:]...)
	cmd.Dir = dir
	var out strings.Builder
	err := finished(cmd, &out, cmd.Start)
	return out.String(), err
}

// finished starts a command, waits for it, and has its words in the error.
func finished(cmd *exec.Cmd, out io.Writer, start func() error) error {
	var told strings.Builder
	cmd.Stdout, cmd.Stderr = out, &told
	err := start()
	if err == nil {
		err = cmd.Wait()
	}
	if err != nil {
		return fmt.Errorf("%s: %w\n%s", strings.Join(cmd.Args, " "), err, strings.TrimSpace(told.String()))
	}
	return nil
}

func (m *measuring) description(ctx context.Context, s microbench.Samples) microbench.Description {
	version, _ := m.output(ctx, "", nil, m.fc, "--version")
	first, _, _ := strings.Cut(version, "\n")
	if first == "" {
		first = m.fc
	}
	command := "parlens measure"
	if m.quick {
		command += " --quick"
	}
	return microbench.Description{
		Told: m.caches != "",
		Name: strings.TrimSuffix(filepath.Base(m.out), ".toml"), CPU: processorName(), Compiler: first, Flags: m.flags,
		Date: time.Now().Format(time.DateOnly), Cores: runtime.NumCPU(), MemoryBytes: memorySize(),
		Rounds: len(s.Rounds), Rejected: s.Rejected, Command: command, MPI: m.mpi,
	}
}
