package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"github.com/parlens/parlens/analysis/workspace"
)

func (s *server) foldingRange(_ context.Context, snap *workspace.Snapshot, p *protocol.FoldingRangeParams) ([]protocol.FoldingRange, error) {
	if l := s.sparDocument(snap, p.TextDocument.URI); l != nil {
		return l.folds(), nil
	}
	ranges := []protocol.FoldingRange{}
	k, err := s.outlineFor(snap, p.TextDocument.URI)
	if err != nil || k == nil {
		return ranges, err
	}
	for _, f := range k.Folds() {
		r := protocol.FoldingRange{StartLine: uint32(f.First - 1), EndLine: uint32(f.Last - 1)}
		if f.Comment {
			r.Kind = protocol.FoldingRangeKindComment
		}
		ranges = append(ranges, r)
	}
	return ranges, nil
}
