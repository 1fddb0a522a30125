package main

import (
	"encoding/csv"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The command on real programs, from the command line to the printed number.

func programs(t *testing.T) []string {
	t.Helper()
	free, _ := filepath.Glob("../../testdata/hpf/*.f90")
	fixed, _ := filepath.Glob("../../testdata/hpf/*.f")
	if len(free) == 0 || len(fixed) == 0 {
		t.Fatal("no programs of both source forms in testdata/hpf")
	}
	return append(free, fixed...)
}

const laplace = "../../testdata/hpf/laplace.f90"

// decoded runs predict on one file and returns the JSON that it prints.
func decoded(t *testing.T, args ...string) documented {
	t.Helper()
	got := command(append([]string{"predict", "--format", "json"}, args...)...)
	if got.status != predicted {
		t.Fatalf("parlens predict %v: status %d, %s%s", args, got.status, got.err, got.out)
	}
	var out documented
	if err := json.Unmarshal([]byte(got.out), &out); err != nil {
		t.Fatalf("%v: %s", err, got.out)
	}
	if len(out.Units) == 0 {
		t.Fatalf("parlens predict %v: no unit", args)
	}
	return out
}

// documented is the JSON as its documentation promises it, written down a
// second time so that a renamed field is noticed.
type documented struct {
	File       string
	Machine    string
	Processors []int
	Units      []struct {
		Name string
		Kind string
		Span struct {
			Start int `json:"start_line"`
			End   int `json:"end_line"`
		}
		Calls, Efficiency float64
		outputCharge
		Reference  []int   `json:"reference_processor"`
		NoEstimate *string `json:"no_estimate"`
		Lines      []struct {
			Line       int
			Executions float64
			outputCharge
			Busy           float64 `json:"busy_s"`
			BusyProcessor  []int   `json:"busy_processor"`
			NoEstimate     *string `json:"no_estimate"`
			Communications []struct {
				Kind, Array, Reason string
				Messages, Bytes     float64
				TotalMessages       float64 `json:"total_messages"`
				TotalBytes          float64 `json:"total_bytes"`
			}
		}
		Loops []struct {
			Line       int
			End        int `json:"end_line"`
			Iterations float64
			Kind       string
			Time       float64 `json:"time_s"`
		}
	}
	Diagnostics []struct {
		Line, Column            int
		Severity, Code, Message string
	}
}

type outputCharge struct {
	Time          float64 `json:"time_s"`
	Computation   float64 `json:"computation_s"`
	Communication float64 `json:"communication_s"`
	Overhead      float64 `json:"overhead_s"`
	Wait          float64 `json:"wait_s"`
}

func (c outputCharge) kinds() float64 { return c.Computation + c.Communication + c.Overhead + c.Wait }

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-9*max(math.Abs(a), math.Abs(b)) }

// The times of the lines add up to that of the unit, and the four kinds to the
// time of each; every program says something.
func TestEveryProgram(t *testing.T) {
	for _, file := range programs(t) {
		out := decoded(t, file)
		if out.File != file || out.Machine != "cluster" {
			t.Errorf("%s: file %q, machine %q", file, out.File, out.Machine)
		}
		for _, u := range out.Units {
			if u.NoEstimate != nil || !(u.Time > 0) || !near(u.Time, u.kinds()) {
				t.Errorf("%s: %s takes %v, its kinds %v", file, u.Name, u.Time, u.kinds())
			}
			if !(u.Efficiency > 0 && u.Efficiency <= 1+1e-9) {
				t.Errorf("%s: %s has efficiency %v", file, u.Name, u.Efficiency)
			}
			sum := 0.0
			for i, l := range u.Lines {
				sum += l.Time
				if !near(l.Time, l.kinds()) || l.Line < u.Span.Start || l.Line > u.Span.End || i > 0 && l.Line <= u.Lines[i-1].Line {
					t.Errorf("%s: line %d of %s: %+v", file, l.Line, u.Name, l)
				}
			}
			if !near(sum, u.Time) {
				t.Errorf("%s: the lines of %s add up to %v, the unit takes %v", file, u.Name, sum, u.Time)
			}
		}
	}
}

// More processors communicate; one does not.
func TestProcessors(t *testing.T) {
	one, four := decoded(t, laplace, "--procs", "1"), decoded(t, laplace, "--grid", "2x2")
	if u := one.Units[0]; u.Communication != 0 || u.Wait != 0 {
		t.Errorf("one processor communicates: %+v", u.outputCharge)
	}
	if !(four.Units[0].Communication > 0) || !(four.Units[0].Time < one.Units[0].Time) {
		t.Errorf("1 processor: %+v, 4 processors: %+v", one.Units[0].outputCharge, four.Units[0].outputCharge)
	}
	if got := decoded(t, laplace, "--procs", "16").Processors; len(got) != 2 || got[0]*got[1] != 16 {
		t.Errorf("16 processors are %v", got)
	}
	if got := decoded(t, laplace, "--grid", "1x8").Processors; len(got) != 2 || got[0] != 1 || got[1] != 8 {
		t.Errorf("1x8 is %v", got)
	}
}

// Jacobi's method reads four neighbours: the line of the sweep shifts the
// array four times, and the text says so.
func TestCommunicationIsNamed(t *testing.T) {
	shifts := 0
	for _, l := range decoded(t, laplace).Units[0].Lines {
		for _, c := range l.Communications {
			if c.Kind == "shift" && c.Array == "a" {
				shifts++
			}
			if c.Reason == "" || c.Messages > c.TotalMessages || c.Bytes > c.TotalBytes {
				t.Errorf("line %d: %+v", l.Line, c)
			}
		}
	}
	if shifts != 4 {
		t.Errorf("%d shifts of a, want 4", shifts)
	}
	text := command("predict", laplace).out
	for _, word := range []string{"program laplace", "shift of A", "recalled", "speedup", "parallel efficiency", "AMD EPYC 7763 cluster", "computation", "wait"} {
		t.Run(word, func(t *testing.T) {
			if !strings.Contains(text, word) {
				t.Errorf("the text lacks %q:\n%s", word, text)
			}
		})
	}
}

func TestMachineMatters(t *testing.T) {
	old, new := decoded(t, laplace, "--machine", "ipsc860"), decoded(t, laplace)
	if new.Machine != "cluster" || !(new.Units[0].Time < old.Units[0].Time/10) {
		t.Errorf("%s: %v, %s: %v", old.Machine, old.Units[0].Time, new.Machine, new.Units[0].Time)
	}
	own := filepath.Join(t.TempDir(), "own.toml")
	write(t, own, strings.Replace(command("machines", "show", "ipsc860").out, `"ipsc860"`, `"own"`, 1))
	if got := decoded(t, laplace, "--machine", own); got.Machine != "own" || got.Units[0].Time != old.Units[0].Time {
		t.Errorf("a copy of the machine: %s, %v instead of %v", got.Machine, got.Units[0].Time, old.Units[0].Time)
	}
	write(t, own, command("machines", "show", "ipsc860").out+"colour = \"beige\"\n")
	if got := command("predict", laplace, "--machine", own); got.status != predicted || !strings.Contains(got.err, `warning: "colour" is not known here`) {
		t.Errorf("an unknown key of a machine file: status %d, %s", got.status, got.err)
	}
}

// A value that the program leaves open comes from the flag, else from
// parlens.toml; the flag wins. The first 800,000 elements are on one processor of
// four, so twice the iterations take twice the time.
func TestConfiguration(t *testing.T) {
	folder := t.TempDir()
	inside := filepath.Join(folder, "src", "scale.f90")
	write(t, inside, `program scale
  integer :: n
  real, dimension(4096000) :: x
!HPF$ PROCESSORS p(2)
!HPF$ DISTRIBUTE x(BLOCK) ONTO p
  read *, n
  do i = 1, n
    x(i) = 2.0 * x(i)
  end do
end program scale
`)
	write(t, filepath.Join(folder, "parlens.toml"), "machine = \"cluster\"\nprocessors = \"4\"\n[values]\nn = 400000\n")
	from := decoded(t, inside)
	if from.Machine != "cluster" || len(from.Processors) != 1 || from.Processors[0] != 4 {
		t.Errorf("the file says cluster and 4, it is %s and %v", from.Machine, from.Processors)
	}
	if got := decoded(t, inside, "--machine", "ipsc860", "--procs", "8"); got.Machine != "ipsc860" || got.Processors[0] != 8 {
		t.Errorf("the flags say ipsc860 and 8, it is %s and %v", got.Machine, got.Processors)
	}
	if twice := decoded(t, inside, "--set", "N=800000"); !(twice.Units[0].Time > 1.5*from.Units[0].Time) {
		t.Errorf("n = 400: %v, n = 800: %v", from.Units[0].Time, twice.Units[0].Time)
	}
	write(t, filepath.Join(folder, "parlens.toml"), "machine = \"cluster\"\nprocessors = \"many\"\n")
	if got := command("predict", inside); !strings.Contains(got.err, "parlens.toml:2:14: error: processors must be") {
		t.Errorf("a wrong parlens.toml: %q", got.err)
	}
	if got := command("predict", inside, inside); strings.Count(got.err, "processors must be") != 1 {
		t.Errorf("a wrong parlens.toml is told more than once: %q", got.err)
	}
}

// A line with an estimate of a part only: the lines add up to the unit all the
// same, and the report says that something is left out.
func TestEstimateInPart(t *testing.T) {
	file := filepath.Join(t.TempDir(), "jump.f90")
	write(t, file, `program jump
  real, dimension(100) :: v
!HPF$ PROCESSORS p(4)
!HPF$ DISTRIBUTE v(BLOCK) ONTO p
  v = 1.0
  if (v(1) > 0.0) go to k
  v = 2.0
30 continue
end program jump
`)
	u, sum := decoded(t, file).Units[0], 0.0
	for _, l := range u.Lines {
		if l.Line == 6 && (l.NoEstimate == nil || !(l.Time > 0)) {
			t.Errorf("the test of the jump has no time, or no word about the jump: %+v", l)
		}
		sum += l.Time
	}
	if !near(sum, u.Time) {
		t.Errorf("the lines add up to %v, the unit takes %v", sum, u.Time)
	}
	if got := command("predict", file).out; !strings.Contains(got, "in full, for want of an estimate: line 6") {
		t.Errorf("nothing is said about line 6: %s", got)
	}
}

// A value that nothing rests on was probably meant for another name.
func TestValueWithoutEffect(t *testing.T) {
	if got := command("predict", laplace, "--set", "m=3", "--set", "N=64"); got.status != predicted ||
		!strings.Contains(got.err, "--set m has no effect") || strings.Contains(got.err, "--set n") {
		t.Errorf("status %d, %s", got.status, got.err)
	}
	file := filepath.Join(t.TempDir(), "derived.f90")
	for m, effect := range map[string]bool{"k + 1": true, "7": false} {
		t.Run(m, func(t *testing.T) {
			write(t, file, "program derived\ninteger :: i, k, m\nreal :: a(1000)\nread *, k\nm = "+m+"\ndo i = 1, m\na(i) = 0.0\nend do\nend program\n")
			if got := command("predict", file, "--set", "k=99"); strings.Contains(got.err, "has no effect") == effect || strings.Contains(got.out, "k = 99 (set") != effect {
				t.Errorf("m = %s: %s%s", m, got.err, got.out)
			}
		})
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// Wrong input is told with its place, gives status 1, and what is right is
// predicted all the same.
func TestBrokenInput(t *testing.T) {
	good := "subroutine good(x)\n  real :: x(100)\n  x = 2.0 * x\nend subroutine good\n"
	for name, c := range map[string]struct {
		text   string
		status int
		tells  bool // something about the file
	}{
		"empty":     {"", nothing, true},
		"binary":    {"\xff\x7fELF\x01\x02\n\xf0", nothing, true},
		"object":    {"\x7fELF\x01\x00\n\x00\x00", nothing, true},
		"truncated": {good + "\nprogram p\n  real :: y(10)\n  y = (1.0 +", nothing, true},
		"no-end":    {good + "\nsubroutine open(y)\n  real :: y(10)\n  y = 1.0\n", nothing, true},
		"template":  {"program p\n  real :: y(10)\n!HPF$ ALIGN y(i) WITH nowhere(i)\n  y = 1.0\nend program p\n", nothing, true},
		"rank":      {"program p\n  real :: y(10)\n!HPF$ DISTRIBUTE y(BLOCK,BLOCK)\n  y = 1.0\nend program p\n", nothing, true},
		"good":      {good, predicted, false},
		"a part":    {"subroutine part(x)\n  real :: x(100)\n  x = 2.0 * x; call unseen\nend subroutine part\n", predicted, false},
		"unseen":    {"subroutine none\n  call unseen\nend subroutine none\n", nothing, false},
		"constants": {"module sizes\n  integer, parameter :: n = 100\nend module sizes\n", predicted, false},
	} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), name+".f90")
			write(t, file, c.text)
			got := command("predict", file)
			if got.status != c.status {
				t.Errorf("%s: status %d, want %d: %s%s", name, got.status, c.status, got.err, got.out)
			}
			placed := regexp.MustCompile(regexp.QuoteMeta(file) + `(:\d+:\d+: |: not a text .* byte 6 is zero)`) // with line and column
			if tells := placed.MatchString(got.out + got.err); tells != c.tells && c.status != predicted {
				t.Errorf("%s: says nothing of the file: %s%s", name, got.err, got.out)
			}
		})
	}
}

// Several files: an object a line in JSON, one header in CSV; one that cannot
// be read does not stop the others.
func TestSeveralFiles(t *testing.T) {
	files := programs(t)
	got := command(append([]string{"predict", "--format", "json"}, files...)...)
	if n := strings.Count(got.out, "\n"); n != len(files) || got.status != predicted {
		t.Errorf("%d lines for %d files, status %d: %s", n, len(files), got.status, got.err)
	}
	got = command(append([]string{"predict", "--format", "csv"}, files...)...)
	rows, err := csv.NewReader(strings.NewReader(got.out)).ReadAll()
	if err != nil || len(rows) < 1+2*len(files) || rows[0][0] != "file" || rows[1][0] == "file" {
		t.Errorf("CSV of %d rows, %v", len(rows), err)
	}
	got = command("predict", "--format", "json", "absent.f90", laplace)
	if got.status != nothing || !strings.Contains(got.err, "absent.f90") || !strings.Contains(got.out, `"laplace"`) {
		t.Errorf("an absent file: status %d, %s", got.status, got.err)
	}
}

func TestSameEveryTime(t *testing.T) {
	times := 3
	if testing.Short() {
		times = 1
	}
	for _, format := range []string{"text", "json", "csv"} {
		t.Run(format, func(t *testing.T) {
			args := append([]string{"predict", "--format", format}, programs(t)...)
			first := command(args...)
			for range times {
				if again := command(args...); again != first {
					t.Fatalf("%s differs from run to run", format)
				}
			}
		})
	}
}
