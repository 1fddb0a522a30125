package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"github.com/parlens/parlens/analysis/outline"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/workspace"
)

// tokenTypes are the names of the colors, which are their places in the list;
// docs/editors.md tells what each is for.
var tokenTypes = []string{
	outline.Sentinel: "macro", outline.Keyword: "keyword", outline.Format: "enumMember", outline.TemplateName: "class",
	outline.ProcessorsName: "namespace", outline.DataName: "variable", outline.IndexName: "parameter",
	outline.FunctionName: "function", outline.Number: "number", outline.Operator: "operator",
}

// tokenModifiers are the names of the bits of a token's modifiers.
var tokenModifiers = []string{"declaration"}

func (s *server) semanticTokens(_ context.Context, snap *workspace.Snapshot, p *protocol.SemanticTokensParams) (*protocol.SemanticTokens, error) {
	if l := s.sparDocument(snap, p.TextDocument.URI); l != nil {
		return l.tokens(source.Span{End: l.Text.Len()}), nil
	}
	k, err := s.outlineFor(snap, p.TextDocument.URI)
	if err != nil || k == nil {
		return &protocol.SemanticTokens{Data: []uint32{}}, err
	}
	return k.tokens(source.Span{End: k.Text.Len()}), nil
}

func (s *server) semanticTokensRange(_ context.Context, snap *workspace.Snapshot, p *protocol.SemanticTokensRangeParams) (*protocol.SemanticTokens, error) {
	if l := s.sparDocument(snap, p.TextDocument.URI); l != nil {
		span, _ := l.encoding.span(l.Text, p.Range)
		return l.tokens(span), nil
	}
	k, err := s.outlineFor(snap, p.TextDocument.URI)
	if err != nil || k == nil {
		return &protocol.SemanticTokens{Data: []uint32{}}, err
	}
	span, _ := k.encoding.span(k.Text, p.Range)
	return k.tokens(span), nil
}

// tokens encodes tokens: five numbers for each, its place counted from that of
// the one before.
func (k *documentOutline) tokens(span source.Span) *protocol.SemanticTokens {
	data := []uint32{}
	var last protocol.Position
	for _, t := range k.Tokens(span) {
		at := k.encoding.rangeOf(k.Text, t.Span)
		line, column := at.Start.Line-last.Line, at.Start.Character
		if line == 0 {
			column -= last.Character
		}
		modifiers := uint32(0)
		if t.Declared {
			modifiers = 1
		}
		data = append(data, line, column, at.End.Character-at.Start.Character, uint32(t.Color), modifiers)
		last = at.Start
	}
	return &protocol.SemanticTokens{Data: data}
}
