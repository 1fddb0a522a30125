package evaluate

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
)

// A procedure in a file that nobody has open costs what it costs in the file of
// its caller, with the mappings that it inherits; not one that belongs to
// another program, or that several files have.
func TestProceduresOnDisk(t *testing.T) {
	const function = "\nreal function scaled(x)\n  real, intent(in) :: x\n  scaled = 0.5 * x\nend function\n"
	inherits := strings.ReplaceAll(callee, "!HPF$ PROCESSORS pr(4)\n!HPF$ DISTRIBUTE x(BLOCK) ONTO pr\n", "")
	main := caller("  call sweep(n, b)\n  b(3) = scaled(a(3))")
	other := strings.ReplaceAll(inherits+function, "0.5 *", "sqrt(2.0) *")
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
		{"in several files", files{"/w/p.f90": main, "/w/s.f90": inherits + function, "/w/t.f90": other}, true},
		{"nowhere", files{"/w/p.f90": main}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			snap := workspace.New(c.disk).Snapshot()
			r, err := File(context.Background(), snap, "/w/p.f90", settings.Settings{Machine: "ipsc860"})
			if err != nil {
				t.Fatal(err)
			}
			for _, at := range []int{line, line + 1} {
				t.Run(fmt.Sprint(at), func(t *testing.T) {
					got, want := lineAt(t, r.Units[0], at), lineAt(t, together.Units[0], at)
					if c.found && (got.Charge != want.Charge || got.NoEstimate != want.NoEstimate) || !c.found && got.NoEstimate == "" || want.Charge.Total() == 0 {
						t.Errorf("%s, line %d: %+v %q, want %+v", c.name, at, got.Charge, got.NoEstimate, want.Charge)
					}
				})
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

// catalog is a disk that lists all its files.
type catalog struct{ files }

func (f catalog) List(string, bool) []string { return slices.Sorted(maps.Keys(f.files)) }

// Of several files with a procedure the nearest one is taken, open or not; of files
// as near the first one, and the unit says so. What stands beside another main
// program is that one's; a file without a main program may use what stands beside one.
func TestNearestProcedure(t *testing.T) {
	const main, use = "program main\n  call work\nend program\n", "subroutine use\n  call work\nend subroutine\n"
	work := func(n int) string {
		return fmt.Sprintf("subroutine work\n  real :: x(100)\n  x(1:%d) = 1.0\nend subroutine\n", n)
	}
	for _, c := range []struct {
		name string
		disk files
		from string
		want int // elements that the procedure stores, 0: it is not found
		said string
	}{
		{"beside it", files{"/w/a/p.f90": main, "/w/a/s.f90": work(10), "/w/b/s.f90": work(20)}, "/w/a/p.f90", 10, ""},
		{"beside the other", files{"/w/b/p.f90": main, "/w/a/s.f90": work(10), "/w/b/s.f90": work(20)}, "/w/b/p.f90", 20, ""},
		{"in a common folder", files{"/w/b/p.f90": main, "/w/common/s.f90": work(10)}, "/w/b/p.f90", 10, ""},
		{"nearer", files{"/w/x/b/p.f90": main, "/w/x/common/s.f90": work(10), "/w/s.f90": work(20)}, "/w/x/b/p.f90", 10, ""},
		{"as near", files{"/w/p.f90": main, "/w/s.f90": work(10), "/w/t.f90": work(20), "/w/u.f90": work(30)}, "/w/p.f90", 10, "assumed: there is one of this name in t.f90 and u.f90 too"},
		{"of another program", files{"/w/p.f90": main, "/w/q.f90": "program q\nend program\n" + work(10)}, "/w/p.f90", 0, ""},
		{"of the only program", files{"/w/use.f90": use, "/w/q.f90": "program q\nend program\n" + work(10)}, "/w/use.f90", 10, ""},
		{"of a program, or of none", files{"/w/use.f90": use, "/w/q.f90": "program q\nend program\n" + work(10), "/w/s.f90": work(20)}, "/w/use.f90", 20, ""},
	} {
		for _, open := range []bool{false, true} {
			t.Run(fmt.Sprint(c.name, open), func(t *testing.T) {
				ws := workspace.New(catalog{c.disk})
				ws.Configure(workspace.Reading{Roots: []string{"/w"}})
				for path, text := range c.disk {
					if open {
						ws.Open(path, "fortran", 1, text)
					}
				}
				r, err := File(context.Background(), ws.Snapshot(), c.from, settings.Settings{Machine: "ipsc860"})
				if err != nil {
					t.Fatal(err)
				}
				u := r.Units[0]
				alone := 0.0
				if c.want > 0 {
					alone = reportOf(t, "s.f90", work(c.want), settings.Settings{Machine: "ipsc860"}).Units[0].Charge.Computation
				}
				if got := u.Lines[0]; math.Abs(got.Charge.Computation-alone) > 1e-15 || (got.NoEstimate == "") != (c.want > 0) {
					t.Errorf("%+v %q, want the stores of %d elements, %g s", got.Charge, got.NoEstimate, c.want, alone)
				}
				said := ""
				for _, a := range u.Assumptions {
					if a.Name == "work" && a.Provenance == report.Assumed {
						said += a.Source
					}
				}
				if said != c.said {
					t.Errorf("said %q, want %q", said, c.said)
				}
			})
		}
	}
}
