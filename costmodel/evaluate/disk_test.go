package evaluate

import (
	"context"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/settings"
)

// A procedure in a file that nobody has open costs what it costs in the file of
// its caller, with the mappings that it inherits; not one that belongs to
// another program, or that several files have.
func TestProceduresOnDisk(t *testing.T) {
	const function = "\nreal function scaled(x)\n  real, intent(in) :: x\n  scaled = 0.5 * x\nend function\n"
	inherits := strings.ReplaceAll(callee, "!HPF$ PROCESSORS pr(4)\n!HPF$ DISTRIBUTE x(BLOCK) ONTO pr\n", "")
	main := caller("  call sweep(n, b)\n  b(3) = scaled(a(3))")
	together := reportOf(t, "p.f90", main+inherits+function, settings.Settings{})
	line := callLine(main)
	for _, c := range []struct {
		name  string
		disk  files
		found bool
	}{
		{"in the folder", files{"/w/p.f90": main, "/w/s.f90": inherits + function}, true},
		{"in two files", files{"/w/p.f90": main, "/w/s.f90": inherits, "/w/f.f90": function}, true},
		{"of another program", files{"/w/p.f90": main, "/w/s.f90": "program q\nend program\n" + inherits + function}, false},
		{"in several files", files{"/w/p.f90": main, "/w/s.f90": inherits + function, "/w/t.f90": inherits + function}, false},
		{"nowhere", files{"/w/p.f90": main}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			snap := workspace.New(c.disk).Snapshot()
			r, err := File(context.Background(), snap, "/w/p.f90", settings.Settings{Machine: "ipsc860"})
			if err != nil {
				t.Fatal(err)
			}
			for _, at := range []int{line, line + 1} {
				got, want := lineAt(t, r.Units[0], at), lineAt(t, together.Units[0], at)
				if c.found && (got.Charge != want.Charge || got.NoEstimate != want.NoEstimate) || !c.found && got.NoEstimate == "" || want.Charge.Total() == 0 {
					t.Errorf("%s, line %d: %+v %q, want %+v", c.name, at, got.Charge, got.NoEstimate, want.Charge)
				}
			}
		})
	}
}

// Files of a command line see each other wherever they are, and a change on disk
// is seen.
func TestProceduresOfACommandLine(t *testing.T) {
	disk := folders{files{"/w/p.f90": caller("  call sweep(n, a)"), "/other/s.f90": callee}}
	ws := workspace.New(disk)
	ws.Configure(workspace.Reading{Files: []string{"/w/p.f90", "/other/s.f90"}})
	cost := func(snap *workspace.Snapshot) float64 {
		r, err := File(context.Background(), snap, "/w/p.f90", settings.Settings{Machine: "ipsc860"})
		if err != nil {
			t.Fatal(err)
		}
		if l := lineAt(t, r.Units[0], 8); l.NoEstimate == "" {
			return l.Charge.Total()
		}
		return -1
	}
	first := cost(ws.Snapshot())
	disk.files["/other/s.f90"] = strings.Replace(callee, "0.5 *", "0.25 + 0.5 *", 1)
	if second := cost(ws.Invalidate("/other/s.f90")); first <= 0 || second <= first {
		t.Errorf("%v, and %v with more to do", first, second)
	}
	delete(disk.files, "/other/s.f90")
	if gone := cost(ws.Invalidate("/other/s.f90")); gone >= 0 {
		t.Errorf("%v without the file", gone)
	}
}

// folders is a disk whose folders list their own files.
type folders struct{ files }

func (f folders) List(folder string, _ bool) []string {
	var out []string
	for path := range f.files {
		if strings.HasPrefix(path, folder+"/") {
			out = append(out, path)
		}
	}
	return out
}
