package lsp

import (
	"cmp"
	"context"
	"slices"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/render"
)

// maxHints is the most hints of one answer: some editors ask for the whole
// file, and drawing thousands makes them slow.
const maxHints = 500

func (s *server) inlayHint(ctx context.Context, snap *workspace.Snapshot, p *protocol.InlayHintParams) ([]protocol.InlayHint, error) {
	page, first, last, err := s.shownPart(ctx, snap, p.TextDocument.URI, p.Range)
	if err != nil {
		return nil, err
	}
	return hintsOf(page, first, last), nil
}

// shownPart returns the document with a report on the lines (from 1) that a range
// touches, which the client is about to show.
func (s *server) shownPart(ctx context.Context, snap *workspace.Snapshot, u uri.URI, r protocol.Range) (p page, first, last int, err error) {
	first, last = touched(r)
	p, err = s.soon(ctx, snap, u, report.Lines{First: first, Last: last})
	if err == nil {
		s.refresher.shown(p, false)
	}
	return p, first, last, err
}

// hintData is what a hint says for a client that draws it itself.
type hintData struct {
	Seconds float64 `json:"seconds"` // of the line
	Share   float64 `json:"share"`   // of the unit's time
	Kind    string  `json:"kind"`    // one of render.HintKinds, or "" in a model
	Part    float64 `json:"part"`    // share of that kind in the line's time
}

func hintsOf(page page, first, last int) []protocol.InlayHint {
	hints := []protocol.InlayHint{}
	if !page.display.Hints {
		return hints
	}
	all := render.Hints(page.report, page.timed(), page.display.Filter, first, last)
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
			Data:        mustMarshal(hintData{render.Finite(h.Cost), h.Share, h.Kind, h.Part}),
		})
	}
	return hints
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
