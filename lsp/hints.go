package lsp

import (
	"context"
	"slices"

	"go.lsp.dev/protocol"

	"github.com/parlens/parlens/analysis/workspace"
)

// methodHints asks for hints as textDocument/inlayHint does, and for what a client
// must know that draws them itself: the version that they are for, and the statements
// that cannot be read, since what is half typed changes the numbers of other lines.
const methodHints = "parlens/hints"

type hintsParams struct {
	TextDocument protocol.TextDocumentIdentifier `json:"textDocument"` // the document
	Range        protocol.Range                  `json:"range"`        // the lines that it touches
}

type hintsResult struct {
	Version    int32                `json:"version"`    // of the text
	Hints      []protocol.InlayHint `json:"hints"`      // as of textDocument/inlayHint
	Unreadable []unreadable         `json:"unreadable"` // statements and directives that cannot be read: while they are half typed, the numbers of their units are without them; and units that have no estimate
}

// unreadable is a statement or directive that cannot be read, with the lines of
// its unit, whose numbers are without it; or a unit without numbers, by its first
// line. All lines count from 0.
type unreadable struct {
	Line    int    `json:"line"`    // its line, from 0
	First   int    `json:"first"`   // the first line of its unit
	Last    int    `json:"last"`    // the last one
	Message string `json:"message"` // what is wrong with it
}

// unread are the codes of diagnostics on text that is left out as a whole.
var unread = []string{"syntax", "not-understood", "missing-end", "directive-syntax", "unknown-directive", "spar-syntax", "spar-bracket"}

func (s *server) hints(ctx context.Context, snap *workspace.Snapshot, p *hintsParams) (*hintsResult, error) {
	page, first, last, err := s.shownPart(ctx, snap, p.TextDocument.URI, p.Range)
	if err != nil {
		return nil, err
	}
	return &hintsResult{page.file.Version, hintsOf(page, first, last), page.unreadable()}, nil
}

func (p page) unreadable() []unreadable {
	all := []unreadable{}
	for _, d := range p.report.Diagnostics {
		if !slices.Contains(unread, d.Code) {
			continue
		}
		line := p.text().LineOf(d.Span.Start)
		first, last := p.unitAt(line)
		all = append(all, unreadable{Line: line - 1, First: first - 1, Last: last - 1, Message: printable(d.Message)})
	}
	for _, u := range p.report.Units {
		if u.NoEstimate != "" && !u.Empty {
			all = append(all, unreadable{Line: u.Start - 1, First: u.Start - 1, Last: u.End - 1, Message: printable(u.NoEstimate)})
		}
	}
	return all
}

// unitAt returns the lines of the report's unit around a line, all lines where there
// is none.
func (p page) unitAt(line int) (first, last int) {
	for _, u := range p.report.Units {
		if u.Start <= line && line <= u.End {
			return u.Start, u.End
		}
	}
	return 1, p.text().Lines()
}
