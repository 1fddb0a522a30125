package lsp

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
)

// TestSparFeatures asks for everything about a Spar program, from a server
// with the real cost model.
func TestSparFeatures(t *testing.T) {
	data, err := os.ReadFile("../testdata/spar/adi_rows.spar")
	if err != nil {
		t.Fatal(err)
	}
	const uri = "file:///w/adi_rows.spar"
	text := string(data)
	line := func(marker string) int { return strings.Count(text[:strings.Index(text, marker)], "\n") }
	c := dial(t, Options{FS: &testFS{files: map[string]string{}}})
	c.initialize(`{"general":{"positionEncodings":["utf-8"]},"textDocument":{"documentSymbol":{"hierarchicalDocumentSymbolSupport":true},"codeAction":{"resolveSupport":{"properties":["edit"]}}}}`)
	c.open(uri, 1, text)
	document := fmt.Sprintf(`{"textDocument":{"uri":%q}}`, uri)
	ranged := fmt.Sprintf(`{"textDocument":{"uri":%q},"range":{"start":{"line":0,"character":0},"end":{"line":99,"character":0}}}`, uri)
	at := func(marker string) string {
		return fmt.Sprintf(`{"textDocument":{"uri":%q},"position":{"line":%d,"character":9}}`, uri, line(marker))
	}
	mapAt := fmt.Sprintf(`{"textDocument":{"uri":%q},"range":{"start":{"line":%d,"character":9},"end":{"line":%[2]d,"character":9}},"context":{"diagnostics":[]}}`, uri, line("<$ on"))
	for _, q := range []struct {
		method, params string
		want           []string
	}{
		{"textDocument/inlayHint", ranged, []string{`comp`, fmt.Sprintf(`"line":%d`, line("A[i,j] ="))}},
		{"textDocument/codeLens", document, []string{"das", "sequential"}},
		{"textDocument/hover", at("A[i,j] ="), []string{"100% of", "move of A", "messages"}},
		{"textDocument/hover", at("relax( int i"), []string{"adi_rows.relax", "phi", "omega", "processor p"}},
		{"textDocument/hover", at("static int N"), []string{"T ", "phi", "omega", "processor 0"}},
		{"textDocument/documentSymbol", document, []string{`"name":"adi_rows"`, `"name":"relax"`, `"name":"A"`, `"name":"Processors"`}},
		{"textDocument/foldingRange", document, []string{`"startLine":0`, `"kind":"comment"`, fmt.Sprintf(`"startLine":%d`, line("public class"))}},
		{"textDocument/semanticTokens/full", document, []string{`"data":[5,14,2,`}},
		{"textDocument/diagnostic", document, []string{`"items":[]`}},
		{"textDocument/codeAction", mapAt, []string{"on gpp[(block j (@N / @P))] for A", "->"}},
	} {
		a := c.call(q.method, q.params)
		if a.err != nil {
			t.Errorf("%s: %v", q.method, a.err)
			continue
		}
		for _, want := range q.want {
			if !strings.Contains(string(a.result), want) {
				t.Errorf("%s lacks %q: %.1500s", q.method, want, a.result)
			}
		}
	}
	c.change(uri, 2, object{"text": strings.Replace(text, "relax(i, j);", "relax(i, ;", 1)})
	if a := c.call("textDocument/diagnostic", document); !strings.Contains(string(a.result), `"spar-syntax"`) {
		t.Errorf("an error has no message: %s", a.result)
	}
}

// TestSparWhileTyping edits a Spar program at random: nothing is answered with
// an error, and what is said at the end is what a fresh server says.
func TestSparWhileTyping(t *testing.T) {
	data, err := os.ReadFile("../testdata/spar/adi.spar")
	if err != nil {
		t.Fatal(err)
	}
	const uri = "file:///w/a.spar"
	text := string(data)
	c := dial(t, Options{FS: &testFS{files: map[string]string{}}})
	c.initialize(`{"general":{"positionEncodings":["utf-8"]}}`)
	c.open(uri, 1, text)
	random := rand.New(rand.NewPCG(7, 8))
	pieces := []string{"", "}", "{", "<$ on = ", "for( i :- 0 : N ) ", "(", "x", "\"", "é", "\n", "; "}
	edits := 60
	if testing.Short() {
		edits = 20
	}
	ask := func(c *client, line int) map[string]json.RawMessage {
		out := map[string]json.RawMessage{}
		for method, params := range questions(uri, line, 5) {
			a := c.call(method, params)
			if a.err != nil {
				t.Fatalf("%s: %v in %q", method, a.err, text)
			}
			out[method] = a.result
		}
		return out
	}
	for version := 2; version < 2+edits; version++ {
		from := random.IntN(len(text) + 1)
		for from > 0 && from < len(text) && text[from]&0xC0 == 0x80 {
			from--
		}
		text = text[:from] + pieces[random.IntN(len(pieces))] + text[from:]
		c.change(uri, version, object{"text": text})
		ask(c, random.IntN(strings.Count(text, "\n")+1))
	}
	fresh := dial(t, Options{FS: &testFS{files: map[string]string{}}})
	fresh.initialize(`{"general":{"positionEncodings":["utf-8"]}}`)
	fresh.open(uri, 1, text)
	old, now := ask(c, 20), ask(fresh, 20)
	for method := range old {
		if string(old[method]) != string(now[method]) {
			t.Errorf("%s: %s, a fresh server says %s", method, old[method], now[method])
		}
	}
}
