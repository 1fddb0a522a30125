package main

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// script writes a program for a shell.
func script(t *testing.T, name, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, []byte("#!/bin/sh\n"+text), 0o755); err != nil {
		t.Fatal(err)
	}
	return file
}

// compilerOf is a compiler that makes a given program of everything.
func compilerOf(t *testing.T, program string) string {
	return script(t, "fc", "while [ $# -gt 0 ]; do [ \"$1\" = -o ] && out=$2; shift; done\ncp "+script(t, "made", program)+" $out\n")
}

// What cannot be measured is told before anything is, and what was stopped says how it goes on.
func TestMeasureThatCannotEnd(t *testing.T) {
	chain := "echo chain-add@L1 1 1e-9; echo balanced@L1 1 1e-9\n"
	second := filepath.Join(t.TempDir(), "second") // is there from the second process on
	for _, c := range []struct {
		name  string
		args  []string
		want  string
		files int
	}{
		{"a compiler that makes nothing", []string{"--fc", script(t, "fc", "exit 0\n")}, "without a program", 0},
		{"no compiler of messages", []string{"--fc", compilerOf(t, chain), "--mpi", "sh {n}", "--mpifc", "no-such-mpif90"}, "no-such-mpif90", 0},
		{"no launcher of messages", []string{"--fc", compilerOf(t, chain), "--mpifc", "sh", "--mpi", "no-such-mpiexec {n}"}, "no-such-mpiexec", 0},
		{"messages that do not compile", []string{"--fc", compilerOf(t, chain), "--mpi", "sh {n}", "--mpifc", script(t, "mpif90", "exit 1\n")}, "mpif90", 0},
		{"no launcher", []string{"--fc", compilerOf(t, chain), "--launcher", "no-such-srun {n}"}, "no-such-srun", 0},
		{"stopped at once", []string{"--fc", compilerOf(t, "kill -INT $$\n")}, "interrupted before the first round", 0},
		{"stopped in the second round", []string{"--fc", compilerOf(t, "if [ -e "+second+" ]; then kill -INT $$; fi\ntouch "+second+"\n"+chain)}, "interrupted after 1 of 5 rounds", 1},
		{"on one core", []string{"--fc", compilerOf(t, "echo cores $(nproc) x\n")}, `wrote "cores 1 x"`, 0},
		{"killed", []string{"--fc", compilerOf(t, "kill -KILL $$\n")}, "signal: killed", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.name == "on one core" && runtime.GOOS != "linux" {
				t.Skip("only Linux is asked to keep a process on a core")
			}
			dir := t.TempDir()
			got := command(append([]string{"measure", "--quick", "--caches", "32K/8", "-o", filepath.Join(dir, "m.toml")}, c.args...)...)
			if got.status == predicted || !strings.Contains(got.err, c.want) {
				t.Errorf("status %d: %s, want %q", got.status, got.err, c.want)
			}
			if kept, _ := os.ReadDir(dir); len(kept) != c.files {
				t.Errorf("%d files are left, want %d", len(kept), c.files)
			}
		})
	}
}
