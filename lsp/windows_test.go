package lsp

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"go.lsp.dev/uri"
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

// Clients spell the drive and its colon in several ways; all of them name one file. Where a
// server is, and a share, belongs to the path; what is escaped is part of a name.
func TestWindowsPaths(t *testing.T) {
	for _, c := range []struct{ uri, path string }{
		{"file:///c:/Users/me/heat.f90", `c:\Users\me\heat.f90`},
		{"file:///C:/Users/me/heat.f90", `c:\Users\me\heat.f90`},
		{"file:///c%3A/Users/me/heat.f90", `c:\Users\me\heat.f90`},
		{"file:///C%3a/Users/me/heat.f90", `c:\Users\me\heat.f90`},
		{"file:///d%3A/my%20codes/w%C3%A4rme%23.f90", `d:\my codes\wärme#.f90`},
		{"file://server/share/heat.f90", `\\server\share\heat.f90`},
		{"untitled:Untitled-1", "untitled:Untitled-1"},
	} {
		t.Run(c.uri, func(t *testing.T) {
			if got := pathOn(uri.PlatformWindows, uri.URI(c.uri)); got != c.path {
				t.Errorf("%q, want %q", got, c.path)
			}
		})
	}
}

// A document is one whichever way its drive is spelled, and its positions count as UTF-16
// has it, behind characters of two units and before a carriage return.
func TestOneWindowsDocument(t *testing.T) {
	const opened, asked = "file:///c%3A/Users/me/heat.f90", "file:///C:/Users/me/heat.f90"
	c := dial(t, Options{FS: &testFS{files: map[string]string{}}})
	c.initialize("{}")
	c.open(opened, 1, "program p\r\n  real :: a(1000)\r\n  a = 1 ! \U0001F525\r\nend program\r\n")
	var hints []testHint
	of := func(line int) string {
		c.ask("textDocument/inlayHint", object{"textDocument": object{"uri": asked}, "range": span(0, 0, 9, 0)}, &hints)
		for _, h := range hints {
			if h.Position.Line == line {
				return fmt.Sprint(h.Position.Character, strings.Fields(h.Label))
			}
		}
		return fmt.Sprint("no hint in ", hints)
	}
	before := of(2)
	if !strings.HasPrefix(before, "12 [") {
		t.Errorf("the hint of a line of twelve units is %s", before)
	}
	c.note("textDocument/didChange", object{"textDocument": object{"uri": opened, "version": 2}, "contentChanges": []object{{"range": span(1, 12, 1, 16), "text": "90000"}}})
	if after := of(2); after == before || !strings.HasPrefix(after, "12 [") {
		t.Errorf("with another size the hint is %s, and was %s", after, before)
	}
}

// Whichever way lines end, the hints are the same, also after an edit that counts lines so.
func TestLineEnds(t *testing.T) {
	const text = "program p\n  real :: a(1000)\n  a = 1\nend program\n"
	var want string
	for _, end := range []string{"\n", "\r\n", "\r"} {
		t.Run(fmt.Sprintf("%q", end), func(t *testing.T) {
			const uri = "file:///w/heat.f90"
			c := dial(t, Options{FS: &testFS{files: map[string]string{}}})
			c.initialize("{}")
			c.open(uri, 1, strings.ReplaceAll(text, "\n", end))
			c.note("textDocument/didChange", object{"textDocument": object{"uri": uri, "version": 2}, "contentChanges": []object{{"range": span(1, 12, 1, 16), "text": "90000"}}})
			var hints []testHint
			c.ask("textDocument/inlayHint", object{"textDocument": object{"uri": uri}, "range": span(0, 0, 9, 0)}, &hints)
			got := fmt.Sprint(hints)
			if want == "" {
				want = got
			}
			if got != want || len(hints) == 0 {
				t.Errorf("%s, want %s", got, want)
			}
		})
	}
}
