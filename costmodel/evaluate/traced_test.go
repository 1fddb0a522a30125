package evaluate

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/oracle/texts"
	"github.com/parlens/parlens/internal/oracle/treetext"
)

// The number of iterations, the share of a branch and a size, found by running
// the scalar code (paper 003, section 4.2).
func TestInterpretedValues(t *testing.T) {
	const head = "program x\ninteger :: i, j, n, m, t(8)\nreal :: a(100), e\n"
	cases := []struct {
		body, name, want string
		line             int // of the body, from 1
		executions       float64
	}{
		{"e = 1.0\ndo while (e > 0.01)\ne = e / 2\na = e\nend do", "iterations1", "7 (traced: 7 iterations) line 5", 4, 700},
		{"do j = 1, 4\ni = 2 * j\ndo while (i > 0)\ni = i - 1\na(1) = 1.0\nend do\nend do", "iterations1",
			"5 (traced: 20 iterations in 4 runs of the loop, each iteration of its loop counts) line 6", 5, 20},
		{"do i = 1, 100\na(i) = mod(i, 4)\nend do\ndo i = 1, 100\nif (a(i) < 1.0) then\na(i) = 1.0\nend if\nend do", "weight1", "0.25 (traced: 25 of 100 times) line 8", 6, 25},
		{"t = 3\ndo i = 1, t(2)\na(i) = 1.0\nend do", "t(2)", "3 (traced) line 4", 3, 3},
		{"t(2) = 4\ndo i = 3, t(2)+1\na(i) = 1.0\nend do", "t(2)", "4 (traced) line 4", 3, 3},
		{"read *, t\ndo i = 1, t(2)\na(i) = 1.0\nend do", "t(2)", "100 (assumed: no value of t(2) is known before run time) line 2", 3, 100},
		{"!PARLENS$ SET t(2) = 12\nread *, t\ndo i = 1, t(2)\na(i) = 1.0\nend do", "t(2)", "12 (set by a directive) line 4", 4, 12},
		{"do m = 1, 3\nt(m) = 2*m\nend do\ndo m = 1, 3\ndo i = 1, t(m)\na(i) = 1.0\nend do\nend do", "t(m)", "", 6, 12},
		{"n = 64\ndo while (n > 1)\ndo i = 1, n\na(i) = 1.0\nend do\nn = n / 2\nend do", "n",
			"21 (traced: from 2 to 64 where it is used, each iteration of its loop counts) line 9", 4, 126},
		{"call random_number(a)\nm = 0\ndo while (m < 7)\nm = m + 1\ndo i = 1, 10\nif (a(i) > 0.5) cycle\na(i) = 1.0\nend do\nend do", "iterations1", "7 (traced: 7 iterations) line 6", 4, 7},
		{"m = 6\nif (m > 5) then\nn = 10\nelse\nn = 20\nend if\ndo i = 1, n\na(i) = 1.0\nend do", "n", "10 (traced) line 6", 8, 10},
		{"n = 5\ncall unseen(n)\ndo i = 1, n\na(i) = 1.0\nend do", "n#2", "100 (assumed: no value of n is known before run time) line 2", 4, 100},
		{"n = 5\n10 continue\ndo i = 1, n\na(i) = 1.0\nend do\nif (a(1) > 2) goto 10", "n", "5 (traced) line 4", 4, 5},
		{"!PARLENS$ SET n = 12, weight1 = 0.75\ndo i = 1, n\nif (a(i) > 0) then\na(i) = 1.0\nend if\nend do", "n", "12 (set by a directive) line 4", 4, 9},
		{"do i = 1, n\na(i) = 1.0\nend do\n ! parlens$ set n = 1.2d1\n !parlens$ set n = 1.4d1", "n", "14 (set by a directive) line 8", 2, 14},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			u := unitOf(t, "x.f90", head+c.body+"\nend program\n", settings.Settings{})
			if got := assumption(u, c.name); got != c.want {
				t.Errorf("%s:\n%s is %s, want %s", c.body, c.name, got, c.want)
			}
			if l := lineOf(u, c.line+3); l == nil || l.Executions != c.executions {
				t.Errorf("%s: line %d: %+v, want %g executions", c.body, c.line, l, c.executions)
			}
		})
	}
}

// Procedures may change what they share with the unit, and input what it names.
func TestSharedVariables(t *testing.T) {
	const loop = "do i = 1, n\na(i) = 1.0\nend do\n"
	cases := []struct{ text, want string }{
		{"program x\ncommon /sizes/ n\ninteger :: i, n\nreal :: a(100)\nn = 7\ncall other\n" + loop + "end program\n", "assumed"},
		{"program x\ncommon /sizes/ m\ninteger :: i, n, m\nreal :: a(100)\nn = 7\ncall other\n" + loop + "end program\n", "traced"},
		{"program x\ninteger :: i, n\nreal :: a(100)\nn = 7\ncall inner\n" + loop + "contains\nsubroutine inner\nn = 8\nend subroutine\nend program\n", "8 (traced)"},
		{"program x\ninteger :: i, n\nreal :: a(100)\nn = 7\ncall inner(n)\n" + loop + "end program\nsubroutine inner(k)\ninteger :: k, j\nj = k\nend subroutine\n", "traced"},
	}
	const input = "program x\ninteger :: i, n, m\nreal :: a(100)\nnamelist /cfg/ n\nn = 5\n"
	cases = append(cases, []struct{ text, want string }{
		{input + "read (5, nml=cfg)\n" + loop + "end program\n", "assumed"},
		{input + "write (6, nml=cfg)\n" + loop + "end program\n", "traced"},
		{input + "read (n, *) m\n" + loop + "end program\n", "traced"},
		{input + "open (unit=n, iostat=m)\n" + loop + "end program\n", "traced"},
		{input + "open (unit=7, iostat=n)\n" + loop + "end program\n", "assumed"},
		{input + "read (*, *) (a(n), n = 1, m)\n" + loop + "end program\n", "assumed"},
	}...)
	for _, c := range cases {
		t.Run(c.text, func(t *testing.T) {
			u := reportOf(t, "x.f90", c.text, settings.Settings{}).Units[0]
			if got := assumption(u, "n"); !strings.Contains(got, c.want) {
				t.Errorf("%s: n is %s, want %s", c.text, got, c.want)
			}
		})
	}
}

// What the user gives comes before a directive, and a directive of a procedure
// before one of its caller.
func TestWhoSets(t *testing.T) {
	const text = "program x\n!PARLENS$ SET n = 30\nreal :: a(100)\ninteger :: i, n\ndo i = 1, n\na(i) = 1.0\nend do\ncall s(a)\nend program\n" +
		"subroutine s(a)\n!PARLENS$ SET n = 40\nreal :: a(100)\ninteger :: i, n\ndo i = 1, n\na(i) = 1.0\nend do\nend subroutine\n"
	for _, c := range []struct {
		set           map[string]float64
		outer, inside float64
	}{{nil, 30, 40}, {map[string]float64{"n": 7}, 7, 7}} {
		t.Run(fmt.Sprint(c.set), func(t *testing.T) {
			r := reportOf(t, "x.f90", text, settings.Settings{Values: c.set})
			if a, b := lineOf(r.Units[0], 6).Executions, lineOf(r.Units[1], 15).Executions; a != c.outer || b != c.inside {
				t.Errorf("set %v: %g and %g executions", c.set, a, b)
			}
			one, two := lineOf(r.Units[0], 8).Charge.Total(), r.Units[1].Charge.Total()
			if one < two || one > two*1.5 {
				t.Errorf("set %v: the CALL takes %g s, the procedure %g s", c.set, one, two)
			}
		})
	}
}

// What the program itself tells is no question.
func TestNotAsked(t *testing.T) {
	const bounds = "subroutine bounds(k, lo, hi)\ninteger :: k, lo, hi\nif (k > 4) then\nlo = k\nelse\nlo = 1\nend if\nhi = lo + 3\nend subroutine\n"
	const fill = "subroutine fill(k, a)\ninteger :: k, i\nreal :: a(100)\ndo i = 1, k\na(i) = 1.0\nend do\nend subroutine\n"
	cases := []struct{ name, text string }{
		{"an argument that gets a value before it is read", "program p\ninteger :: k, lo, hi, i\nreal :: a(100)\ndo k = 1, 8\ncall bounds(k, lo, hi)\ndo i = lo, hi\na(i) = 1.0\nend do\nend do\nend program\n" + bounds},
		{"the index of a loop that has gone through the caches", "program p\ninteger :: i, j, k\nreal :: a(300,301), x(300), t\n!DVM$ DISTRIBUTE a(BLOCK,*)\n!DVM$ ALIGN x(i) WITH a(i,*)\n" +
			"do i = 1, 300\n!DVM$ PARALLEL (k) ON a(k,*), REMOTE_ACCESS(a(i,:))\ndo k = 1, 300\nif (k > i) then\nt = a(k,i)/a(i,i)\ndo j = i, 301\na(k,j) = a(k,j) - t*a(i,j)\nend do\nend if\nend do\nend do\n" +
			"x(300) = a(300,301)/a(300,300)\ndo j = 299, 1, -1\n!DVM$ PARALLEL (i) ON a(i,*), REMOTE_ACCESS(x(j+1))\ndo i = 1, j\na(i,301) = a(i,301) - x(j+1)*a(i,j+1)\nend do\nx(j) = a(j,301)/a(j,j)\nend do\nend program\n"},
		{"an index that an unseen procedure gets", "program p\ninteger :: k\nreal :: a(100)\ndo k = 1, 8\ncall timer(k)\ncall fill(k, a)\nend do\nend program\n" + fill},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			for _, d := range reportOf(t, "p.f90", c.text, settings.Settings{Machine: "cluster"}).Diagnostics {
				if d.Code == report.UnknownValue {
					t.Error(d.Message)
				}
			}
		})
	}
}

// What a variable is on one of the ways to its use stands for what it is, where which way
// is taken is not known.
func TestOneOfTheWays(t *testing.T) {
	const leave = "subroutine leave(n, a)\ninteger :: n\nreal :: a(99)\nif (a(1) > 0.5) then\nn = 70\nreturn\nelse\nn = 2\nreturn\nend if\nend subroutine\n"
	const grow = "subroutine grow(n, a)\ninteger :: n\nreal :: a(99)\nif (a(1) > 0.5) n = n + 1\nend subroutine\n"
	for _, c := range []struct {
		name, body string // line 4 and the following ones
		line       int
		executions float64
	}{
		{"of two", "n = 11\nif (a(1) > 0.5) n = n + 1\na(1:n) = 1.0\n", 6, 12},
		{"behind a procedure", "n = 11\ncall grow(n, a)\na(1:n) = 1.0\n", 6, 12},
		{"of a known and an unknown one", "n = 11\nif (a(1) > 0.5) read *, n\na(1:n) = 1.0\n", 6, 11},
		{"of many", "n = 0\ndo i = 1, 9\nif (a(i) > 0.5) n = n + 1\nend do\na(1:n) = 1.0\n", 8, 100},
		{"behind a procedure that returns in each branch", "n = 11\ncall leave(n, a)\na(1:n) = 1.0\n", 6, 70},
		{"behind labels that are jumped over", "if (a(1) > 0.5) goto 20\nn = 12\ngoto 50\n20 n = 70\n50 a(1:n) = 1.0\n", 8, 100},
		{"behind branches that jump", "if (a(1) > 0.5) then\nn = 10\ngoto 20\nelse\nn = 70\ngoto 30\nend if\n20 a(1) = n\ngoto 50\n30 a(2) = n\n50 a(1:n) = 1.0\n", 14, 100},
		{"under a mask in a mask", "m = 6\nwhere (m > 3)\nwhere (m > 5)\nm = 70\nend where\nend where\na(1:m(1)) = 1.0\n", 10, 100},
		{"none is positive", "n = 0\nif (a(1) > 0.5) n = -1\na(1:n) = 1.0\n", 6, 100},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := reportOf(t, "p.f90", "program p\ninteger :: n, i, m(9)\nreal :: a(99)\n"+c.body+"end program\n"+grow+leave, settings.Settings{})
			if l := lineOf(r.Units[0], c.line); l.Executions != c.executions {
				t.Errorf("%g executions, want %g: %v", l.Executions, c.executions, r.Units[0].Assumptions)
			}
			if !slices.ContainsFunc(r.Diagnostics, func(d source.Diagnostic) bool {
				return d.Code == report.UnknownValue && (strings.HasPrefix(d.Message, "n = ") || strings.HasPrefix(d.Message, "m(1) = "))
			}) {
				t.Error("it is not asked for")
			}
		})
	}
}

// What had to be assumed is asked for, and the quick fix answers it.
func TestAskedValues(t *testing.T) {
	cases := []struct{ text, at, insert string }{
		{"subroutine x(a, n)\ninteger :: n, i\nreal :: a(n)\n  do i = 1, &\n    n\n    a(i) = 1.0\n  end do\nend subroutine\n", "n\n    a(i)", "  !PARLENS$ SET n = 100\n  do"},
		{"      subroutine x(a, e)\n      real a(9), e\n      do while (e .gt. 1.0)\n      a(1) = 1.0\n      end do\n      end\n", "do while", "      !PARLENS$ SET iterations1 = 100\n      do"},
	}
	for i, c := range cases {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			w := workspace.New(texts.FS{"x.f90": c.text})
			r, err := File(context.Background(), w.Snapshot(), "x.f90", settings.Settings{})
			if err != nil {
				t.Fatal(err)
			}
			var asked []source.Diagnostic
			for _, d := range r.Diagnostics {
				if d.Code == report.UnknownValue {
					asked = append(asked, d)
				}
			}
			if len(asked) != 1 || !strings.HasPrefix(c.text[asked[0].Span.Start:], c.at) {
				t.Fatalf("%s: %+v", c.text, asked)
			}
			fixes := Fixes(source.NewText(c.text), asked[0])
			if len(fixes) != 1 || len(fixes[0].Edits) != 1 {
				t.Fatalf("%+v", fixes)
			}
			e := fixes[0].Edits[0]
			fixed := c.text[:e.Span.Start] + e.New + c.text[e.Span.End:]
			if !strings.Contains(fixed, c.insert) {
				t.Errorf("fixed:\n%s", fixed)
			}
			for _, d := range reportOf(t, "x.f90", fixed, settings.Settings{}).Diagnostics {
				t.Errorf("after the fix: %+v", d)
			}
		})
	}
}

// The value goes below the header of the table of values, or into a new one.
func TestConfigFix(t *testing.T) {
	d := source.Diagnostic{Code: report.UnknownValue, Data: report.AskedValue{Name: "n", Value: "100"}}
	for config, want := range map[string]string{
		"":                              "\n[values]\nn = 100\n",
		"machine = \"x\"":               "machine = \"x\"\n\n[values]\nn = 100\n",
		"[values]\nm = 3\n":             "[values]\nn = 100\nm = 3\n",
		"values = { m = 3 }\n":          "",
		"x = 1\n[values] # sizes\n\n":   "x = 1\n[values] # sizes\nn = 100\n\n",
		"[values\n":                     "",
		"machine = 1\nvalues.m = 2\n\n": "",
	} {
		t.Run(config, func(t *testing.T) {
			fixes := settings.ConfigFix(source.NewText(config), d)
			got := ""
			if len(fixes) == 1 {
				e := fixes[0].Edits[0]
				got = config[:e.Span.Start] + e.New + config[e.Span.End:]
			}
			if got != want {
				t.Errorf("%q becomes %q, want %q", config, got, want)
			}
			if c, problems := settings.ParseConfig([]byte(got)); want != "" && (c.Values["n"] != 100 || len(problems) > 0 && !strings.Contains(config, "x")) {
				t.Errorf("%q: %+v, %v", got, c.Values, problems)
			}
		})
	}
}

// A vector that the program computes before an executable directive maps by it
// costs what the same vector costs as a constant.
func TestComputedTables(t *testing.T) {
	program := func(declared, computed string) string {
		return "program x\n" + declared + "\ninteger :: i\nreal :: a(40)\n!HPF$ PROCESSORS p(4)\n!HPF$ DYNAMIC a\n!HPF$ DISTRIBUTE a(BLOCK) ONTO p\n" +
			computed + "\na = 1.0\n!HPF$ REDISTRIBUTE a(GEN_BLOCK(t)) ONTO p\na = a + 1.0\nend program\n"
	}
	constant := program("integer, parameter :: t(4) = (/ 4, 8, 12, 16 /)", "")
	computed := program("integer :: t(4)", "do i = 1, 4; t(i) = 4 * i; end do")
	unknown := program("integer :: t(4)", "read *, t")
	want, got := unitOf(t, "x.f90", constant, settings.Settings{}), unitOf(t, "x.f90", computed, settings.Settings{})
	for _, line := range []int{9, 10, 11} {
		t.Run(fmt.Sprint(line), func(t *testing.T) {
			if w, g := lineOf(want, line).Charge, lineOf(got, line).Charge; w != g || w.Total() == 0 {
				t.Errorf("line %d: %+v with a constant, %+v computed", line, w, g)
			}
		})
	}
	for text, asked := range map[string]bool{computed: false, unknown: true} {
		t.Run(text, func(t *testing.T) {
			r := reportOf(t, "x.f90", text, settings.Settings{})
			if got := strings.Contains(treetext.Diagnostics(text, r.Diagnostics), "unmodelled-format"); got != asked {
				t.Errorf("%s: %s", text, treetext.Diagnostics(text, r.Diagnostics))
			}
		})
	}
}
