package fortran_test

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/source"
)

// seedFiles adds the inputs of the fixtures and the showcase programs.
func seedFiles(f *testing.F) {
	paths, _ := filepath.Glob("testdata/*.txtar")
	for _, path := range paths {
		if archive, err := txtar.ParseFile(path); err == nil {
			f.Add(string(archive.Files[0].Data), fortran.FormOf(archive.Files[0].Name) == fortran.Fixed)
		}
	}
	programs, _ := filepath.Glob("../../testdata/hpf/*.f*")
	for _, path := range programs {
		if data, err := os.ReadFile(path); err == nil {
			f.Add(string(data), fortran.FormOf(path) == fortran.Fixed)
		}
	}
}

func optionsOf(fixed bool) fortran.Options {
	if fixed {
		return fortran.Options{Form: fortran.Fixed}
	}
	return fortran.Options{}
}

// Logical lines come in source order, lie in the text, and hold its bytes.
func FuzzAssemble(f *testing.F) {
	seedFiles(f)
	f.Fuzz(func(t *testing.T, text string, fixed bool) {
		last := 0
		for _, l := range fortran.Assemble(text, optionsOf(fixed)) {
			if l.At.Start < last || l.At.End < l.At.Start || l.At.End > len(text) {
				t.Fatalf("%q at %v after %d", l.Text, l.At, last)
			}
			last = l.At.Start
			for i := range len(l.Text) {
				if at := l.Map.Offset(i); l.Text[i] != ' ' && (at >= len(text) || text[at] != l.Text[i]) {
					t.Fatalf("%q: byte %d does not come from %d", l.Text, i, at)
				}
			}
		}
	})
}

func FuzzStatement(f *testing.F) {
	for _, seed := range []string{"a(i) = b + 1", "do 10 i=1,n", "if (a) b = 1", "real, dimension(n) :: a = [1,2]", "DOUBLEPRECISIONX", "data a,b/2*1,3/", "use m, only: a => b", "x = 'a''b'//\"c\"", "FORMAT(3HABC,/)", "c = (1.0,2.0)**.not.a",
		"allocate (t :: a(n)[*], source=b)", "sync images ([1,2], stat=i)", "change team (tm, c[*] => a)", "go to (10, 20), i", "save /b/, x", "intent(in out) y", "enumerator :: red = 4, green", "DO10I=1,N", "a(i)[p]%f(x) = 1", "read (5, *, end=10) ((a(i,j), i = 1, n), j = 1, m)", "WRITE(6,100)X", "format (2(i5, 3x), <n>a, dt'a'(1))", "generic :: operator(+) => a, b", "procedure(real(8)), pointer :: p => null()"} {
		f.Add(seed, false)
		f.Add(seed, true)
	}
	f.Fuzz(func(t *testing.T, text string, fixed bool) {
		form := optionsOf(fixed).Form
		p := fortran.ParseStatement(text, form)
		if p.Problem != nil && (p.Problem.Span.Start < 0 || p.Problem.Span.End > len(text) || p.Problem.Span.End < p.Problem.Span.Start) {
			t.Errorf("%q: problem at %v", text, p.Problem.Span)
		}
		if again := fortran.ParseStatement(text, form); !reflect.DeepEqual(p, again) {
			t.Errorf("%q parses differently the second time", text)
		}
	})
}

// A file is its units: ranges in order, everything in a unit within it, and a
// unit's tree a matter of its own text alone.
func FuzzFile(f *testing.F) {
	seedFiles(f)
	f.Fuzz(func(t *testing.T, text string, fixed bool) {
		parser := fortran.Parser{Options: optionsOf(fixed)}
		file := parser.Parse(source.NewText(text))
		last := 0
		for _, u := range file.Units {
			if u.Start < last || u.End < u.Start || u.End > len(text) {
				t.Fatalf("unit %s at %d..%d after %d", u.Name, u.Start, u.End, last)
			}
			last = u.Start
			checkInside(t, u.Body, u.End-u.Start)
			for _, d := range u.Tree.Diagnostics {
				if d.Span.Start < 0 || d.Span.End > u.End-u.Start || d.Span.End < d.Span.Start {
					t.Fatalf("diagnostic at %v in a unit of %d bytes", d.Span, u.End-u.Start)
				}
			}
		}
		checkMoved(t, parser, text, file)
	})
}

// checkMoved compares a file with the same one below two more lines.
func checkMoved(t *testing.T, parser fortran.Parser, text string, file *fortran.File) {
	const above = "! a comment\n\n"
	moved := parser.Parse(source.NewText(above + text))
	if len(moved.Units) != len(file.Units) {
		t.Fatalf("%d units, %d below a comment", len(file.Units), len(moved.Units))
	}
	for i, u := range file.Units {
		m := moved.Units[i]
		if m.Start != u.Start+len(above) || m.End != u.End+len(above) || !reflect.DeepEqual(u.Tree, m.Tree) {
			t.Fatalf("unit %d is another one below a comment", i)
		}
	}
}

func checkInside(t *testing.T, nodes []*fortran.Node, length int) {
	for _, n := range nodes {
		if n.At.Start < 0 || n.At.End > length {
			t.Fatalf("%q at %v in a unit of %d bytes", n.Text, n.At, length)
		}
		for _, b := range n.Blocks {
			checkInside(t, b.Body, length)
		}
	}
}

// Parsing again after an edit gives what parsing anew gives.
func FuzzReparse(f *testing.F) {
	paths, _ := filepath.Glob("testdata/*.txtar")
	for i, path := range paths {
		if archive, err := txtar.ParseFile(path); err == nil {
			f.Add(string(archive.Files[0].Data), fortran.FormOf(archive.Files[0].Name) == fortran.Fixed, 30*i, i, "end\n")
		}
	}
	f.Add(hosted, false, 120, 1, "&\n")
	f.Add(conditional, false, 40, 3, "#endif\n")
	f.Add(columns, true, 5, 0, "      END\n")
	f.Fuzz(func(t *testing.T, text string, fixed bool, at, remove int, insert string) {
		parser := fortran.Parser{Options: optionsOf(fixed)}
		if strings.Contains(text+insert, "#") { // with the macro X set
			parser.Defines = fortran.Defines([]string{"X"})
		}
		before := source.NewText(text)
		at = max(0, min(at, len(text)))
		after, err := before.Apply(source.Edit{Span: source.Span{Start: at, End: max(at, min(len(text), at+remove))}, New: insert})
		if err != nil {
			t.Skip()
		}
		got, want := parser.Reparse(parser.Parse(before), after), parser.Parse(after)
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%q becomes %q:\n%s\nwant\n%s", text, after.String(), fileText(after, got), fileText(after, want))
		}
	})
}

// Conditionals end, whatever their conditions and macros are.
func FuzzConditions(f *testing.F) {
	f.Add("A=A+A\nB=(A", "#if defined(A) && (B > 2 || !C)\nx = 1\n#elif A % 0\n#else\ny = 2\n#endif\n")
	f.Add("M", "#ifdef M\ncall f(x, &\n#else\n#endif\n y)\n")
	f.Fuzz(func(t *testing.T, macros, text string) {
		options := fortran.Options{Defines: fortran.Defines(strings.Split(macros, "\n"))}
		last := 0
		for _, l := range fortran.Assemble(text, options) {
			if l.At.Start < last || l.At.End > len(text) {
				t.Fatalf("%q at %v after %d", l.Text, l.At, last)
			}
			last = l.At.Start
		}
	})
}
