package lsp

import (
	"encoding/json"
	"strings"
	"testing"
)

// A text with carriage returns, under a name as Windows has it, gets the same answers as
// one without: the same places and times, and the name as the client writes it.
func TestWindowsTexts(t *testing.T) {
	const unix, windows = "file:///w/heat.f90", "file:///c%3A/Users/me/heat.f90"
	text := strings.Replace(shifted, "end program\n", "  call help(a)\ncontains\n  subroutine help(x)\n    real x(n)\n    x = 1\n  end subroutine\nend program\n", 1)
	of := func(uri, text string) []string {
		c := dial(t, Options{FS: &testFS{files: map[string]string{}}})
		c.initialize("{}")
		c.open(uri, 1, text)
		document, at := object{"uri": uri}, object{"line": 8, "character": 30}
		var items []json.RawMessage
		c.ask("textDocument/prepareCallHierarchy", object{"textDocument": document, "position": object{"line": 0, "character": 0}}, &items)
		if len(items) != 1 {
			t.Fatalf("%s: %s", uri, items)
		}
		var out []string
		for _, q := range []struct {
			method string
			params object
		}{
			{"textDocument/inlayHint", object{"textDocument": document, "range": span(0, 0, 20, 0)}},
			{"textDocument/codeLens", object{"textDocument": document}},
			{"textDocument/hover", object{"textDocument": document, "position": at}},
			{"textDocument/documentSymbol", object{"textDocument": document}},
			{"textDocument/definition", object{"textDocument": document, "position": at}},
			{"parlens/costTree", object{"textDocument": document}},
			{"parlens/whatif", object{"textDocument": document, "set": []string{"n=20"}}},
			{"parlens/timeline", object{"textDocument": document}},
			{"callHierarchy/outgoingCalls", object{"item": items[0]}},
		} {
			t.Run(q.method, func(t *testing.T) {
				a := c.call(q.method, q.params)
				if a.err != nil {
					t.Fatalf("%s of %s: %v", q.method, uri, a.err)
				}
				out = append(out, q.method+" "+string(a.result))
			})
		}
		return out
	}
	want, got := of(unix, text), of(windows, strings.ReplaceAll(text, "\n", "\r\n"))
	named := 0
	for i := range want {
		named += strings.Count(got[i], windows)
		if plain := strings.ReplaceAll(got[i], windows, unix); plain != want[i] || strings.Contains(got[i], `\r`) {
			t.Errorf("with carriage returns:\n%s\nwithout:\n%s", got[i], want[i])
		}
	}
	if named < 2 {
		t.Errorf("the name that the client gives stands in %d answers", named)
	}
}
