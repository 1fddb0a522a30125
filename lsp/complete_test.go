package lsp

import (
	"fmt"
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// A long program is answered at once with what lies near; when the rest is there, the
// client is asked to show it, and from then on an edit is answered with all of it.
func TestLongProgramIsCompleted(t *testing.T) {
	t.Parallel()
	const uri = "file:///nowhere/far.f90"
	text := "program main\nreal :: a(100)\n!HPF$ PROCESSORS p(4)\n!HPF$ DISTRIBUTE a(BLOCK) ONTO p\na = 1.0\ncall long(a)\nend program main\n" +
		"subroutine long(a)\nreal :: a(100)\n!HPF$ INHERIT a\na = a * 2.0\n" + strings.Repeat("! what it does\n", 2*settings.SoonReach) + "end subroutine long\n"
	scratch := dial(t, Options{FS: &testFS{}})
	scratch.initialize(refreshing)
	scratch.open(uri, 1, text)
	scratch.ask("textDocument/hover", object{"textDocument": object{"uri": uri}, "position": object{"line": 5, "character": 2}}, new(any)) // waits for all
	all := fmt.Sprint(scratch.hints(uri, 7))
	c := dial(t, Options{FS: &testFS{}})
	c.initialize(refreshing)
	c.open(uri, 1, text)
	labels := func() string { return fmt.Sprint(c.hints(uri, 7)) }
	if labels() != all { // unless the rest was there before we asked
		c.expect("workspace/inlayHint/refresh")
	}
	if whole := labels(); whole != all {
		t.Errorf("%s, asked for at once %s", whole, all)
	}
	c.change(uri, 2, object{"range": span(4, 4, 4, 7), "text": "2.0"})
	if edited := labels(); edited != all {
		t.Errorf("after an edit %s, before %s", edited, all)
	}
}
