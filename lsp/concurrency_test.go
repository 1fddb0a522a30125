package lsp

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/zap"
	"go.uber.org/zap/zaptest/observer"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
)

// predictor is a toy with its own way of making reports.
type predictor struct {
	toy
	report func(ctx context.Context, snap *workspace.Snapshot, path string) (*report.Report, error)
}

func (p predictor) Report(ctx context.Context, snap *workspace.Snapshot, path string, _ report.Lines, s settings.Settings) (*report.Report, error) {
	return p.report(ctx, snap, path)
}

func hoverParams(uri string) object {
	return object{"textDocument": object{"uri": uri}, "position": object{"line": 0, "character": 0}}
}

// TestEditsStayInOrder sends 5,000 edits, each of which only makes sense after
// the one before, with questions in between that run at the same time.
func TestEditsStayInOrder(t *testing.T) {
	c := dial(t, Options{Predictor: toy{}})
	c.initialize(`{"textDocument":{"diagnostic":{}}}`)
	const uri = "file:///w/a.f90"
	c.open(uri, 0, "")
	var want strings.Builder
	for i := 1; i <= 5000; i++ {
		word := fmt.Sprintf("%d;", i)
		c.change(uri, i, object{"range": span(0, want.Len(), 0, want.Len()), "text": word})
		want.WriteString(word)
		if i%100 == 0 {
			c.start("textDocument/hover", hoverParams(uri))
		}
	}
	c.change(uri, 5001, object{"range": span(0, want.Len(), 0, want.Len()), "text": " !cost 1 0"})
	hints := c.hints(uri, 1)
	if len(hints) != 1 || hints[0].Position.Character != want.Len()+len(" !cost 1 0") {
		t.Fatalf("hints %+v after edits of %d characters", hints, want.Len())
	}
}

func span(line1, character1, line2, character2 int) object {
	return object{"start": object{"line": line1, "character": character1}, "end": object{"line": line2, "character": character2}}
}

// TestSlowRequestsRunTogether asks for ten hovers, each of another document
// and each at work for 20 ms and until all ten are.
func TestSlowRequestsRunTogether(t *testing.T) {
	var started atomic.Int32
	all := make(chan struct{})
	slow := func(ctx context.Context, snap *workspace.Snapshot, path string) (*report.Report, error) {
		if started.Add(1) == 10 {
			close(all)
		}
		time.Sleep(20 * time.Millisecond)
		select {
		case <-all:
		case <-ctx.Done():
		}
		return &report.Report{}, ctx.Err()
	}
	c := dial(t, Options{Predictor: predictor{report: slow}})
	c.initialize(`{"textDocument":{"diagnostic":{}}}`)
	var answers []<-chan answer
	for i := range 10 {
		c.open(fmt.Sprintf("file:///w/%d.f90", i), 1, "x")
	}
	for i := range 10 {
		_, ch := c.start("textDocument/hover", hoverParams(fmt.Sprintf("file:///w/%d.f90", i)))
		answers = append(answers, ch)
	}
	for _, ch := range answers {
		if a := c.await("hover", ch); a.err != nil {
			t.Error(a.err)
		}
	}
}

// TestRequestsSeeTheirOwnText: every answer is about the text at the time of
// its question, however fast the next edits follow.
func TestRequestsSeeTheirOwnText(t *testing.T) {
	c := dial(t, Options{Predictor: toy{}})
	c.initialize(`{"textDocument":{"diagnostic":{}}}`)
	const uri = "file:///w/a.f90"
	c.open(uri, 0, "")
	var answers []<-chan answer
	c.together(func() {
		for i := range 500 {
			c.change(uri, i+1, object{"text": fmt.Sprintf("x !cost %d 0", i+100)})
			_, ch := c.start("textDocument/hover", hoverParams(uri))
			answers = append(answers, ch)
		}
	})
	for i, ch := range answers {
		if a := c.await("hover", ch); !bytes.Contains(a.result, fmt.Appendf(nil, ": %d s;", i+100)) {
			t.Fatalf("hover %d says %s", i, a.result)
		}
	}
}

// TestSameQuestionsShareOneReport: hints, lenses and hover of one state of a
// document cost one prediction.
func TestSameQuestionsShareOneReport(t *testing.T) {
	var predictions atomic.Int32
	counting := func(ctx context.Context, snap *workspace.Snapshot, path string) (*report.Report, error) {
		predictions.Add(1)
		return toy{}.Report(ctx, snap, path, report.AllLines, settings.Settings{})
	}
	c := dial(t, Options{Predictor: predictor{report: counting}})
	c.initialize(`{"textDocument":{"diagnostic":{}}}`)
	const uri = "file:///w/a.f90"
	c.open(uri, 1, "x !cost 1 0")
	c.hints(uri, 1)
	c.call("textDocument/hover", hoverParams(uri))
	c.call("textDocument/codeLens", object{"textDocument": object{"uri": uri}})
	if predictions.Load() != 1 {
		t.Errorf("%d predictions of one text", predictions.Load())
	}
}

func TestCancelStopsTheWork(t *testing.T) {
	started, stopped := make(chan struct{}), make(chan struct{})
	endless := func(ctx context.Context, snap *workspace.Snapshot, path string) (*report.Report, error) {
		close(started)
		<-ctx.Done()
		close(stopped)
		return nil, ctx.Err()
	}
	c := dial(t, Options{Predictor: predictor{report: endless}})
	c.initialize(`{"textDocument":{"diagnostic":{}}}`)
	c.open("file:///w/a.f90", 1, "x")
	id, ch := c.start("textDocument/hover", hoverParams("file:///w/a.f90"))
	<-started
	c.note("$/cancelRequest", object{"id": id})
	if a := c.await("hover", ch); a.err == nil || a.err.Code != -32800 {
		t.Errorf("answer %s, %v", a.result, a.err)
	}
	<-stopped
	for _, odd := range []string{`{"id":99}`, `{"id":"x"}`, `{}`, `{"id":[]}`, `null`} {
		c.note("$/cancelRequest", odd)
	}
	if a := c.call("parlens/status", object{"textDocument": object{"uri": "file:///none"}}); a.err != nil {
		t.Error("the server does not live on:", a.err)
	}
}

func TestPanicIsAnError(t *testing.T) {
	core, logs := observer.New(zap.ErrorLevel)
	failing := func(ctx context.Context, snap *workspace.Snapshot, path string) (*report.Report, error) {
		panic("the model is broken")
	}
	c := dial(t, Options{Predictor: predictor{report: failing}, Logger: zap.New(core)})
	c.initialize(`{}`) // diagnostics are pushed: the same panic hits a goroutine that answers nobody
	c.open("file:///w/a.f90", 1, "x")
	for range 2 {
		a := c.call("textDocument/hover", hoverParams("file:///w/a.f90"))
		if a.err == nil || a.err.Code != -32603 || !strings.Contains(a.err.Message, "the model is broken") || strings.Contains(a.err.Message, "goroutine") {
			t.Errorf("answer %s, %v", a.result, a.err)
		}
	}
	entries := logs.FilterMessage("panic").All()
	if len(entries) < 2 || !strings.Contains(fmt.Sprint(entries[0].ContextMap()), "concurrency_test.go") {
		t.Errorf("log %v does not say where", entries)
	}
}

// TestGarbageInMessages: parameters of the wrong shape are answered or logged.
func TestGarbageInMessages(t *testing.T) {
	c := dial(t, Options{Predictor: toy{}})
	for method := range calls {
		if a := c.call(method, `{}`); a.err == nil || a.err.Code != -32002 {
			t.Errorf("%s before initialize: %s %v", method, a.result, a.err)
		}
	}
	c.initialize(`{}`)
	for method := range notes {
		for _, params := range []string{`null`, `[]`, `7`, `"x"`, `{"textDocument":3}`, `{"contentChanges":[{}]}`} {
			c.note(method, params)
		}
	}
	for method := range calls {
		for _, params := range []string{`[]`, `7`, `{"textDocument":3}`, `{"position":{"line":-1}}`} {
			t.Run(params, func(t *testing.T) {
				if a := c.call(method, params); a.err != nil && a.err.Code != -32602 && a.err.Code != -32803 {
					t.Errorf("%s %s: %v", method, params, a.err)
				}
			})
		}
	}
	c.write([]byte(`{"jsonrpc":"2.0"}`))
	if m := c.expect(""); m.Error == nil || m.Error.Code != -32600 {
		t.Errorf("answer to no message: %+v", m)
	}
	if a := c.call("initialize", `{"capabilities":{}}`); a.err == nil || a.err.Code != -32600 {
		t.Errorf("second initialize: %v", a.err)
	}
}

func TestEndOfInputEndsTheServer(t *testing.T) {
	c := dial(t, Options{Predictor: predictor{report: func(ctx context.Context, _ *workspace.Snapshot, _ string) (*report.Report, error) {
		<-ctx.Done()
		return nil, ctx.Err()
	}}})
	c.initialize(`{}`)
	c.open("file:///w/a.f90", 1, "x")
	c.start("textDocument/hover", hoverParams("file:///w/a.f90"))
	c.close()
	select {
	case err := <-c.served:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(patience):
		t.Fatal("the server goes on without a client")
	}
}

func TestExitCode(t *testing.T) {
	for code, methods := range map[int][]string{0: {"shutdown"}, 1: {}} {
		t.Run(fmt.Sprint(code), func(t *testing.T) {
			c := dial(t, Options{Predictor: toy{}})
			c.initialize(`{}`)
			for _, m := range methods {
				c.call(m, `null`)
			}
			c.note("exit", `null`)
			if got := <-c.exits; got != code {
				t.Errorf("exit code %d after %v, want %d", got, methods, code)
			}
			if err := <-c.served; err != nil {
				t.Error(err)
			}
		})
	}
}

// TestRandomEdits makes 500 random edits of a text with characters of all
// lengths, in both encodings, some at once and some of the whole text. After
// each the hints are those of a server that has only seen the result.
func TestRandomEdits(t *testing.T) {
	for _, enc := range []encoding{utf16Units, utf8Units} {
		t.Run(string(enc.kind()), func(t *testing.T) {
			t.Parallel()
			const uri = "file:///w/a.f90"
			capabilities := fmt.Sprintf(`{"general":{"positionEncodings":[%q]},"textDocument":{"diagnostic":{}}}`, enc.kind())
			c := dial(t, Options{Predictor: toy{}})
			c.initialize(capabilities)
			random := rand.New(rand.NewPCG(1, uint64(enc)))
			text := source.NewText("x = 1 !cost 1 0\r\ny = 'é😀' !cost 2 1\n")
			c.open(uri, 0, text.String())
			for i := 1; i <= 500; i++ {
				var changes []object
				for range 1 + random.IntN(3) {
					var change object
					text, change = randomEdit(random, enc, text)
					changes = append(changes, change)
				}
				c.change(uri, i, changes...)
				c.hints(uri, text.Lines())
			}
			fresh := dial(t, Options{Predictor: toy{}})
			fresh.initialize(capabilities)
			fresh.open(uri, 0, text.String())
			got, want := fmt.Sprint(c.hints(uri, text.Lines())), fmt.Sprint(fresh.hints(uri, text.Lines()))
			if got != want || want == "[]" {
				t.Errorf("hints %s, want %s", got, want)
			}
		})
	}
}

var pieces = []string{"", "", "x", "é", "😀", "e\u0301", "中", "\n", "\r\n", " !cost 1 2\n", "\ny = 2 !cost 3 1", "!", "\t", "cost"}

// randomEdit returns the text after a random change, and the change as the
// client sends it.
func randomEdit(random *rand.Rand, enc encoding, text *source.Text) (*source.Text, object) {
	piece := pieces[random.IntN(len(pieces))] + pieces[random.IntN(len(pieces))]
	if random.IntN(40) == 0 {
		whole := piece + " z = 1 !cost 2 2\n" + text.String()
		return source.NewText(whole), object{"text": whole}
	}
	start := boundary(text, random.IntN(text.Len()+1))
	end := boundary(text, min(text.Len(), start+random.IntN(6)))
	edited, err := text.Apply(source.Edit{Span: source.Span{Start: start, End: end}, New: piece})
	if err != nil {
		panic(err)
	}
	return edited, object{"range": enc.rangeOf(text, source.Span{Start: start, End: end}), "text": piece}
}

// boundary moves an offset back to the beginning of a character.
func boundary(text *source.Text, offset int) int {
	for offset > 0 && offset < text.Len() && text.String()[offset]&0xC0 == 0x80 {
		offset--
	}
	return offset
}
