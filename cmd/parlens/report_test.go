package main

import (
	"flag"
	"os"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/report"
)

var update = flag.Bool("update", false, "rewrite the expected output")

// sample is a report made by hand for the program in testdata/report.txtar.
// Its charges add up: 0.4 + 3.6 + 96 = 100 ms.
func sample(text string) prediction {
	file := &workspace.File{Path: "heat.f90", Text: source.NewText(text)}
	heat := &report.Unit{
		Name: "heat", Kind: "program", Start: 2, End: 21, Calls: 1,
		Charge: report.Charge{Computation: 0.0700, Communication: 0.0220, Overhead: 0.0052, Wait: 0.0028},
		Serial: 0.28, Speedup: 2.8, Efficiency: 0.70, Reading: "clock", Grid: []int{2, 2}, ReferenceProcessor: []int{1, 0},
		Symbols: []report.Symbol{
			{Name: "n", Value: 256, Meaning: "set", Line: 4}, {Name: "p1", Value: 2, Meaning: "processors along dimension 1 of the arrangement"},
			{Name: "steps", Value: 100, Meaning: "constant", Line: 3},
		},
		Formula: func() string {
			return "100*(5.25e-07*ceil(n/p1)*ceil(n/p2) + 4*(1.47e-04 + 1.56e-06*ceil(n/p1) + 3.05e-05))"
		},
		Lines: []*report.Line{
			{Line: 10, Executions: 65536, Charge: report.Charge{Computation: 0.0004}, Busy: 0.0004, BusyProcessor: []int{0, 0}},
			{Line: 14, Executions: 6451600, Charge: report.Charge{Computation: 0.0696, Communication: 0.0190, Overhead: 0.0050, Wait: 0.0024},
				Busy: 0.0942, BusyProcessor: []int{1, 0}, Comms: []report.Communication{
					{Kind: "shift", Array: "a", Dimension: 1, Offset: -1, Messages: 100, Bytes: 51200, TotalMessages: 400, TotalBytes: 204800,
						Reason: "shift of a by -1 along dimension 1: 1 message of 128 elements for each of 100 sweeps"},
					{Kind: "shift", Array: "a", Dimension: 2, Offset: 1, Messages: 100, Bytes: 51200, TotalMessages: 400, TotalBytes: 204800, Hoisted: true},
				}},
			{Line: 16, Executions: 100, Charge: report.Charge{Communication: 0.0030, Overhead: 0.0002, Wait: 0.0004}, Assumed: []string{"branch at 17"},
				Busy: 0.0032, BusyProcessor: []int{0, 1}, Comms: []report.Communication{
					{Kind: "reduction", Array: "b", Messages: 200, Bytes: 800, TotalMessages: 800, TotalBytes: 3200, Reason: "maxval over all processors in 2 steps"}}},
			{Line: 18, NoEstimate: "smooth is defined nowhere in the files that are known"},
			{Line: 19, Busy: 0.00002, BusyProcessor: []int{0, 0}, OffPath: "off path: 20.0 us on processor (0,0)"},
		},
		Loops: []*report.Loop{
			{Line: 12, EndLine: 20, Iterations: 100, Kind: "sequential", Why: "a is read after it is written", Time: 0.0996},
			{Line: 13, EndLine: 15, Iterations: 64516, Kind: "parallel", Time: 0.096, Depth: 1},
		},
		Assumptions: []report.Assumption{{Name: "n", Value: "256", Source: "set", Line: 4}, {Name: "branch at 17", Value: "0.5", Source: "assumed"}},
		Parameters: []report.Parameter{
			{Name: "cache_bytes", Value: 8192, Provenance: "published", Source: "section 5"},
			{Name: "loop_iteration_s", Value: 100e-9, Provenance: "derived", Source: "4 cycles"},
			{Name: "per_byte_s", Value: 390e-9, Provenance: "recalled", Source: "Bokhari"},
			{Name: "real_add_s", Value: 75e-9, Provenance: "recalled", Source: "3 cycles"},
			{Name: "startup_s", Value: 147e-6, Provenance: "recalled", Source: "Bokhari"},
		},
		Mappings: []report.Mapping{{Array: "a", Text: "(BLOCK,BLOCK) onto p", Line: 7}, {Array: "b", Text: "with a", Line: 8}},
	}
	inner := &report.Unit{Name: "hot", Kind: "subroutine", Start: 23, End: 25, NoEstimate: "its array x has no bounds"}
	return prediction{&report.Report{
		File: "heat.f90", Machine: report.Machine{Name: "ipsc860", Title: "Intel iPSC/860 hypercube, 8 nodes"},
		Processors: []int{2, 2}, Units: []*report.Unit{heat, inner},
		Diagnostics: []source.Diagnostic{
			{Span: at(text, "TEMPLAT "), Severity: source.Error, Code: "unknown-directive", Message: "TEMPLAT is no directive; it is left out"},
			{Span: at(text, "smooth"), Severity: source.Warning, Message: "smooth is defined nowhere"},
		},
	}, file}
}

func at(text, word string) source.Span {
	start := strings.Index(text, word)
	return source.Span{Start: start, End: start + len(word)}
}

// The report in every form, against testdata/report.txtar.
func TestReport(t *testing.T) {
	const golden = "testdata/report.txtar"
	archive, err := txtar.ParseFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	program := string(archive.Files[0].Data)
	out := &txtar.Archive{Comment: archive.Comment, Files: archive.Files[:1]}
	want := map[string]string{}
	for _, f := range archive.Files[1:] {
		want[f.Name] = string(f.Data)
	}
	for _, c := range []struct {
		name   string
		choice choices
		env    environment
	}{
		{"pipe.txt", choices{format: "text", color: "auto"}, environment{}},
		{"terminal-80.txt", choices{format: "text", color: "never"}, environment{terminal: true, width: 80}},
		{"ascii.txt", choices{format: "text", color: "auto"}, environment{getenv: fixed("LANG", "C")}},
		{"color.txt", choices{format: "text", color: "always"}, environment{}},
		{"report.json", choices{format: "json"}, environment{}},
		{"report.csv", choices{format: "csv"}, environment{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := written(t, c.choice, c.env, sample(program))
			if !*update && got != want[c.name] {
				t.Errorf("%s:\ngot\n%swant\n%s", c.name, got, want[c.name])
			}
			out.Files = append(out.Files, txtar.File{Name: c.name, Data: []byte(got)})
		})
	}
	if *update {
		if err := os.WriteFile(golden, txtar.Format(out), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func fixed(name, value string) func(string) string {
	return func(asked string) string {
		if asked == name {
			return value
		}
		return ""
	}
}

// written returns the report as the choices write it, escapes made visible.
func written(t *testing.T, c choices, env environment, p prediction) string {
	t.Helper()
	var b strings.Builder
	env.out = &b
	if env.getenv == nil {
		env.getenv = fixed("", "")
	}
	if err := c.writer(env)(p); err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(b.String(), "\x1b", "ESC")
}
