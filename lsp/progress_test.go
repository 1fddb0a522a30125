package lsp

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
)

// slowly is a Predictor that takes its time.
type slowly struct {
	toy
	time time.Duration
}

func (s slowly) Report(ctx context.Context, snap *workspace.Snapshot, path string, _ report.Lines, settings settings.Settings) (*report.Report, error) {
	time.Sleep(s.time)
	return s.toy.Report(ctx, snap, path, report.AllLines, settings)
}

func TestProgressOfLongWork(t *testing.T) {
	c := dial(t, Options{FS: &testFS{files: map[string]string{}}, Predictor: slowly{time: progressDelay + 200*time.Millisecond}})
	c.initialize(`{"window":{"workDoneProgress":true},"textDocument":{"diagnostic":{}}}`)
	c.open("file:///a.f90", 1, "x = 1 !cost 1 1\n")
	_, first := c.start("textDocument/hover", `{"textDocument":{"uri":"file:///a.f90"},"position":{"line":0,"character":9}}`)
	_, second := c.start("parlens/status", `{"textDocument":{"uri":"file:///a.f90"}}`)
	c.expect("window/workDoneProgress/create")
	begin, end := string(c.expect("$/progress").Params), string(c.expect("$/progress").Params)
	if want := `"value":{"kind":"begin","title":"predicting a.f90"}`; !strings.Contains(begin, want) {
		t.Errorf("begins with %s, want %s", begin, want)
	}
	if want := `"value":{"kind":"end"}`; !strings.Contains(end, want) {
		t.Errorf("ends with %s, want %s", end, want)
	}
	c.await("hover", first)
	c.await("status", second)
	noMore(t, c)
}

func TestNoProgressOfShortWork(t *testing.T) {
	c := dial(t, Options{FS: &testFS{files: map[string]string{}}, Predictor: slowly{}})
	c.initialize(`{"window":{"workDoneProgress":true},"textDocument":{"diagnostic":{}}}`)
	c.open("file:///a.f90", 1, "x = 1 !cost 1 1\n")
	c.hints("file:///a.f90", 2)
	time.Sleep(progressDelay + 200*time.Millisecond)
	noMore(t, c)
}

// noMore checks that no further progress is shown.
func noMore(t *testing.T, c *client) {
	t.Helper()
	for {
		select {
		case m := <-c.inbox:
			if m.Method == "$/progress" || m.Method == "window/workDoneProgress/create" {
				t.Errorf("the server sent %s %s", m.Method, m.Params)
			}
		default:
			return
		}
	}
}
