package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/go-git/go-git/v5"
	"github.com/go-git/go-git/v5/plumbing/object"
	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
)

// timesTwo is a program whose loop goes round a number of times.
func timesTwo(rounds string) string {
	return "program twice\n  real :: x(1000)\n  integer :: i\n  x = 1.0\n  do i = 1, " + rounds + "\n    x = 2.0 * x\n  end do\n  print *, x(1)\nend program twice\n"
}

func putFiles(t *testing.T, folder string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// Between a commit and the working tree the unit whose loop has grown is slower; what
// is asked for decides whether that is a failure.
func TestDiffOfRevisions(t *testing.T) {
	root := t.TempDir()
	t.Chdir(root)
	putFiles(t, root, map[string]string{"src/twice.f90": timesTwo("100"), "src/same.f90": "program same\n  real :: y(10)\n  y = 1.0\nend program same\n"})
	r, err := git.PlainInit(root, false)
	if err != nil {
		t.Fatal(err)
	}
	work, err := r.Worktree()
	if err != nil {
		t.Fatal(err)
	}
	if err := work.AddGlob("."); err != nil {
		t.Fatal(err)
	}
	if _, err := work.Commit("a commit", &git.CommitOptions{Author: &object.Signature{Name: "A", Email: "a@b", When: time.Unix(0, 0)}}); err != nil {
		t.Fatal(err)
	}
	putFiles(t, root, map[string]string{"src/twice.f90": timesTwo("200"), "src/new.f90": timesTwo("10")})
	got := command("diff", "HEAD", ".", "--format", "json")
	var out jsonChanges
	if err := json.Unmarshal([]byte(got.out), &out); err != nil || got.status != nothing || len(out.Units) != 3 {
		t.Fatalf("%+v, %v", got, err)
	}
	for _, u := range out.Units {
		switch u.File {
		case "src/same.f90":
			if u.Before != u.After {
				t.Errorf("same: %+v", u)
			}
		case "src/new.f90":
			if u.WhyBefore == "" || u.After <= 0 {
				t.Errorf("new: %+v", u)
			}
		case "src/twice.f90":
			if u.Growth < 0.9 || u.Growth > 1 { // the loop is all but a little of it
				t.Errorf("twice as many rounds: %+v", u)
			}
		default:
			t.Errorf("a unit of %s", u.File)
		}
	}
	for _, c := range []struct {
		args   string
		status int
		says   string
	}{
		{"diff HEAD . --growth 150", predicted, "src/twice.f90:1 twice"},
		{"diff HEAD HEAD", predicted, "+0%"},
		{"diff HEAD . --path src/same.f90", predicted, "same.f90"},
		{"diff HEAD . --path src/twice.f90", nothing, "twice.f90:1 twice"},
		{"diff HEAD . --format markdown", nothing, "| `twice` (src/twice.f90:1) |"},
		{"diff HEAD . --format sarif", nothing, `"ruleId": "slower"`},
		{"diff nobody .", misused, "no file, no folder and no revision"},
		{"diff HEAD . --path none", nothing, "no programs"},
		{"diff HEAD src/twice.f90", nothing, "src/twice.f90:1 twice"},
		{"diff HEAD src/same.f90", predicted, "src/same.f90:1 same"},
		{"diff src/twice.f90 HEAD", predicted, "src/twice.f90:1 twice"},
		{"diff HEAD src", nothing, "twice.f90:1 twice"},
		{"diff HEAD src/new.f90", nothing, "HEAD has no such file"},
		{"diff HEAD~5 .", misused, "not so many commits"},
	} {
		t.Run(c.args, func(t *testing.T) {
			if got := command(strings.Fields(c.args)...); got.status != c.status || !strings.Contains(got.out+got.err, c.says) {
				t.Errorf("%+v does not say %q", got, c.says)
			}
		})
	}
}

func TestDiffOfFiles(t *testing.T) {
	root := t.TempDir()
	putFiles(t, root, map[string]string{"a.f90": timesTwo("100"), "b.f90": timesTwo("50")})
	a, b := filepath.Join(root, "a.f90"), filepath.Join(root, "b.f90")
	if got := command("diff", a, b); got.status != predicted || !strings.Contains(got.out, b+":1 twice") {
		t.Errorf("half of the rounds: %+v", got)
	}
	if got := command("diff", b, a); got.status != nothing {
		t.Errorf("twice the rounds: %+v", got)
	}
}

func TestCheck(t *testing.T) {
	root := t.TempDir()
	budgets := func(name, text string) string {
		putFiles(t, root, map[string]string{name: text})
		return filepath.Join(root, name)
	}
	tight := budgets("tight.toml", "[[budget]]\nunit = \"laplace\"\ntime = \"1 ms\"\n")
	loose := budgets("loose.toml", "[[budget]]\nunit = \"laplace\"\ntime = \"1 h\"\n[[budget]]\nunit = \"nobody\"\ntime = \"1 s\"\n")
	const program = "../../testdata/hpf/laplace.f90"
	for _, c := range []struct {
		args   []string
		status int
		says   string
	}{
		{[]string{tight}, nothing, "laplace.f90:"},
		{[]string{tight, "--format", "markdown"}, nothing, "| error | `laplace` |"},
		{[]string{loose}, predicted, "loose.toml: warning: the budget of nobody is for no unit"},
		{[]string{loose, "--strict"}, nothing, "[unused-budget]"},
		{[]string{loose, "--format", "markdown"}, predicted, "loose.toml | the budget of nobody"},
		{[]string{loose, "--format", "json"}, predicted, `"severity":"warning"`},
		{[]string{filepath.Join(root, "none.toml")}, misused, "none.toml"},
	} {
		t.Run(strings.Join(c.args[1:], " "), func(t *testing.T) {
			if got := command(append([]string{"check", program, "--budget"}, c.args...)...); got.status != c.status || !strings.Contains(got.out+got.err, c.says) {
				t.Errorf("%+v does not say %q", got, c.says)
			}
		})
	}
	got := command("check", program, "--budget", tight, "--format", "sarif")
	report, err := sarif.FromString(got.out)
	if err != nil {
		t.Fatal(err)
	}
	if err := report.Validate(); err != nil {
		t.Errorf("the SARIF file is not valid: %v", err)
	}
	if results := report.Runs[0].Results; len(results) != 1 || *results[0].RuleID != "over-budget" || *results[0].Locations[0].PhysicalLocation.Region.StartLine < 1 {
		t.Errorf("results %+v", results)
	}
	broken := filepath.Join(root, "broken.f90")
	keeps := budgets("keeps.toml", "[[budget]]\nunit = \"twice\"\ntime = \"1 h\"\n")
	putFiles(t, root, map[string]string{"broken.f90": timesTwo("100") + "x = (\nend\n", "right.f90": timesTwo("100")})
	for file, says := range map[string]string{broken: "A program has errors", filepath.Join(root, "right.f90"): "All units keep"} {
		if got := command("check", file, "--budget", keeps, "--format", "markdown"); !strings.HasPrefix(got.out, says) {
			t.Errorf("%s: %+v, want %q", file, got, says)
		}
	}
	if got := command("check", program); got.status != misused || !strings.Contains(got.err, "--budget") {
		t.Errorf("no budgets: %+v", got)
	}
}
