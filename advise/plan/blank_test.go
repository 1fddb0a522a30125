package plan

import (
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/internal/oracle/texts"
)

// Directives become comments of the same length in both forms, and cuts take their lines
// out; what is moved on the way, or by a language that asks for communication, stays.
func TestBlank(t *testing.T) {
	const free = "program main\nreal :: a(8000), b(8000)\n!HPF$ PROCESSORS p(4)\n  !HPF$ DISTRIBUTE a(BLOCK) &\n  !HPF$&  ONTO p\n!HPF$ ALIGN b(i) WITH a(i)\na = 1\n!HPF$ INDEPENDENT\ndo i = 1, 8\nb(i) = a(i)\nend do\nend program\n"
	const fixed = "      PROGRAM MAIN\n      REAL A(8000)\nCHPF$ PROCESSORS P(4)\nCHPF$ DISTRIBUTE A(BLOCK)\nCHPF$& ONTO P\n      A = 1\n      END\n"
	for _, c := range []struct {
		name, path, text string
		ok               bool
	}{
		{"free", "/w/p.f90", free, true},
		{"fixed", "/w/p.f", fixed, true},
		{"dynamic", "/w/p.f90", strings.Replace(free, "a = 1", "!HPF$ DYNAMIC a\na = 1", 1), false},
		{"home on an array", "/w/p.f90", strings.Replace(free, "INDEPENDENT", "INDEPENDENT, ON HOME(b(i))", 1), true},
		{"home on a template", "/w/p.f90", strings.Replace(strings.Replace(free, "INDEPENDENT", "INDEPENDENT, ON HOME(T(i))", 1), "!HPF$ ALIGN", "!HPF$ TEMPLATE t(8000)\n!HPF$ ALIGN", 1), false},
		{"on processors", "/w/p.f90", strings.Replace(free, "!HPF$ INDEPENDENT", "!HPF$ ON (p(1:2)) BEGIN\n!HPF$ END ON\n!HPF$ INDEPENDENT", 1), false},
		{"resident", "/w/p.f90", strings.Replace(free, "INDEPENDENT", "INDEPENDENT, RESIDENT(a)", 1), false},
		{"none", "/w/p.f90", "program main\nend program\n", false},
		{"XcalableMP", "/w/p.f90", "program main\nreal :: a(8)\n!$xmp nodes p(4)\n!$xmp template t(8)\n!$xmp distribute t(block) onto p\n!$xmp align a(i) with t(i)\na = 1\nend program\n", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			snap := workspace.New(texts.FS{c.path: c.text}).Snapshot()
			p, err := Read(snap, c.path, 4)
			if err != nil {
				t.Fatal(err)
			}
			files, cuts, ok := p.Blank()
			if ok != c.ok {
				t.Fatalf("%v, want %v", ok, c.ok)
			}
			if !ok {
				return
			}
			blanked := files[0].Text.String()
			q, err := Read(snap.With(files...), c.path, 4)
			if err != nil || len(blanked) != len(c.text) || strings.Contains(strings.Replace(blanked, "INDEPENDENT", "", 1), "BLOCK") || len(q.Groups) == 0 || q.Groups[0].Now != nil {
				t.Errorf("%d and %d bytes, groups %+v, %v\n%s", len(blanked), len(c.text), q.Groups, err, blanked)
			}
			f, _ := snap.File(c.path)
			cut, err := f.Text.Apply(cuts[0].Edits...)
			if lines := strings.Count(c.text, "\n") - strings.Count(cut.String(), "\n"); err != nil || lines != strings.Count(c.text, "HPF$")-strings.Count(c.text, "INDEPENDENT") {
				t.Errorf("%d lines are cut, %v\n%s", lines, err, cut)
			}
		})
	}
}
