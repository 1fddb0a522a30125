package lsp

import (
	"fmt"

	"go.lsp.dev/protocol"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/spar"
	"github.com/parlens/parlens/analysis/workspace"
)

// found is a name of a Spar program with the file that declares it.
type found struct {
	*spar.Declared
	leaf *sparDocument
}

// find returns what the name at a position stands for, in this file or in
// another one of the program; nil for what none declares. at is the name.
func (l *sparDocument) find(p protocol.Position) (d *found, at source.Span) {
	offset, _ := l.encoding.offset(l.Text, p)
	if d, at := l.Find(offset); d != nil {
		return &found{d, l}, at
	}
	m, at, ok := l.Mention(offset)
	if !ok {
		return nil, at
	}
	for _, other := range l.others() {
		if d := other.Declares(m); d != nil {
			return &found{d, other}, at
		}
	}
	return nil, at
}

// others are the other files of the program.
func (l *sparDocument) others() []*sparDocument {
	var out []*sparDocument
	for _, f := range l.snap.SparFiles(l.source) {
		out = append(out, &sparDocument{l.snap.Spar(f), l.server, l.snap, f, l.encoding})
	}
	return out
}

// definition answers with the place where the name at a position is declared.
func (l *sparDocument) definition(p protocol.Position) protocol.LocationSlice {
	if d, _ := l.find(p); d != nil {
		return protocol.LocationSlice{d.leaf.location(d.At)}
	}
	return protocol.LocationSlice{}
}

// references answers with all places of the name at a position, in the file
// that declares it and in the others.
func (l *sparDocument) references(p protocol.Position, declaration bool) []protocol.Location {
	all := []protocol.Location{}
	d, _ := l.find(p)
	if d == nil {
		return all
	}
	for _, at := range d.leaf.References(d.Declared, declaration) {
		all = append(all, d.leaf.location(at))
	}
	for _, other := range d.leaf.others() {
		for _, at := range other.Mentions(d.Declared) {
			all = append(all, other.location(at))
		}
	}
	return all
}

func (l *sparDocument) location(at source.Span) protocol.Location {
	return l.server.locationIn(l.source.Path, l.Text, at)
}

// completion answers with what may stand at a position. Behind a blank, a comma
// or a bracket nothing is offered outside pragmas, unless the reader asks.
func (s *server) sparCompletion(snap *workspace.Snapshot, p *protocol.CompletionParams) ([]protocol.CompletionItem, error) {
	l := s.sparDocument(snap, p.TextDocument.URI)
	if l == nil {
		return nil, nil
	}
	var items []protocol.CompletionItem
	offset, _ := l.encoding.offset(l.Text, p.Position)
	if p.Context.TriggerKind == protocol.CompletionTriggerKindTriggerCharacter && p.Context.TriggerCharacter != nil && !l.InPragma(offset) {
		return nil, nil
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
	return items, nil
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
