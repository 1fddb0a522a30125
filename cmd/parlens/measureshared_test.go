package main

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/parlens/parlens/costmodel/microbench"
)

// The memory is asked by a process on each core, all at the same time: each of these ends
// when there are as many as cores. Without several cores, or behind a launcher, none runs.
func TestAllCoresAskTheMemory(t *testing.T) {
	caches := []microbench.Cache{{Name: "L1", Bytes: 1024, Ways: 2, Lines: 64}}
	n := len(cores())
	for _, c := range []struct {
		name, launcher string
		want           float64
	}{
		{"here", "", 8 * 0.5e-9 / float64(n)},
		{"behind a launcher", "srun -n {n}", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			suite := fmt.Sprintf("#!/bin/sh\ntouch $$\nuntil [ $(ls | wc -l) -gt %d ]; do sleep 0.01; done\n[ \"$3\" = stream-lines@memory ] && echo $3 2 1e-9\n", n)
			if err := os.WriteFile(filepath.Join(dir, "suite"), []byte(suite), 0o755); err != nil {
				t.Fatal(err)
			}
			if n < 2 {
				c.want = 0
			}
			m := measuring{quick: true, launcher: c.launcher}
			if got, err := m.shared(t.Context(), dir, caches); err != nil || got != c.want {
				t.Errorf("%g s between two lines, %v; want %g", got, err, c.want)
			}
		})
	}
}
