package lsp

import (
	"context"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/predict"
)

// quickFixes offers what removes the diagnostics that the client shows at the
// place. Diagnostics of an older text have none: the client asks again.
func (s *server) quickFixes(ctx context.Context, snap *workspace.Snapshot, p *protocol.CodeActionParams) ([]protocol.CodeAction, error) {
	if len(p.Context.Diagnostics) == 0 {
		return nil, nil
	}
	page, err := s.part(ctx, snap, p.TextDocument.URI, around(p))
	if err != nil || !isFortran(page.file) {
		return nil, err
	}
	var actions []protocol.CodeAction
	file := outlineOf(snap, page.file)
	for _, shown := range p.Context.Diagnostics {
		d, ok := page.diagnosed(shown)
		if !ok {
			continue
		}
		for _, fix := range file.Fixes(d) {
			kind, preferred := protocol.CodeActionKindQuickFix, fix.Preferred
			actions = append(actions, protocol.CodeAction{
				Title: printable(fix.Title), Kind: &kind, Diagnostics: []protocol.Diagnostic{shown}, IsPreferred: &preferred,
				Edit: s.edit(page, p.TextDocument.URI, fix.Title, fix.Edits),
			})
		}
	}
	return actions, nil
}

// around returns the lines of the range and of the diagnostics shown in it.
func around(p *protocol.CodeActionParams) predict.Lines {
	first, last := touched(p.Range)
	for _, d := range p.Context.Diagnostics {
		from, to := touched(d.Range)
		first, last = min(first, from), max(last, to)
	}
	return predict.Lines{First: first, Last: last}
}

// diagnosed returns the diagnostic of the page that the client shows: the one
// that its data names, or of its code and place where a client drops the data.
func (p page) diagnosed(shown protocol.Diagnostic) (source.Diagnostic, bool) {
	data, err := decode[diagnosticData](jsonrpc2.RawMessage(shown.Data))
	for _, d := range p.report.Diagnostics {
		same := err == nil && data.Code == d.Code && data.Start == d.Span.Start && data.End == d.Span.End
		if len(shown.Data) == 0 {
			same = shown.Code == protocol.String(d.Code) && shown.Range == p.encoding.rangeOf(p.text(), d.Span)
		}
		if same {
			return d, true
		}
	}
	return source.Diagnostic{}, false
}
