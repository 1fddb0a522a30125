package lsp

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/parlens/parlens/advise"
	"github.com/parlens/parlens/analysis/workspace"
)

// maxActionLines is the most lines of a selection that are searched for
// directives.
const maxActionLines = 50

// actionData is what a code action carries until it is resolved.
type actionData struct {
	URI     uri.URI `json:"uri"`
	Version int32   `json:"version"`
	Line    int     `json:"line"`
	Label   string  `json:"label"`
	Whole   bool    `json:"whole,omitempty"` // a mapping of the whole program
	Later   bool    `json:"later,omitempty"` // the fastest mapping, which was not known yet
}

func (s *server) codeAction(ctx context.Context, snap *workspace.Snapshot, p *protocol.CodeActionParams) ([]protocol.CodeAction, error) {
	actions := []protocol.CodeAction{}
	if wanted(p.Context.Only, protocol.CodeActionKindQuickFix) {
		fixes, err := s.quickFixes(ctx, snap, p)
		if err != nil {
			return nil, err
		}
		actions = append(actions, fixes...)
	}
	if wanted(p.Context.Only, protocol.CodeActionKindRefactorRewrite) {
		rewrites, err := s.rewrites(ctx, snap, p)
		if err != nil {
			return nil, err
		}
		actions = append(actions, besides(rewrites, actions)...)
		dealt, err := s.mappingActions(ctx, snap, p)
		if err != nil {
			return nil, err
		}
		actions = append(actions, dealt...)
	}
	return actions, nil
}

// besides are the actions whose titles are not among the others': a faster mapping that
// removes a diagnostic is a rewrite of its directive too, and is offered once.
func besides(actions, others []protocol.CodeAction) []protocol.CodeAction {
	return slices.DeleteFunc(actions, func(a protocol.CodeAction) bool {
		return slices.ContainsFunc(others, func(o protocol.CodeAction) bool { return o.Title == a.Title })
	})
}

// rewrites offers other mappings for the directives in a range.
func (s *server) rewrites(ctx context.Context, snap *workspace.Snapshot, p *protocol.CodeActionParams) ([]protocol.CodeAction, error) {
	s.awaitSettings(ctx)
	page, err := s.document(snap, pathOf(p.TextDocument.URI))
	if err != nil || !languageOf(page.file).mapped {
		return nil, err
	}
	w, done := s.waits(ctx, p.Context)
	defer done()
	first, last := touched(p.Range)
	actions, made, late := s.proposals(w, page, p, first)
	for line := first; line <= min(last, first+maxActionLines, page.text().Lines()); line++ {
		options, err := await(w, s, page, optionsKey{page.key(), line}, func(ctx context.Context) ([]advise.Option, error) { return s.options(ctx, page, line) })
		if w.over(err) {
			late = true
		} else if err != nil {
			return nil, err
		}
		for _, o := range options {
			if (o.Gains() || compares(p.Context.Only)) && !made[textOf(page.text(), o.Edits)] {
				actions = append(actions, s.action(page, p.TextDocument.URI, line, o))
			}
		}
	}
	if late && w.later {
		actions = append(actions, s.later(page, p, first))
	}
	return actions, ctx.Err()
}

// allMappings is the kind of what is offered to compare, slower mappings included: a
// client that wants them names it.
const allMappings = protocol.CodeActionKindRefactorRewrite + ".mappings"

func compares(only []protocol.CodeActionKind) bool { return slices.Contains(only, allMappings) }

// wanted reports whether the client asks for actions of the kind: it names the
// kind itself or one above it, or nothing.
func wanted(only []protocol.CodeActionKind, kind protocol.CodeActionKind) bool {
	return len(only) == 0 || slices.ContainsFunc(only, func(k protocol.CodeActionKind) bool {
		return k == kind || k == "" || k == allMappings && kind == protocol.CodeActionKindRefactorRewrite || strings.HasPrefix(string(kind), string(k)+".")
	})
}

// action offers one option, with its edit where the client cannot ask for it
// later.
func (s *server) action(page page, u uri.URI, line int, o advise.Option) protocol.CodeAction {
	kind := protocol.CodeActionKindRefactorRewrite
	action := protocol.CodeAction{Title: o.Title(), Kind: &kind}
	if s.peer.ResolveEdit {
		action.Data = mustMarshal(actionData{URI: u, Version: page.file.Version, Line: line, Label: o.Label})
	} else {
		action.Edit = s.edit(page, u, o.Title(), o.Edits)
	}
	return action
}

// codeActionResolve adds the edit to an action that was offered without. The
// edit is for the text that the action was offered for: for another one it is
// refused, and the client asks again.
func (s *server) codeActionResolve(ctx context.Context, snap *workspace.Snapshot, action *protocol.CodeAction) (*protocol.CodeAction, error) {
	data, err := decode[actionData](jsonrpc2.RawMessage(action.Data))
	if err != nil {
		return nil, err
	}
	s.awaitSettings(ctx)
	page, err := s.document(snap, pathOf(data.URI))
	if err != nil {
		return nil, err
	}
	if page.file.Version != data.Version {
		return nil, protocol.ErrContentModified
	}
	switch {
	case data.Whole:
		return s.resolveProposal(ctx, page, data, action)
	case data.Later:
		return s.resolveLater(ctx, page, data, action)
	}
	options, err := s.options(ctx, page, data.Line)
	if err != nil {
		return nil, err
	}
	for _, o := range options {
		if o.Label == data.Label {
			action.Edit = s.edit(page, data.URI, o.Title(), o.Edits)
			return action, nil
		}
	}
	return nil, fmt.Errorf("%w: no option %q on line %d", jsonrpc2.ErrInvalidParams, data.Label, data.Line)
}

// annotation says what an edit does, and what it gains where the title tells.
func annotation(title string) protocol.ChangeAnnotation {
	label, gain, told := strings.Cut(printable(title), ": ")
	out := protocol.ChangeAnnotation{Label: label}
	if told {
		out.Description = &gain
	}
	return out
}
