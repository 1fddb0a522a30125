package lsp

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/parlens/parlens/analysis/source"
)

// BenchmarkEditToHints is what a keystroke costs in a session with the real
// cost model: one edit of the Laplace program, and the hints of the whole file
// after it, JSON and pipes included.
func BenchmarkEditToHints(b *testing.B) {
	program, err := os.ReadFile("../testdata/hpf/laplace.f90")
	if err != nil {
		b.Fatal(err)
	}
	text := source.NewText(string(program))
	digits := func(after string, width, number int) object {
		at := utf16Units.position(text, strings.Index(text.String(), after)+len(after))
		line, character := int(at.Line), int(at.Character)
		return object{"range": span(line, character, line, character+width), "text": fmt.Sprintf("%0*d", width, number)}
	}
	edits := []struct {
		name string
		edit func(i int) object
	}{
		{"comment", func(i int) object { return digits("! Stea", 2, i%100) }},
		{"blankline", func(i int) object { return object{"range": span(0, 0, i%2, 0), "text": "\n"[:1-i%2]} }},
		{"statement", func(i int) object { return digits("b(i,j) = 0.", 2, i%100) }},
		{"size", func(i int) object { return digits(":: n = ", 3, 200+i%800) }},
	}
	for _, e := range edits {
		b.Run(e.name, func(b *testing.B) { benchmarkEdit(b, text, e.edit) })
	}
}

func benchmarkEdit(b *testing.B, text *source.Text, edit func(i int) object) {
	const uri = "file:///nowhere/laplace.f90"
	c := dial(b, Options{})
	c.initialize(`{"textDocument":{"diagnostic":{}}}`)
	c.open(uri, 0, text.String())
	if len(c.hints(uri, 1000)) == 0 {
		b.Fatal("no hints")
	}
	var latencies []time.Duration
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		start := time.Now()
		c.change(uri, i+1, edit(i))
		c.hints(uri, 1000)
		latencies = append(latencies, time.Since(start))
	}
	slices.Sort(latencies)
	for _, p := range []int{50, 99} {
		b.ReportMetric(float64(latencies[len(latencies)*p/100].Microseconds()), fmt.Sprintf("p%d-us", p))
	}
}
