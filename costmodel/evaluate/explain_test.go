package evaluate

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/explain"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/oracle/texts"
	"github.com/parlens/parlens/internal/parallel"
)

func explanationOf(t testing.TB, name, text string, s settings.Settings) *report.Explanation {
	t.Helper()
	x, err := explainPath(context.Background(), workspace.New(texts.FS{name: text}).Snapshot(), name, report.AllLines, s)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// Explanations are for the processors and sizes of the settings, and say where
// the values come from.
func TestExplainSettings(t *testing.T) {
	text := example(t, "laplace.f90")
	u := explanationOf(t, "x.f90", text, settings.Settings{Procs: 9, Values: map[string]float64{"n": 30}}).Units[0]
	if !reflect.DeepEqual(u.Processors, []int{3, 3}) || u.Arrays[0].Locals[0].Part != "1:10,1:10" {
		t.Errorf("processors %v, first part %q", u.Processors, u.Arrays[0].Locals[0].Part)
	}
	sources := map[string]string{}
	for _, v := range u.Values {
		sources[v.Name] = v.Value + " " + v.Source
	}
	if sources["n"] != "30 set" || !strings.HasPrefix(sources["processors"], "3x3 set") {
		t.Errorf("values %v", sources)
	}
}

// What a procedure leaves in a variable is followed in an explanation as in a prediction,
// by the same run. (Mutations: a model whose calls lead nowhere is explained; a run is
// found by less than its key.)
func TestExplainFollowsCalls(t *testing.T) {
	const text = "program p\ninteger :: n, i\nreal :: a(1000)\n!HPF$ PROCESSORS q(4)\n!HPF$ DISTRIBUTE a(BLOCK) ONTO q\n" +
		"call set(n)\ndo i = 1, n\na(i) = 1.0\nend do\nend program\n" +
		"subroutine set(k)\ninteger :: k, j\nk = 0\ndo j = 1, 10\nk = k + 40\nend do\nend subroutine\n"
	snap := workspace.New(texts.FS{"x.f90": text}).Snapshot()
	for _, c := range []struct {
		s    settings.Settings
		want string
	}{
		{settings.Settings{}, "400 traced"},
		{settings.Settings{Values: map[string]float64{"n": 12}}, "12 set"},
		{settings.Settings{}, "400 traced"},
	} {
		t.Run(c.want, func(t *testing.T) {
			r, err := File(context.Background(), snap, "x.f90", c.s)
			if err != nil {
				t.Fatal(err)
			}
			x, err := explainPath(context.Background(), snap, "x.f90", report.AllLines, c.s)
			if err != nil {
				t.Fatal(err)
			}
			for _, a := range r.Units[0].Assumptions {
				if strings.HasPrefix(a.Name, "n") && a.Value+" "+a.Source != c.want {
					t.Errorf("predicted with %s = %s %s", a.Name, a.Value, a.Source)
				}
			}
			for _, v := range x.Units[0].Values {
				if strings.HasPrefix(v.Name, "n") && v.Value+" "+v.Source != c.want {
					t.Errorf("explained with %s = %s %s", v.Name, v.Value, v.Source)
				}
			}
		})
	}
}

// The messages and elements of an explanation are those of the prediction, in every unit
// of the examples that is not the mean of different calls.
func TestExplainAgreesWithPredict(t *testing.T) {
	files, _ := filepath.Glob("../../testdata/[hm]p[fi]/*.f*")
	compared, called := 0, 0
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		text := string(data)
		for _, procs := range []int{0, 1, 6} {
			t.Run(fmt.Sprint(filepath.Base(file), " on ", procs), func(t *testing.T) {
				s := settings.Settings{Procs: procs}
				report, err := File(context.Background(), workspace.New(texts.FS{file: text}).Snapshot(), file, s)
				if err != nil {
					t.Fatal(err)
				}
				for k, u := range explanationOf(t, file, text, s).Units {
					if callers := report.Units[k].Callers; len(callers) > 1 || report.Units[k].NoEstimate != "" {
						continue
					} else if len(callers) == 1 {
						called += len(u.Communications)
					}
					compared += len(u.Communications)
					for name, difference := range differences(report.Units[k], u) {
						if difference != 0 {
							t.Errorf("%s of %s differ by %g", name, u.Name, difference)
						}
					}
				}
			})
		}
	}
	if compared < 50 || called == 0 {
		t.Errorf("only %d communications, %d in procedures", compared, called)
	}
}

func differences(predicted *report.Unit, explained *explain.Unit) map[string]float64 {
	out := map[string]float64{}
	for _, l := range predicted.Lines {
		for _, c := range l.Comms {
			out[fmt.Sprintf("%d %s %s messages", l.Line, c.Kind, strings.ToUpper(c.Array))] += c.TotalMessages
			out[fmt.Sprintf("%d %s %s bytes", l.Line, c.Kind, strings.ToUpper(c.Array))] += c.TotalBytes
		}
	}
	for _, c := range explained.Communications {
		out[fmt.Sprintf("%d %s %s messages", c.Line, c.Kind, c.Array)] -= c.Total.Messages
		out[fmt.Sprintf("%d %s %s bytes", c.Line, c.Kind, c.Array)] -= c.Total.Bytes
	}
	return out
}

// A procedure is explained with the values that it is called with.
func TestExplainedAsCalled(t *testing.T) {
	const program = "program p\n  real :: a(512)\n!HPF$ PROCESSORS pr(4)\n!HPF$ DISTRIBUTE a(BLOCK) ONTO pr\n  integer :: k\n%s\nend program\n" +
		"subroutine fill(l, a)\n  integer :: l, i\n  real :: a(512)\n!HPF$ PROCESSORS pr(4)\n!HPF$ DISTRIBUTE a(BLOCK) ONTO pr\n  do i = 1, l\n    a(i) = 1.0\n  end do\nend subroutine\n"
	cases := []struct{ name, calls, want string }{
		{"once", "call fill(40, a)", "40 as it is called"},
		{"twice alike", "call fill(40, a)\ncall fill(40, a)", "40 as it is called"},
		{"in a loop: the last takes the most time", "do k = 30, 60\ncall fill(k, a)\nend do", "60 as it is called: in the call that takes the most time of several different ones"},
		{"often and short", "call fill(500, a)\ndo k = 1, 10000\ncall fill(40, a)\nend do", "40 as it is called: in the call that takes the most time of several different ones"},
		{"with what the caller does not know", "read *, k\ncall fill(k, a)", "100 assumed by the caller"},
		{"never", "", "100 assumed: no value of l is known before run time"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			for _, v := range explanationOf(t, "p.f90", fmt.Sprintf(program, c.calls), settings.Settings{}).Units[1].Values {
				got := v.Value + " " + v.Source
				if v.Name == "l" && got != c.want {
					t.Errorf("l is %s, want %s", got, c.want)
				}
				if v.Name == "processors" && got != "4 as it is called" {
					t.Errorf("processors are %s", got)
				}
			}
		})
	}
}

// After edits an explanation is what it is from scratch.
func TestExplainAfterEdits(t *testing.T) {
	text := example(t, "laplace.f90")
	w := workspace.New(texts.FS{})
	w.Open("x.f90", "", 0, text)
	for i, edit := range [][2]string{{"0.25", "0.5"}, {"a(i-1,j)", "a(i-2,j)"}, {"BLOCK,BLOCK", "*,CYCLIC"}, {"p(2,2)", "p(4)"}, {"! n x n", "!\n! n x n"}, {"end forall", ""}} {
		t.Run(fmt.Sprint(edit), func(t *testing.T) {
			text = strings.Replace(text, edit[0], edit[1], 1)
			snap, err := w.Change("x.f90", int32(i+1), source.NewText(text))
			if err != nil {
				t.Fatal(err)
			}
			got, err := explainPath(context.Background(), snap, "x.f90", report.AllLines, settings.Settings{})
			if err != nil {
				t.Fatal(err)
			}
			if want := explanationOf(t, "x.f90", text, settings.Settings{}); !reflect.DeepEqual(got, want) {
				t.Errorf("after %q -> %q the explanation is not the one from scratch", edit[0], edit[1])
			}
		})
	}
}

// What takes for ever to list is not listed; broken text is explained as far as
// it goes.
func TestExplainPathological(t *testing.T) {
	units := pathological()
	units["broken"] = "program\nreal a(\n!HPF$ DISTRIBUTE a(BLOCK\ndo i = \na(i) = b(\nend"
	units["huge"] = "program x\ninteger, parameter :: n = 2000000000\nreal a(n), b(n)\n!HPF$ PROCESSORS p(4)\n!HPF$ DISTRIBUTE (BLOCK) ONTO p :: a, b\na(2:n) = b(1:n-1)\nend\n"
	units["negative"] = "program x\nreal a(5:2)\n!HPF$ PROCESSORS p(4)\n!HPF$ DISTRIBUTE a(BLOCK) ONTO p\na = 1\nend\n"
	for name, text := range units {
		t.Run(name, func(t *testing.T) {
			for i, s := range []settings.Settings{{Procs: 1024}, {}} {
				t.Run(fmt.Sprint(s), func(t *testing.T) {
					if i > 0 && testing.Short() {
						return
					}
					for _, u := range explanationOf(t, "x.f90", text, s).Units {
						explain.Reading(source.NewText(text), []*explain.Unit{u})
						for _, n := range u.Unknown {
							if strings.Contains(n.Text, "fault") {
								t.Errorf("%s: %s", name, n.Text)
							}
						}
					}
				})
			}
		})
	}
}

// From a changed character to the hints and the explanation of a unit of 500 lines, as an
// editor asks for them.
func BenchmarkExplainEdit(b *testing.B) {
	text := sweeps(500)
	w := workspace.New(texts.FS{})
	w.Open("x.f90", "", 0, text)
	edited := 0
	b.ReportAllocs()
	for b.Loop() {
		edited++ // another text each time, so that nothing is remembered
		changed := source.NewText(strings.Replace(text, "0.25", fmt.Sprint("0.", edited), 1))
		snap, err := w.Change("x.f90", int32(edited), changed)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := File(context.Background(), snap, "x.f90", settings.Settings{}); err != nil {
			b.Fatal(err)
		}
		if _, err := explainPath(context.Background(), snap, "x.f90", report.AllLines, settings.Settings{}); err != nil {
			b.Fatal(err)
		}
	}
}

// sweeps is a unit of so many lines in which stencils take turns with sums and
// copies, as codes of that length do.
func sweeps(lines int) string {
	var b strings.Builder
	b.WriteString("program x\ninteger, parameter :: n = 256\nreal :: a(n,n), b(n,n), c(n,n), s, r\ninteger :: i, j, t\n!HPF$ PROCESSORS p(2,2)\n!HPF$ DISTRIBUTE (BLOCK,BLOCK) ONTO p :: a, b, c\n")
	for strings.Count(b.String(), "\n") < lines-1 {
		b.WriteString("do t = 1, 10\nforall (i = 2:n-1, j = 2:n-1)\nb(i,j) = 0.25 * (a(i-1,j) + a(i+1,j) &\n+ a(i,j-1) + a(i,j+1))\nend forall\n! the residual\n" +
			"s = maxval(abs(a - b))\na(2:n-1,2:n-1) = b(2:n-1,2:n-1)\nend do\nr = s * 2.0\nif (r > 1.0) then\nr = 1.0\nend if\ndo j = 1, n\ndo i = 1, n\nc(i,j) = a(i,j) * r\nend do\nend do\n! next\n")
	}
	b.WriteString("end program\n")
	return b.String()
}

// An array that ALIGN pins with a constant is in one row of the arrangement only, and
// what a diagonal needs comes once.
func TestExplainedPlaces(t *testing.T) {
	text := "program p\nreal a(10,10), b(10,10), north(10)\n!HPF$ PROCESSORS q(2,2)\n!HPF$ TEMPLATE t(10,10)\n!HPF$ DISTRIBUTE t(BLOCK,BLOCK) ONTO q\n" +
		"!HPF$ ALIGN (i,j) WITH t(i,j) :: a, b\n!HPF$ ALIGN north(i) WITH t(7,i)\na = 1.0\nnorth = a(7,:)\nforall (i=2:9, j=2:9) b(i,j) = a(i-1,j) + a(i-1,j-1) + a(i-1,j+1)\nend program\n"
	u := explanationOf(t, "x.f90", text, settings.Settings{Procs: 4}).Units[0]
	for _, a := range u.Arrays {
		if a.Name != "NORTH" {
			continue
		}
		var parts []string
		for _, l := range a.Locals {
			parts = append(parts, l.Part)
		}
		if got := strings.Join(parts, " "); got != "nothing 1:5 nothing 6:10" || a.Copies != 1 {
			t.Errorf("%q, %d copies", got, a.Copies)
		}
	}
	if c := u.Communications; len(c) != 1 || c[0].Total.Bytes != 26*4 || c[0].Total.Messages != 8 {
		t.Errorf("%+v", c)
	}
}

// Predictions and explanations that share a run of the scalar code do not get into each
// other's way (with -race), and say what they say alone.
func TestExplainBesidePredictions(t *testing.T) {
	text := solver(64, 256)
	ask := func(snap *workspace.Snapshot, i int) string {
		if i%2 == 0 {
			return reportAt(t, snap)
		}
		x, err := explainPath(context.Background(), snap, "x.f90", report.Lines{First: 20 * i, Last: 20 * i}, settings.Settings{})
		if err != nil {
			t.Error(err)
			return ""
		}
		return fmt.Sprintf("%+v", x.Units[0].Values)
	}
	one := workspace.New(texts.FS{"x.f90": text}).Snapshot()
	var got [6]string
	parallel.Each(len(got), len(got), func(i int) { got[i] = ask(one, i) })
	for i, s := range got {
		if testing.Short() && i%3 == 2 {
			continue
		}
		if want := ask(workspace.New(texts.FS{"x.f90": text}).Snapshot(), i); s != want {
			t.Errorf("question %d has another answer beside others", i)
		}
	}
}
