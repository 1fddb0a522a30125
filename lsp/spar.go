package lsp

import (
	"context"
	"path/filepath"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/parlens/parlens/analysis/outline"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/spar"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/render"
)

// sparDocument is one Spar document: what the features start from that need no
// numbers.
type sparDocument struct {
	*spar.File
	server   *server
	snap     *workspace.Snapshot
	source   *workspace.File
	encoding encoding
}

// sparDocument returns the document if it is a Spar program, else nil.
func (s *server) sparDocument(snap *workspace.Snapshot, u uri.URI) *sparDocument {
	file, err := snap.File(pathOf(u))
	if err != nil {
		return nil
	}
	members := languageOf(file).members
	if members == nil {
		return nil
	}
	return &sparDocument{members(snap, file), s, snap, file, s.peer.Encoding}
}

var sparKinds = map[spar.SymbolKind]protocol.SymbolKind{
	spar.ClassSymbol: protocol.SymbolKindClass, spar.InterfaceSymbol: protocol.SymbolKindInterface, spar.MethodSymbol: protocol.SymbolKindMethod,
	spar.ConstructorSymbol: protocol.SymbolKindConstructor, spar.FieldSymbol: protocol.SymbolKindField, spar.ArraySymbol: protocol.SymbolKindArray,
	spar.ConstantSymbol: protocol.SymbolKindConstant, spar.ProcessorsSymbol: protocol.SymbolKindNamespace,
}

// outline answers with symbols, in the form that the client knows.
func (l *sparDocument) outline(u uri.URI, hierarchy bool) protocol.DocumentSymbolResult {
	if hierarchy {
		return protocol.DocumentSymbolSlice(l.symbols(l.Symbols()))
	}
	return l.flat(protocol.SymbolInformationSlice{}, u, l.Symbols(), "")
}

func (l *sparDocument) symbols(entries []spar.Symbol) []protocol.DocumentSymbol {
	var out []protocol.DocumentSymbol
	for _, e := range entries {
		symbol := protocol.DocumentSymbol{
			Name: printable(e.Name), Kind: sparKinds[e.Kind], Range: l.encoding.rangeOf(l.Text, e.Range.Join(e.At)),
			SelectionRange: l.encoding.rangeOf(l.Text, e.At), Children: l.symbols(e.Inside),
		}
		if detail := printable(e.Detail); detail != "" {
			symbol.Detail = &detail
		}
		out = append(out, symbol)
	}
	return out
}

func (l *sparDocument) flat(out protocol.SymbolInformationSlice, u uri.URI, entries []spar.Symbol, container string) protocol.SymbolInformationSlice {
	for _, e := range entries {
		symbol := protocol.SymbolInformation{
			BaseSymbolInformation: protocol.BaseSymbolInformation{Name: printable(e.Name), Kind: sparKinds[e.Kind]},
			Location:              protocol.Location{URI: u, Range: l.encoding.rangeOf(l.Text, e.Range)},
		}
		if container != "" {
			symbol.ContainerName = &container
		}
		out = l.flat(append(out, symbol), u, e.Inside, e.Name)
	}
	return out
}

func (l *sparDocument) folds() []protocol.FoldingRange {
	ranges := []protocol.FoldingRange{}
	for _, f := range l.Folds() {
		r := protocol.FoldingRange{StartLine: uint32(f.First - 1), EndLine: uint32(f.Last - 1)}
		if f.Comment {
			r.Kind = protocol.FoldingRangeKindComment
		}
		ranges = append(ranges, r)
	}
	return ranges
}

// sparColors are the colors of pragmas in the list of token types.
var sparColors = map[spar.Color]outline.Color{
	spar.Sentinel: outline.Sentinel, spar.PragmaName: outline.Keyword, spar.PlaceName: outline.Format, spar.Processors: outline.ProcessorsName,
	spar.Variable: outline.DataName, spar.ModelName: outline.IndexName, spar.PragmaNumber: outline.Number, spar.PragmaString: outline.TemplateName,
}

// tokens encodes the colors of the pragmas in a span.
func (l *sparDocument) tokens(span source.Span) *protocol.SemanticTokens {
	data := []uint32{}
	var last protocol.Position
	for _, t := range l.Tokens(span) {
		at := l.encoding.rangeOf(l.Text, t.Span)
		if at.End.Line != at.Start.Line {
			continue
		}
		line, column := at.Start.Line-last.Line, at.Start.Character
		if line == 0 {
			column -= last.Character
		}
		data = append(data, line, column, at.End.Character-at.Start.Character, uint32(sparColors[t.Color]), 0)
		last = at.Start
	}
	return &protocol.SemanticTokens{Data: data}
}

// sparName tells of a name; of a variable also how it is mapped.
func sparName(p page, d *found) string {
	line, mapped := d.leaf.Text.LineOf(d.At.Start), ""
	if d.leaf.source.Path != p.file.Path {
		return render.SparName(d.Declared, line, "") + " of " + filepath.Base(d.leaf.source.Path)
	}
	if d.Kind == spar.ArraySymbol || d.Kind == spar.FieldSymbol {
		mapped = render.Mapped(p.report, p.file.Path, line, d.Name)
	}
	return render.SparName(d.Declared, line, mapped)
}

// sparHover tells of the name at the place, of the line's cost and of the method
// that it declares.
func (s *server) sparHover(_ context.Context, p page, position protocol.Position) *protocol.Hover {
	line := int(position.Line) + 1
	hover := render.Hover(p.report, line, p.text().Line(line), "", s.triedOn(p))
	hover.Rest = render.Join(hover.Rest, render.Processes(p.report, line))
	text := hover.Folded(s.peer.Folds)
	l, at := &sparDocument{p.snap.Spar(p.file), s, p.snap, p.file, p.encoding}, p.text().LineSpan(line)
	if d, name := l.find(position); d != nil {
		text, at = render.Join(sparName(p, d), text), name
	}
	return s.hoverOf(p, text, at)
}
