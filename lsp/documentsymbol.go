package lsp

import (
	"context"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/parlens/parlens/analysis/outline"
	"github.com/parlens/parlens/analysis/workspace"
)

func (s *server) documentSymbol(_ context.Context, snap *workspace.Snapshot, p *protocol.DocumentSymbolParams) (protocol.DocumentSymbolResult, error) {
	if l := s.sparDocument(snap, p.TextDocument.URI); l != nil {
		return l.outline(p.TextDocument.URI, s.peer.Hierarchy), nil
	}
	k, err := s.outlineFor(snap, p.TextDocument.URI)
	if err != nil || k == nil || s.leavesLanguage() {
		return protocol.DocumentSymbolSlice{}, err
	}
	if !s.peer.Hierarchy {
		return k.flat(protocol.SymbolInformationSlice{}, p.TextDocument.URI, k.Outline(), ""), nil
	}
	return protocol.DocumentSymbolSlice(k.symbols(k.Outline())), nil
}

var symbolKinds = map[outline.Kind]protocol.SymbolKind{
	outline.Program: protocol.SymbolKindModule, outline.Subroutine: protocol.SymbolKindFunction, outline.Function: protocol.SymbolKindFunction,
	outline.Module: protocol.SymbolKindModule, outline.BlockData: protocol.SymbolKindModule, outline.Variable: protocol.SymbolKindVariable,
	outline.Array: protocol.SymbolKindArray, outline.Constant: protocol.SymbolKindConstant, outline.External: protocol.SymbolKindFunction,
	outline.Type: protocol.SymbolKindStruct, outline.Field: protocol.SymbolKindField, outline.Group: protocol.SymbolKindNamespace, outline.Interface: protocol.SymbolKindInterface,
	outline.Template: protocol.SymbolKindClass, outline.Processors: protocol.SymbolKindNamespace,
}

func (k *documentOutline) symbols(entries []outline.Entry) []protocol.DocumentSymbol {
	var out []protocol.DocumentSymbol
	for _, e := range entries {
		symbol := protocol.DocumentSymbol{
			Name: nameOf(e), Kind: symbolKinds[e.Kind], Range: k.encoding.rangeOf(k.Text, e.Range),
			SelectionRange: k.encoding.rangeOf(k.Text, e.At), Children: k.symbols(e.Inside),
		}
		if detail := printable(e.Detail()); detail != "" {
			symbol.Detail = &detail
		}
		out = append(out, symbol)
	}
	return out
}

// nameOf returns the name of an entry: a main program or BLOCK DATA may have
// none, and the protocol wants one.
func nameOf(e outline.Entry) string {
	if e.Spelling == "" {
		return "(" + e.Kind.String() + ")"
	}
	return printable(e.Spelling)
}

// flat is the same for a client that knows no hierarchy.
func (k *documentOutline) flat(out protocol.SymbolInformationSlice, u uri.URI, entries []outline.Entry, container string) protocol.SymbolInformationSlice {
	for _, e := range entries {
		symbol := protocol.SymbolInformation{
			BaseSymbolInformation: protocol.BaseSymbolInformation{Name: nameOf(e), Kind: symbolKinds[e.Kind]},
			Location:              protocol.Location{URI: u, Range: k.encoding.rangeOf(k.Text, e.Range)},
		}
		if container != "" {
			symbol.ContainerName = &container
		}
		out = append(out, symbol)
		out = k.flat(out, u, e.Inside, nameOf(e))
	}
	return out
}
