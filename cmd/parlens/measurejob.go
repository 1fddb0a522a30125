package main

import (
	"fmt"
	"strings"
	"time"
)

// writeJob writes a script that measures where the scheduler runs it.
func (m *measuring) writeJob(env environment) error {
	if m.job != "slurm" {
		return fmt.Errorf("--job %q: only slurm is known", m.job)
	}
	file := strings.TrimSuffix(m.out, ".toml") + ".job"
	line := []string{"parlens", "measure", "--fc", shellWord(m.fc), "--flags", shellWord(m.flags), "-o", shellWord(m.out)}
	if m.quick {
		line = append(line, "--quick")
	}
	if m.mpi != "" {
		line = append(line, "--mpi", shellWord(m.mpi), "--mpifc", shellWord(m.mpifc))
	}
	if m.launcher != "" {
		line = append(line, "--launcher", shellWord(m.launcher))
	}
	nodes := 1
	if m.mpi != "" {
		nodes = 2
	}
	text := fmt.Sprintf("#!/bin/bash\n#SBATCH --job-name=parlens-measure\n#SBATCH --nodes=%d\n#SBATCH --exclusive\n#SBATCH --time=00:30:00\n%s\n", nodes, strings.Join(line, " "))
	if err := createFile(file, text); err != nil {
		return &failed{err}
	}
	fmt.Fprintf(env.out, "%s: sbatch %s measures a node of its own and writes %s\n", file, file, m.out)
	return nil
}

// shellWord is a word for a shell.
func shellWord(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

// progress shows how far something is, and how long the rest will take.
type progress struct {
	env   environment
	what  string
	of    int
	since func() float64 // seconds
}

func newProgress(env environment, what string, of int) *progress {
	return &progress{env: env, what: what, of: of, since: stopwatch()}
}

func (p *progress) show(done int) {
	rest := ""
	if seconds := p.since(); done > 0 && seconds > 0 {
		rest = fmt.Sprintf(", about %.0f s left", seconds/float64(done)*float64(p.of-done))
	}
	const cells = 30
	full := cells * done / p.of
	end := "\n"
	if p.env.terminal {
		end = "\r"
	}
	fmt.Fprintf(p.env.err, "%s [%s%s] %d of %d%s   %s", p.what, strings.Repeat("=", full), strings.Repeat(" ", cells-full), done, p.of, rest, end)
}

func (p *progress) end() {
	p.show(p.of)
	if p.env.terminal {
		fmt.Fprintln(p.env.err)
	}
}

// stopwatch returns the seconds since it was made.
func stopwatch() func() float64 {
	start := time.Now()
	return func() float64 { return time.Since(start).Seconds() }
}
