package main

import (
	"fmt"
	"strings"
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
	if m.caches != "" {
		line = append(line, "--caches", shellWord(m.caches))
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
