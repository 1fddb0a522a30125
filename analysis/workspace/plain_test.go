package workspace

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/source"
)

// What is wrong with a file is the same, and stands where it does, whether its comments are
// read or not.
func TestPlainDiagnostics(t *testing.T) {
	files := 0
	err := filepath.WalkDir("../../testdata", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !IsSource(path) {
			return err
		}
		files++
		t.Run(strings.TrimPrefix(path, "../../testdata/"), func(t *testing.T) {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			w, _ := project(map[string]string{"/r/" + filepath.Base(path): string(text)})
			snap := w.Snapshot()
			f, err := snap.File("/r/" + filepath.Base(path))
			if err != nil {
				t.Fatal(err)
			}
			if got, want := snap.Plain(f).Diagnostics, snap.Program(f).Diagnostics; !reflect.DeepEqual(got, want) {
				t.Errorf("without comments %v\nwith them %v", got, want)
			}
		})
		return nil
	})
	if err != nil || files < 100 {
		t.Fatalf("%d files, %v", files, err)
	}
}

// Units are the same ones while comments change, and others when anything else does.
func TestPlainUnits(t *testing.T) {
	const free = "program p\n  real a(8) ! one\n!hpf$ distribute a(block)\n! two\n  a = 1 ! three\n  a = a + & ! four\n    & sum(a)\ncontains\n  subroutine in ! five\n    a = 3; a = 4 ! six\n  end subroutine\nend program\n"
	const fixed = "      program p\nc one\n      real a(8)\nchpf$ distribute a(block)\n      a = 1 ! two\n      a = a +\nc three\n     &  sum(a\n      end\n"
	const half = "program p\n  b = a(n\n  x = (; y = 1\n  do i = 1,\n    c = (d &\n      + e\n  end do\nend program\n"
	cases := []struct {
		what, path, text, old, new string
		same                       bool
	}{
		{"a comment behind a declaration", "/r/p.f90", free, "! one", "! won and more", true},
		{"a line of its own", "/r/p.f90", free, "! two", "! too", true},
		{"a comment that begins", "/r/p.f90", free, "distribute a(block)\n", "distribute a(block) ! t\n", true},
		{"blanks at the end", "/r/p.f90", free, "end program", "end program  ", true},
		{"in a procedure", "/r/p.f90", free, "! six", "! sex", true},
		{"behind the heading", "/r/p.f90", free, "! five", "", true},
		{"fixed form, a line of its own", "/r/p.f", fixed, "c one", "c won", true},
		{"fixed form, behind a statement", "/r/p.f", fixed, "! two", "! too", true},
		{"a number", "/r/p.f90", free, "a = 1", "a = 2", false},
		{"a column", "/r/p.f90", free, "  a = 1", "   a = 1", false},
		{"a line", "/r/p.f90", free, "! two\n", "! two\n\n", false},
		{"a directive", "/r/p.f90", free, "(block)", "(cyclic)", false},
		{"a statement in a comment", "/r/p.f90", free, "! two", "a = 2", false},
		{"a value of a directive", "/r/p.f90", free, "! two", "!parlens$ set n = 1", false},
		{"what the last characters of a statement say", "/r/p.f90", free, "a = 4", "a = 47", false},
		{"more of a statement that cannot be read, with the same names", "/r/p.f90", half, "a(n", "a(n, n +", true},
		{"names in another order", "/r/p.f90", half, "b = a(n", "b = n + (a", true},
		{"numbers and strings that cannot be read", "/r/p.f90", half, "a(n", "a(n + 2.5d0 '", true},
		{"a statement with a continuation that cannot be read", "/r/p.f90", half, "c = (d &", "c = ((d + 1 &", true},
		{"a name in what cannot be read", "/r/p.f90", half, "a(n", "a(m", false},
		{"a component in what cannot be read", "/r/p.f90", half, "a(n", "a%n", false},
		{"it can be read", "/r/p.f90", half, "a(n", "a(n)", false},
		{"what follows in the line", "/r/p.f90", half, "x = (; y = 1", "x = (; y = 2", false},
		{"a head that cannot be read", "/r/p.f90", half, "do i = 1,", "do while (i", false},
		{"fixed form, what cannot be read", "/r/p.f", fixed, "a = a +", "a = ((a +", true},
		{"fixed form, a label", "/r/p.f", fixed, "      a = 1", "  10  a = 1", false},
	}
	for _, c := range cases {
		t.Run(c.what, func(t *testing.T) {
			units := func(s *Snapshot) string {
				f, err := s.File(c.path)
				if err != nil {
					t.Fatal(err)
				}
				var out strings.Builder
				p := s.Plain(f)
				for i, u := range p.Units {
					fmt.Fprintf(&out, "%p %q\n", u.Unit, p.Text(i))
				}
				return out.String()
			}
			w, _ := project(map[string]string{})
			was := units(w.Open(c.path, "fortran", 1, c.text))
			edited := strings.Replace(c.text, c.old, c.new, 1)
			if edited == c.text {
				t.Fatal("no edit")
			}
			after, err := w.Change(c.path, 2, source.NewText(edited))
			if err != nil {
				t.Fatal(err)
			}
			if got := units(after); (got == was) != c.same {
				t.Errorf("before %safter %s", was, got)
			}
		})
	}
}

// plainOf opens a text.
func plainOf(text string) (*File, *Plain) {
	w, _ := project(map[string]string{})
	s := w.Open("/r/s.f90", "fortran", 1, text)
	f, _ := s.File("/r/s.f90")
	return f, s.Plain(f)
}

// A place without comments is that of the same words in the file.
func TestPlainPlace(t *testing.T) {
	const text = "! above\nsubroutine s ! in\n  real a(8) ! of\n\n  a(1) = 2 ! two\n  a(3) = 4; a(5) = & ! of\n   6\nend subroutine\n"
	f, p := plainOf(text)
	plain := p.Text(0).String()
	if strings.Contains(plain, "two") || strings.Count(plain, "\n") != 6 {
		t.Errorf("the text: %q", plain)
	}
	for _, words := range []string{"subroutine s", "real a(8)", "a(1) = 2", "a(5) =", "6"} {
		t.Run(words, func(t *testing.T) {
			at := strings.Index(plain, words)
			if got := f.Text.Slice(p.Place(0, source.Span{Start: at, End: at + len(words)})); at < 0 || got != words {
				t.Errorf("at %d: %q", at, got)
			}
		})
	}
}

// What a procedure contains is no line of its own, nor is what stands between units.
func TestPlainInside(t *testing.T) {
	const text = "! above\nprogram p ! 2\n  a = 1\n! 4\ncontains\n! 6\n  subroutine s\n! 8\n  end subroutine\n! 10\nend program\n! 12\nsubroutine t\n! 14\nend subroutine\n"
	_, p := plainOf(text)
	for line, want := range map[int]bool{1: false, 2: true, 4: true, 6: false, 8: true, 10: false, 12: false, 14: true} {
		t.Run(fmt.Sprint("line ", line), func(t *testing.T) {
			if got := p.Inside(line); got != want {
				t.Errorf("%v", got)
			}
		})
	}
}
