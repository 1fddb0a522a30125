package predict

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/oracle/texts"
)

// listed is a disk that lists its files.
type listed struct{ texts.FS }

func (l listed) List(string, bool) []string { return slices.Sorted(maps.Keys(l.FS)) }

// A text that is only included has, line by line, what the same lines have where they
// stand in the program.
func TestIncludedText(t *testing.T) {
	const (
		head = "program main\n  integer, parameter :: n = 1000\n  real :: a(n), b(n)\n!HPF$ PROCESSORS p(4)\n!HPF$ DISTRIBUTE (BLOCK) ONTO p :: a, b\n"
		body = "  do i = 2, n\n    a(i) = b(i-1)\n  end do\n"
		tail = "  b = a\nend program\n"
	)
	predict := func(disk map[string]string, path string) *report.Report {
		t.Helper()
		r, err := File(context.Background(), workspace.New(listed{disk}).Snapshot(), path, settings.Settings{Machine: "cluster"})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	first := strings.Count(head, "\n")
	var want []string
	for _, l := range predict(map[string]string{"/w/p.f90": head + body + tail}, "/w/p.f90").Units[0].Lines {
		if l.Line > first && l.Line <= first+3 {
			want = append(want, fmt.Sprint(l.Line-first, l.Charge))
		}
	}
	for _, c := range []struct{ include, body, said string }{
		{"  include 'body.inc'\n", body, "read as included in p.f90, line 6"},
		{"#include \"body.inc\"\n", strings.TrimSuffix(body, "\n"), "read as included in p.f90, line 6"},
	} {
		t.Run(c.include, func(t *testing.T) {
			r := predict(map[string]string{"/w/p.f90": head + c.include + tail, "/w/body.inc": c.body}, "/w/body.inc")
			var got []string
			for _, l := range r.Units[0].Lines {
				got = append(got, fmt.Sprint(l.Line, l.Charge))
			}
			if !slices.Equal(got, want) || len(want) == 0 {
				t.Errorf("%s%q, want %q", c.include, got, want)
			}
			if len(r.Diagnostics) != 1 || r.Diagnostics[0].Message != c.said {
				t.Errorf("%v", r.Diagnostics)
			}
			if m := r.Units[0].Mappings; len(m) != 2 || m[0].File != "/w/p.f90" || m[0].Line != 5 {
				t.Errorf("%+v", m)
			}
		})
	}
	twice := predict(map[string]string{"/w/p.f90": head + "  include 'body.inc'\n  include 'body.inc'\n" + tail, "/w/body.inc": body}, "/w/body.inc")
	if d := twice.Diagnostics; len(d) != 1 || d[0].Message != "read as included in p.f90, line 6; others that include it: 1" {
		t.Errorf("%v", d)
	}
	if alone := predict(map[string]string{"/w/body.inc": body}, "/w/body.inc"); len(alone.Units) != 1 {
		t.Errorf("%+v", alone)
	}
}
