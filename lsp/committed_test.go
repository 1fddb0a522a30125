package lsp

import (
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/parlens/parlens/analysis/workspace"
)

// rounds is a program whose loop goes round so many times.
func rounds(n string) string {
	return "program twice\n  real :: x(1000)\n  integer :: i\n  do i = 1, " + n + "\n    x = 2.0 * x\n  end do\n  print *, x(1)\nend program twice\n"
}

// unitLens waits for the first lens to say something, or to say nothing of a commit.
func (c *client) unitLens(uri, want string) {
	c.t.Helper()
	title := ""
	for range 200 {
		var lenses []struct{ Command struct{ Title string } }
		c.ask("textDocument/codeLens", object{"textDocument": object{"uri": uri}}, &lenses)
		if title = lenses[0].Command.Title; strings.Contains(title, want) && (want != "" || !strings.Contains(title, "HEAD")) {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	c.t.Fatalf("the lens is %q and does not say %q", title, want)
}

// The lens of a unit says how its time has changed since the last commit, and again after
// the next commit; documents without a repository have nothing of that.
func TestSinceTheLastCommit(t *testing.T) {
	t.Parallel()
	first := &testFS{files: map[string]string{"/w/a.f90": rounds("100"), "/w/b.f90": rounds("100")}}
	second := &testFS{files: map[string]string{"/w/a.f90": rounds("200")}}
	var now atomic.Value
	now.Store("first")
	c := dial(t, Options{FS: second, Commit: func(folder string) (workspace.Lister, string, error) {
		switch {
		case folder != "/w":
			return nil, "", errors.New("no repository")
		case now.Load() == "first":
			return first, "first", nil
		}
		return second, "second", nil
	}})
	c.initialize(`{"workspace":{"codeLens":{"refreshSupport":true},"didChangeWatchedFiles":{"dynamicRegistration":true}}}`)
	const a, b, new, other = "file:///w/a.f90", "file:///w/b.f90", "file:///w/new.f90", "file:///elsewhere/a.f90"
	c.open(other, 1, rounds("200"))
	c.open(new, 1, rounds("200"))
	c.open(b, 1, rounds("100"))
	c.open(a, 1, rounds("200"))
	c.unitLens(a, "+100% since HEAD")
	c.change(a, 2, object{"text": rounds("50")})
	c.unitLens(a, "-50% since HEAD")
	c.change(a, 3, object{"text": rounds("2000")})
	c.unitLens(a, "20 times what it was at HEAD")
	c.change(a, 4, object{"text": rounds("100")})
	for _, uri := range []string{a, b, new, other} {
		c.unitLens(uri, "")
	}
	now.Store("second")
	c.note("workspace/didChangeWatchedFiles", `{"changes":[{"uri":"file:///w/.git/logs/HEAD","type":2}]}`)
	c.unitLens(a, "-50% since HEAD")
}
