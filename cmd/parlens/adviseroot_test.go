package main

import (
	"strings"
	"testing"
)

// A text that the file and a procedure below the root include is changed once, under the name
// that it has from here.
func TestAdviceNamesIncludedTextsOnce(t *testing.T) {
	root := t.TempDir()
	t.Chdir(root)
	putFiles(t, root, map[string]string{
		"src/common.inc": "      real*8 u(256,256)\n      common /all/ u\n",
		"src/main.f":     "      program main\n      include 'common.inc'\n      integer it\n      u = 1\n      do it = 1, 50\n      call sweep\n      end do\n      print *, u(3,3)\n      end\n",
		"src/sweep.f":    "      subroutine sweep\n      include 'common.inc'\n      integer i, j\n      do j = 1, 256\n      do i = 2, 256\n      u(i,j) = u(i-1,j)*0.5d0 + sqrt(u(i,j))\n      end do\n      end do\n      end\n",
	})
	var said, errs strings.Builder
	env := environment{in: strings.NewReader(""), out: &said, err: &errs, getenv: fixed("", "")}
	status := run(t.Context(), strings.Fields("advise src/main.f --root . -m cluster --format diff"), env)
	out := said.String()
	if status != predicted || strings.Count(out, "--- src/common.inc\n") != 1 || strings.Count(out, "+!HPF$ DISTRIBUTE") != 1 {
		t.Errorf("%d\n%s\n%s", status, out, errs.String())
	}
}
