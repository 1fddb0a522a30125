package workspace

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/source"
)

// folderFS is a disk in memory that can list its files.
type folderFS struct{ *memoryFS }

func (f folderFS) List(folder string, deep bool) []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	var out []string
	for path := range f.files {
		if filepath.Dir(path) == folder || deep && inside(folder, path) {
			out = append(out, path)
		}
	}
	return out
}

func project(files map[string]string) (*Workspace, folderFS) {
	fs := folderFS{&memoryFS{files: files}}
	w := New(fs)
	w.Configure(Reading{Roots: []string{"/r"}, Include: []string{"/inc"}})
	return w, fs
}

// told returns the diagnostics of a file, a line each.
func told(t *testing.T, s *Snapshot, path string) string {
	t.Helper()
	f, err := s.File(path)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, d := range s.Program(f).Diagnostics {
		out = append(out, fmt.Sprintf("%d %s: %s", f.Text.LineOf(d.Span.Start), d.Code, d.Message))
	}
	return strings.Join(out, "\n")
}

// dims returns the declared upper bounds of a name in the file's last unit.
func rankOf(t *testing.T, s *Snapshot, path, name string) int {
	t.Helper()
	f, err := s.File(path)
	if err != nil {
		t.Fatal(err)
	}
	units := s.Program(f).Units
	sym := units[len(units)-1].Lookup(name)
	if sym == nil {
		return -1
	}
	return sym.Rank()
}

const user = "subroutine s\nuse shapes\nuse other, only: b => a\na(1) = b(1)\nend\n"

func TestModulesOfOtherFiles(t *testing.T) {
	w, disk := project(map[string]string{
		"/r/use.f90":          user,
		"/r/deep/shapes.f90":  "module shapes\nreal a(10)\nend module\n",
		"/elsewhere/more.f90": "module other\nreal a(10,10)\nend module\n",
	})
	if got := told(t, w.Snapshot(), "/r/use.f90"); got != "3 unknown-module: no file that is searched has module other" {
		t.Errorf("one module is outside the root: %s", got)
	}
	w.Open("/r/new.f90", "fortran", 1, "module other\nreal a(10)\nend module\n")
	if got := told(t, w.Snapshot(), "/r/use.f90"); got != "" {
		t.Errorf("the module is in an open file: %s", got)
	}
	w.Open("/r/new.f90", "fortran", 2, "module other\nreal a(10,10)\nend module\n")
	if got := told(t, w.Snapshot(), "/r/use.f90"); !strings.Contains(got, "wrong-rank") {
		t.Errorf("the open module changed: %q", got)
	}
	w.Close("/r/new.f90")
	if got := told(t, w.Snapshot(), "/r/use.f90"); !strings.Contains(got, "unknown-module") {
		t.Errorf("the module is gone: %q", got)
	}
	disk.write("/r/other.f90", "module other\nreal a(7)\nend module\n")
	w.Invalidate("/r/other.f90")
	if got := told(t, w.Snapshot(), "/r/use.f90"); got != "" {
		t.Errorf("the module came on disk: %s", got)
	}
	disk.write("/r/deep/shapes.f90", "module shapes\nreal a(10,2)\nend module\n")
	if got := rankOf(t, w.Snapshot(), "/r/use.f90", "a"); got != 1 {
		t.Errorf("a snapshot sees the disk change: rank %d", got)
	}
	if got := rankOf(t, w.Invalidate("/r/deep/shapes.f90"), "/r/use.f90", "a"); got != 2 {
		t.Errorf("the file on disk changed: rank %d", got)
	}
}

// Without a root the files of the same folder are seen, and the nearest of two
// modules with one name wins.
func TestNearestModule(t *testing.T) {
	w := New(folderFS{&memoryFS{files: map[string]string{
		"/x/use.f90": "use m\na(1) = 1\nend\n", "/x/m.f90": "module m\nreal a(1)\nend\n", "/y/m.f90": "module m\nreal a(1,1)\nend\n",
		"/y/z/use.f90": "use m\nend\n",
	}}})
	if got := rankOf(t, w.Snapshot(), "/x/use.f90", "a"); got != 1 {
		t.Errorf("rank %d", got)
	}
	if got := told(t, w.Snapshot(), "/y/z/use.f90"); !strings.Contains(got, "unknown-module") {
		t.Errorf("a folder above is searched: %q", got)
	}
	w.Configure(Reading{Roots: []string{"/"}})
	if got := told(t, w.Snapshot(), "/y/z/use.f90"); got != "" {
		t.Errorf("the root holds it: %q", got)
	}
	if f, _ := w.Snapshot().File("/y/z/use.f90"); f != nil {
		if holder, _ := w.Snapshot().Module(f, "m"); holder == nil || holder.Path != "/y/m.f90" {
			t.Errorf("the module of another folder is nearer: %v", holder)
		}
	}
}

func TestCyclesAreReported(t *testing.T) {
	w, _ := project(map[string]string{
		"/r/a.f90": "module a\nuse b\nreal x(3)\nend module\n", "/r/b.f90": "module b\nuse c\nreal y(3)\nend module\n", "/r/c.f90": "module c\nuse a\nend module\n",
		"/r/self.f90": "module self\nuse self\nend module\n", "/r/use.f90": "use a\nx(1) = 1\nend\n",
	})
	for path, want := range map[string]string{"/r/a.f90": "b", "/r/b.f90": "c", "/r/c.f90": "a", "/r/self.f90": "self"} {
		t.Run(path, func(t *testing.T) {
			if got := told(t, w.Snapshot(), path); got != "2 use-cycle: module "+want+" uses this module, directly or through others" {
				t.Errorf("%s: %q", path, got)
			}
		})
	}
	if got := rankOf(t, w.Snapshot(), "/r/use.f90", "x"); got != 1 {
		t.Errorf("rank %d", got)
	}
}

func TestIncludes(t *testing.T) {
	w, disk := project(map[string]string{
		"/r/p.f90":      "program p\ninclude 'sizes.inc'\n#include \"gone.h\"\na(1) = 1\nend\n#include \"behind.h\"\n#ifdef X\n#include \"may.h\"\n#endif\n",
		"/inc/deep.inc": "integer, parameter :: n = 4\nreal a(n)\n!HPF$ DISTRIBUTE a(BLOCK)\n",
	})
	if got := told(t, w.Snapshot(), "/r/p.f90"); got != "2 missing-include: sizes.inc is not found; looked in /r, /inc\n3 missing-include: gone.h is not found; looked in /r, /inc\n6 missing-include: behind.h is not found; looked in /r, /inc" {
		t.Errorf("all are missing: %s", got)
	}
	disk.write("/r/sizes.inc", "include 'deep.inc'\n")
	disk.write("/r/gone.h", "#define X\n")
	disk.write("/r/behind.h", "#define Y\n")
	w.Invalidate("/r/sizes.inc", "/r/gone.h", "/r/behind.h")
	if got := told(t, w.Snapshot(), "/r/p.f90"); got != "" {
		t.Errorf("all are there: %s", got)
	}
	f, _ := w.Snapshot().File("/r/p.f90")
	unit := w.Snapshot().Program(f).Units[0]
	if len(unit.Layouts) != 1 || len(unit.Directives) != 1 || !unit.Directives[0].FormatsAt.Empty() {
		t.Errorf("the included directive: %+v", unit.Directives)
	}
	if line := f.Text.LineOf(unit.Directives[0].At.Start); line != 2 {
		t.Errorf("it stands at line %d", line)
	}
	w.Open("/inc/deep.inc", "fortran", 1, "real a(2, 2)\nx = = 1\n")
	if got := told(t, w.Snapshot(), "/r/p.f90"); !strings.Contains(got, "2 syntax: deep.inc:2: ") || !strings.Contains(got, "4 wrong-rank") {
		t.Errorf("the open version counts: %q", got)
	}
	w.Open("/r/sizes.inc", "fortran", 1, "include 'sizes.inc'\n")
	if got := told(t, w.Snapshot(), "/r/p.f90"); !strings.Contains(got, "sizes.inc includes itself") {
		t.Errorf("a cycle: %q", got)
	}
}

// An edit computes the edited unit again, and those that see the difference.
func TestOneUnitIsComputedAgain(t *testing.T) {
	w, _ := project(map[string]string{"/r/m.f90": "module m\nreal a(10)\ncontains\nsubroutine in\na = 1\nend subroutine\nend module\n"})
	var units []string
	for i := range 20 {
		units = append(units, fmt.Sprintf("subroutine s%d\nuse m\na(%d) = 1\nend subroutine\n", i, i))
	}
	w.Open("/r/use.f90", "fortran", 1, strings.Join(units, ""))
	m, _ := w.Snapshot().File("/r/m.f90")
	w.Open("/r/m.f90", "fortran", 1, m.Text.String())
	told(t, w.Snapshot(), "/r/use.f90")
	told(t, w.Snapshot(), "/r/m.f90")
	steps := []struct {
		what, path, old, new string
		want                 int
	}{
		{"a tree and a program", "/r/use.f90", "a(3) = 1", "a(3) = 2", 2},
		{"a comment above all", "/r/use.f90", "subroutine s0\n", "! c\nsubroutine s0\n", 0},
		{"a body in the module: one tree, one program", "/r/m.f90", "a = 1", "a = 2", 2},
		{"a comment in the module: its trees, interface and program, and its procedure", "/r/m.f90", "real a(10)", "real a(10) ! c", 5},
		{"the interface: as before, its tree without the comment, and all users", "/r/m.f90", "real a(10)", "real a(11)", 5 + 20},
	}
	for i, s := range steps {
		t.Run(s.what, func(t *testing.T) {
			before := w.Snapshot().Memo().Len()
			f, _ := w.Snapshot().File(s.path)
			text := strings.Replace(f.Text.String(), s.old, s.new, 1)
			if text == f.Text.String() {
				t.Fatalf("%s: no edit", s.what)
			}
			if _, err := w.Change(s.path, int32(i+2), source.NewText(text)); err != nil {
				t.Fatal(err)
			}
			told(t, w.Snapshot(), "/r/m.f90")
			if got := told(t, w.Snapshot(), "/r/use.f90"); got != "" {
				t.Errorf("%s: %s", s.what, got)
			}
			if got := w.Snapshot().Memo().Len() - before; got != s.want {
				t.Errorf("%s: %d entries, want %d", s.what, got, s.want)
			}
		})
	}
}

func TestModulesIn(t *testing.T) {
	text := "module a\n  MODULE  B ! c\nmodule procedure p\nmodule function f()\nend module a\nmodules = 1\nmodule c; real x\n\tmodule\td\n!module e\nmodule\nx=module f"
	if got := modulesIn(text); !slices.Equal(got, []string{"a", "b", "c", "d"}) {
		t.Errorf("%v", got)
	}
}

func TestProceduresIn(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"  pure Subroutine A (x)\nend subroutine a\n! subroutine b\nx = 'function c'", "a"},
		{"real function f(x)\nfunction = 1\nend function", "f"},
		{"      extrinsic (hpf_local) pure subroutine\n     >     exact(x, y)", "exact"},
		{"      extrinsic (hpf)\r\n     &  subroutine sweep(x)\r\n", "sweep"},
		{"real(8) function &\r\n    & spread_out(x)", "spread_out"},
		{"recursive subroutine &\n      descend", "descend"},
		{"end subroutine\n      a = b", ""},
	} {
		t.Run(c.text, func(t *testing.T) {
			want := []string(nil)
			if c.want != "" {
				want = []string{procedureName(c.want)}
			}
			if got := proceduresIn(c.text); !slices.Equal(got, want) {
				t.Errorf("%v, want %v", got, want)
			}
		})
	}
}
