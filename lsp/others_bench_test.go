package lsp

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/parlens/parlens/internal/oracle/edits"
)

const standardHints = "textDocument/inlayHint"

// A known is a language server that many know the speed of, with a text for it whose
// lines have hints.
type known struct {
	name, file string
	command    []string
	options    string // of initialize
	head, unit string // the text: the beginning, and a function of 20 lines for its number
}

var servers = []known{
	{"gopls", "main.go", []string{"gopls"}, `{"hints":{"parameterNames":true,"assignVariableTypes":true,"constantValues":true}}`,
		"package main\n\nfunc blend(left, right, share float64) float64 { return left*share + right*(1-share) }\n\nfunc main() {}\n\n",
		"func work%d(a, b []float64) float64 {\n\ttotal := 0.0\n\tfor i := 1; i < len(a)-1; i++ {\n%s\t}\n\treturn total\n}\n\n"},
	{"clangd", "main.cpp", []string{"clangd", "--background-index=0"}, `{}`,
		"double blend(double left, double right, double share) { return left*share + right*(1-share); }\n\nint main() {}\n\n",
		"double work%d(double *a, double *b, int n) {\n\tauto total = 0.0;\n\tfor (int i = 1; i < n-1; i++) {\n%s\t}\n\treturn total;\n}\n\n"},
}

// text is a program of at least so many lines, in functions of 20.
func (k known) text(lines int) string {
	var b strings.Builder
	b.WriteString(k.head)
	for u := 0; u*20 < lines; u++ {
		var body strings.Builder
		for range 13 {
			fmt.Fprintf(&body, "\t\ttotal = total + %d\n", u)
			body.WriteString("\t\ta[i] = blend(a[i-1], b[i+1], 0.5)\n")
		}
		text := body.String()
		if strings.HasSuffix(k.file, ".cpp") {
			text = strings.ReplaceAll(text, "\n", ";\n")
		}
		fmt.Fprintf(&b, k.unit, u, strings.Join(strings.SplitAfter(text, "\n")[:13], ""))
	}
	return b.String()
}

// typist is a document in some server, into which somebody types.
type typist struct {
	*client
	uri        string
	hints      string // the method that gives them
	view, line int    // the first line of the screen, and the one that is edited
	column     int
	version    int
	before     int // characters of the last number
	latencies  []time.Duration
}

// typed puts another number in the place of the last one and waits for the hints of the
// screen.
func (t *typist) typed(number int) {
	text := fmt.Sprintf(" %d +", number)
	t.version++
	start := time.Now()
	t.change(t.uri, t.version, object{"range": span(t.line, t.column, t.line, t.column+t.before), "text": text})
	t.hintsOfScreen()
	t.latencies = append(t.latencies, time.Since(start))
	t.before = len(text)
}

func (t *typist) hintsOfScreen() {
	t.ask(t.hints, object{"textDocument": object{"uri": t.uri}, "range": span(t.view, 0, t.view+screen, 0)}, new(json.RawMessage))
}

func (t *typist) median() float64 {
	slices.Sort(t.latencies)
	return t.latencies[len(t.latencies)/2].Seconds() * 1e3
}

// begin opens a text and finds a statement to edit in the middle of it.
func begin(c *client, hints, uri, language, text, statement string) *typist {
	t := &typist{client: c, hints: hints, uri: uri, version: 1}
	lines := strings.Split(text, "\n")
	t.view = len(lines) / 2
	for t.line = t.view; !strings.Contains(lines[t.line], statement); t.line++ {
	}
	t.column = strings.Index(lines[t.line], "=") + 1
	c.note("textDocument/didOpen", object{"textDocument": object{"uri": uri, "languageId": language, "version": 1, "text": text}})
	t.hintsOfScreen()
	return t
}

// BenchmarkBesideOthers types into files of the same length, in turn: the time from a
// character to the hints of a screen here, and what share that is of what gopls and
// clangd take, where they are installed.
func BenchmarkBesideOthers(b *testing.B) {
	for _, lines := range []int{1_000, 10_000} {
		b.Run(fmt.Sprint(lines), func(b *testing.B) {
			c := dial(b, Options{})
			c.initialize(`{"textDocument":{"diagnostic":{}}}`)
			own := begin(c, standardHints, largeURI, "fortran", edits.Program(lines), "s = s + abs")
			all, names := []*typist{own}, []string{"parlens"}
			for _, k := range servers {
				if t := k.begin(b, lines); t != nil {
					all, names = append(all, t), append(names, k.name)
				}
			}
			for i := 0; b.Loop(); i++ {
				for _, t := range all {
					t.typed(1000 + i)
				}
			}
			for i, t := range all {
				b.ReportMetric(t.median(), names[i]+"-ms")
				if i > 0 {
					b.ReportMetric(own.median()/t.median(), "of-"+names[i])
				}
			}
		})
	}
}

// begin starts the server and opens its text; nil where it is not installed.
func (k known) begin(b *testing.B, lines int) *typist {
	program, err := exec.LookPath(k.command[0])
	if err != nil {
		return nil
	}
	folder, text := b.TempDir(), k.text(lines)
	for name, content := range map[string]string{k.file: text, "go.mod": "module example\n\ngo 1.24\n"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600); err != nil {
			b.Fatal(err)
		}
	}
	server := exec.Command(program, k.command[1:]...)
	server.Dir = folder
	out, _ := server.StdoutPipe()
	in, _ := server.StdinPipe()
	if err := server.Start(); err != nil {
		b.Fatal(err)
	}
	c := newClient(b, out, in)
	b.Cleanup(func() {
		in.Close()
		server.Process.Kill()
		server.Wait()
	})
	go func() {
		for range c.inbox { // what it says besides
		}
	}()
	root := "file://" + folder
	var able struct {
		Capabilities struct{ InlayHintProvider any }
	}
	c.ask("initialize", `{"processId":null,"rootUri":"`+root+`","workspaceFolders":[{"uri":"`+root+`","name":"x"}],"capabilities":{},"initializationOptions":`+k.options+`}`, &able)
	hints := standardHints
	if able.Capabilities.InlayHintProvider == nil {
		hints = "clangd/inlayHints" // as it was before hints became part of the protocol
	}
	c.note("initialized", `{}`)
	return begin(c, hints, root+"/"+k.file, strings.TrimPrefix(filepath.Ext(k.file), "."), text, "total = total +")
}

// BenchmarkProduction is a code as it is in production, of many modules: from opening
// to the hints of the first screen, and from a character to those of one in the middle.
func BenchmarkProduction(b *testing.B) {
	for _, lines := range []int{10_000, 70_000} {
		text := edits.Production(lines)
		b.Run(fmt.Sprint("open/", lines), func(b *testing.B) {
			for b.Loop() {
				c := dial(b, Options{})
				c.initialize(`{"textDocument":{"diagnostic":{}}}`)
				c.open(largeURI, 0, text)
				if len(c.hints(largeURI, screen)) == 0 {
					b.Fatal("no hints")
				}
				b.ReportMetric(float64(heap())/1e6, "MB")
				c.close()
			}
		})
		b.Run(fmt.Sprint("typed/", lines), func(b *testing.B) {
			c := dial(b, Options{})
			c.initialize(`{"textDocument":{"diagnostic":{}}}`)
			t := begin(c, standardHints, largeURI, "fortran", text, ") = ")
			for i := 0; b.Loop(); i++ {
				t.typed(1000 + i)
			}
			b.ReportMetric(t.median(), "ms-median")
		})
	}
}
