package main

import (
	"context"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/pamela"
)

const pamelaModels = "../../testdata/pamela/"

// The stages of one model, from its text to its numbers.
func TestPamelaStages(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"repair.pam --stage parsed", "process main =\n    par (p = 1, P) {\n        seq (i = 1, N) {\n            { delay(tl) ; use(repairman, ts) }\n        }\n    }\n"},
		{"repair.pam --stage evaluated", "process main =\n    par (p = 1, P) { seq (i = 1, N) { { delay(tl) ; use(fcfs(0, 1), ts) } } }\n"},
		{"repair.pam --stage time", "numeric T_main =\n"},
		{"repair.pam", "numeric phi_main =\n    (N * (tl + ts))\n"},
		{"repair.pam --set P=4 --set tl=1", "numeric phi_main =\n    (N * (ts + 1))\n"},
		{"repair.pam --stage numeric", "numeric T_main =\n    1000\nnumeric phi_main =\n    200\nnumeric delta_main =\n    [ 1000 ]\nnumeric omega_main =\n    1000\n"},
		{"adi-i.pam --stage numeric -s N=100 -s t_c=1 -s t_g=1", "numeric T_main =\n    55001\nnumeric phi_main =\n    646\n" +
			"numeric delta_main =\n    [ 5700, 2001" + strings.Repeat(", 3000", 18) + ", 2800 ]\nnumeric omega_main =\n    5700\n"},
		{"repair.pam --stage numeric --charges", "numeric T_main =\n    1000\n    % 100.0% 1000  ../../testdata/pamela/repair.pam:15:13\nnumeric phi_main"},
		{"repair.pam --stage numeric --charges --format json", `"charges":[{"file":"../../testdata/pamela/repair.pam","line":15,"column":13,"seconds":1000}]`},
		{"repair.pam --emit markdown", "- `T_main` = $"},
		{"repair.pam --emit go", "func T_main("},
		{"repair.pam --emit c", "double T_main("},
	} {
		t.Run(c.args, func(t *testing.T) {
			args := strings.Fields(c.args)
			args[0] = pamelaModels + args[0]
			got := command(append([]string{"pamela"}, args...)...)
			if got.status != predicted || got.err != "" || !strings.Contains(got.out, c.want) {
				t.Errorf("parlens pamela %s: %+v", c.args, got)
			}
		})
	}
}

func TestPamelaJSON(t *testing.T) {
	got := command("pamela", pamelaModels+"basic.pam", "--format", "json")
	var report struct {
		Equations []struct {
			Name, Kind, Expression string
			Value                  *float64
		}
	}
	if err := json.Unmarshal([]byte(got.out), &report); err != nil || got.status != predicted {
		t.Fatal(err, got)
	}
	for _, e := range report.Equations {
		if e.Name == "T_L" && e.Kind == "numeric" && e.Expression == "7" && e.Value != nil && *e.Value == 7 {
			return
		}
	}
	t.Errorf("%s", got.out)
}

func TestPamelaMistakes(t *testing.T) {
	file := filepath.Join(t.TempDir(), "bad.pam")
	write(t, file, "numeric a = 1\nnumeric c = b + 1\nnumeric d = 2\n")
	got := command("pamela", file)
	if got.status != nothing || !strings.HasSuffix(got.err, "bad.pam:2:13: error: b is not defined\n") || !strings.Contains(got.out, "numeric d =\n    2\n") {
		t.Errorf("%+v", got)
	}
	for _, c := range []struct{ args, says string }{
		{"x.pam --stage late", "--stage late: it is one of"},
		{"x.pam --emit latex", "--emit latex: it is one of"},
		{"x.pam --format csv", "--format csv: it is one of"},
		{"x.pam --set N", "--set N: a value is set like N=1024"},
		{"x.pam --emit c --stage parsed", "only the numeric equations"},
		{"x.pam --charges", "--charges: it needs the values of --stage numeric"},
		{"", "accepts 1 arg"},
	} {
		t.Run(c.args, func(t *testing.T) {
			if got := command(append([]string{"pamela"}, strings.Fields(c.args)...)...); got.status != misused || !strings.Contains(got.err, c.says) {
				t.Errorf("parlens pamela %s: %+v", c.args, got)
			}
		})
	}
	if got := command("pamela", "nowhere.pam"); got.status != nothing || !strings.Contains(got.err, "nowhere.pam") {
		t.Errorf("%+v", got)
	}
	if got := command("pamela", pamelaModels+"repair.pam", "--set", "N=0.5"); got.status != nothing || !strings.Contains(got.err, "an integer of at least 1") {
		t.Errorf("%+v", got)
	}
}

// The printed Go computes what the command prints.
func TestPamelaGoProgram(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the Go tool")
	}
	dir := t.TempDir()
	source := command("pamela", pamelaModels+"adi-j.pam", "--emit", "go").out
	write(t, filepath.Join(dir, "go.mod"), "module model\n\ngo 1.26\n")
	write(t, filepath.Join(dir, "model.go"), source)
	write(t, filepath.Join(dir, "model_test.go"), `package model

import "testing"

func TestADI(t *testing.T) {
	if got := T_main(100, 20, 1, 0); got != 1961 {
		t.Error(got)
	}
}
`)
	cmd := exec.Command("go", "test", ".")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s\n%s", err, out, source)
	}
}

// A long expression comes a second time in the names of its parts, which with
// their definitions is the same expression.
func TestPamelaDefinitions(t *testing.T) {
	got := command("pamela", pamelaModels+"gauss.pam", "--format", "json")
	var report struct {
		Equations []jsonEquation
	}
	if err := json.Unmarshal([]byte(got.out), &report); err != nil {
		t.Fatal(err, got.err)
	}
	for _, e := range report.Equations {
		if e.Name != "T_main" {
			continue
		}
		if len(e.Definitions) < 2 || len(e.Shortened) > len(e.Expression)/2 {
			t.Fatalf("%d definitions, %d letters of %d", len(e.Definitions), len(e.Shortened), len(e.Expression))
		}
		text := "process sizes = seq (i = 1, N) seq (j = 1, P) delay(t_c + t_l + t_g) numeric parameter N numeric parameter P" +
			" numeric parameter t_c numeric parameter t_l numeric parameter t_g numeric whole = " + e.Expression + " numeric T_main = " + e.Shortened
		for _, d := range e.Definitions {
			text += " numeric " + d.Name + " = " + d.Expression
		}
		m := pamela.Check("again", text, nil)
		for _, d := range m.Diagnostics {
			t.Fatal(d.Message)
		}
		values := map[string]float64{"N": 24, "P": 5, "t_c": 1, "t_l": 2, "t_g": 3}
		sum := map[string]float64{}
		for _, o := range m.Outputs() {
			if o.Name() == "whole" || o.Name() == "T_main" {
				x, err := m.Value(o, values)
				if err != nil {
					t.Fatal(err)
				}
				sum[o.Name()] = x
			}
		}
		if sum["whole"] != sum["T_main"] || sum["whole"] == 0 {
			t.Errorf("%v", sum)
		}
		return
	}
	t.Error("no T_main")
}

// endless is an input without an end.
type endless struct{ read int }

func (e *endless) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = ' '
	}
	e.read += len(b)
	return len(b), nil
}

// The input is bounded as files are.
func TestPamelaInput(t *testing.T) {
	run := func(in io.Reader) result {
		var out, errs strings.Builder
		env := environment{in: in, out: &out, err: &errs, getenv: fixed("", "")}
		status := run(context.Background(), []string{"pamela", "-"}, env)
		return result{status, out.String(), errs.String()}
	}
	if got := run(strings.NewReader("numeric a = 2")); got.status != predicted || got.out != "numeric a =\n    2\n" {
		t.Errorf("%+v", got)
	}
	in := &endless{}
	if got := run(in); got.status != nothing || !strings.Contains(got.err, "more than 4 MiB") || in.read > 8<<20 {
		t.Errorf("%d bytes read: %+v", in.read, got)
	}
}

// The work of a model with several arrays says which array it is on.
func TestPamelaArrays(t *testing.T) {
	file := filepath.Join(t.TempDir(), "two.pam")
	write(t, file, "resource parameter cpu\nresource parameter link\nprocess main = use(cpu(1), 2) || use(link(0, 2), 3)\n")
	got := command("pamela", file)
	want := "resource parameter cpu\nresource parameter link\nnumeric T_main =\n    3\nnumeric phi_main =\n    3\n" +
		"numeric delta_main =\n    ((2 * unitvec(cpu(1))) + (1.5 * unitvec(link(0))))\nnumeric omega_main =\n    2\n"
	if got.status != predicted || got.out != want {
		t.Errorf("%+v", got)
	}
	got = command("pamela", file, "--stage", "numeric", "--format", "json")
	if want := `"loads":[{"array":"cpu","first":0,"count":1,"load":0},{"array":"cpu","first":1,"count":1,"load":2},{"array":"link","first":0,"count":1,"load":1.5}]`; !strings.Contains(got.out, want) {
		t.Errorf("%+v", got)
	}
}
