package lsp

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"github.com/parlens/parlens/advise"
	"github.com/parlens/parlens/advise/plan"
	"github.com/parlens/parlens/analysis/memo"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/settings"
)

// optionsKey names the options of a line: everything that they depend on.
type optionsKey struct {
	reportKey
	line int
}

// options returns the mappings to try on a line. Requests for the same
// snapshot share one computation.
func (s *server) options(ctx context.Context, p page, line int) ([]advise.Option, error) {
	return memo.LoadFrom(ctx, p.snap.Memo(), optionsKey{p.key(), line}, served{s, p}, optionsKey.options)
}

func (k optionsKey) options(ctx context.Context, p served) ([]advise.Option, error) {
	defer p.server.working("trying other mappings")()
	return p.server.opts.Predictor.Options(ctx, p.snap, k.path, k.line, p.settings)
}

// Adviser is a Predictor that finds mappings of whole programs.
type Adviser interface {
	// Advise returns mappings that are faster; see advise.Advise.
	Advise(ctx context.Context, snap *workspace.Snapshot, path string, s settings.Settings) (*advise.Advice, error)
}

// adviceKey names the mappings of a program.
type adviceKey struct{ reportKey }

func (k adviceKey) advise(ctx context.Context, p served) (*advise.Advice, error) {
	adviser, is := p.server.opts.Predictor.(Adviser)
	if !is || !languageOf(p.file).explained {
		return &advise.Advice{}, nil
	}
	defer p.server.working("looking for faster mappings of " + filepath.Base(k.path))()
	a, err := adviser.Advise(ctx, p.snap, k.path, p.settings)
	if err != nil && ctx.Err() == nil {
		return &advise.Advice{}, nil // there is nothing to compare with
	}
	return a, err
}

// advice returns the mappings of a program. Requests for the same snapshot share one search.
func (s *server) advice(ctx context.Context, p page) (*advise.Advice, error) {
	return memo.LoadFrom(ctx, p.snap.Memo(), adviceKey{p.key()}, served{s, p}, adviceKey.advise)
}

// proposals offers faster mappings of the whole program on lines that they are about:
// directives, declarations of arrays, headings, loops and lines that take time. Beside
// them are the texts that they make of the page.
// Late says that they are not known yet; for those of a long file only an action waits
// that comes without its edit.
func (s *server) proposals(w waits, p page, params *protocol.CodeActionParams, line int) (out []protocol.CodeAction, made map[string]bool, late bool) {
	made = map[string]bool{}
	if !w.meanwhile && p.text().Lines() > shortFile {
		w = noWait(w)
	}
	a, err := await(w, s, p, adviceKey{p.key()}, func(ctx context.Context) (*advise.Advice, error) { return s.advice(ctx, p) })
	if err != nil {
		return nil, made, w.over(err)
	}
	for i, x := range a.Faster() {
		if !a.Concerns(x, p.file.Path, line) && (i > 0 || !a.Costly(p.file.Path, line)) {
			continue
		}
		out = append(out, s.proposal(p, params, line, x))
		if len(x.Changes) == 1 && x.Changes[0].Path == p.file.Path {
			made[textOf(p.text(), x.Changes[0].Edits)] = true
		}
	}
	for _, x := range a.Loops {
		if a.Concerns(x, p.file.Path, line) {
			out = append(out, s.proposal(p, params, line, x))
		}
	}
	return out, made, false
}

// textOf is what edits make of a text, "" where they do not fit it.
func textOf(text *source.Text, edits []source.Edit) string {
	after, err := text.Apply(edits...)
	if err != nil {
		return ""
	}
	return after.String()
}

// proposal is the action that makes a mapping, with its edit where the client cannot ask
// for it later.
func (s *server) proposal(p page, params *protocol.CodeActionParams, line int, x advise.Proposal) protocol.CodeAction {
	kind := protocol.CodeActionKindRefactorRewrite
	action := protocol.CodeAction{Title: printable(x.Title()), Kind: &kind}
	if s.peer.ResolveEdit {
		action.Data = mustMarshal(actionData{URI: params.TextDocument.URI, Version: p.file.Version, Line: line, Label: x.Label, Whole: true})
	} else {
		action.Edit = s.proposalEdit(p, x)
	}
	return action
}

// resolveProposal adds the edit of a mapping of the whole program.
func (s *server) resolveProposal(ctx context.Context, p page, data *actionData, action *protocol.CodeAction) (*protocol.CodeAction, error) {
	a, err := s.advice(ctx, p)
	if err != nil {
		return nil, err
	}
	for _, x := range slices.Concat(a.Proposals, a.Loops) {
		if x.Label == data.Label {
			action.Edit = s.proposalEdit(p, x)
			return action, nil
		}
	}
	return nil, fmt.Errorf("%w: no mapping %q", jsonrpc2.ErrInvalidParams, data.Label)
}

func (s *server) proposalEdit(p page, x advise.Proposal) *protocol.WorkspaceEdit {
	return s.changesEdit(p, x.Title(), x.Changes)
}

// changesEdit changes all files that a mapping is written in.
func (s *server) changesEdit(p page, title string, changes []plan.Change) *protocol.WorkspaceEdit {
	var files []fileEdits
	for _, c := range changes {
		of := p
		if c.Path != p.file.Path {
			file, err := p.snap.File(c.Path)
			if err != nil {
				return nil
			}
			of.file = file
		}
		files = append(files, fileEdits{of, s.locationIn(of.file.Path, of.text(), source.Span{}).URI, c.Edits})
	}
	return s.edits(title, files)
}

// edited stops the work that was only worth doing for the text before.
func (s *server) edited() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stopIdle()
	s.untilEdit, s.stopIdle = context.WithCancel(s.ctx)
}
