package workspace

import "testing"

// A program that is under no version control reaches as far as the folders that are built
// with it.
func TestRootsOfBuildTrees(t *testing.T) {
	files := map[string]string{
		"/home/u/codes/Makefile": "all:\n", "/home/u/codes/ft/Makefile": "all:\n", "/home/u/codes/common/timers.f": "end\n",
		"/home/u/heat/CMakeLists.txt": "project(heat)\n", "/home/u/loose/a.f90": "end\n",
		"/home/u/known/.git/HEAD": "ref\n", "/home/u/known/part/Makefile": "all:\n", "/Makefile": "all:\n",
	}
	for _, c := range []struct{ file, root string }{
		{"/home/u/codes/ft/ft.f", "/home/u/codes"},
		{"/home/u/codes/common/timers.f", "/home/u/codes"},
		{"/home/u/heat/src/a.f90", "/home/u/heat"},
		{"/home/u/heat/src/solver/a.f90", "/home/u/heat"},
		{"/home/u/heat/src/solver/deep/a.f90", ""},
		{"/home/u/loose/a.f90", ""},
		{"/home/u/known/part/a.f90", "/home/u/known"},
	} {
		t.Run(c.file, func(t *testing.T) {
			w := New(folderFS{&memoryFS{files: files}})
			if got := w.Snapshot().root(c.file); got != c.root {
				t.Errorf("%q, want %q", got, c.root)
			}
		})
	}
}
