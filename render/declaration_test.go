package render

import (
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/outline"
	"github.com/parlens/parlens/costmodel/report"
)

func TestDeclaration(t *testing.T) {
	cases := []struct {
		facts  outline.Facts
		where  Where
		mapped string
		want   string
	}{
		{outline.Facts{Declaration: "integer :: i", Kind: "variable of program p", Size: "4 bytes"}, Where{Line: 3}, "",
			"```fortran\ninteger :: i\n```\nvariable of program p, line 3; 4 bytes"},
		{outline.Facts{Declaration: "integer, parameter :: n = 2*8", Kind: "constant of module m", Value: "16"}, Where{File: "/w/m.f90", Line: 2}, "",
			"```fortran\ninteger, parameter :: n = 2*8\n```\nconstant of module m, m.f90:2; value 16"},
		{outline.Facts{Declaration: "real :: a(n,n)", Kind: "array", Mapping: []string{"dimension 2 BLOCK: processor of a(i,j) is j div 2"}}, Where{Line: 1}, "A(*,BLOCK) on 4 processors",
			"```fortran\nreal :: a(n,n)\n```\narray, line 1\n\nMapped A(\\*,BLOCK) on 4 processors\n\n- dimension 2 BLOCK: processor of a(i,j) is j div 2"},
	}
	for _, c := range cases {
		t.Run(c.mapped, func(t *testing.T) {
			if got := Declaration(c.facts, c.where, c.mapped); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

func TestMapped(t *testing.T) {
	r := &report.Report{File: "a.f90", Units: []*report.Unit{
		{Start: 1, End: 5, Mappings: []report.Mapping{{Array: "a", Text: "first"}}},
		{Start: 6, End: 9, Mappings: []report.Mapping{{Array: "a", Text: "second"}}},
	}}
	cases := []struct {
		file string
		line int
		name string
		want string
	}{{"a.f90", 2, "a", "first"}, {"a.f90", 6, "A", "second"}, {"a.f90", 2, "b", ""}, {"b.f90", 2, "a", ""}, {"a.f90", 10, "a", ""}}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if got := Mapped(r, c.file, c.line, c.name); got != c.want {
				t.Errorf("%v: %q", c, got)
			}
		})
	}
}

func TestHoverLeavesOutWhatIsTold(t *testing.T) {
	r := &report.Report{Units: []*report.Unit{{Start: 1, End: 3, Mappings: []report.Mapping{{Array: "a", Text: "A(BLOCK)"}, {Array: "b", Text: "B(BLOCK)"}}}}}
	if got, want := hover(r, 2, "real a(8), b(8)", ""), "- `a`: A(BLOCK)\n- `b`: B(BLOCK)"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := hover(r, 2, "real a(8), b(8)", "a"), "- `b`: B(BLOCK)"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := Join("x", ""); got != "x" {
		t.Errorf("joined %q", got)
	}
}

func TestModelHints(t *testing.T) {
	long := strings.Repeat("x+", 40) + "y"
	model := func(formula, value string) []Model { return []Model{{Name: "T", Formula: formula, Value: value}} }
	all := []Equation{
		{Name: "short", Kind: "process", Line: 1, Models: model("2*t", "4")},
		{Name: "long", Kind: "process", Line: 2, Models: model(long, "55001")},
		{Name: "unknown", Kind: "process", Line: 3, Models: model(long, "")},
		{Name: "n", Kind: "numeric", Line: 4, Models: model("8", "8")},
		{Name: "included", Kind: "process", Models: model("1", "1")},
		{Name: "below", Kind: "process", Line: 9, Models: model("1", "1")},
	}
	want := []string{"T = 2*t", "T = 55001", "T = " + long[:36] + "..."}
	hints := ModelHints(all, 1, 5)
	for i, h := range hints {
		if i >= len(want) || h.Label != want[i] || len(h.Label) > HintWidth || h.Line != i+1 {
			t.Errorf("hint %d on line %d: %q", i, h.Line, h.Label)
		}
	}
	if len(hints) != len(want) {
		t.Errorf("%d hints", len(hints))
	}
	if got := ModelStatus(all); got != "T_below = 1" {
		t.Errorf("status %q", got)
	}
	if got := ModelStatus(nil); got != "no process has a time" {
		t.Errorf("status %q", got)
	}
}

// A long formula is shown in the names of what it repeats, if somebody can read
// that, else its beginning with a note.
func TestLongFormulaOfModel(t *testing.T) {
	long := func(n int) string { return strings.Repeat("x", n) }
	part := []string{"T_main_1 = N * t"}
	for _, c := range []struct {
		name string
		m    Model
		want []string
	}{
		{"short", Model{Formula: long(MaxFormula), Short: "y", Parts: part}, []string{"`" + long(MaxFormula) + "`"}},
		{"named", Model{Formula: long(MaxFormula + 1), Short: "T_main_1 + 1", Parts: part}, []string{"`T_main_1 + 1`", "  - `T_main_1 = N * t`"}},
		{"no parts", Model{Formula: long(MaxFormula + 1)}, []string{"...`", "  - shortened; `parlens pamela` prints all of it"}},
		{"long rest", Model{Formula: long(900), Short: long(MaxFormula + 1), Parts: part}, []string{"xxx...`", "shortened"}},
		{"long part", Model{Formula: long(900), Short: "a", Parts: []string{long(MaxFormula + 1)}}, []string{"xxx...`", "shortened"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := ModelHover(Equation{Name: "main", Kind: "process", Models: []Model{c.m}})
			for _, want := range c.want {
				if !strings.Contains(got, want) {
					t.Errorf("%s: no %q in\n%s", c.name, want, got)
				}
			}
			for line := range strings.Lines(got) {
				if len(line) > MaxFormula+40 {
					t.Errorf("%s: a line of %d bytes", c.name, len(line))
				}
			}
		})
	}
}
