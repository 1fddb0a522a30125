package workspace

import (
	"io/fs"
	"slices"
	"testing"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/source"
)

// named is a disk that lists its files.
type named map[string]string

func (n named) ReadFile(path string) ([]byte, error) {
	if text, ok := n[path]; ok {
		return []byte(text), nil
	}
	return nil, &fs.PathError{Op: "open", Path: path, Err: fs.ErrNotExist}
}

func (n named) List(string, bool) []string {
	var out []string
	for path := range n {
		out = append(out, path)
	}
	slices.Sort(out)
	return out
}

// first returns the statements of the first unit of a file.
func first(t *testing.T, disk named, reading Reading, path string) []string {
	t.Helper()
	ws := New(disk)
	snap := ws.Configure(reading)
	f, err := snap.File(path)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	fortran.EachNode(snap.Syntax(f).Units[0].Body, func(n *fortran.Node) {
		if n.Kind == fortran.Code {
			out = append(out, n.Text)
		}
	})
	return out
}

// Macros of headers hold in the text that includes them, through headers of headers,
// by the conditionals that stand around; the program's own #define comes after.
func TestMacrosOfHeaders(t *testing.T) {
	const program = "#include \"a.h\"\nsubroutine f\n  x = N + M\nend\n"
	for _, c := range []struct {
		name string
		disk named
		read Reading
		want string
	}{
		{"defined", named{"/w/p.F90": program, "/w/a.h": "#define N 10\n"}, Reading{}, "x = 10 + M"},
		{"by a header's header", named{"/w/p.F90": program, "/w/a.h": "#include \"b.h\"\n#define N 10\n", "/w/b.h": "#define M 20\n"}, Reading{}, "x = 10 + 20"},
		{"in a branch", named{"/w/p.F90": program, "/w/a.h": "#ifdef BIG\n#define N 1000\n#else\n#define N 10\n#endif\n"}, Reading{}, "x = 10 + M"},
		{"in a chosen branch", named{"/w/p.F90": program, "/w/a.h": "#ifdef BIG\n#define N 1000\n#else\n#define N 10\n#endif\n"}, Reading{Define: []string{"BIG"}}, "x = 1000 + M"},
		{"by what is defined before", named{"/w/p.F90": "#define BIG\n" + program, "/w/a.h": "#ifdef BIG\n#define N 1000\n#endif\n"}, Reading{}, "x = 1000 + M"},
		{"guarded", named{"/w/p.F90": "#include \"a.h\"\n" + program, "/w/a.h": "#ifndef A\n#define A\n#define N 1\n#endif\n"}, Reading{}, "x = 1 + M"},
		{"of itself", named{"/w/p.F90": program, "/w/a.h": "#define N 1\n#include \"a.h\"\n"}, Reading{}, "x = 1 + M"},
		{"elsewhere below the root", named{"/w/src/p.F90": program, "/w/inc/a.h": "#define N 5\n"}, Reading{Roots: []string{"/w"}}, "x = 5 + M"},
		{"nearest", named{"/w/b/src/p.F90": program, "/w/a/a.h": "#define N 5\n", "/w/b/inc/a.h": "#define N 6\n"}, Reading{Roots: []string{"/w"}}, "x = 6 + M"},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := "/w/p.F90"
			for p := range c.disk {
				if p[len(p)-4:] == ".F90" {
					path = p
				}
			}
			if got := first(t, c.disk, c.read, path); len(got) != 1 || got[0] != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

// Files below the root are included wherever they are, the nearest first.
func TestIncludesBelowTheRoot(t *testing.T) {
	disk := named{"/w/a/src/p.f90": "subroutine f\n  include 'sizes.inc'\n  x = n\nend\n", "/w/a/include/sizes.inc": "integer, parameter :: n = 1\n", "/w/b/sizes.inc": "integer, parameter :: n = 2\n"}
	if got := first(t, disk, Reading{Roots: []string{"/w"}}, "/w/a/src/p.f90"); len(got) != 2 || got[0] != "integer, parameter :: n = 1" {
		t.Error(got)
	}
}

// A text without a file has the form that its language identifier says, or that it plainly
// has itself.
func TestFormOfLanguages(t *testing.T) {
	const free, fixed = "program p\n  real a\nend program\n", "C     one\nC     two\n*     three\n      END\n"
	for _, c := range []struct {
		language, text string
		want           fortran.Form
	}{
		{"parlens-fortran-fixed", free, fortran.Fixed},
		{"FortranFixedForm", free, fortran.Fixed},
		{"parlens-fortran", fixed, fortran.Free},
		{"FortranFreeForm", fixed, fortran.Free},
		{"fortran", fixed, fortran.Fixed},
		{"fortran", free, fortran.Free},
		{"fortran", "", fortran.Free},
	} {
		t.Run(c.language, func(t *testing.T) {
			f := &File{Path: "untitled:Untitled-1", Form: c.language, Text: source.NewText(c.text)}
			if got := FormOf(f); got != c.want {
				t.Errorf("%v, want %v", got, c.want)
			}
		})
	}
}

// The source form is that of the extension unless the text plainly has the other, and
// what a configuration says comes first.
func TestFormOfFiles(t *testing.T) {
	const free, fixed = "program p\n  real :: a(10), &\n    b\n  do i = 1, 10\n    a(i) = 1\n  end do\nend program\n", "C     comment\n*     another\n      program p\n      real a(10),\n     $     b\n      end\n"
	config := func(form string) func(*Snapshot, string) Found {
		return func(*Snapshot, string) Found { return Found{Form: form} }
	}
	for _, c := range []struct {
		path, text string
		config     string
		want       fortran.Form
	}{
		{"p.f90", free, "", fortran.Free},
		{"p.f", free, "", fortran.Free},
		{"p.hpf", free, "", fortran.Free},
		{"p.f", fixed, "", fortran.Fixed},
		{"p.inc", fixed, "", fortran.Fixed},
		{"p.inc", free, "", fortran.Free},
		{"p.fdv", "      program p\n      x = 1\n      end\n", "", fortran.Fixed},
		{"p.f", "c = 1\n", "", fortran.Fixed},
		{"p.f90", "c = 1\nd = 2\nc = 3\nx = &\n  1\n", "", fortran.Free},
		{"p.f90", free, "fixed", fortran.Fixed},
		{"p.f", fixed, "free", fortran.Free},
	} {
		t.Run(c.path+c.config, func(t *testing.T) {
			snap := New(named{}).Configure(Reading{Config: config(c.config)})
			if got := snap.options(&File{Path: c.path, Text: source.NewText(c.text)}).Form; got != c.want {
				t.Errorf("%v, want %v", got, c.want)
			}
		})
	}
}
