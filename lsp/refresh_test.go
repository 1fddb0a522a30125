package lsp

import (
	"context"
	"reflect"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/parlens/parlens/advise"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
)

const refreshing = `{"workspace":{"inlayHint":{"refreshSupport":true}},"textDocument":{"diagnostic":{}}}`

// count returns how many messages with the method have come.
func (c *client) count(method string) int {
	n := 0
	for {
		select {
		case m := <-c.inbox:
			if m.Method == method {
				n++
			}
		default:
			return n
		}
	}
}

func TestRefreshAfterSettings(t *testing.T) {
	t.Parallel()
	c := dial(t, Options{Predictor: toy{}, FS: &testFS{files: map[string]string{}}})
	c.initialize(refreshing)
	c.open("file:///w/a.f90", 1, "x !cost 1 0\ny !cost 99 0")
	steps := []struct {
		name, settings string
		refreshes      int
	}{
		{"nothing is shown yet", `{"parlens":{"machine":"m0"}}`, 0},
		{"the same", `{"parlens":{"machine":"m0"}}`, 0},
		{"another machine", `{"parlens":{"machine":"m1"}}`, 1},
		{"what changes no hint", `{"parlens":{"machine":"m1","values":{"n":1}}}`, 0},
		{"one hint less", `{"parlens":{"machine":"m1","threshold":0.5}}`, 1},
		{"no hint less", `{"parlens":{"machine":"m1","threshold":0.6}}`, 0},
	}
	for i, step := range steps {
		t.Run(step.name, func(t *testing.T) {
			c.note("workspace/didChangeConfiguration", `{"settings":`+step.settings+`}`)
			time.Sleep(refreshDelay / 2) // settings are shown at once
			if got := c.count("workspace/inlayHint/refresh"); got != step.refreshes {
				t.Errorf("%s: %d refreshes, want %d", step.name, got, step.refreshes)
			}
			if i == 0 || step.refreshes > 0 {
				c.hints("file:///w/a.f90", 9)
			}
		})
	}
}

// TestNoRefreshWhileTyping: the document that is edited is never refreshed,
// another one only when it looks different, and once.
func TestNoRefreshWhileTyping(t *testing.T) {
	t.Parallel()
	// The cost of b stands in a.
	report := func(ctx context.Context, snap *workspace.Snapshot, path string) (*report.Report, error) {
		f, err := snap.File("/w/a.f90")
		if err != nil {
			return nil, err
		}
		return &report.Report{Units: []*report.Unit{toyUnit(f.Text)}}, ctx.Err()
	}
	c := dial(t, Options{Predictor: predictor{report: report}})
	c.initialize(refreshing)
	const a, b = "file:///w/a.f90", "file:///w/b.f90"
	c.open(a, 1, "x !cost 1 0")
	c.open(b, 1, "y")
	c.hints(a, 9)
	c.hints(b, 9)
	version := 1
	edit := func(text string) {
		version++
		c.change(a, version, object{"text": text})
		c.hints(a, 9)
	}
	for _, step := range []struct {
		name      string
		texts     []string
		refreshes int
	}{
		{"no number changes", []string{"x  !cost 1 0", "z  !cost 1 0"}, 0},
		{"numbers change with every key", []string{"x !cost 2 0", "x !cost 3 0", "x !cost 4 0"}, 1},
		{"and change back", []string{"x !cost 5 0", "x !cost 4 0"}, 0},
	} {
		t.Run(step.name, func(t *testing.T) {
			for _, text := range step.texts {
				edit(text)
			}
			time.Sleep(refreshDelay * 5 / 4)
			if got := c.count("workspace/inlayHint/refresh"); got != step.refreshes {
				t.Errorf("%s: %d refreshes, want %d", step.name, got, step.refreshes)
			}
		})
	}
}

// TestFirstHintsWaitForSettings: they come without when the client is slow, but
// not before it had time.
func TestFirstHintsWaitForSettings(t *testing.T) {
	t.Parallel()
	c := dial(t, Options{Predictor: toy{}})
	c.silent = "workspace/configuration"
	start := time.Now()
	c.initialize(`{"workspace":{"configuration":true},"textDocument":{"diagnostic":{}}}`)
	c.open("file:///w/a.f90", 1, "x !cost 1 0")
	if hints := c.hints("file:///w/a.f90", 9); len(hints) != 1 || time.Since(start) < settingsWait {
		t.Errorf("hints %v after %v", hints, time.Since(start))
	}
}

// The tests below run in a bubble of synctest: time passes only while a test
// sleeps, and nothing happens any more when Wait returns. Tests in which the
// server asks the client cannot: the library shares its channels among all.

// TestPushWaitsForRest: diagnostics of a text that is still being typed are not
// sent, and the last ones are about the last text.
func TestPushWaitsForRest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := dial(t, Options{Predictor: toy{}})
		c.initialize(`{}`)
		c.open("file:///w/a.f90", 1, "!bad")
		for version := 2; version <= 50; version++ {
			c.change("file:///w/a.f90", version, object{"range": span(0, 0, 0, 0), "text": "x"})
			time.Sleep(publishDelay / 2)
		}
		time.Sleep(time.Second)
		synctest.Wait()
		if got := c.count("textDocument/publishDiagnostics"); got != 1 {
			t.Errorf("%d messages for one rest", got)
		}
	})
}

// TestLongReport: who asks waits as long as a prediction takes. No clock decides
// what the answer is.
func TestLongReport(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		long := func(ctx context.Context, _ *workspace.Snapshot, path string) (*report.Report, error) {
			time.Sleep(25 * time.Second)
			return &report.Report{File: path, Units: []*report.Unit{{Name: "x", Start: 1, End: 1, NoEstimate: "told after a while"}}}, ctx.Err()
		}
		c := dial(t, Options{Predictor: predictor{report: long}})
		c.initialize(`{"textDocument":{"diagnostic":{}}}`)
		c.open("file:///w/a.f90", 1, "x")
		var status struct{ Text string }
		c.ask("parlens/status", object{"textDocument": object{"uri": "file:///w/a.f90"}}, &status)
		if !strings.Contains(status.Text, "told after a while") {
			t.Errorf("status %q", status.Text)
		}
	})
}

// TestLittleMemory: what does not fit is forgotten and computed again.
func TestLittleMemory(t *testing.T) {
	c := dial(t, Options{Predictor: toy{}, Memory: 1})
	c.initialize(`{"textDocument":{"diagnostic":{}}}`)
	c.open("file:///w/a.f90", 1, "a !cost 3 1\nb !cost 1 1\n")
	first := c.hints("file:///w/a.f90", 3)
	for range 20 {
		if again := c.hints("file:///w/a.f90", 3); !reflect.DeepEqual(again, first) || len(first) == 0 {
			t.Fatalf("hints %v, then %v", first, again)
		}
	}
}

// slowAdviser takes a second of its own time for a list of options.
type slowAdviser struct {
	toy
	asked *atomic.Int32
}

func (s slowAdviser) Options(ctx context.Context, snap *workspace.Snapshot, path string, line int, p settings.Settings) ([]advise.Option, error) {
	s.asked.Add(1)
	select {
	case <-time.After(time.Second):
		return []advise.Option{{Line: line, Label: "other", Before: 2, After: 1}}, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// TestAutomaticActionsDoNotWait: what an editor asks at every move of the
// cursor is answered from what is known, and completely once the work is done; an edit stops
// the work.
func TestAutomaticActionsDoNotWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		asked := new(atomic.Int32)
		c := dial(t, Options{Predictor: slowAdviser{asked: asked}})
		c.initialize(`{"textDocument":{"diagnostic":{}}}`)
		const uri = "file:///w/a.f90"
		c.open(uri, 1, "x")
		actions := func(trigger int) int {
			var list []object
			c.ask("textDocument/codeAction", object{"textDocument": object{"uri": uri}, "range": span(0, 0, 0, 0),
				"context": object{"diagnostics": []int{}, "triggerKind": trigger}}, &list)
			return len(list)
		}
		start := time.Now()
		if n := actions(2); n != 0 || time.Since(start) > 0 { // the clock of the test stands still while something runs
			t.Errorf("%d actions after %v", n, time.Since(start))
		}
		time.Sleep(2 * time.Second)
		if n := actions(2); n != 1 || asked.Load() != 1 {
			t.Errorf("%d actions after a while, asked %d times", n, asked.Load())
		}
		c.change(uri, 2, object{"text": "y"})
		actions(2)
		c.change(uri, 3, object{"text": "z"})
		if n := actions(1); n != 1 || asked.Load() != 3 {
			t.Errorf("%d actions asked for by hand, asked %d times", n, asked.Load())
		}
	})
}

// TestLateAnswer: requests run at the same time, so an answer for the settings
// before can reach the client after the one for those that hold. It is
// corrected even though the newer one was noted last.
func TestLateAnswer(t *testing.T) {
	t.Parallel()
	v := view{path: "/w/a.f90"}
	for _, c := range []struct {
		name         string
		before, now  look
		asks, asksOn bool // asks, and asks once more when nothing else happens
	}{
		{"nothing new", look{content: "new"}, look{content: "new"}, false, false},
		{"another look", look{content: "old"}, look{content: "new"}, true, false},
		{"overtaken by another look", look{content: "new", late: []string{"old"}}, look{content: "new"}, true, false},
		{"overtaken by the same", look{content: "new", late: []string{"new"}}, look{content: "new"}, false, false},
		{"overtaken by what came before", look{content: "new", late: []string{"new", "old"}}, look{content: "new"}, true, false},
		{"of another version", look{content: "old", late: []string{"old"}, version: 1}, look{content: "new", version: 2}, false, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := &refresher{seen: map[view]look{v: c.before}}
			if got := r.replace(v, c.now); got != c.asks {
				t.Errorf("%s: asks %t, want %t", c.name, got, c.asks)
			}
			if got := r.replace(v, c.now); got != c.asksOn {
				t.Errorf("%s: asks again %t, want %t", c.name, got, c.asksOn)
			}
		})
	}
}
