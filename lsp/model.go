package lsp

import (
	"context"
	"fmt"
	"path/filepath"

	"github.com/parlens/parlens/analysis/workspace"
)

// methodModel asks for the PAMELA model of a Spar program.
const methodModel = "parlens/model"

type modelResult struct {
	Version int32  `json:"version"` // of the document that the model is of
	Text    string `json:"text"`    // the model, as `parlens model` prints it
}

func (s *server) model(ctx context.Context, snap *workspace.Snapshot, q *query) (*modelResult, error) {
	s.awaitSettings(ctx)
	p, err := s.document(snap, pathOf(q.TextDocument.URI))
	if err != nil {
		return nil, err
	}
	model := languageOf(p.file).model
	if model == nil {
		return nil, fmt.Errorf("%s is no Spar program: PAMELA models are made of those; of others there is a graph", filepath.Base(p.file.Path))
	}
	a := &queried{page: p}
	if err := a.choose(*q); err != nil {
		return nil, err
	}
	m, err := model(snap, a.file, a.settings)
	if err != nil {
		return nil, err
	}
	return &modelResult{p.file.Version, printable(m.Print(a.settings, nil).String())}, nil
}
