package lsp

import (
	"encoding/json"
	"fmt"
	"os/exec"
	"runtime"
	"testing"
	"time"

	"github.com/parlens/parlens/internal/oracle/edits"
)

const (
	largeURI = "file:///nowhere/big.f90"
	screen   = 60 // lines
)

// BenchmarkOpenToHints is what a reader waits for: from the message that opens
// a large file to the hints of the first screen, JSON and pipes included,
// nothing known before.
func BenchmarkOpenToHints(b *testing.B) {
	for _, lines := range []int{10_000, 100_000} {
		b.Run(fmt.Sprint(lines), func(b *testing.B) {
			text := edits.Program(lines)
			b.ReportAllocs()
			for b.Loop() {
				b.StopTimer()
				c := dial(b, Options{})
				c.initialize(`{"textDocument":{"diagnostic":{}}}`)
				b.StartTimer()
				c.open(largeURI, 0, text)
				if len(c.hints(largeURI, screen)) == 0 {
					b.Fatal("no hints")
				}
				b.StopTimer()
				c.close()
				b.StartTimer()
			}
		})
	}
}

// question is what an editor asks about a document.
type question struct {
	name string
	ask  func(*client)
}

// BenchmarkLargeFile is what the editor's usual questions cost after one
// character typed in the middle of a large file. The ratio is to what fortls
// takes for the same, where it is installed.
func BenchmarkLargeFile(b *testing.B) {
	document := object{"textDocument": object{"uri": largeURI}}
	ask := func(method string) func(*client) {
		return func(c *client) { c.ask("textDocument/"+method, document, new(json.RawMessage)) }
	}
	questions := []question{
		{"hints", func(c *client) { c.hints(largeURI, screen) }},
		{"documentSymbol", ask("documentSymbol")}, {"semanticTokens", ask("semanticTokens/full")}, {"foldingRange", ask("foldingRange")},
	}
	for _, lines := range []int{10_000, 100_000} {
		for _, q := range questions {
			b.Run(fmt.Sprint(lines, "/", q.name), func(b *testing.B) {
				c := dial(b, Options{})
				c.initialize(`{"textDocument":{"diagnostic":{}}}`)
				c.open(largeURI, 0, edits.Program(lines))
				q.ask(c)
				b.ReportAllocs()
				for i := 0; b.Loop(); i++ {
					typeBlank(c, lines/2, i)
					q.ask(c)
				}
				if other := fortls(b, lines, q); other > 0 {
					b.ReportMetric(b.Elapsed().Seconds()/float64(b.N)/other.Seconds(), "of-fortls")
				}
			})
		}
	}
}

// typeBlank puts a blank in front of a line at even counts, and takes it away
// at odd ones.
func typeBlank(c *client, line, count int) {
	c.change(largeURI, count+1, object{"range": span(line, 0, line, count%2), "text": " "[count%2:]})
}

// fortls returns how long fortls takes for a question after a typed character,
// 0 where there is none.
func fortls(b *testing.B, lines int, q question) time.Duration {
	program, err := exec.LookPath("fortls")
	if err != nil || q.name != "documentSymbol" { // the question that both answer
		return 0
	}
	server := exec.Command(program, "--incremental_sync")
	out, _ := server.StdoutPipe()
	in, _ := server.StdinPipe()
	if err := server.Start(); err != nil {
		b.Fatal(err)
	}
	defer server.Wait() // it ends when its input does
	defer in.Close()
	c := newClient(b, out, in)
	c.initialize(`{}`)
	c.open(largeURI, 0, edits.Program(lines))
	q.ask(c)
	const rounds = 4
	start := time.Now()
	for i := range rounds {
		typeBlank(c, lines/2, i)
		q.ask(c)
	}
	return time.Since(start) / rounds
}

// BenchmarkRetained is what the server keeps of one large file: with its names
// and the hints of one screen, with its outline as well, and after edits; the
// buffers of the client in the same process included.
func BenchmarkRetained(b *testing.B) {
	for _, lines := range []int{10_000, 100_000} {
		b.Run(fmt.Sprint(lines), func(b *testing.B) {
			for b.Loop() {
				before := heap()
				report := func(unit string) { b.ReportMetric(float64(heap()-before)/1e6, unit) }
				c := dial(b, Options{})
				c.initialize(`{"textDocument":{"diagnostic":{}}}`)
				c.open(largeURI, 0, edits.Program(lines))
				c.hints(largeURI, screen)
				report("MB-hints")
				for i := range 201 {
					if i > 0 {
						c.change(largeURI, i, object{"range": span(lines/2, 0, lines/2, 0), "text": "!"})
					}
					for _, method := range []string{"documentSymbol", "semanticTokens/full", "foldingRange"} {
						c.ask("textDocument/"+method, object{"textDocument": object{"uri": largeURI}}, new(json.RawMessage))
					}
					c.hints(largeURI, screen)
					if i == 0 {
						report("MB-outline")
					}
				}
				report("MB-edited")
				c.close()
			}
		})
	}
}

// BenchmarkRetainedWhole is the same with the lenses and the diagnostics of the
// cost model, for which a report is made of as many lines as there ever is.
func BenchmarkRetainedWhole(b *testing.B) {
	for _, lines := range []int{10_000, 100_000} {
		b.Run(fmt.Sprint(lines), func(b *testing.B) {
			for b.Loop() {
				before := heap()
				c := dial(b, Options{})
				c.initialize(`{"textDocument":{"diagnostic":{}}}`)
				c.open(largeURI, 0, edits.Program(lines))
				c.hints(largeURI, screen)
				for _, method := range []string{"codeLens", "diagnostic"} {
					c.ask("textDocument/"+method, object{"textDocument": object{"uri": largeURI}}, new(json.RawMessage))
				}
				b.ReportMetric(float64(heap()-before)/1e6, "MB-whole")
				c.close()
			}
		})
	}
}

func heap() int64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
