package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const pstswmRuns = "../../costmodel/phases/testdata/pstswm-runs.csv"

// What paper 001 publishes, as a user sees it: TR on 16x4 takes 11.99 s plus 1.7%.
func TestPhases(t *testing.T) {
	got := command(strings.Fields("phases pstswm --machine paragon --variant TR --case T42 --set px=16 --set PY=4 --format json")...)
	var j jsonPhases
	if err := json.Unmarshal([]byte(got.out), &j); err != nil || got.status != predicted {
		t.Fatalf("%v: %+v", err, got)
	}
	r := j.Results[0]
	if math.Abs(float64(r.Time)/(11.99*1.017)-1) > 0.005 || r.Processors != 64 || r.Values["PX"] != 16 {
		t.Errorf("%+v", r)
	}
	sum := 0.0
	for _, p := range r.Phases {
		sum += float64(p.Time)
	}
	if math.Abs(sum/float64(r.Time)-1) > 1e-9 || len(r.Phases) != 22 {
		t.Errorf("%d phases take %v s, all %v s", len(r.Phases), sum, r.Time)
	}
}

func TestPhasesOver(t *testing.T) {
	svg := filepath.Join(t.TempDir(), "m.svg")
	got := command("phases", "pstswm", "--case", "T85", "--over", "PX*PY=64,128", "--all-variants", "--measured", pstswmRuns, "--svg", svg)
	for _, want := range []string{"64 processors: best is TR 16x4", "128 processors: best is TT 16x8", "TR 8x8", "2.5%", "loss"} {
		t.Run(want, func(t *testing.T) {
			if !strings.Contains(got.out, want) {
				t.Errorf("lacks %q:\n%s", want, got.out)
			}
		})
	}
	if data, err := os.ReadFile(svg); err != nil || !strings.Contains(string(data), ">TT<") {
		t.Errorf("picture: %v", err)
	}
	csv := command("phases", "pstswm", "--over", "PX*PY=8", "-f", "csv")
	if lines := strings.Split(strings.TrimSpace(csv.out), "\n"); len(lines) != 5 || lines[0] != "model,machine,variant,mesh,processors,phase,kind,time_s,share,speedup,efficiency,loss,problem" {
		t.Errorf("csv:\n%s", csv.out)
	}
	j := command("phases", "pstswm", "--over", "PX*PY=8", "--detail", "complexity", "-f", "json")
	if !strings.Contains(j.out, `"time_s":null,"operations":`) {
		t.Errorf("a count of operations is shown as a time: %s", j.out)
	}
}

func TestPhasesWrongUse(t *testing.T) {
	file := filepath.Join(t.TempDir(), "own.toml")
	write(t, file, "[parameters]\nN = 4\n[[phase]]\nname = \"x\"\nwork = \"N*M\"\n")
	for _, c := range []struct {
		args   string
		status int
		says   string
	}{
		{"phases", misused, "accepts 1 arg"},
		{"phases nowhere.toml", nothing, "pstswm comes with parlens"},
		{"phases " + file, nothing, ":5:11: M is not defined"},
		{"phases pstswm --variant XX", misused, "there are DH, DR, DT, TH, TR, TT"},
		{"phases pstswm --case T99", misused, "no such case"},
		{"phases pstswm --set PZ=3", misused, "no parameter of that name"},
		{"phases pstswm --set PX", misused, "a value is set like"},
		{"phases pstswm --set PX=0", nothing, "1 or more processors"},
		{"phases pstswm --over PX=", misused, "meshes are written like"},
		{"phases pstswm --format yaml", misused, "text, json or csv"},
		{"phases pstswm --detail none", misused, "phases, complexity, sustained or average"},
		{"phases pstswm --machine pdp11", misused, "no machine is called"},
		{"phases pstswm --svg x.svg", nothing, "what --over compares"},
		{"phases show x", misused, "there are pstswm"},
	} {
		t.Run(c.args, func(t *testing.T) {
			if got := command(strings.Fields(c.args)...); got.status != c.status || got.out != "" || !strings.Contains(got.err, c.says) {
				t.Errorf("parlens %s: %+v", c.args, got)
			}
		})
	}
	if got := command("phases", "list"); !strings.Contains(got.out, "pstswm") {
		t.Errorf("%+v", got)
	}
	if got := command("phases", "show", "pstswm"); !strings.Contains(got.out, "[[phase]]") {
		t.Errorf("%+v", got)
	}
}

// Rates fitted to timings of one model are in the file that is written.
func TestPhasesFit(t *testing.T) {
	dir := t.TempDir()
	model, runs, out := filepath.Join(dir, "m.toml"), filepath.Join(dir, "r.csv"), filepath.Join(dir, "f.toml")
	write(t, model, "[parameters]\nN = 10\n[[phase]]\nname = \"x\"\nwork = \"100*N\"\nrate_per_s = 1\n")
	write(t, runs, "phase,N,time_s\nx,10,0.001\nx,20,0.004\n")
	got := command("phases", "fit", model, runs, "--write", out)
	if got.status != predicted || !strings.Contains(got.out, "1e+06 a second") || !strings.Contains(got.out, "50.00%") {
		t.Errorf("%+v", got)
	}
	if again := command("phases", out, "--machine", "paragon"); !strings.Contains(again.out, "1.00 ms") {
		t.Errorf("%+v", again)
	}
	j := command("phases", "fit", model, runs, "--method", "median", "-f", "json")
	if !strings.Contains(j.out, `"rate_per_s":[750000]`) {
		t.Errorf("%+v", j)
	}
	for _, c := range [][]string{{"phases", "fit", model}, {"phases", "fit", model, runs, "--method", "best"}, {"phases", "fit", model, runs, "-f", "csv"}} {
		t.Run(fmt.Sprint(c), func(t *testing.T) {
			if got := command(c...); got.status != misused {
				t.Errorf("%v: %+v", c, got)
			}
		})
	}
	if got := command("phases", "fit", model, filepath.Join(dir, "none.csv")); got.status != nothing {
		t.Errorf("%+v", got)
	}
}
