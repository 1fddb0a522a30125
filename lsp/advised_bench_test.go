package lsp

import (
	"fmt"
	"slices"
	"testing"
	"time"
)

// BenchmarkKnownActions is what an editor waits for that asks for actions at every move of
// the cursor, on a line that faster mappings are known for.
func BenchmarkKnownActions(b *testing.B) {
	c := dial(b, Options{FS: &testFS{files: map[string]string{}}})
	c.initialize(`{"textDocument":{"codeAction":{"resolveSupport":{"properties":["edit"]}}}}`)
	const uri = "file:///w/p.f90"
	c.open(uri, 1, undirectedModule)
	ask := func(trigger int) (actions []struct{ Title string }) {
		c.ask("textDocument/codeAction", object{"textDocument": object{"uri": uri}, "range": span(3, 0, 3, 0), "context": object{"diagnostics": []object{}, "triggerKind": trigger}}, &actions)
		return actions
	}
	const invoked, automatic = 1, 2
	if len(ask(invoked)) == 0 {
		b.Fatal("no actions")
	}
	for b.Loop() {
		if len(ask(automatic)) == 0 {
			b.Fatal("no actions")
		}
	}
}

// BenchmarkInvokedActions is what somebody waits for who asks for actions right after an
// edit, when no mapping is known.
func BenchmarkInvokedActions(b *testing.B) {
	c := dial(b, Options{FS: &testFS{files: map[string]string{}}, AnswerWithin: AnswerWithin})
	c.initialize(`{"textDocument":{"codeAction":{"resolveSupport":{"properties":["edit"]}}}}`)
	const uri = "file:///w/p.f90"
	c.open(uri, 0, wrongWay)
	for i := 0; b.Loop(); i++ {
		c.change(uri, i+1, object{"range": span(0, 0, i%2, 0), "text": "\n"[:1-i%2]})
		var actions []object
		line := 6 + (i+1)%2
		c.ask("textDocument/codeAction", object{"textDocument": object{"uri": uri}, "range": span(line, 3, line, 3), "context": object{"diagnostics": []object{}, "triggerKind": 1}}, &actions)
		if len(actions) == 0 {
			b.Fatal("no actions")
		}
	}
}

// BenchmarkAdvisedKeystroke is an edit and the hints after it, with the adviser off, as it
// is by default, and beginning as soon as the text rests for a millisecond.
func BenchmarkAdvisedKeystroke(b *testing.B) {
	for _, after := range []time.Duration{0, 2 * time.Second, time.Millisecond} {
		b.Run(fmt.Sprint("after ", after), func(b *testing.B) {
			const uri = "file:///w/p.f90"
			c := dial(b, Options{FS: &testFS{files: map[string]string{}}, AdviseAfter: after})
			c.initialize(`{"textDocument":{"diagnostic":{},"codeLens":{}}}`)
			c.open(uri, 0, wrongWay)
			var latencies []time.Duration
			var shown []object
			for i := 0; b.Loop(); i++ {
				start := time.Now()
				c.change(uri, i+1, object{"range": span(0, 0, i%2, 0), "text": "\n"[:1-i%2]})
				c.hints(uri, 1000)
				latencies = append(latencies, time.Since(start))
				c.ask("textDocument/codeLens", object{"textDocument": object{"uri": uri}}, &shown) // what shows it begins the adviser's wait
				time.Sleep(5 * time.Millisecond)
			}
			slices.Sort(latencies)
			for _, p := range []int{50, 99} {
				b.ReportMetric(float64(latencies[len(latencies)*p/100].Microseconds()), fmt.Sprintf("p%d-us", p))
			}
		})
	}
}
