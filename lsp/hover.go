package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/lsp/render"
)

func (s *server) hover(ctx context.Context, snap *workspace.Snapshot, p *protocol.HoverParams) (*protocol.Hover, error) {
	page, err := s.page(ctx, snap, p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	line := int(p.Position.Line) + 1
	text := render.Hover(page.report, line, page.text().Line(line))
	if text == "" || line > page.text().Lines() {
		return nil, nil
	}
	kind := protocol.MarkupKindMarkdown
	if !s.peer.Markdown {
		kind = protocol.MarkupKindPlainText
	}
	where := page.line(line)
	return &protocol.Hover{Contents: &protocol.MarkupContent{Kind: kind, Value: printable(text)}, Range: &where}, nil
}
