package lsp

import (
	"context"
	"fmt"

	"go.lsp.dev/protocol"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/render"
)

// methodStatus asks for one line about a document, for a status bar.
const methodStatus = "parlens/status"

type statusParams struct {
	TextDocument protocol.TextDocumentIdentifier `json:"textDocument"` // the document
}

type statusResult struct {
	Machine    string  `json:"machine"`    // name of the machine
	Processors []int   `json:"processors"` // extents of the arrangement of processors
	Unit       string  `json:"unit"`       // the main program, else the first unit with an estimate
	Time       float64 `json:"time_s"`     // seconds: of the unit; 0 without an estimate
	Text       string  `json:"text"`       // what a status bar shows, or why there is no estimate
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
