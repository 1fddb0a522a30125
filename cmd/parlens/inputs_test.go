package main

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
)

func TestInputs(t *testing.T) {
	const caller, callee = "program p\n  real :: x(100)\n  call work(x)\nend program p\n", "subroutine work(x)\n  real :: x(100)\n  x = 1.0\nend subroutine work\n"
	folder := t.TempDir()
	src, elsewhere := filepath.Join(folder, "src"), t.TempDir()
	write(t, filepath.Join(src, "p.f90"), caller)
	write(t, filepath.Join(src, "deep", "work.f90"), callee)
	write(t, filepath.Join(src, "notes.txt"), "no program")
	write(t, filepath.Join(elsewhere, "p.f90"), caller)
	write(t, filepath.Join(elsewhere, "parlens.toml"), "machine = \"cluster\"\n")
	write(t, filepath.Join(elsewhere, "lib", "work.f90"), callee)
	two := "program p\n  real :: x(8,8)\n!HPF$ PROCESSORS q(2,2)\n!HPF$ DISTRIBUTE x(BLOCK,BLOCK) ONTO q\n  x = 1.0\nend program p\n"
	write(t, filepath.Join(folder, "two.f90"), two)
	write(t, filepath.Join(folder, "warned.f90"), "program p\n  real :: x(8)\n!HPF$ INDEPENDENT\n  do i = 2, 8\n    x(i) = x(i-1)\n  end do\nend program p\n")
	for _, c := range []struct {
		name, args, in string
		status         int
		says, not      string
	}{
		{"a folder", "predict " + src, "", predicted, "deep/work.f90: subroutine work", "notes"},
		{"what the folder holds is found", "predict " + src, "", predicted, "", "not included"},
		{"the folder of parlens.toml", "predict " + filepath.Join(elsewhere, "p.f90"), "", predicted, "", "not included"},
		{"without a root", "predict " + filepath.Join(src, "p.f90"), "", nothing, "is not included", ""},
		{"a root", "predict --root " + src + " " + filepath.Join(src, "p.f90"), "", predicted, "", "not included"},
		{"standard input", "predict -", callee, predicted, "stdin.f90: subroutine work", ""},
		{"standard input has a name", "predict --stdin-name a.f -", "      subroutine w(x)\n      real x(9)\n      x = 1\n      end\n", predicted, "a.f: subroutine w", ""},
		{"standard input explained", "explain -", two, predicted, "X", ""},
		{"one file", "explain " + src, "", misused, "is a folder with 2 programs; one file is needed", ""},
		{"a grid that fits", "predict --grid 4x1 " + filepath.Join(folder, "two.f90"), "", predicted, "4x1", ""},
		{"a grid that cannot be", "predict --grid 2x2x2 " + filepath.Join(folder, "two.f90"), "", nothing, "has no arrangement of 3 dimensions", ""},
		{"a warning", "predict " + filepath.Join(folder, "warned.f90"), "", predicted, "warning", ""},
		{"a warning, strictly", "predict --strict " + filepath.Join(folder, "warned.f90"), "", nothing, "warning", ""},
		{"the version", "--version", "", predicted, "parlens " + version, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out, err strings.Builder
			env := environment{in: strings.NewReader(c.in), out: &out, err: &err, getenv: fixed("", "")}
			status := run(context.Background(), strings.Fields(c.args), env)
			said := out.String() + err.String()
			if status != c.status || !strings.Contains(said, c.says) || c.not != "" && strings.Contains(said, c.not) {
				t.Errorf("status %d, want %d with %q and without %q:\n%s", status, c.status, c.says, c.not, said)
			}
		})
	}
}

// A file that is not there, or has nothing in it, is named once, and the status is 1.
func TestMissingAndEmptyFiles(t *testing.T) {
	folder := t.TempDir()
	absent, empty := filepath.Join(folder, "absent.f90"), filepath.Join(folder, "empty.f90")
	write(t, empty, "")
	for _, of := range []string{"predict", "report -o " + filepath.Join(folder, "out.html"), "whatif --over P=1,2", "advise", "trace", "timeline", "graph", "explain"} {
		t.Run(of, func(t *testing.T) {
			for file, says := range map[string]string{absent: "parlens: " + absent + ": no such file or directory\n", empty: empty} {
				got := command(append(strings.Fields(of), file)...)
				if got.status != nothing || !strings.Contains(got.err, says) || strings.Count(got.err, file) != 1 {
					t.Errorf("status %d, %q; want %q", got.status, got.err, says)
				}
			}
		})
	}
}
