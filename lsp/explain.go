package lsp

import (
	"context"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/parlens/parlens/analysis/explain"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/render"
)

// methodReading asks for the SPMD reading of a document: its text with what the
// compiler inserts. The client shows it as a document of its own.
const methodReading = "parlens/spmdReading"

// readingCommand is the client's command that asks for the reading and shows it.
// Its argument is the document. A client that has it says so by the experimental
// capability {"parlens": {"reading": true}}.
const readingCommand = "parlens.showReading"

type readingParams struct {
	TextDocument protocol.TextDocumentIdentifier `json:"textDocument"` // the document
}

type readingResult struct {
	Text string `json:"text"` // the program with what the compiler inserts; "" for what is no Fortran
}

// own is what a client can do for this server in particular.
type own struct {
	Reading bool `json:"reading"`
	Folds   bool `json:"folds"`
}

func hasOwn(experimental jsontext.Value) own {
	var all struct {
		Parlens own `json:"parlens"`
	}
	if len(experimental) == 0 || json.Unmarshal(experimental, &all) != nil {
		return own{}
	}
	return all.Parlens
}

func (s *server) reading(ctx context.Context, snap *workspace.Snapshot, p *readingParams) (*readingResult, error) {
	s.awaitSettings(ctx)
	page, err := s.document(snap, pathOf(p.TextDocument.URI))
	if err != nil || !languageOf(page.file).explained {
		return &readingResult{}, err
	}
	x, err := s.opts.Predictor.Explain(ctx, snap, page.file.Path, report.AllLines, page.settings)
	if err != nil {
		return nil, err
	}
	return &readingResult{Text: explain.Reading(page.text(), x.Units)}, nil
}

// readingLenses offer the reading above every unit in which something is
// mapped.
func (s *server) readingLenses(p page, document uri.URI) []protocol.CodeLens {
	if !s.peer.Reading || p.report == nil {
		return nil
	}
	argument, err := json.Marshal(string(document))
	if err != nil {
		return nil
	}
	var lenses []protocol.CodeLens
	for _, u := range p.report.Units {
		if len(u.Mappings) > 0 && u.Start <= p.text().Lines() {
			lenses = append(lenses, protocol.CodeLens{Range: p.line(u.Start), Command: protocol.Command{
				Title: "show SPMD reading", Command: readingCommand, Arguments: []protocol.LSPAny{argument},
			}})
		}
	}
	return lenses
}

// explained says in short what the compiler makes of a line, and whether the
// owners of the array told are among that. A hover that cannot say that is a
// hover all the same.
func (s *server) explained(ctx context.Context, p page, line int, told string) (text string, owners bool) {
	x, err := s.opts.Predictor.Explain(ctx, p.snap, p.file.Path, report.Lines{First: line, Last: line}, p.settings)
	if err != nil {
		return "", false
	}
	for _, u := range x.Units {
		if u.Start > line || line > u.End {
			continue
		}
		at := u.At(line, p.text().Line(line))
		text = render.Join(text, render.Explanation(at, told))
		owners = owners || slices.ContainsFunc(at.Arrays, func(a explain.Array) bool {
			return strings.EqualFold(a.Name, told) && len(a.Owners) > 0
		})
	}
	return text, owners
}
