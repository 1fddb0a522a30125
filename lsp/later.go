package lsp

import (
	"context"
	"time"

	"go.lsp.dev/protocol"
	"go.uber.org/zap"

	"github.com/parlens/parlens/analysis/memo"
)

// Who asks for code actions is answered soon. What has not been found by then is worked
// out for the next question, and an action stands for it that waits when it is chosen.

// waits is for how long a request waits for what is not known yet.
type waits struct {
	context.Context
	meanwhile bool // it is worked out all the same, until the text changes
	later     bool // an action stands for it
}

// waits is how those wait who ask for code actions: not at all where an editor asks at every
// move of the cursor, to the end where it compares mappings or could not choose an action
// without its edit.
func (s *server) waits(ctx context.Context, asked protocol.CodeActionContext) (w waits, done func()) {
	switch {
	case asked.TriggerKind == protocol.CodeActionTriggerKindAutomatic:
		return noWait(ctx), func() {}
	case s.answersLater() && !compares(asked.Only):
		some, end := context.WithTimeout(ctx, s.opts.AnswerWithin)
		return waits{some, true, true}, end
	}
	return waits{Context: ctx}, func() {}
}

func noWait(ctx context.Context) waits {
	ended, end := context.WithCancel(ctx)
	end()
	return waits{Context: ended, meanwhile: true}
}

// over reports whether an error is that the wait is over.
func (w waits) over(err error) bool { return err != nil && w.meanwhile && w.Err() != nil }

func (s *server) answersLater() bool { return s.peer.ResolveEdit && s.opts.AnswerWithin > 0 }

// await loads what has a key in the memo of a page, as long as the wait lasts.
func await[K comparable, V any](w waits, s *server, p page, key K, load func(context.Context) (V, error)) (none V, err error) {
	if found, known := memo.Known[K, V](p.snap.Memo(), key); known {
		return found, nil
	}
	if w.meanwhile {
		s.mu.Lock()
		untilEdit := s.untilEdit
		s.mu.Unlock()
		go func() {
			defer s.survive("what was asked for")
			_, _ = load(untilEdit) // an error comes again when it is asked for
		}()
	}
	if err := w.Err(); err != nil {
		return none, err
	}
	return load(w)
}

// laterTitle is that of the action for mappings that have not been found yet.
const laterTitle = "Find a faster mapping"

// later is the action that makes the fastest mapping once it is found.
func (s *server) later(p page, params *protocol.CodeActionParams, line int) protocol.CodeAction {
	kind := protocol.CodeActionKindRefactorRewrite
	data := actionData{URI: params.TextDocument.URI, Version: p.file.Version, Line: line, Later: true}
	return protocol.CodeAction{Title: laterTitle, Kind: &kind, Data: mustMarshal(data)}
}

// resolveLater waits for the mappings, and adds the edit of the fastest one of the program,
// or else of the line. The title does not tell what it gains: the client is asked to show
// the edit first.
func (s *server) resolveLater(ctx context.Context, p page, data *actionData, action *protocol.CodeAction) (*protocol.CodeAction, error) {
	if _, err := s.advice(ctx, p); err != nil {
		return nil, err
	}
	if _, x := p.best(); x != nil {
		action.Edit = confirmed(s.proposalEdit(p, *x))
		return action, nil
	}
	options, err := s.options(ctx, p, data.Line)
	if err != nil {
		return nil, err
	}
	for _, o := range options {
		if o.Gains() && !o.Tie {
			action.Edit = confirmed(s.edit(p, data.URI, o.Title(), o.Edits))
			return action, nil
		}
	}
	s.tell("no mapping was found that is faster than the present one")
	return action, nil
}

// confirmed asks the client to show an edit before it is made.
func confirmed(e *protocol.WorkspaceEdit) *protocol.WorkspaceEdit {
	if e == nil {
		return nil
	}
	yes := true
	for id, a := range e.ChangeAnnotations {
		a.NeedsConfirmation = &yes
		e.ChangeAnnotations[id] = a
	}
	return e
}

// tell shows the reader a message.
func (s *server) tell(message string) {
	if err := s.client.ShowMessage(s.ctx, &protocol.ShowMessageParams{Type: protocol.MessageTypeInfo, Message: message}); err != nil {
		s.log.Info("message not shown", zap.Error(err))
	}
}

// AnswerWithin is for how long an editor's reader waits for code actions without noticing.
const AnswerWithin = 60 * time.Millisecond
