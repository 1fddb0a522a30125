package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A program is compiled and run with timers: each line that takes long has what was
// predicted and what was measured, and the file keeps it.
func TestValidate(t *testing.T) {
	dir := t.TempDir()
	program, kept, picture := filepath.Join(dir, "p.f90"), filepath.Join(dir, "run.json"), filepath.Join(dir, "run.svg")
	text := `program p
  integer, parameter :: n = 3000
  real(8) :: a(n), b(n)
  integer :: i, k
!hpf$ distribute a(block)
  b = 1
  do k = 1, 20
    a(1) = k
    do i = 2, n
      a(i) = b(i) - 0.5d0*a(i-1)
    end do
    do i = 1, n
      b(i) = a(i)*0.5d0 + 1
    end do
  end do
  print *, a(n), b(n)
end program
`
	if err := os.WriteFile(program, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	got := command("validate", program, "--machine", "cluster", "--runs", "3", "--least", "1e-6", "--format", "json", "-o", kept, "--svg", picture)
	if got.status != predicted {
		t.Fatalf("status %d\n%s%s", got.status, got.out, got.err)
	}
	data, err := os.ReadFile(kept)
	if err != nil || strings.TrimSpace(string(data)) != strings.TrimSpace(got.out) {
		t.Errorf("the file is not what is printed (%v)", err)
	}
	var r struct {
		Format int
		Single bool
		Digest string
		Lines  []struct {
			Line, End_line                                       int
			Executions, Predicted_s, Measured_s, Least_s, Spread float64
			Bound                                                string
		}
	}
	if err := json.Unmarshal([]byte(got.out), &r); err != nil {
		t.Fatal(err)
	}
	if r.Format != 1 || !r.Single || len(r.Digest) != 64 {
		t.Errorf("%+v", r)
	}
	found := map[int]bool{}
	for _, l := range r.Lines {
		found[l.Line] = true
		if l.Predicted_s <= 0 || l.Measured_s <= 0 || l.Least_s > l.Measured_s {
			t.Errorf("%+v", l)
		}
		if l.Line == 9 && (l.End_line != 11 || l.Executions != 20 || l.Bound != "latency of the chain through a") {
			t.Errorf("%+v", l)
		}
	}
	if !found[9] || found[7] || found[10] {
		t.Errorf("lines with timers: %v", found)
	}
	if svg, err := os.ReadFile(picture); err != nil || !strings.Contains(string(svg), "measured") || !strings.Contains(string(svg), "#E69F00") || !strings.Contains(string(svg), "#0072B2") {
		t.Errorf("no picture with marks in two colours: %v", err)
	}
}

// What cannot be measured says so, and writes nothing.
func TestMeasureAndValidateComplain(t *testing.T) {
	dir := t.TempDir()
	there := filepath.Join(dir, "there.toml")
	wrong := filepath.Join(dir, "wrong.f90")
	for file, text := range map[string]string{there: "", wrong: "program p\nreal(8) :: a(9000)\na = 1\na = nothing(a)\nend program\n"} {
		t.Run(file, func(t *testing.T) {
			if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		})
	}
	for _, c := range []struct {
		name string
		args []string
		want string
	}{
		{"no name", []string{"measure"}, "-o mine.toml"},
		{"a file that is there", []string{"measure", "-o", there}, "is there already"},
		{"no compiler", []string{"measure", "--fc", "no-such-compiler", "-o", filepath.Join(dir, "m.toml")}, "no-such-compiler"},
		{"a launcher without a place", []string{"measure", "--launcher", "srun -n 1", "-o", filepath.Join(dir, "m.toml")}, "{n}"},
		{"another scheduler", []string{"measure", "--job", "lsf", "-o", filepath.Join(dir, "m.toml")}, "only slurm"},
		{"a program that does not compile", []string{"validate", wrong, "--machine", "cluster", "--least", "1e-9"}, "wrong.f90"},
		{"tables without a name", []string{"validate", wrong, "--machine", "cluster", "--tables", ""}, "--tables: name"},
		{"a copy without a place", []string{"validate", wrong, "--machine", "cluster", "--build", ""}, "--build: name"},
		{"no program", []string{"validate", filepath.Join(dir, "no.f90"), "--machine", "cluster"}, "no.f90"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := command(c.args...)
			if got.status == predicted || !strings.Contains(got.err+got.out, c.want) {
				t.Errorf("status %d: %s%s", got.status, got.out, got.err)
			}
		})
	}
	if made, _ := filepath.Glob(filepath.Join(dir, "m.*")); len(made) > 0 {
		t.Errorf("left behind: %v", made)
	}
}

// A copy goes into a folder below others that are not there yet.
func TestValidateBuildsBelow(t *testing.T) {
	dir := t.TempDir()
	program, below := filepath.Join(dir, "p.f90"), filepath.Join(dir, "a", "b")
	if err := os.WriteFile(program, []byte("program p\nreal(8) :: a(9000)\ninteger :: i\ndo i = 1, 9000\n  a(i) = i\nend do\nprint *, a(9)\nend program\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	got := command("validate", program, "--machine", "cluster", "--least", "1e-9", "--build", below)
	if _, err := os.Stat(filepath.Join(below, "timed")); got.status != predicted || err != nil {
		t.Errorf("status %d, %v: %s", got.status, err, got.err)
	}
}

// Rounds that were kept and settle nothing are measured again by the same command.
func TestMeasuringGoesOn(t *testing.T) {
	dir := t.TempDir()
	m := measuring{out: filepath.Join(dir, "m.toml"), rounds: 3}
	round := func(n int, control string) string {
		return fmt.Sprintf("chain-add@L1,%d,%s\nbalanced@L1,%d,1e-9\n", n, control, n)
	}
	kept := m.what() + "cell,round,seconds\n" + round(1, "1e-9") + round(2, "2e-9") + round(3, "2e-9")
	suite := "#!/bin/sh\nfor k in 1 2; do echo chain-add@L1 1 1e-9; echo balanced@L1 1 1e-9; done\n"
	for file, text := range map[string]string{m.samplesFile(): kept, filepath.Join(dir, "suite"): suite} {
		if err := os.WriteFile(file, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	var told strings.Builder
	s, err := m.rounded(t.Context(), environment{out: &told, err: &told}, dir)
	if err != nil || len(s.Rounds) != 3 || s.Rejected != 2 {
		t.Errorf("%d rounds, %d rejected: %v", len(s.Rounds), s.Rejected, err)
	}
}

// A job script measures with the same choices, and quotes what a shell would take apart.
func TestMeasureJob(t *testing.T) {
	out := filepath.Join(t.TempDir(), "node.toml")
	got := command("measure", "--job", "slurm", "--flags", "-O3 -march=native", "--mpi", "srun -n {n}", "--caches", "48K/12", "-o", out)
	script, err := os.ReadFile(strings.TrimSuffix(out, ".toml") + ".job")
	if got.status != predicted || err != nil || !strings.Contains(string(script), "#SBATCH --nodes=2\n") || !strings.Contains(string(script), "--flags '-O3 -march=native'") || !strings.Contains(string(script), "--mpi 'srun -n {n}'") || !strings.Contains(string(script), "--caches '48K/12'") {
		t.Errorf("%d %v\n%s%s", got.status, err, script, got.err)
	}
}
