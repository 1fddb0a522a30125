package lsp

import (
	"context"
	"fmt"

	"go.lsp.dev/protocol"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/lsp/render"
)

// methodStatus asks for one line about a document, for a status bar.
const methodStatus = "parlens/status"

type statusParams struct {
	TextDocument protocol.TextDocumentIdentifier `json:"textDocument"`
}

type statusResult struct {
	Machine    string  `json:"machine"`
	Processors []int   `json:"processors"`
	Unit       string  `json:"unit"`
	Time       float64 `json:"time_s"`
	Text       string  `json:"text"`
}

func (s *server) status(ctx context.Context, snap *workspace.Snapshot, p *statusParams) (*statusResult, error) {
	page, err := s.page(ctx, snap, p.TextDocument.URI)
	if err != nil {
		return &statusResult{Text: "no estimate: " + err.Error()}, nil
	}
	return languageOf(page.file).status(s, page), nil
}

func (s *server) reportStatus(p page) *statusResult {
	status := statusResult(render.StatusOf(p.report))
	status.Text = printable(status.Text)
	if p.cut() {
		status.Text += fmt.Sprintf(" (lines 1 to %d)", p.lines.Last)
	}
	return &status
}
