package lsp

import (
	"context"
	"path/filepath"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/predict"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/render"
)

// methodProfile asks for the profile of the lines that a range touches, as text
// that the client shows.
const methodProfile = "parlens/profile"

type profileParams struct {
	TextDocument protocol.TextDocumentIdentifier `json:"textDocument"` // the document
	Range        protocol.Range                  `json:"range"`        // the lines that it touches
}

type profileResult struct {
	Text string `json:"text"` // a table of own and cumulative times; "" for what is no Fortran
}

func (s *server) profile(ctx context.Context, snap *workspace.Snapshot, p *profileParams) (*profileResult, error) {
	s.awaitSettings(ctx)
	page, err := s.document(snap, pathOf(p.TextDocument.URI))
	if err != nil || !languageOf(page.file).explained {
		return &profileResult{}, err
	}
	first, last := touched(p.Range)
	list, err := predict.Profiles(ctx, page.snap, page.file.Path, "", report.Lines{First: first, Last: last}, page.settings)
	if err != nil {
		return nil, err
	}
	var parts []string
	for _, x := range list {
		parts = append(parts, render.Profile(filepath.Base(page.file.Path), x))
	}
	if len(parts) == 0 {
		return &profileResult{Text: "no program unit has these lines\n"}, nil
	}
	return &profileResult{Text: strings.Join(parts, "\n")}, nil
}
