package workspace

import (
	"runtime"
	"testing"
	"weak"
)

const workText = "subroutine work(x)\nend\n"

// programOver reports whether main.f90 is among the programs that may come to /p/f.f90.
func programOver(t *testing.T, s *Snapshot) bool {
	t.Helper()
	f, err := s.File("/p/f.f90")
	if err != nil {
		t.Fatal(err)
	}
	return len(s.ProgramsOver(f)) > 0
}

// A file's neighbours are asked for their programs where these say a name of it, by any
// way: else the reports of procedures would lose their callers.
func TestProgramsOver(t *testing.T) {
	for _, c := range []struct {
		name  string
		files map[string]string
		over  bool
	}{
		{"calls it", map[string]string{"main.f90": "program main\ncall WORK(1)\nend\n"}, true},
		{"speaks of nothing", map[string]string{"main.f90": "program main\ncall worker(1)\nend\n"}, false},
		{"has its own", map[string]string{"main.f90": "program main\ncall work(1)\nend\nsubroutine work(x)\nend\n"}, false},
		{"has an inner one", map[string]string{"main.f90": "program main\ncall b\nend\nsubroutine b\ncall work(1)\nend\n" +
			"subroutine c\ncontains\nsubroutine work(x)\nend\nend\n"}, true},
		{"has an interface of it", map[string]string{"main.f90": "program main\ninterface\nsubroutine work(x)\nend\nend interface\ncall work(1)\nend\n"}, true},
		{"through another file", map[string]string{"main.f90": "program main\ncall step\nend\n", "lib.f90": "subroutine step\ncall work(1)\nend\n"}, true},
		{"through another file in vain", map[string]string{"main.f90": "program main\ncall stop\nend\n", "lib.f90": "subroutine step\ncall work(1)\nend\n"}, false},
		{"uses its module", map[string]string{"f.f90": "module m\ncontains\nsubroutine work(x)\nend\nend\n", "main.f90": "program main\nuse m, go => work\ncall go(1)\nend\n"}, true},
		{"includes the call", map[string]string{"main.f90": "program main\ninclude 'a.inc'\nend\n", "a.inc": "include 'b.inc'\n", "b.inc": "call work(1)\n"}, true},
		{"includes no call", map[string]string{"main.f90": "program main\ninclude 'a.inc'\nend\n", "a.inc": "call other(1)\n"}, false},
		{"speaks of it", map[string]string{"main.f90": "! we work\nprogram main\ncall worker(1)\nend\n"}, false},
		{"calls it from the next line", map[string]string{"main.f": "      program main\n      call\n     1work(1)\n      end\n"}, true},
		{"goes on within the name", map[string]string{"main.f90": "program main\ncall wo&\n  &rk(1)\nend\n"}, true},
		{"goes on within the name at column 6", map[string]string{"main.f": "      program main\n      call wo\n     +rk(1)\n      end\n"}, true},
		{"has blanks in the name", map[string]string{"main.f": "      program main\n      call wo rk(1)\n      end\n"}, true},
		{"has no blank before the name", map[string]string{"main.f": "      program main\n      if (i > 0) callwork(1)\n      end\n"}, true},
		{"includes a line that goes on", map[string]string{"main.f": "      program main\n      include 'a.inc'\n      end\n", "a.inc": "      call\n     1work(1)\n"}, true},
		{"has a comment about it", map[string]string{"main.f": "c     subroutine work\n      program main\n      call work(1)\n      end\n"}, true},
		{"has its own left out", map[string]string{"main.F90": "#ifdef ALONE\nsubroutine work(x)\nend\n#endif\nprogram main\ncall work(1)\nend\n"}, true},
		{"through another file's continued heading", map[string]string{"main.f90": "program main\ncall step\nend\n", "lib.f90": "subroutine st&\n&ep\ncall work(1)\nend\n"}, true},
		{"through another file's macro", map[string]string{"main.f90": "program main\ncall step\nend\n", "lib.F90": "#define NAME step\nsubroutine NAME\ncall work(1)\nend\n"}, true},
		{"pastes names", map[string]string{"main.f90": "#define C(x) wo##x\nprogram main\ncall C(rk)(1)\nend\n"}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			files := map[string]string{"/p/f.f90": workText}
			for name, text := range c.files {
				files["/p/"+name] = text
			}
			w := New(folderFS{&memoryFS{files: files}})
			if got := programOver(t, w.Snapshot()); got != c.over {
				t.Errorf("%v, want %v", got, c.over)
			}
		})
	}
}

// What was found of the words holds while the file itself is typed, and no longer.
func TestProgramsOverAfterChanges(t *testing.T) {
	fs := &memoryFS{files: map[string]string{"/p/f.f90": workText, "/p/main.f90": "program main\ninclude 'a.inc'\ncall c(1)\nend\n", "/p/a.inc": "x = 1\n"}}
	w := New(folderFS{fs})
	now := func(want bool) {
		t.Helper()
		if got := programOver(t, w.Snapshot()); got != want {
			t.Errorf("%v, want %v", got, want)
		}
	}
	now(false)
	w.Open("/p/f.f90", "fortran", 1, "subroutine work(y)\nend\n")
	now(false)
	w.Open("/p/f.f90", "fortran", 2, "subroutine c(y)\nend\n")
	now(true)
	w.Close("/p/f.f90")
	now(false)
	w.Configure(Reading{Define: []string{"c=work"}})
	now(true)
	w.Configure(Reading{})
	now(false)
	fs.write("/p/a.inc", "call work(1)\n")
	w.Invalidate("/p/a.inc")
	now(true)
	w.Open("/p/a.inc", "fortran", 1, "x = 2\n")
	now(false)
}

// What holds for many versions of a file does not keep the first of them.
func TestWordsKeepNoSnapshot(t *testing.T) {
	w := New(folderFS{&memoryFS{files: map[string]string{"/p/f.f90": workText, "/p/main.f90": "program main\ncall work(1)\nend\n"}}})
	first := w.Open("/p/f.f90", "fortran", 1, workText)
	programOver(t, first)
	old := weak.Make(first)
	first = w.Open("/p/f.f90", "fortran", 2, workText+"\n")
	programOver(t, first)
	runtime.GC()
	if old.Value() != nil {
		t.Error("it is still there")
	}
	runtime.KeepAlive(w)
}
