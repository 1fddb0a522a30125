package evaluate

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/oracle/treetext"
)

// healthy stands beside every broken unit and must keep its estimate.
const healthy = `subroutine healthy(h)
real :: h(64)
!HPF$ DISTRIBUTE h(BLOCK)
h = 1.0
end subroutine
`

func TestBrokenInputs(t *testing.T) {
	cases := []struct {
		name, text string
		want       string // a diagnostic: "line:column code"
		estimated  bool   // the broken unit still has numbers
	}{
		{"unknown template", "program x\nreal :: a(8)\n!HPF$ ALIGN a(i) WITH nowhere(i)\na = 1.0\nend program\n", "3:23 unknown-template", true},
		{"unknown array", "program x\nreal :: a(8)\n!HPF$ DISTRIBUTE nothing(BLOCK)\na = 1.0\nend program\n", "3:18 unknown-template", true},
		{"wrong rank of formats", "program x\nreal :: a(8)\n!HPF$ DISTRIBUTE a(BLOCK,BLOCK)\na = 1.0\nend program\n", "3:19 wrong-rank", true},
		{"wrong rank of arrangement", "program x\nreal :: a(8,8)\n!HPF$ PROCESSORS p(4)\n!HPF$ DISTRIBUTE a(BLOCK,BLOCK) ONTO p\na = 1.0\nend program\n", "4:38 rank-of-processors", true},
		{"wrong rank of alignment", "program x\nreal :: a(8)\n!HPF$ TEMPLATE t(8,8)\n!HPF$ ALIGN a(i) WITH t(i)\na = 1.0\nend program\n", "4:24 wrong-rank", true},
		{"block too small", "program x\nreal :: a(100)\n!HPF$ PROCESSORS p(4)\n!HPF$ DISTRIBUTE a(BLOCK(10)) ONTO p\na = 1.0\nend program\n", "4:26 block-too-small", true},
		{"no processors", "program x\nreal :: a(8)\n!HPF$ PROCESSORS p(0)\n!HPF$ DISTRIBUTE a(BLOCK) ONTO p\na = 1.0\nend program\n", "3:1 rank-of-processors", true},
		{"arrangements of several shapes", "program x\nreal :: a(8), b(8,8)\n!HPF$ DISTRIBUTE a(BLOCK)\n!HPF$ DISTRIBUTE b(BLOCK,BLOCK)\na = 1.0\nb = 2.0\nend program\n", "", true},
		{"wrong rank of a reference", "program x\nreal :: a(8,8)\na(1) = 1.0\nend program\n", "", true},
		{"unclosed parenthesis", "program x\nreal :: a(8)\na = (1.0 + \nend program\n", "3:5 syntax", true},
		{"DO without END DO", "program x\nreal :: a(8)\ndo i = 1, 8\na(i) = 1.0\nend program\n", "3:1 missing-end", true},
		{"END DO without DO", "program x\nreal :: a(8)\na = 1.0\nend do\nend program\n", "4:1 ", true},
		{"a step of 0", "program x\ninteger :: i\ninteger, parameter :: by = 0\nreal :: a(8)\ndo i = 1, 8, by\na(i) = 1.0\nend do\nend program\n", "5:14 zero-step", true},
		{"directive that is none", "program x\nreal :: a(8)\n!HPF$ DISTRIBUTED a\na = 1.0\nend program\n", "3:7 ", true},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			text := c.text + healthy
			r := reportOf(t, "x.f90", text, settings.Settings{})
			checkUnits(t, r, text)
			got := treetext.Diagnostics(text, r.Diagnostics)
			if c.want != "" && !regexp.MustCompile(`(?m)^`+regexp.QuoteMeta(c.want)).MatchString(got) {
				t.Errorf("diagnostics %q, want %q", got, c.want)
			}
			if r.Units[0].Name != "x" || (r.Units[0].NoEstimate == "") != c.estimated {
				t.Errorf("the broken unit: %+v", r.Units[0])
			}
		})
	}
}

// checkUnits finds the healthy unit at the end with its numbers, and no fault.
func checkUnits(t *testing.T, r *report.Report, text string) {
	t.Helper()
	last := r.Units[len(r.Units)-1]
	if last.Name != "healthy" || last.NoEstimate != "" || last.Charge.Total() <= 0 {
		t.Errorf("the unit beside it: %+v", last)
	}
	checkReport(t, r, text)
}

// checkReport finds what no report may have, whatever the text: faults, places
// outside the file, numbers that are none.
func checkReport(t *testing.T, r *report.Report, text string) {
	t.Helper()
	for _, d := range r.Diagnostics {
		if d.Span.Start < 0 || d.Span.End < d.Span.Start || d.Span.End > len(text) || d.Code == "" || d.Message == "" {
			t.Errorf("diagnostic %+v in a file of %d bytes", d, len(text))
		}
	}
	lines := strings.Count(text, "\n") + 1
	for _, u := range r.Units {
		if strings.Contains(u.NoEstimate, faultText) {
			t.Errorf("%s: %s", u.Name, u.NoEstimate)
		}
		sum := report.Charge{}
		for _, l := range u.Lines {
			c := l.Charge
			if l.Line < u.Start || l.Line > u.End || l.Line > lines {
				t.Errorf("%s: line %d of %d, unit %d to %d", u.Name, l.Line, lines, u.Start, u.End)
			}
			if !(c.Computation >= 0 && c.Communication >= 0 && c.Overhead >= 0 && c.Wait >= 0 && l.Executions >= 0) {
				t.Errorf("%s: line %d: %+v, %g executions", u.Name, l.Line, c, l.Executions)
			}
			sum.Computation += c.Total()
		}
		if !close9(sum.Computation, u.Charge.Total()) {
			t.Errorf("%s: lines add up to %g, the unit is %g", u.Name, sum.Computation, u.Charge.Total())
		}
	}
}

func TestTruncatedFiles(t *testing.T) {
	for name, text := range examples(t) {
		for _, cut := range []int{1, 2, 3, 5, 8, 13, 21, 34, 55, 89} {
			t.Run(fmt.Sprint(cut), func(t *testing.T) {
				broken := text[:len(text)*cut/100]
				if strings.HasSuffix(name, ".f90") { // units in front of the broken one
					r := reportOf(t, name, healthy+broken, settings.Settings{})
					if u := r.Units[0]; u.Name != "healthy" || u.NoEstimate != "" {
						t.Errorf("%s cut at %d%%: %+v", name, cut, u)
					}
					checkReport(t, r, healthy+broken)
				}
				r := reportOf(t, name, broken, settings.Settings{})
				checkReport(t, r, broken)
				if cut == 89 && !strings.Contains(treetext.Diagnostics(broken, r.Diagnostics), "missing-end") {
					t.Errorf("%s without its END: %v", name, treetext.Diagnostics(broken, r.Diagnostics))
				}
			})
		}
	}
}

func TestFilesThatAreNoPrograms(t *testing.T) {
	large := 1 << 20
	if testing.Short() {
		large >>= 3
	}
	cases := []struct {
		name, text  string
		diagnostics bool
	}{
		{"empty", "", false},
		{"blank", "\n\n  \n", false},
		{"comment", "! nothing\n", false},
		{"binary", "\x7fELF\x02\x01\x01\x03\x03\xff\xfe\x80\x03" + strings.Repeat("\x03\xde\xad\xbe\xef\n", 1000), true},
		{"one long word", strings.Repeat("x", large), true},
		{"one long sum", "program x\ny = 1" + strings.Repeat("+1", large/2) + "\nend program\n", false},
		{"many parentheses", "program x\ny = " + strings.Repeat("(", large/4) + "1" + strings.Repeat(")", large/4) + "\nend program\n", true},
		{"many open parentheses", "program x\ny = " + strings.Repeat("(", large/2) + "\nend program\n", true},
		{"many blocks", "program x\n" + strings.Repeat("do i = 1, 2\n", large/256) + "end program\n", true},
		{"many ends", strings.Repeat("end\n", large/64), false},
		{"many continuations", "program x\ny = 1 &\n" + strings.Repeat("+ 1 &\n", large/64) + "\nend program\n", false},
		{"many dimensions", "program x\nreal :: a(" + strings.Repeat("2,", 99) + "2)\n!HPF$ DISTRIBUTE a(" + strings.Repeat("BLOCK,", 99) + "BLOCK)\na = 1.0\nend program\n", false},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			for _, path := range []string{"x.f90", "x.f"} {
				t.Run(path, func(t *testing.T) { // they must also come to an end
					r := reportOf(t, path, c.text, settings.Settings{})
					checkReport(t, r, c.text)
					if c.diagnostics && path == "x.f90" && len(r.Diagnostics) == 0 {
						t.Errorf("%s: nothing is said", c.name)
					}
				})
			}
		})
	}
}
