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
	position := func(marker, name string) (int, int) {
		offset := strings.Index(text, marker)
		offset += strings.Index(text[offset:], name)
		return strings.Count(text[:offset], "\n"), offset - strings.LastIndexByte(text[:offset], '\n') - 1
	}
	named := func(marker, name string) string {
		l, c := position(marker, name)
		return fmt.Sprintf(`{"textDocument":{"uri":%q},"position":{"line":%d,"character":%d},"context":{"includeDeclaration":true,"triggerKind":1}}`, uri, l, c+1)
	}
	place := func(marker, name string) string {
		l, c := position(marker, name)
		return fmt.Sprintf(`"start":{"line":%d,"character":%d},"end":{"line":%[1]d,"character":%[3]d}`, l, c, c+len(name))
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
		{"textDocument/hover", at("public class"), []string{"T ", "phi", "omega", "processor 0"}},
		{"textDocument/documentSymbol", document, []string{`"name":"adi_rows"`, `"name":"relax"`, `"name":"A"`, `"name":"Processors"`}},
		{"textDocument/foldingRange", document, []string{`"startLine":0`, `"kind":"comment"`, fmt.Sprintf(`"startLine":%d`, line("public class"))}},
		{"textDocument/semanticTokens/full", document, []string{`"data":[5,14,2,`}},
		{"textDocument/diagnostic", document, []string{`"items":[]`}},
		{"textDocument/definition", named("A[i,j]", "A"), []string{place("A[*,*]", "A")}},
		{"textDocument/definition", named("relax(i, j)", "relax"), []string{place("relax( int", "relax")}},
		{"textDocument/definition", named("(block i", "i"), []string{place("(i j)", "i")}},
		{"textDocument/references", named("(block i", "gpp"), []string{place("gpp[20]", "gpp"), place("gpp[(block", "gpp")}},
		{"textDocument/completion", named("independent,", "independent"), []string{`"label":"independent"`, `"detail":"the iterations`}},
		{"textDocument/completion", named("A[i,j]", "A"), []string{`"label":"A"`, `"detail":"double[*,*]"`}},
		{"textDocument/hover", named("A[i,j]", "A"), []string{"double[*,*] A", "line 17", "Mapped "}},
		{"textDocument/codeAction", mapAt, []string{"on gpp[(block j (@N / @P))] for A", "->"}},
	} {
		t.Run(q.method, func(t *testing.T) {
			a := c.call(q.method, q.params)
			if a.err != nil {
				t.Errorf("%s: %v", q.method, a.err)
				return
			}
			for _, want := range q.want {
				if !strings.Contains(string(a.result), want) {
					t.Errorf("%s lacks %q: %.1500s", q.method, want, a.result)
				}
			}
		})
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

// Values that had to be assumed are asked for at their places; quick fixes give
// them in a pragma or in the parlens.toml, respell pragmas, and leave a program
// that has no more to ask.
func TestSparQuickFixes(t *testing.T) {
	const uri = "file:///w/a.spar"
	const text = `globalpragmas <$ ProcessorType = ((Node "das.pam")), Processors = ((Node q[4])) $>;
public class a {
    static double x[*] <$ on = (lambda (i) q[(cyclic i)]) $> = new double[100];
    static double s;
    public static void main() {
        int n = read();
        <$ indepndent $>
        foreach( i :- 0 : n )
            x[i] = x[i] + 1.0;
        if( s > 0.5 ) s = 1.0;
        while( s < 1.0 ) s = s * 2.0;
    }
    static void step() { if( s > 0.5 ) s = 1.0; }
}
`
	disk := &testFS{files: map[string]string{"/w/parlens.toml": "[values]\nm = 3\n", "/w/a.spar": text}}
	c := dial(t, Options{FS: disk})
	c.initialize(`{"general":{"positionEncodings":["utf-8"]},"textDocument":{"diagnostic":{}}}`)
	c.open(uri, 1, text)
	var report struct{ Items []json.RawMessage }
	c.ask("textDocument/diagnostic", object{"textDocument": object{"uri": uri}}, &report)
	var actions []struct {
		Title string
		Edit  struct {
			Changes map[string][]struct {
				Range   struct{ Start, End struct{ Line, Character int } }
				NewText string
			}
		}
	}
	c.ask("textDocument/codeAction", object{"textDocument": object{"uri": uri}, "range": span(0, 0, 13, 0),
		"context": object{"diagnostics": report.Items, "only": []string{"quickfix"}}}, &actions)
	var got []string
	for _, a := range actions {
		for file, edits := range a.Edit.Changes {
			for _, e := range edits {
				got = append(got, fmt.Sprintf("%s %d:%d %q", file[len("file:///w/"):], e.Range.Start.Line, e.Range.Start.Character, e.NewText))
			}
		}
	}
	want := []string{
		`a.spar 6:11 "independent"`,
		`a.spar 7:8 "<$ Pamela = (@n 100) $>\n        "`, `parlens.toml 1:0 "n = 100\n"`,
		`a.spar 9:8 "<$ Pamela = (cond 0.5) $>\n        "`, `parlens.toml 1:0 "cd_0000 = 0.5\n"`,
		`a.spar 10:8 "<$ Pamela = (upper 99) $>\n        "`, `parlens.toml 1:0 "n_0002 = 100\n"`,
		`a.spar 12:25 "<$ Pamela = (cond 0.5) $> "`, `parlens.toml 1:0 "step_cd_0000 = 0.5\n"`,
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("fixes\n%s\nwant\n%s\nof %s", strings.Join(got, "\n"), strings.Join(want, "\n"), report.Items)
	}
}
