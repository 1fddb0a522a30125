package lsp

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/parlens/parlens/advise"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/settings"
)

// held is the cost model, which finds no mappings until it is let go.
type held struct {
	costModel
	until chan struct{}
}

func (h held) Options(ctx context.Context, snap *workspace.Snapshot, path string, line int, s settings.Settings) ([]advise.Option, error) {
	select {
	case <-h.until:
		return h.costModel.Options(ctx, snap, path, line, s)
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (h held) Advise(ctx context.Context, snap *workspace.Snapshot, path string, s settings.Settings) (*advise.Advice, error) {
	select {
	case <-h.until:
		return h.costModel.Advise(ctx, snap, path, s)
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Who asks while mappings are looked for has one action that waits for the fastest; editors
// that ask unasked have none. When all is known, the mappings are offered with their times.
func TestActionsThatAreFoundLater(t *testing.T) {
	for _, c := range []struct {
		name, text string
		line       int // of the directive
		edit       string
	}{
		{"faster", wrongWay, 7, "(BLOCK,*)"},
		{"none is faster", strings.ReplaceAll(wrongWay, "(*,BLOCK)", "(BLOCK,*)"), 7, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := held{until: make(chan struct{})}
			cl := dial(t, Options{FS: &testFS{files: map[string]string{}}, Predictor: h, AnswerWithin: time.Millisecond})
			cl.initialize(`{"textDocument":{"codeAction":{"resolveSupport":{"properties":["edit"]}},"diagnostic":{}},"workspace":{"workspaceEdit":{"documentChanges":true,"changeAnnotationSupport":{}}}}`)
			const uri = "file:///w/p.f90"
			cl.open(uri, 1, c.text)
			ask := func(trigger int) (actions []object) {
				cl.ask("textDocument/codeAction", object{"textDocument": object{"uri": uri}, "range": span(c.line-1, 3, c.line-1, 3), "context": object{"diagnostics": []object{}, "triggerKind": trigger}}, &actions)
				return actions
			}
			const invoked, automatic = 1, 2
			if got := ask(automatic); len(got) > 0 {
				t.Errorf("unasked: %v", got)
			}
			got := ask(invoked)
			if len(got) != 1 || got[0]["title"] != laterTitle {
				t.Fatalf("%v", got)
			}
			close(h.until)
			var resolved struct {
				Edit struct {
					DocumentChanges   []struct{ Edits []struct{ NewText string } }
					ChangeAnnotations map[string]struct {
						NeedsConfirmation bool
						Description       string
					}
				}
			}
			cl.ask("codeAction/resolve", got[0], &resolved)
			if c.edit == "" {
				if m := cl.expect("window/showMessage"); !strings.Contains(fmt.Sprint(m), "no mapping") && len(resolved.Edit.DocumentChanges) > 0 {
					t.Errorf("%v, %+v", m, resolved)
				}
				return
			}
			a := resolved.Edit.ChangeAnnotations[editID]
			if text := fmt.Sprint(resolved.Edit.DocumentChanges); !strings.Contains(text, c.edit) || !a.NeedsConfirmation || !strings.Contains(a.Description, "->") {
				t.Errorf("%+v", resolved)
			}
			// Known by now, it is answered at once, but on a busy machine not each time within
			// the millisecond.
			known := ask(invoked)
			for tries := 0; tries < 5000 && len(known) == 1 && known[0]["title"] == laterTitle; tries++ {
				known = ask(invoked)
			}
			for _, a := range known {
				if title := fmt.Sprint(a["title"]); title == laterTitle || !strings.Contains(title, "->") {
					t.Errorf("known by now: %s", title)
				}
			}
		})
	}
}
