package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/report"
)

func (s *server) codeLens(ctx context.Context, snap *workspace.Snapshot, p *protocol.CodeLensParams) ([]protocol.CodeLens, error) {
	page, err := s.soon(ctx, snap, p.TextDocument.URI, report.AllLines)
	if err != nil {
		return nil, err
	}
	s.committed.want(page)
	s.refresher.shown(page, true)
	s.adviseAtRest(page)
	lenses := []protocol.CodeLens{}
	if !page.display.Lenses {
		return lenses, nil
	}
	for _, l := range page.lenses() {
		if l.Line <= page.text().Lines() {
			lenses = append(lenses, protocol.CodeLens{Range: page.line(l.Line), Command: protocol.Command{Title: printable(l.Title)}})
		}
	}
	lenses = append(lenses, page.mappingLenses()...)
	return append(lenses, s.readingLenses(page, p.TextDocument.URI)...), nil
}
