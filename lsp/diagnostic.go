package lsp

import (
	"context"
	"fmt"
	"hash/fnv"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/parlens/parlens/advise"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/report"
)

// diagnostic answers a client that asks for diagnostics. The result's name is
// the hash of its content, so an edit that changes none costs nothing.
func (s *server) diagnostic(ctx context.Context, snap *workspace.Snapshot, p *protocol.DocumentDiagnosticParams) (protocol.DocumentDiagnosticReport, error) {
	page, err := s.soon(ctx, snap, p.TextDocument.URI, report.AllLines)
	if err != nil {
		return nil, err
	}
	items := diagnostics(page)
	id := contentID(items)
	if p.PreviousResultID != nil && *p.PreviousResultID == id {
		return &protocol.RelatedUnchangedDocumentDiagnosticReport{
			UnchangedDocumentDiagnosticReport: protocol.UnchangedDocumentDiagnosticReport{Kind: "unchanged", ResultID: id},
		}, nil
	}
	return &protocol.RelatedFullDocumentDiagnosticReport{
		FullDocumentDiagnosticReport: protocol.FullDocumentDiagnosticReport{Kind: "full", ResultID: &id, Items: items},
	}, nil
}

// diagnostics converts the diagnostics of a document's report. What is wrong
// with its configuration stands on its first line, because that is the text
// that the reader sees.
func diagnostics(p page) []protocol.Diagnostic {
	items := make([]protocol.Diagnostic, 0, len(p.report.Diagnostics))
	for _, d := range p.report.Diagnostics {
		items = append(items, diagnosticOf(p, d))
	}
	hints := append(advise.Hints(p.report, p.text()), p.slower()...)
	if p.text().Lines() <= shortFile { // the statements of a long one are not looked through after every keystroke
		hints = append(hints, advise.Columns(p.snap, p.file, p.report, p.settings)...)
	}
	for _, d := range hints {
		items = append(items, diagnosticOf(p, d))
	}
	for _, problem := range p.problems {
		items = append(items, diagnosticOf(p, source.Diagnostic{
			Span: p.text().LineSpan(1), Severity: source.Warning, Code: "config", Message: problem,
		}))
	}
	if p.cut() {
		items = append(items, diagnosticOf(p, source.Diagnostic{
			Span: p.text().LineSpan(p.lines.Last), Severity: source.Information, Code: "long-file",
			Message: fmt.Sprintf("lenses and diagnostics of costs cover the lines up to here, of %d; hints and hovers go on", p.text().Lines()),
		}))
	}
	return items
}

func diagnosticOf(p page, d source.Diagnostic) protocol.Diagnostic {
	item := protocol.Diagnostic{
		Range:    p.encoding.rangeOf(p.text(), d.Span),
		Severity: protocol.DiagnosticSeverity(d.Severity), // both count from 1, worst first
		Source:   protocol.NewOptional("parlens"),
		Message:  protocol.String(printable(d.Message)),
	}
	if d.Code != "" {
		item.Code = protocol.String(d.Code)
		if d.Code == "inactive-code" { // an editor greys it
			item.Tags = protocol.NewDiagnosticTags(protocol.DiagnosticTagUnnecessary)
		}
		item.CodeDescription = protocol.CodeDescription{Href: uri.URI(diagnosticsPage + "#" + d.Code)}
		item.Data = mustMarshal(diagnosticData{Code: d.Code, Start: d.Span.Start, End: d.Span.End})
	}
	return item
}

// diagnosticsPage describes the diagnostics, one section per code.
const diagnosticsPage = "https://github.com/parlens/parlens/blob/main/docs/diagnostics.md"

// diagnosticData is what a diagnostic carries until its quick fix is asked for:
// which one it was, in offsets of the text.
type diagnosticData struct {
	Code  string `json:"code"`
	Start int    `json:"start"`
	End   int    `json:"end"`
}

// contentID is a hash of what the client would get.
func contentID(v any) string {
	h := fnv.New64a()
	h.Write(mustMarshal(v))
	return fmt.Sprintf("%016x", h.Sum64())
}
