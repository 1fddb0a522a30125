package advise

import (
	"context"
	"fmt"
	"math"
	"os"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/predict"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/oracle/texts"
)

func snapshot(path, text string) *workspace.Snapshot {
	return workspace.New(texts.FS{path: text}).Snapshot()
}

func example(t testing.TB, name string) string {
	t.Helper()
	data, err := os.ReadFile("../testdata/hpf/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// lineWith is the number of the first line that contains the word.
func lineWith(t testing.TB, text, word string) int {
	t.Helper()
	for i, line := range strings.Split(text, "\n") {
		if strings.Contains(strings.ToUpper(line), word) {
			return i + 1
		}
	}
	t.Fatalf("no %s in the text", word)
	return 0
}

func options(t testing.TB, path, text string, line int, s settings.Settings) []Option {
	t.Helper()
	out, err := Options(context.Background(), snapshot(path, text), path, line, s)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// timeOf predicts a text that must be free of errors and has one unit.
func timeOf(t *testing.T, path, text string, s settings.Settings) float64 {
	t.Helper()
	r, err := predict.File(context.Background(), snapshot(path, text), path, s)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Units) == 0 || r.Units[0].NoEstimate != "" || len(r.Diagnostics) > 0 {
		t.Fatalf("%v\n%s", r.Diagnostics, text)
	}
	return r.Units[0].Charge.Total()
}

// Applying an option gives the file whose time it promises.
func TestPromisesAreKept(t *testing.T) {
	for _, name := range []string{"laplace.f90", "laplace_rows.f90", "laplace_columns.f90", "laplace_fixed.f", "hydro.f", "inner.f90", "pi.f90"} {
		t.Run(name, func(t *testing.T) {
			text := example(t, name)
			for _, s := range []settings.Settings{{}, {Machine: "cluster", Values: map[string]float64{"n": 100}}} {
				t.Run(fmt.Sprint(s), func(t *testing.T) {
					all := options(t, name, text, lineWith(t, text, "DISTRIBUTE"), s)
					if len(all) == 0 || len(all) > maxOptions {
						t.Errorf("%s: %d options", name, len(all))
					}
					if !sort.SliceIsSorted(all, func(i, j int) bool { return all[i].After < all[j].After }) {
						t.Errorf("%s: the options are not sorted: %+v", name, all)
					}
					before := timeOf(t, name, text, s)
					for _, o := range all {
						f, _ := snapshot(name, text).File(name)
						changed, err := f.Text.Apply(o.Edits...)
						if err != nil {
							t.Fatal(err)
						}
						after := timeOf(t, name, changed.String(), s)
						if !near(o.Before, before) || !near(o.After, after) {
							t.Errorf("%s: %s: promised %g -> %g, it is %g -> %g\n%s", name, o.Label, o.Before, o.After, before, after, changed)
						}
						if lines := strings.Split(changed.String(), "\n"); !strings.Contains(lines[o.Line-1], strings.TrimPrefix(o.Label, "DISTRIBUTE ")) {
							t.Errorf("%s: %s gives %q", name, o.Label, lines[o.Line-1])
						}
					}
				})
			}
		})
	}
}

func near(x, y float64) bool { return math.Abs(x-y) <= 1e-9*y }

func TestCandidates(t *testing.T) {
	const text = "program x\nreal :: a(%)\n!HPF$ PROCESSORS p(@)\n!HPF$ DISTRIBUTE a# ONTO p\na = 1.0\nend program\n"
	cases := []struct {
		dims, procs, formats string
		want                 []string // label, and the arrangement where it changes; in the order of the alphabet
	}{
		{"64", "4", "(BLOCK)", []string{"(CYCLIC)"}},
		{"64", "4", "(CYCLIC(2))", []string{"(BLOCK)", "(CYCLIC)"}},
		{"64,64", "6", "(BLOCK,*)", []string{"(*,BLOCK)", "(*,CYCLIC)", "(BLOCK,BLOCK) PROCESSORS p(3,2)", "(BLOCK,CYCLIC) PROCESSORS p(3,2)", "(CYCLIC,*)", "(CYCLIC,BLOCK) PROCESSORS p(3,2)"}},
		{"8,8,8", "2,2", "(*,BLOCK,BLOCK)", []string{"(*,*,BLOCK) PROCESSORS p(4)", "(*,BLOCK,*) PROCESSORS p(4)", "(BLOCK,*,*) PROCESSORS p(4)", "(BLOCK,*,BLOCK)", "(BLOCK,BLOCK,*)", "(BLOCK,BLOCK,BLOCK) PROCESSORS p(2,2,1)"}},
		{"64,64", "NUMBER_OF_PROCESSORS()", "(BLOCK,*)", []string{"(*,BLOCK)", "(*,CYCLIC)", "(CYCLIC,*)"}},
		{"64,64", "n", "(BLOCK,*)", []string{"(*,BLOCK)", "(*,CYCLIC)", "(CYCLIC,*)"}},
	}
	for _, c := range cases {
		t.Run(c.dims, func(t *testing.T) {
			program := strings.NewReplacer("%", c.dims, "@", c.procs, "#", c.formats).Replace(text)
			if c.procs == "n" {
				program = strings.Replace(program, "real", "integer, parameter :: n = 4\nreal", 1)
			}
			var got []string
			for _, o := range options(t, "x.f90", program, lineWith(t, program, "DISTRIBUTE"), settings.Settings{}) {
				got = append(got, strings.TrimSpace(strings.TrimPrefix(o.Label, "DISTRIBUTE ")+" "+o.Shape))
			}
			sort.Strings(got)
			if c.formats == "(BLOCK,*)" && c.procs == "6" { // seven are possible, the slowest is left out
				if len(got) != maxOptions {
					t.Errorf("%s on p(%s): %d options", c.formats, c.procs, len(got))
				}
				return
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("%s on p(%s): %q, want %q", c.formats, c.procs, got, c.want)
			}
		})
	}
}

func TestNoOptions(t *testing.T) {
	cases := []struct {
		name, text string
		line       int
	}{
		{"another line", "program x\nreal :: a(64)\n!HPF$ DISTRIBUTE a(BLOCK)\na = 1.0\nend program\n", 4},
		{"no such line", "program x\nreal :: a(64)\n!HPF$ DISTRIBUTE a(BLOCK)\na = 1.0\nend program\n", 99},
		{"nothing to execute", "subroutine x(a)\nreal :: a(64)\n!HPF$ DISTRIBUTE a(BLOCK)\nend subroutine\n", 3},
		{"a unit with an error in its mapping", "program x\nreal :: a(64)\n!HPF$ DISTRIBUTE a(BLOCK,BLOCK)\na = 1.0\nend program\n", 3},
		{"an empty file", "", 1},
		{"binary", "\x03\xff\x03", 1},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if got := options(t, "x.f90", c.text, c.line, settings.Settings{}); len(got) != 0 {
				t.Errorf("%s: %+v", c.name, got)
			}
		})
	}
}

// The arrangement keeps its shape where other directives use it.
func TestArrangementInUse(t *testing.T) {
	const text = "program x\nreal :: a(64,64), b(64,64)\n!HPF$ PROCESSORS p(4)\n!HPF$ DISTRIBUTE a(BLOCK,*) ONTO p\n!HPF$ DISTRIBUTE b(BLOCK,*) ONTO p\na = b\nend program\n"
	all := options(t, "x.f90", text, 4, settings.Settings{})
	for _, o := range all {
		if o.Shape != "" || len(o.Edits) != 1 {
			t.Errorf("%+v", o)
		}
	}
	if len(all) != 3 { // (*,BLOCK), (CYCLIC,*), (*,CYCLIC)
		t.Errorf("%d options", len(all))
	}
}

// An error in another unit does not take the options away.
func TestErrorElsewhere(t *testing.T) {
	const text = "program x\nreal :: a(64)\n!HPF$ DISTRIBUTE a(BLOCK)\na = 1.0\nend program\nsubroutine y\nreal :: b(8)\n!HPF$ DISTRIBUTE c(BLOCK)\nb = (1.0\nend subroutine\n"
	if got := options(t, "x.f90", text, 3, settings.Settings{}); len(got) != 1 {
		t.Errorf("%+v", got)
	}
}

// Of arrays with many dimensions not every combination is tried.
func TestManyDimensions(t *testing.T) {
	for rank, want := range map[int]int{5: maxOptions, 7: maxOptions, 15: 0, 60: 0} {
		t.Run(fmt.Sprint(rank), func(t *testing.T) {
			dims, formats := strings.Repeat("4,", rank-1)+"4", strings.Repeat("*,", rank-1)+"BLOCK"
			text := "program x\nreal :: a(" + dims + ")\n!HPF$ DISTRIBUTE a(" + formats + ")\na = 1.0\nend program\n"
			if got := options(t, "x.f90", text, 3, settings.Settings{}); len(got) != want {
				t.Errorf("rank %d: %d options, want %d", rank, len(got), want)
			}
		})
	}
}

func TestTitles(t *testing.T) {
	cases := []struct {
		o    Option
		want string
	}{
		{Option{Label: "DISTRIBUTE (*,BLOCK)", Before: 0.0121, After: 0.0075}, "DISTRIBUTE (*,BLOCK): 12.1 ms -> 7.50 ms (-38%)"},
		{Option{Label: "DISTRIBUTE (BLOCK)", Before: 1, After: 2}, "DISTRIBUTE (BLOCK): 1.00 s -> 2.00 s (+100%)"},
		{Option{Label: "DISTRIBUTE (*,BLOCK)", Shape: "PROCESSORS p(4)", Before: 1e-6, After: 1e-6}, "DISTRIBUTE (*,BLOCK) with PROCESSORS p(4): 1.00 us -> 1.00 us (+0%)"},
		{Option{Label: "DISTRIBUTE (BLOCK)", Before: 0, After: 0}, "DISTRIBUTE (BLOCK): 0 s -> 0 s"},
	}
	for _, c := range cases {
		t.Run(c.want, func(t *testing.T) {
			if got := c.o.Title(); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

// The files between which the options are compared stay out of each other's
// way: the second question is answered from the memo.
func TestOptionsAreRemembered(t *testing.T) {
	text := example(t, "laplace.f90")
	snap := snapshot("laplace.f90", text)
	line := lineWith(t, text, "DISTRIBUTE")
	first, err := Options(context.Background(), snap, "laplace.f90", line, settings.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	entries := snap.Memo().Len()
	again, err := Options(context.Background(), snap, "laplace.f90", line, settings.Settings{})
	if err != nil || len(again) != len(first) || snap.Memo().Len() != entries {
		t.Errorf("%v, %d and %d options, %d and %d entries", err, len(first), len(again), entries, snap.Memo().Len())
	}
}

func BenchmarkAdvise(b *testing.B) {
	text := example(b, "laplace.f90")
	line := lineWith(b, text, "DISTRIBUTE")
	b.ReportAllocs()
	for b.Loop() {
		options(b, "laplace.f90", text, line, settings.Settings{})
	}
}
