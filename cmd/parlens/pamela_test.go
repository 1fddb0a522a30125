package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
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
		args := strings.Fields(c.args)
		args[0] = pamelaModels + args[0]
		got := command(append([]string{"pamela"}, args...)...)
		if got.status != predicted || got.err != "" || !strings.Contains(got.out, c.want) {
			t.Errorf("parlens pamela %s: %+v", c.args, got)
		}
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
		if got := command(append([]string{"pamela"}, strings.Fields(c.args)...)...); got.status != misused || !strings.Contains(got.err, c.says) {
			t.Errorf("parlens pamela %s: %+v", c.args, got)
		}
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
