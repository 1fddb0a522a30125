package workspace

import (
	"fmt"
	"strings"
	"testing"
)

// linkedFS is a disk on which one path leads elsewhere.
type linkedFS struct {
	folderFS
	links map[string]string
}

func (l linkedFS) Real(path string) string {
	if to, ok := l.links[path]; ok {
		return to
	}
	return path
}

func TestIncludesStayInTheProgram(t *testing.T) {
	const secret = "program_of_somebody = elses\n"
	bomb := func(file string) string { return strings.Repeat("include '"+file+"'\n", 2) }
	files := map[string]string{
		"/r/own.inc": "integer k\n", "/r/sub/below.inc": "integer k\n", "/inc/lib.inc": "integer k\n", "/etc/passwd": secret,
		"/r/long.inc":     strings.Repeat("! a line\n", 60_000),
		"/repo/.git/HEAD": "ref\n", "/repo/common/x.inc": "integer k\n",
	}
	for i := range 18 {
		files[fmt.Sprintf("/r/bomb%d.inc", i)] = bomb(fmt.Sprintf("bomb%d.inc", i+1))
	}
	for _, c := range []struct{ from, include, says string }{
		{"/r/p.f90", "own.inc", ""},
		{"/r/p.f90", "sub/below.inc", ""},
		{"/r/sub/p.f90", "../own.inc", ""},
		{"/r/p.f90", "lib.inc", ""},
		{"/repo/sub/p.f90", "../common/x.inc", ""},
		{"/r/p.f90", "/etc/passwd", "1 missing-include: /etc/passwd lies outside"},
		{"/r/p.f90", "../etc/passwd", "1 missing-include: ../etc/passwd lies outside"},
		{"/repo/sub/p.f90", "../../etc/passwd", "1 missing-include: ../../etc/passwd lies outside"},
		{"/r/p.f90", "link.inc", "1 missing-include: link.inc lies outside"},
		{"/r/p.f90", "long.inc'\ninclude 'long.inc", "2 missing-include: long.inc is left out: what the unit includes would exceed 100000 lines"},
		{"/r/p.f90", "bomb0.inc", "would exceed 100000 lines"},
	} {
		t.Run(c.from+" "+c.include, func(t *testing.T) {
			w := New(linkedFS{folderFS{&memoryFS{files: files}}, map[string]string{"/r/link.inc": "/etc/passwd"}})
			w.Configure(Reading{Roots: []string{"/r"}, Include: []string{"/inc"}})
			w.Open(c.from, "fortran", 1, "include '"+c.include+"'\nend\n")
			got := told(t, w.Snapshot(), c.from)
			if c.says == "" && got != "" || !strings.Contains(got, c.says) || strings.Contains(got, "somebody") {
				t.Errorf("%.300q, want %q", got, c.says)
			}
		})
	}
}
