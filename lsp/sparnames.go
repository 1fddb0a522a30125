package lsp

import (
	"fmt"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/spar"
)

// definition answers with the place where the name at a position is declared.
func (l *leaf) definition(u uri.URI, p protocol.Position) protocol.LocationSlice {
	offset, _ := l.encoding.offset(l.Text, p)
	if d, _ := l.Find(offset); d != nil {
		return protocol.LocationSlice{l.location(u, d.At)}
	}
	return protocol.LocationSlice{}
}

// references answers with all places of the name at a position.
func (l *leaf) references(u uri.URI, p protocol.Position, declaration bool) []protocol.Location {
	all := []protocol.Location{}
	offset, _ := l.encoding.offset(l.Text, p)
	d, _ := l.Find(offset)
	if d == nil {
		return all
	}
	for _, at := range l.References(d, declaration) {
		all = append(all, l.location(u, at))
	}
	return all
}

func (l *leaf) location(u uri.URI, at source.Span) protocol.Location {
	return protocol.Location{URI: u, Range: l.encoding.rangeOf(l.Text, at)}
}

// completion answers with what may stand at a position. Behind a blank, a comma
// or a bracket nothing is offered outside pragmas, unless the reader asks.
func (l *leaf) completion(p *protocol.CompletionParams) []protocol.CompletionItem {
	items := []protocol.CompletionItem{}
	offset, _ := l.encoding.offset(l.Text, p.Position)
	if p.Context.TriggerKind == protocol.CompletionTriggerKindTriggerCharacter && p.Context.TriggerCharacter != nil && !l.InPragma(offset) {
		return items
	}
	offers, typed := l.Offers(offset)
	at := l.encoding.rangeOf(l.Text, typed)
	for i, o := range offers {
		items = append(items, protocol.CompletionItem{
			Label: printable(o.Text), Kind: sparItemKind(o), Detail: protocol.NewOptional(printable(o.Detail)),
			SortText: protocol.NewOptional(fmt.Sprintf("%05d", i)),
			TextEdit: &protocol.TextEdit{Range: at, NewText: printable(o.Text)},
		})
	}
	return items
}

var sparItemKinds = map[spar.SymbolKind]protocol.CompletionItemKind{
	spar.ClassSymbol: protocol.CompletionItemKindClass, spar.InterfaceSymbol: protocol.CompletionItemKindInterface,
	spar.MethodSymbol: protocol.CompletionItemKindMethod, spar.ConstructorSymbol: protocol.CompletionItemKindConstructor,
	spar.FieldSymbol: protocol.CompletionItemKindField, spar.ArraySymbol: protocol.CompletionItemKindVariable,
	spar.ConstantSymbol: protocol.CompletionItemKindConstant, spar.ProcessorsSymbol: protocol.CompletionItemKindModule,
	spar.ProcessorTypeSymbol: protocol.CompletionItemKindModule, spar.ParameterSymbol: protocol.CompletionItemKindConstant,
	spar.IndexSymbol: protocol.CompletionItemKindVariable, spar.LocalSymbol: protocol.CompletionItemKindVariable,
}

func sparItemKind(o spar.Offer) protocol.CompletionItemKind {
	switch o.Kind {
	case spar.FormatOffer:
		return protocol.CompletionItemKindEnumMember
	case spar.NameOffer:
		return sparItemKinds[o.Symbol]
	}
	return protocol.CompletionItemKindKeyword
}
