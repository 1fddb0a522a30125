package lsp

import (
	"encoding/json"
	"strings"
	"testing"
)

// A value that had to be assumed is asked for where it matters; two quick fixes
// give it, one in the source and one in the parlens.toml.
func TestQuickFixGivesValue(t *testing.T) {
	const text = "subroutine x(a, n)\n  integer :: n, i\n  real :: a(n)\n  do i = 1, n\n    a(i) = 1.0\n  end do\nend subroutine\n"
	disk := &testFS{files: map[string]string{"/w/parlens.toml": "machine = \"ipsc860\"\n[values]\nm = 3\n", "/w/a.f90": text}}
	c := dial(t, Options{FS: disk})
	c.initialize(`{"general":{"positionEncodings":["utf-8"]},"textDocument":{"diagnostic":{}}}`)
	const uri = "file:///w/a.f90"
	c.open(uri, 1, text)
	var report struct{ Items []json.RawMessage }
	c.ask("textDocument/diagnostic", object{"textDocument": object{"uri": uri}}, &report)
	if len(report.Items) != 1 || !strings.Contains(string(report.Items[0]), `"unknown-value"`) {
		t.Fatalf("diagnostics %s", report.Items)
	}
	var actions []struct {
		Title string
		Edit  struct {
			Changes map[string][]struct {
				Range   struct{ Start struct{ Line int } }
				NewText string
			}
		}
	}
	c.ask("textDocument/codeAction", object{"textDocument": object{"uri": uri}, "range": span(3, 12, 3, 13),
		"context": object{"diagnostics": report.Items, "only": []string{"quickfix"}}}, &actions)
	want := []struct {
		file, text string
		line       int
	}{{uri, "  !PARLENS$ SET n = 100\n", 3}, {"file:///w/parlens.toml", "n = 100\n", 2}}
	if len(actions) != len(want) {
		t.Fatalf("%+v", actions)
	}
	for i, w := range want {
		t.Run(w.file, func(t *testing.T) {
			edits := actions[i].Edit.Changes[w.file]
			if len(edits) != 1 || edits[0].NewText != w.text || edits[0].Range.Start.Line != w.line {
				t.Errorf("%s: %+v, want %q on line %d", actions[i].Title, actions[i].Edit, w.text, w.line)
			}
		})
	}
}
