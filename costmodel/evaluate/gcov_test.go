package evaluate

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/oracle/texts"
)

// The executions that a report gives scalar statements, conditions and the
// headers of DO loops are those that the compiled serial program counts: to any
// Fortran compiler the directives are comments. (How often an array statement is
// executed gcov does not tell; internal/oracle/elements does, see analysis/aag.)
func TestExecutionsEqualGcov(t *testing.T) {
	for _, tool := range []string{"gfortran", "gcov"} {
		t.Run(tool, func(t *testing.T) {
			if _, err := exec.LookPath(tool); err != nil {
				t.Fatal(err)
			}
		})
	}
	files := []string{}
	for _, pattern := range []string{"suite/*.f90", "hpf/*.f*", "hpf/codes/*.f90", "xmp/*.f90", "dvm/jacobi.f"} {
		found, _ := filepath.Glob("../../testdata/" + pattern)
		files = append(files, found...)
	}
	checked, least := 0, 40
	if testing.Short() {
		least /= 4
	}
	for i, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			if testing.Short() && i%3 != 0 {
				return
			}
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			counts := coverage(t, file)
			text := string(data)
			for _, u := range reportOf(t, file, text, settings.Settings{}).Units {
				for line, kind := range scalarLines(file, text, u) {
					l := lineOf(u, line)
					if l == nil {
						t.Errorf("%s:%d: a %s has no line in the report", file, line, kind)
						continue
					}
					if want, ok := counts[line]; ok && l.Executions != want {
						t.Errorf("%s:%d: %g executions of a %s, gcov counts %g", filepath.Base(file), line, l.Executions, kind, want)
					}
					checked++
				}
			}
		})
	}
	if checked < least {
		t.Errorf("only %d lines were compared", checked)
	}
	t.Logf("%d lines of %d programs", checked, len(files))
}

// scalarLines returns the lines of a unit on which one scalar assignment, one
// condition or one header of a counted DO begins.
func scalarLines(file, text string, u *report.Unit) map[int]string {
	f := &workspace.File{Path: file, Text: source.NewText(text)}
	out, seen := map[int]string{}, map[int]int{}
	for _, unit := range workspace.New(texts.FS{}).Snapshot().Program(f).Units {
		program.Statements(unit.Fork().Body, func(s program.Stmt) bool {
			line := f.Text.LineOf(unit.Start + s.Span().Start)
			seen[line]++
			switch s := s.(type) {
			case *program.Assign:
				if s.LHS.Rank() == 0 && !reduces(s.RHS) {
					out[line] = "scalar assignment"
				}
			case *program.Do:
				if s.Kind == program.DoCount {
					out[line] = "DO"
				}
			case *program.If:
				out[line] = "condition"
			case *program.Forall:
				return false
			}
			return true
		})
	}
	for line, n := range seen {
		if n > 1 || line < u.Start || line > u.End {
			delete(out, line)
		}
	}
	return out
}

// reduces reports whether an expression has array operands.
func reduces(e program.Expr) bool {
	found := false
	program.Walk(e, func(x program.Expr) bool {
		found = found || program.RankOf(x) > 0
		return !found
	})
	return found
}

var gcovLine = regexp.MustCompile(`^\s*([0-9]+|#####|%%%%%)\*?:\s*([0-9]+)(-block\s+0)?(:|$)`)

// coverage compiles and runs a program and returns how often each line was
// executed: block 0 of `gcov -a`, or the line where it has no blocks of its own.
func coverage(t *testing.T, file string) map[int]float64 {
	t.Helper()
	dir := t.TempDir()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	name := "serial" + filepath.Ext(file)
	if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, command := range []string{
		"gfortran -O0 --coverage -c " + name, "gfortran --coverage serial.o -o serial", "./serial", "gcov -a " + name,
	} {
		words := strings.Fields(command)
		run := exec.Command(words[0], words[1:]...)
		run.Dir = dir
		if out, err := run.CombinedOutput(); err != nil {
			t.Fatalf("%s: %s: %v\n%s", file, command, err, out)
		}
	}
	listing, err := os.ReadFile(filepath.Join(dir, name+".gcov"))
	if err != nil {
		t.Fatal(err)
	}
	counts := map[int]float64{}
	for _, l := range strings.Split(string(listing), "\n") {
		if m := gcovLine.FindStringSubmatch(l); m != nil {
			line, _ := strconv.Atoi(m[2])
			counts[line], _ = strconv.ParseFloat(m[1], 64)
		}
	}
	return counts
}
