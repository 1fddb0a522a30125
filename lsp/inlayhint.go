package lsp

import (
	"cmp"
	"context"
	"slices"

	"go.lsp.dev/protocol"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/lsp/render"
)

// maxHints is the most hints of one answer: some editors ask for the whole
// file, and drawing thousands makes them slow.
const maxHints = 500

func (s *server) inlayHint(ctx context.Context, snap *workspace.Snapshot, p *protocol.InlayHintParams) ([]protocol.InlayHint, error) {
	first, last := touched(p.Range)
	page, err := s.part(ctx, snap, p.TextDocument.URI, report.Lines{First: first, Last: last})
	if err != nil {
		return nil, err
	}
	s.refresher.shown(page, false)
	hints := []protocol.InlayHint{}
	if !page.display.Hints {
		return hints, nil
	}
	all := render.Hints(page.report, page.display.Threshold, first, last)
	for _, h := range page.hints {
		if first <= h.Line && h.Line <= last {
			all = append(all, h)
		}
	}
	for _, h := range costliest(all, maxHints) {
		if h.Line > page.text().Lines() {
			continue
		}
		hints = append(hints, protocol.InlayHint{
			Position:    page.lineEnd(h.Line),
			Label:       protocol.String(printable(h.Label)),
			Tooltip:     protocol.String(printable(h.Tooltip)),
			PaddingLeft: ptr(true),
		})
	}
	return hints, nil
}

// touched returns the lines (from 1) that a range touches. A range that ends
// at the beginning of a line does not touch it.
func touched(r protocol.Range) (first, last int) {
	first, last = int(r.Start.Line)+1, int(r.End.Line)+1
	if r.End.Character == 0 && last > first {
		last--
	}
	return first, last
}

// costliest returns the n costliest hints in their order; of equal ones the
// first.
func costliest(hints []render.Hint, n int) []render.Hint {
	if len(hints) <= n {
		return hints
	}
	byCost := slices.Clone(hints)
	slices.SortStableFunc(byCost, func(a, b render.Hint) int { return cmp.Compare(b.Cost, a.Cost) })
	byCost = byCost[:n]
	slices.SortStableFunc(byCost, func(a, b render.Hint) int { return cmp.Compare(a.Line, b.Line) })
	return byCost
}
