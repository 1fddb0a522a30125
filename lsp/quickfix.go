package lsp

import (
	"context"
	"path/filepath"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/evaluate"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/costmodel/spar"
)

// quickFixes offers what removes the diagnostics that the client shows at the
// place. Diagnostics of an older text have none: the client asks again.
func (s *server) quickFixes(ctx context.Context, snap *workspace.Snapshot, p *protocol.CodeActionParams) ([]protocol.CodeAction, error) {
	if len(p.Context.Diagnostics) == 0 {
		return nil, nil
	}
	page, err := s.part(ctx, snap, p.TextDocument.URI, around(p))
	if err != nil || languageOf(page.file).fixes == nil {
		return nil, err
	}
	var actions []protocol.CodeAction
	config, configured := page.config()
	for _, shown := range p.Context.Diagnostics {
		if shown.Code == protocol.String(slowerMapping) || shown.Code == protocol.String(slowerLoop) {
			actions = append(actions, s.slowerFixes(page, p, shown)...)
		}
		d, ok := page.diagnosed(shown)
		if !ok {
			continue
		}
		here := languageOf(page.file).fixes(page, d)
		actions = append(actions, s.fixActions(page, p.TextDocument.URI, shown, here)...)
		if configured {
			there := settings.ConfigFix(config.text(), d)
			actions = append(actions, s.fixActions(config, s.locationIn(config.file.Path, config.text(), source.Span{}).URI, shown, there)...)
		}
	}
	return actions, nil
}

func sparFixes(p page, d source.Diagnostic) []source.Fix {
	tree := p.snap.Spar(p.file)
	return append(tree.Fixes(d), spar.Fixes(tree, d)...)
}

func fortranFixes(p page, d source.Diagnostic) []source.Fix {
	return append(outlineOf(p.snap, p.file).Fixes(d), evaluate.Fixes(p.text(), d)...)
}

// fixActions offers fixes, which edit the page, of the diagnostic shown.
func (s *server) fixActions(p page, u uri.URI, shown protocol.Diagnostic, fixes []source.Fix) []protocol.CodeAction {
	var actions []protocol.CodeAction
	for _, fix := range fixes {
		kind, preferred := protocol.CodeActionKindQuickFix, fix.Preferred
		actions = append(actions, protocol.CodeAction{
			Title: printable(fix.Title), Kind: &kind, Diagnostics: []protocol.Diagnostic{shown}, IsPreferred: &preferred,
			Edit: s.edit(p, u, fix.Title, fix.Edits),
		})
	}
	return actions
}

// config returns the parlens.toml that holds for the document.
func (p page) config() (page, bool) {
	if !filepath.IsAbs(p.file.Path) {
		return page{}, false
	}
	_, path, _ := settings.FindConfig(p.file.Path, p.snap.Read)
	if path == "" {
		return page{}, false
	}
	file, err := p.snap.File(path)
	return page{snap: p.snap, file: file, encoding: p.encoding}, err == nil
}

// around returns the lines of the range and of the diagnostics shown in it.
func around(p *protocol.CodeActionParams) report.Lines {
	first, last := touched(p.Range)
	for _, d := range p.Context.Diagnostics {
		from, to := touched(d.Range)
		first, last = min(first, from), max(last, to)
	}
	return report.Lines{First: first, Last: last}
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
