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
	"github.com/parlens/parlens/analysis/source"
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
		actions = append(actions, rewrites...)
		dealt, err := s.mappingActions(ctx, snap, p)
		if err != nil {
			return nil, err
		}
		actions = append(actions, dealt...)
	}
	return actions, nil
}

// rewrites offers other mappings for the directives in a range.
func (s *server) rewrites(ctx context.Context, snap *workspace.Snapshot, p *protocol.CodeActionParams) ([]protocol.CodeAction, error) {
	var actions []protocol.CodeAction
	s.awaitSettings(ctx)
	page, err := s.document(snap, pathOf(p.TextDocument.URI))
	if err != nil || !languageOf(page.file).mapped {
		return nil, err
	}
	find := s.options
	if p.Context.TriggerKind == protocol.CodeActionTriggerKindAutomatic {
		find = s.optionsKnown
	}
	first, last := touched(p.Range)
	for line := first; line <= min(last, first+maxActionLines, page.text().Lines()); line++ {
		options, err := find(ctx, page, line)
		if err != nil {
			return nil, err
		}
		for _, o := range options {
			actions = append(actions, s.action(page, p.TextDocument.URI, line, o))
		}
	}
	return actions, nil
}

// wanted reports whether the client asks for actions of the kind: it names the
// kind itself or one above it, or nothing.
func wanted(only []protocol.CodeActionKind, kind protocol.CodeActionKind) bool {
	return len(only) == 0 || slices.ContainsFunc(only, func(k protocol.CodeActionKind) bool {
		return k == kind || k == "" || strings.HasPrefix(string(kind), string(k)+".")
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

// editID names the annotation of an edit: there is one per action.
const editID = "parlens"

// edit converts edits of the file, with the version that they are for where
// the client checks it, and what they are for where it shows it.
func (s *server) edit(p page, u uri.URI, title string, edits []source.Edit) *protocol.WorkspaceEdit {
	var plain []protocol.TextEdit
	var elements []protocol.TextDocumentEditElement
	for _, e := range edits {
		edit := protocol.TextEdit{Range: p.encoding.rangeOf(p.text(), e.Span), NewText: e.New}
		plain = append(plain, edit)
		if s.peer.Annotations {
			elements = append(elements, &protocol.AnnotatedTextEdit{TextEdit: edit, AnnotationID: editID})
		} else {
			elements = append(elements, &edit)
		}
	}
	if !s.peer.VersionedEdits {
		return &protocol.WorkspaceEdit{Changes: map[uri.URI][]protocol.TextEdit{u: plain}}
	}
	document := protocol.OptionalVersionedTextDocumentIdentifier{TextDocumentIdentifier: protocol.TextDocumentIdentifier{URI: u}}
	if p.file.Open {
		document.Version = &p.file.Version
	}
	out := &protocol.WorkspaceEdit{DocumentChanges: []protocol.DocumentChange{&protocol.TextDocumentEdit{TextDocument: document, Edits: elements}}}
	if s.peer.Annotations {
		out.ChangeAnnotations = map[protocol.ChangeAnnotationIdentifier]protocol.ChangeAnnotation{editID: annotation(title)}
	}
	return out
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
