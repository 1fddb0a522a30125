package evaluate

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/oracle/texts"
)

// A procedure's report has the sizes, values and mappings of its callers.
func TestAsCalled(t *testing.T) {
	const fill = "subroutine fill(x, n, loud)\ninteger n, i\nlogical loud\nreal x(n)\ndo i = 1, n\nx(i) = 1.0\nend do\nif (loud) then\nx(1) = 2.0\nend if\nend subroutine\n" // lines 1 to 11
	for _, c := range []struct {
		name, text string
		unit, line int     // of the report, of the file
		want       float64 // executions, counted by hand
		callers    string
	}{
		{"one caller", fill + "program p\nreal a(40)\ncall fill(a, 40, .false.)\nend program\n", 0, 6, 40, "p 14 1x n = 40"},
		{"what it passes decides", fill + "program p\nreal a(40)\ncall fill(a, 40, .false.)\nend program\n", 0, 9, 0, "p 14 1x n = 40"},
		{"several callers: the mean of the calls", fill + "program p\nreal a(90)\ncall fill(a, 30, .true.)\ncall fill(a, 90, .true.)\ncall fill(a, 90, .true.)\nend program\n", 0, 6, 70, "p 14 1x n = 30, p 15 1x n = 90, p 16 1x n = 90"},
		{"by way of another", fill + "program p\nreal a(40)\ncall twice(a, 20)\nend program\nsubroutine twice(b, m)\ninteger m\nreal b(2*m)\ncall fill(b, 2*m, .true.)\ncall fill(b, m, .true.)\nend subroutine\n", 0, 6, 30, "twice 19 1x n = 40, twice 20 1x n = 20"},
		{"in a loop", fill + "program p\nreal a(40)\ninteger k\ndo k = 1, 3\ncall fill(a, 10*k, .true.)\nend do\nend program\n", 0, 6, 20, "p 16 1x n = 20, p 16 1x n = 10, p 16 1x n = 30"},
		{"in a loop that decides nothing", fill + "program p\nreal a(40)\ninteger k\ndo k = 1, 3\ncall fill(a, 10, .true.)\nend do\nend program\n", 0, 6, 10, "p 16 3x n = 10"},
		{"in such a loop and one that decides", fill + "program p\nreal a(40)\ninteger k, l\ndo l = 1, 5\ndo k = 1, 2\ncall fill(a, 10*k, .true.)\nend do\nend do\nend program\n", 0, 6, 15, "p 17 5x n = 10, p 17 5x n = 20"},
		{"under a condition", fill + "program p\nreal a(40)\ninteger k\nk = 0\ndo i = 1, 2\nk = k + 1\nend do\nif (k > 1) then\ncall fill(a, 10, .true.)\nend if\nend program\n", 0, 6, 10, "p 20 1x n = 10"},
		{"no caller", fill, 0, 6, 100, ""},
		{"the caller's mapping", "program p\nreal a(64)\n!hpf$ processors q(4)\n!hpf$ distribute a(block) onto q\ninterface\nsubroutine s(x)\nreal x(:)\n!hpf$ inherit x\nend subroutine\nend interface\ncall s(a)\nend program\n" +
			"subroutine s(x)\nreal x(:)\n!hpf$ inherit x\ninteger i\ndo i = 1, size(x,1)\nx(i) = 1.0\nend do\nend subroutine\n", 1, 18, 64, "p 11 1x "},
	} {
		t.Run(c.name, func(t *testing.T) {
			u := reportOf(t, "x.f90", c.text, settings.Settings{}).Units[c.unit]
			l := lineOf(u, c.line)
			got := 0.0
			if l != nil {
				got = l.Executions
			}
			if got != c.want {
				t.Errorf("%g executions, want %g", got, c.want)
			}
			if got := callersText(u); !sameWords(got, c.callers) {
				t.Errorf("callers %q, want %q", got, c.callers)
			}
		})
	}
}

// Of several programs that call a procedure of another file, those of one may be asked for.
func TestCallsOfOneProgram(t *testing.T) {
	const fill = "subroutine fill(x, n)\ninteger n, i\nreal x(n)\ndo i = 1, n\nx(i) = 1.0\nend do\nend subroutine\n"
	program := func(name, n string) string {
		return "program " + name + "\nreal a(" + n + ")\ncall fill(a, " + n + ")\nend program\n"
	}
	snap := workspace.New(texts.FS{"/w/fill.f90": fill, "/w/one.f90": program("one", "40"), "/w/two.f90": program("two", "80")}).Configure(workspace.Reading{Files: []string{"/w/fill.f90", "/w/one.f90", "/w/two.f90"}})
	f, err := snap.File("/w/fill.f90")
	if err != nil {
		t.Fatal(err)
	}
	for only, want := range map[string]float64{"": 60, "/w/one.f90": 40, "/w/two.f90": 80} {
		t.Run(only, func(t *testing.T) {
			r, err := Text(context.Background(), snap, f, report.AllLines, settings.Settings{Program: only})
			if err != nil {
				t.Fatal(err)
			}
			if l := lineOf(r.Units[0], 5); l == nil || l.Executions != want {
				t.Errorf("%+v, want %v executions", l, want)
			}
		})
	}
}

func callersText(u *report.Unit) string {
	var out []string
	for _, c := range u.Callers {
		out = append(out, c.Unit+" "+report.Exact(float64(c.Line))+" "+report.Exact(c.Calls)+"x "+c.With)
	}
	return strings.Join(out, ", ")
}

// sameWords reports whether two lists have the same items in some order.
func sameWords(a, b string) bool {
	count := map[string]int{}
	for _, x := range strings.Split(a, ", ") {
		count[x]++
	}
	for _, x := range strings.Split(b, ", ") {
		count[x]--
	}
	for _, n := range count {
		if n != 0 {
			return false
		}
	}
	return true
}

// What a caller assumes is marked as assumed where it is used, and asked for once.
func TestAssumedByCaller(t *testing.T) {
	r := reportOf(t, "x.f90", "program p\nreal a(1000)\ninteger n\nread *, n\ncall s(a, n)\nend program\nsubroutine s(x, m)\ninteger m, i\nreal x(1000)\ndo i = 1, m\nx(i) = 1.0\nend do\nend subroutine\n", settings.Settings{})
	if got := assumption(r.Units[1], "m"); !strings.Contains(got, "assumed by the caller") {
		t.Errorf("m is %s", got)
	}
	asked := 0
	for _, d := range r.Diagnostics {
		if d.Code == report.UnknownValue {
			asked++
		}
	}
	if asked != 1 {
		t.Errorf("%d questions, want one", asked)
	}
}

// A fraction for an integer is an error.
func TestMisgiven(t *testing.T) {
	const text = "program p\ninteger n, i\nreal a(100)\nread *, n\ndo i = 1, 100/n\na(i) = 1.0\nend do\nend program\n"
	for _, c := range []struct {
		name  string
		n     float64
		wrong string
	}{
		{"a fraction", 2.5, "n = 2.5 is given, but n is an integer"},
		{"a size", 5, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			u := reportOf(t, "x.f90", text, settings.Settings{Values: map[string]float64{"n": c.n}}).Units[0]
			if u.NoEstimate != c.wrong {
				t.Errorf("%q, want %q", u.NoEstimate, c.wrong)
			}
		})
	}
}

// A unit that maps nothing stands on the processors of what it calls, and brings its
// arrays there: 12 elements on 3 processors, each has 4 of them already and gets the
// 8 others back, from 2 processors.
func TestCallerWithoutMappings(t *testing.T) {
	const inner = "subroutine inner(x)\nreal x(12)\n!hpf$ processors q(4)\n!hpf$ distribute x(block) onto q\nx = 1.0\nend subroutine\n"
	for _, c := range []struct {
		name, text string
		line       int
		messages   float64
	}{
		{"directly", "program p\nreal a(12)\ncall inner(a)\nend program\n" + inner, 3, 6},
		{"by way of another", "program p\nreal a(12)\ncall outer(a)\nend program\nsubroutine outer(a)\nreal a(12)\ncall inner(a)\nend subroutine\n" + inner, 7, 6},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := reportOf(t, "x.f90", c.text, settings.Settings{Procs: 3})
			for _, u := range r.Units {
				if len(u.Grid) != 1 || u.Grid[0] != 3 {
					t.Errorf("%s stands on %v", u.Name, u.Grid)
				}
			}
			messages := 0.0
			for _, u := range r.Units {
				if l := lineOf(u, c.line); l != nil {
					for _, m := range l.Comms {
						messages += m.TotalMessages
					}
				}
			}
			if messages != c.messages {
				t.Errorf("%g messages, want %g", messages, c.messages)
			}
		})
	}
}

// A procedure on an arrangement of another rank has the one that it declares, where
// that is of as many processors.
func TestCalledOnAnotherRank(t *testing.T) {
	for _, c := range []struct {
		procs int
		want  string
	}{{8, "[2 4]"}, {6, "[3 2]"}} {
		t.Run(c.want, func(t *testing.T) {
			r := reportOf(t, "x.f90", "program p\nreal a(12)\n!hpf$ distribute a(block)\na = 1.0\ncall inner\nend program\nsubroutine inner\nreal x(12,12)\n!hpf$ processors q(2,4)\n!hpf$ distribute x(block,block) onto q\nx = 1.0\nend subroutine\n", settings.Settings{Procs: c.procs})
			if got := fmt.Sprint(r.Units[1].Grid); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
			for _, d := range r.Diagnostics {
				t.Errorf("said: %s", d.Message)
			}
		})
	}
}

// A loop of calls that does the same in all iterations of the loop around it is run
// once: 9,000 times 16 calls are more steps than there may be. Each of them is made
// 9,000 times; on the mean the procedure makes (1 + ... + 16)/16 = 8.5 iterations.
func TestCallsInSteadyLoops(t *testing.T) {
	u := reportOf(t, "x.f90", "subroutine fill(x, n)\ninteger n, i\nreal x(n)\ndo i = 1, n\nx(i) = 1.0\nend do\nend subroutine\n"+
		"program p\nreal a(100)\ninteger k, i, n\nn = 0\ndo i = 1, 9000\nn = n + 1\na(mod(n, 7) + 1) = 1.0\ndo k = 1, 16\ncall fill(a, k)\nend do\nend do\nif (n > 8999) a(1) = 2.0\nend program\n", settings.Settings{}).Units[0]
	if l := lineOf(u, 5); l == nil || l.Executions != 8.5 || len(u.Callers) != 16 {
		t.Fatalf("%+v, %d callers", l, len(u.Callers))
	}
	for _, c := range u.Callers {
		if c.Calls != 9000 {
			t.Errorf("%s: %g calls, want 9000", c.With, c.Calls)
		}
	}
}

// Evaluations for an evolution of values share those of equal calls, so that the states
// of later calls are not given up: 3 calls with 40 values each.
func TestEqualCallsAreEvaluatedOnce(t *testing.T) {
	text := "program p\nreal a(100)\ninteger l, lim(40)\ncommon /c/ lim\ncall bounds\ndo l = 1, 16\ncall plane(a, l)\nend do\nend program\n" +
		"subroutine bounds\ninteger lim(40), k, j, i\ncommon /c/ lim\ndo k = 1, 40\ncall one(k, j)\ncall one(k + 1, j)\ncall one(k + 2, j)\ndo i = 1, j\nlim(k) = j\nend do\nend do\nend subroutine\n" +
		"subroutine one(k, j)\ninteger k, j, i\nj = 0\ndo i = 1, k\nj = j + 1\nend do\nend subroutine\n" +
		"subroutine plane(a, l)\nreal a(100)\ninteger l, i, lim(40)\ncommon /c/ lim\ndo i = 1, lim(l)\na(i) = 1.0\nend do\nend subroutine\n"
	u := reportOf(t, "x.f90", text, settings.Settings{}).Units[3]
	if len(u.Callers) != 16 { // lim(l) = l + 2: 3 to 18
		t.Errorf("%d callers: %s", len(u.Callers), callersText(u))
	}
	if l := lineOf(u, 34); l == nil || l.Executions != 10.5 {
		t.Errorf("%+v", l)
	}
}
