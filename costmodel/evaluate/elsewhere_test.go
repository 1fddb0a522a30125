package evaluate

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
)

// files is a disk whose files are all in one folder.
type files map[string]string

func (f files) ReadFile(path string) ([]byte, error) {
	if text, ok := f[path]; ok {
		return []byte(text), nil
	}
	return nil, errors.New("no such file")
}

func (f files) List(string, bool) []string {
	var out []string
	for path := range f {
		out = append(out, path)
	}
	return out
}

// An array that a module or a host maps is shown where that declares it, also
// after the module has moved in its file.
func TestElsewhere(t *testing.T) {
	const module = "module grid\n  real u(8), v(8)\n!HPF$ DISTRIBUTE u(BLOCK)\nend module\n"
	disk := files{
		"/w/m.f90": module,
		"/w/p.f90": "program p\n  use grid, only: w => u\n  real x(8)\n!HPF$ DISTRIBUTE x(BLOCK)\n  x = 1\ncontains\n  subroutine s\n    w = x\n  end subroutine\nend program\n",
	}
	ws := workspace.New(disk)
	for i, lead := range []string{"", "! one\n! two\n"} {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			disk["/w/m.f90"] = lead + module
			snap := ws.Reread()
			r, err := File(context.Background(), snap, "/w/p.f90", settings.Settings{Machine: "ipsc860"})
			if err != nil {
				t.Fatal(err)
			}
			line := 2
			if lead != "" {
				line = 4
			}
			want := map[string]report.Mapping{"w": {File: "/w/m.f90", Line: line}, "x": {Line: 3}}
			seen := 0
			for _, m := range r.Units[1].Mappings {
				if w := want[m.Array]; m.File != w.File || m.Line != w.Line {
					t.Errorf("%s stands at %q line %d, want %q line %d", m.Array, m.File, m.Line, w.File, w.Line)
				}
				seen++
			}
			if seen != len(want) {
				t.Errorf("%d mappings, want %d: %v", seen, len(want), r.Units[1].Mappings)
			}
		})
	}
}
