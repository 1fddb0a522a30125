package lsp

import (
	"context"
	"fmt"

	"go.lsp.dev/protocol"

	"github.com/parlens/parlens/analysis/outline"
	"github.com/parlens/parlens/analysis/workspace"
)

// completionTriggers are the characters behind which a directive may go on;
// names ask for completion by themselves.
var completionTriggers = []string{"!", "$", "(", ",", " ", "%", "@", "\""}

func (s *server) completion(_ context.Context, snap *workspace.Snapshot, p *protocol.CompletionParams) (*protocol.CompletionList, error) {
	file, err := snap.File(pathOf(p.TextDocument.URI))
	if err != nil {
		return &protocol.CompletionList{Items: []protocol.CompletionItem{}}, err
	}
	items, err := languageOf(file).completion(s, snap, p)
	return &protocol.CompletionList{Items: append([]protocol.CompletionItem{}, items...)}, err
}

func (s *server) fortranCompletion(snap *workspace.Snapshot, p *protocol.CompletionParams) ([]protocol.CompletionItem, error) {
	k, err := s.outlineFor(snap, p.TextDocument.URI)
	if err != nil || k == nil {
		return nil, err
	}
	offset := k.offset(p.Position)
	if s.leaves(k, offset) || !k.worthIt(offset, p.Context) {
		return nil, nil
	}
	var items []protocol.CompletionItem
	offers, typed := k.Offers(offset, k.files())
	for i, o := range offers {
		items = append(items, protocol.CompletionItem{
			Label:    printable(o.Text),
			Kind:     itemKind(o),
			Detail:   protocol.NewOptional(printable(o.Detail)),
			SortText: protocol.NewOptional(fmt.Sprintf("%05d", i)),
			TextEdit: &protocol.TextEdit{Range: k.encoding.rangeOf(k.Text, typed), NewText: printable(o.Text)},
		})
	}
	return items, nil
}

// worthIt tells what a reader has asked for from what comes by itself behind a
// blank or a comma: that is welcome in directives only.
func (k *documentOutline) worthIt(offset int, c protocol.CompletionContext) bool {
	if c.TriggerKind != protocol.CompletionTriggerKindTriggerCharacter || c.TriggerCharacter == nil {
		return true
	}
	switch *c.TriggerCharacter {
	case "%", "!":
		return true
	}
	return k.InDirective(offset)
}

var itemKinds = map[outline.Kind]protocol.CompletionItemKind{
	outline.Subroutine: protocol.CompletionItemKindFunction, outline.Function: protocol.CompletionItemKindFunction,
	outline.External: protocol.CompletionItemKindFunction, outline.Module: protocol.CompletionItemKindModule,
	outline.Variable: protocol.CompletionItemKindVariable, outline.Array: protocol.CompletionItemKindVariable,
	outline.Constant: protocol.CompletionItemKindConstant, outline.Type: protocol.CompletionItemKindStruct,
	outline.Field: protocol.CompletionItemKindField, outline.Interface: protocol.CompletionItemKindInterface,
	outline.Template: protocol.CompletionItemKindClass, outline.Processors: protocol.CompletionItemKindModule,
	outline.Index: protocol.CompletionItemKindVariable, outline.Group: protocol.CompletionItemKindStruct,
}

func itemKind(o outline.Offer) protocol.CompletionItemKind {
	switch o.Kind {
	case outline.FormatOffer:
		return protocol.CompletionItemKindEnumMember
	case outline.IntrinsicOffer:
		return protocol.CompletionItemKindFunction
	case outline.NameOffer:
		return itemKinds[o.Symbol.Kind]
	}
	return protocol.CompletionItemKindKeyword
}
