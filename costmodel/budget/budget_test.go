package budget

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/report"
)

func TestParse(t *testing.T) {
	got, err := Parse("b.toml", []byte("[[budget]]\nunit = \"a\"\ntime = \"3 ms\"\n\n[[budget]]\nfile = \"src/*.f90\"\ntime = \"2 min\"\n"))
	if want := "[{a  0.003} { src/*.f90 120}]"; err != nil || fmt.Sprint(got) != want {
		t.Errorf("%v, %v, not %s", got, err, want)
	}
	for _, c := range []struct{ text, says string }{
		{"", "no [[budget]]"},
		{"[[budget]]\nunit = \"a\"\n", "written like"},
		{"[[budget]]\nunit = \"a\"\ntime = \"3\"\n", "written like"},
		{"[[budget]]\nunit = \"a\"\ntime = \"-3 s\"\n", "written like"},
		{"[[budget]]\nunit = \"a\"\ntime = \"3 weeks\"\n", "written like"},
		{"[[budget]]\ntime = \"3 s\"\n", "no unit and no file"},
		{"[[budget]]\nfile = \"[\"\ntime = \"3 s\"\n", "file ="},
		{"[[budget]]\nunit = \"a\"\nlimit = 3\n", "b.toml:3:1: there is no key budget.limit"},
		{"[[budget]]\nunit = 3\n", "b.toml:2:8"},
		{"[[budget\n", "b.toml:1"},
	} {
		t.Run(c.text, func(t *testing.T) {
			if got, err := Parse("b.toml", []byte(c.text)); err == nil || !strings.Contains(err.Error(), c.says) {
				t.Errorf("%v, %v does not say %q", got, err, c.says)
			}
		})
	}
}

func TestCovers(t *testing.T) {
	for _, c := range []struct {
		budget     Budget
		file, unit string
		want       bool
	}{
		{Budget{Unit: "solve"}, "any/where.f90", "SOLVE", true},
		{Budget{Unit: "solve"}, "any/where.f90", "other", false},
		{Budget{File: "*.f90"}, "any/where.f90", "x", true},
		{Budget{File: "src/*.f90"}, "a/src/x.f90", "x", true},
		{Budget{File: "src/*.f90"}, "a/lib/x.f90", "x", false},
		{Budget{File: "src/*.f90"}, "x.f90", "x", false},
		{Budget{Unit: "y", File: "*.f90"}, "x.f90", "x", false},
	} {
		t.Run(fmt.Sprint(c.budget, c.file), func(t *testing.T) {
			if got := c.budget.covers(c.file, c.unit); got != c.want {
				t.Errorf("%v", got)
			}
		})
	}
}

func unit(name string, seconds float64, why string) *report.Unit {
	return &report.Unit{Name: name, Kind: "subroutine", Start: 7, Charge: report.Charge{Computation: seconds}, NoEstimate: why}
}

func rules(all []Finding) string {
	var out []string
	for _, f := range all {
		out = append(out, fmt.Sprintf("%s %s %v", f.Rule, f.Unit, f.Warning))
	}
	return strings.Join(out, "; ")
}

func TestJudge(t *testing.T) {
	partial := unit("partial", 1, "")
	partial.Lines = []*report.Line{{Line: 8, NoEstimate: "n is not known"}}
	sure, unsure := unit("sure", 3, ""), unit("unsure", 3, "")
	unsure.Between = report.Between{Low: 1, High: 4}
	resting := unit("resting", 1, "")
	resting.Assumptions = []report.Assumption{{Name: "n", Value: "100", Provenance: report.Assumed}, {Name: "m", Value: "3", Provenance: report.Set}}
	branching := unit("branching", 1, "")
	branching.Assumptions = []report.Assumption{{Name: "weight1", Value: "0.5", Provenance: report.Assumed, Weight: true}}
	calling := unit("calling", 1, "")
	calling.Inherited = []report.Assumption{{Name: "work.n", Value: "100", Provenance: report.Assumed}}
	weighed := unit("weighed", 1, "")
	weighed.Assumptions = []report.Assumption{{Name: "weight", Value: "100", Provenance: report.Assumed}} // a variable of the program
	reports := []*report.Report{{File: "x.f90", Units: []*report.Unit{resting, calling, branching, weighed, unit("quick", 1, ""), sure, unsure, unit("lost", 0, "no bounds"), partial, {Name: "empty", Empty: true}}}}
	for _, c := range []struct {
		budget Budget
		want   string
	}{
		{Budget{Unit: "quick", Seconds: 1}, ""},
		{Budget{Unit: "sure", Seconds: 2}, "over-budget sure false"},
		{Budget{Unit: "unsure", Seconds: 2}, "over-budget unsure true"},
		{Budget{Unit: "unsure", Seconds: 0.5}, "over-budget unsure false"},
		{Budget{Unit: "lost", Seconds: 2}, "no-estimate lost false"},
		{Budget{Unit: "partial", Seconds: 2}, "no-estimate partial true"},
		{Budget{Unit: "partial", Seconds: 0.5}, "no-estimate partial true; over-budget partial false"},
		{Budget{Unit: "resting", Seconds: 2}, "assumed resting true"},
		{Budget{Unit: "resting", Seconds: 0.5}, "assumed resting true; over-budget resting false"},
		{Budget{Unit: "branching", Seconds: 2}, ""},
		{Budget{Unit: "calling", Seconds: 2}, "assumed calling true"},
		{Budget{Unit: "weighed", Seconds: 2}, "assumed weighed true"},
		{Budget{Unit: "nobody", Seconds: 2}, "unused-budget nobody true"},
		{Budget{Unit: "empty", Seconds: 2}, "unused-budget empty true"},
	} {
		t.Run(fmt.Sprint(c.budget), func(t *testing.T) {
			if got := rules(Judge([]Budget{c.budget}, reports)); got != c.want {
				t.Errorf("%s, not %s", got, c.want)
			}
		})
	}
}

func TestChanges(t *testing.T) {
	before := []*report.Report{{File: "x.f90", Units: []*report.Unit{unit("same", 1, ""), unit("slow", 1, ""), unit("gone", 1, ""), unit("lost", 1, ""), unit("found", 0, "no bounds")}}}
	after := []*report.Report{{File: "x.f90", Units: []*report.Unit{unit("Same", 1.04, ""), unit("slow", 1.5, ""), unit("lost", 0, "no n"), unit("found", 2, ""), unit("new", 9, "")}}}
	changes := Changes(before, after)
	want := map[string]float64{"Same": 0.04, "slow": 0.5}
	names := []string{}
	for _, c := range changes {
		names = append(names, c.Unit)
		growth, known := c.Growth()
		if w, is := want[c.Unit]; known != is || math.Abs(growth-w) > 1e-12 {
			t.Errorf("%s grows by %v, %v", c.Unit, growth, known)
		}
	}
	if got := strings.Join(names, " "); got != "Same slow lost found new gone" {
		t.Errorf("units %s", got)
	}
	if got := rules(Slower(changes, 0.05)); got != "slower slow false; no-estimate lost false" {
		t.Errorf("slower: %s", got)
	}
	if got := rules(Slower(changes, 0.01)); !strings.HasPrefix(got, "slower Same false") {
		t.Errorf("slower by 1%%: %s", got)
	}
}

// Where something has no time, what is left says only what it can: a growth of what has a time
// in both versions, that a unit is slower where already a part is, that a part is lost where
// that is not seen. (Mutations: a part counts as the whole; each lost part is slower.)
func TestChangesInPart(t *testing.T) {
	part := func(seconds float64) *report.Unit {
		u := unit("u", seconds, "")
		u.Lines = []*report.Line{{Line: 8, NoEstimate: "n is not known"}}
		return u
	}
	for _, c := range []struct {
		name          string
		before, after *report.Unit
		growth        float64 // 0: not known
		want          string
	}{
		{"both in part", part(1), part(1.5), 0.5, "slower u false"},
		{"lost a part", unit("u", 1, ""), part(0.5), 0, "no-estimate u false"},
		{"lost a part and slower", unit("u", 1, ""), part(1.5), 0, "slower u false"},
		{"lost a part, by less than may be", unit("u", 1, ""), part(1.05), 0, "no-estimate u false"},
		{"found the rest", part(1), unit("u", 3, ""), 0, ""},
		{"gone", part(1), nil, 0, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			after := &report.Report{File: "x.f90"}
			if c.after != nil {
				after.Units = append(after.Units, c.after)
			}
			changes := Changes([]*report.Report{{File: "x.f90", Units: []*report.Unit{c.before}}}, []*report.Report{after})
			growth, known := changes[0].Growth()
			if known != (c.growth > 0) || math.Abs(growth-c.growth) > 1e-12 {
				t.Errorf("grows by %v, %v", growth, known)
			}
			if got := rules(Slower(changes, 0.1)); got != c.want {
				t.Errorf("%s, not %s", got, c.want)
			}
		})
	}
}

// Small excesses are told in per cent, great ones as factors.
func TestAgainst(t *testing.T) {
	for ratio, want := range map[float64]string{1.5: "+50% against", 9.99: "+899% against", 190: "190 times"} {
		t.Run(fmt.Sprint(ratio), func(t *testing.T) {
			if got := against(ratio); got != want {
				t.Errorf("%g is %q, want %q", ratio, got, want)
			}
		})
	}
}
