package lsp

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestFeaturesWhileTyping asks for everything after each of many random edits,
// several questions at a time: none is answered with an error, and what is said
// at the end is what a fresh server says.
func TestFeaturesWhileTyping(t *testing.T) {
	text := "program größe\n  implicit none\n  integer, parameter :: n = 8\n  real a(n, n)\n!HPF$ PROCESSORS p(2)\n!HPF$ DISTRIBUTE a(BLOCK, *) ONTO p\n  a = 1 !cost 1 1\ncontains\n  subroutine inner\n    a(1, 1) = n\n  end subroutine\nend program\n"
	edits := 150
	if testing.Short() {
		edits = 40
	}
	const uri = "file:///w/a.f90"
	c := dial(t, Options{FS: &testFS{files: map[string]string{}}, Predictor: toy{}})
	c.initialize(`{"general":{"positionEncodings":["utf-8"]}}`)
	c.open(uri, 1, text)
	random := rand.New(rand.NewPCG(3, 4))
	pieces := []string{"", "!HPF$ ALIGN a(i) WITH t(i)\n", "do i = 1, n\n", "end do\n", "(", "use x\n", "'", "&\n", "é", "\n"}
	for version := 2; version < 2+edits; version++ {
		from := random.IntN(len(text) + 1)
		to := min(len(text), from+random.IntN(4))
		for from > 0 && from < len(text) && text[from]&0xC0 == 0x80 {
			from--
		}
		for to < len(text) && text[to]&0xC0 == 0x80 {
			to++
		}
		text = text[:from] + pieces[random.IntN(len(pieces))] + text[to:]
		c.change(uri, version, object{"text": text})
		waits := map[string]<-chan answer{}
		for method, params := range questions(uri, random.IntN(strings.Count(text, "\n")+1), random.IntN(40)) {
			_, waits[method] = c.start(method, params)
		}
		for method, wait := range waits {
			t.Run(method, func(t *testing.T) {
				if a := c.await(method, wait); a.err != nil {
					t.Fatalf("%s: %v in %q", method, a.err, text)
				}
			})
		}
	}
	fresh := dial(t, Options{FS: &testFS{files: map[string]string{}}, Predictor: toy{}})
	fresh.initialize(`{"general":{"positionEncodings":["utf-8"]}}`)
	fresh.open(uri, 1, text)
	for method, params := range questions(uri, 3, 8) {
		if old, now := string(c.call(method, params).result), string(fresh.call(method, params).result); old != now {
			t.Errorf("%s: %s, a fresh server says %s", method, old, now)
		}
	}
}

func questions(uri string, line, character int) map[string]json.RawMessage {
	document := fmt.Sprintf(`"textDocument":{"uri":%q}`, uri)
	place := fmt.Sprintf(`%s,"position":{"line":%d,"character":%d}`, document, line, character)
	out := map[string]json.RawMessage{}
	for _, method := range []string{"documentSymbol", "foldingRange", "semanticTokens/full"} {
		out["textDocument/"+method] = json.RawMessage("{" + document + "}")
	}
	for _, method := range []string{"definition", "completion", "hover"} {
		out["textDocument/"+method] = json.RawMessage("{" + place + "}")
	}
	out["textDocument/references"] = json.RawMessage("{" + place + `,"context":{"includeDeclaration":true}}`)
	return out
}
