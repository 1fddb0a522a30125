package lsp

import (
	"fmt"
	"strings"
	"testing"
)

// A class is found from other files of its program: by its name, and its members
// behind it or behind a variable of that type.
func TestSparAcrossFiles(t *testing.T) {
	const main, util = "file:///w/main.spar", "file:///w/Util.spar"
	files := map[string]string{
		main: `import Util;
public class main {
    static Util tool;
    static void run() { double s = Util.scale * 2.0; tool.turn(1, 2); Util.turn(3); }
    static double scale;
}
`,
		util: `public class Util {
    static double scale = 1.0;
    static void turn( int a ) { scale = a; }
    static void turn( int a, int b ) { turn(a); }
}
`,
	}
	c := dial(t, Options{FS: &testFS{files: map[string]string{"/w/Util.spar": files[util]}}})
	c.initialize(`{"general":{"positionEncodings":["utf-8"]}}`)
	c.open(main, 1, files[main])
	ask := func(method, uri, marker, name string) string {
		text := files[uri]
		offset := strings.Index(text, marker)
		offset += strings.Index(text[offset:], name)
		line := strings.Count(text[:offset], "\n")
		a := c.call("textDocument/"+method, fmt.Sprintf(`{"textDocument":{"uri":%q},"position":{"line":%d,"character":%d},"context":{"includeDeclaration":true}}`,
			uri, line, offset-strings.LastIndexByte(text[:offset], '\n')-1))
		if a.err != nil {
			t.Fatalf("%s of %s: %v", method, marker, a.err)
		}
		return string(a.result)
	}
	at := func(uri string, line, column int) string {
		return fmt.Sprintf(`{"uri":%q,"range":{"start":{"line":%d,"character":%d},`, uri, line, column)
	}
	check := func(open bool) {
		for _, q := range []struct {
			method, uri, marker, name string
			want                      []string
		}{
			{"definition", main, "Util.scale", "scale", []string{at(util, 1, 18)}},
			{"definition", main, "Util.scale", "Util", []string{at(util, 0, 13)}},
			{"definition", main, "static Util", "Util", []string{at(util, 0, 13)}},
			{"definition", main, "tool.turn", "turn", []string{at(util, 3, 16)}},
			{"definition", main, "Util.turn", "turn", []string{at(util, 2, 16)}},
			{"references", main, "Util.turn", "turn", []string{at(util, 2, 16), at(util, 3, 39), at(main, 3, 75)}},
			{"references", main, "Util.scale", "scale", []string{at(util, 1, 18), at(util, 2, 32), at(main, 3, 40)}},
			{"references", main, "double scale", "scale", []string{at(main, 4, 18)}},
			{"references", util, "class Util", "Util", []string{at(util, 0, 13), at(main, 0, 7), at(main, 2, 11), at(main, 3, 35), at(main, 3, 70)}},
			{"hover", main, "Util.scale", "scale", []string{"double scale", "line 2 of Util.spar"}},
		} {
			t.Run(q.name, func(t *testing.T) {
				if q.uri == util && !open {
					return
				}
				got := ask(q.method, q.uri, q.marker, q.name)
				for _, want := range q.want {
					if !strings.Contains(got, want) {
						t.Errorf("%s of %s in %s lacks %s: %s", q.method, q.name, q.marker, want, got)
					}
				}
				if n := strings.Count(got, `"uri"`); q.method == "references" && n != len(q.want) {
					t.Errorf("%s of %s in %s: %d places, want %d: %s", q.method, q.name, q.marker, n, len(q.want), got)
				}
			})
		}
	}
	check(false) // Util.spar is found on disk
	c.open(util, 1, files[util])
	check(true)
}
