package lsp

import (
	"context"
	"slices"
	"strings"
	"unicode"

	"go.lsp.dev/protocol"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/report"
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
	Unreadable []unreadable         `json:"unreadable"` // statements and directives that cannot be read: while they are half typed, the numbers of their units, and of units that call these or are called, are without them; and units that have no estimate
}

// unreadable is a statement or directive that cannot be read, with the lines of a
// unit whose numbers are without it: its own, or one that has to do with that; or a unit
// without numbers, by its first line. All lines count from 0.
type unreadable struct {
	Line    int    `json:"line"`    // its line, from 0
	First   int    `json:"first"`   // the first line of the unit
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
	all, calls := []unreadable{}, p.calls()
	for _, d := range p.report.Diagnostics {
		if !slices.Contains(unread, d.Code) {
			continue
		}
		line := p.text().LineOf(d.Span.Start)
		add := func(first, last int) {
			all = append(all, unreadable{Line: line - 1, First: first - 1, Last: last - 1, Message: printable(d.Message)})
		}
		unit := p.unitAt(line)
		if unit == nil {
			add(1, p.text().Lines())
			continue
		}
		for _, u := range p.concerned(unit, p.text().Line(line), calls) {
			add(u.Start, u.End)
		}
	}
	for _, u := range p.report.Units {
		if u.NoEstimate != "" && !u.Empty {
			all = append(all, unreadable{Line: u.Start - 1, First: u.Start - 1, Last: u.End - 1, Message: printable(u.NoEstimate)})
		}
	}
	return all
}

// unitAt returns the report's unit that a line belongs to, the innermost one; nil for none.
func (p page) unitAt(line int) (found *report.Unit) {
	for _, u := range p.report.Units {
		if u.Start <= line && line <= u.End && (found == nil || u.Start >= found.Start) {
			found = u
		}
	}
	return found
}

// concerned are the units whose numbers may be others when a statement of a unit is: the
// unit, those that call it or that it calls, or that the statement names, and so on, since
// a callee has sizes and mappings from its callers; of a module, whose constants anybody
// may use, all.
func (p page) concerned(unit *report.Unit, statement string, calls map[*report.Unit][]*report.Unit) []*report.Unit {
	out, seen := []*report.Unit{unit}, map[*report.Unit]bool{unit: true}
	add := func(u *report.Unit) {
		if !seen[u] {
			seen[u] = true
			out = append(out, u)
		}
	}
	words := strings.FieldsFunc(strings.ToLower(statement), noLetter)
	for _, u := range p.report.Units {
		if unit.Kind == "module" || slices.Contains(words, strings.ToLower(u.Name)) {
			add(u)
		}
	}
	for i := 0; i < len(out); i++ {
		for _, u := range calls[out[i]] {
			add(u)
		}
	}
	return out
}

// calls are the units that call each other, in both directions.
func (p page) calls() map[*report.Unit][]*report.Unit {
	out := map[*report.Unit][]*report.Unit{}
	for _, u := range p.report.Units {
		for _, c := range u.Callers {
			if from := p.unitAt(c.Line); c.File == "" && from != nil {
				out[u], out[from] = append(out[u], from), append(out[from], u)
			}
		}
	}
	return out
}

// noLetter reports whether a rune is in no name.
func noLetter(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }
