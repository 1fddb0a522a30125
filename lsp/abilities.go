package lsp

import (
	"slices"
	"strings"

	"go.lsp.dev/protocol"
)

// abilities is what the client can do, as far as the server asks.
type abilities struct {
	Encoding       encoding
	Configuration  bool // answers workspace/configuration
	WatchFiles     bool // watches files for the server on request
	NotifySettings bool // tells changed settings on request
	RefreshHints   bool
	RefreshLenses  bool
	RefreshPulled  bool // refreshes pulled diagnostics
	PullDiagnostic bool // asks for diagnostics; else they are pushed
	ResolveEdit    bool // asks for the edit of a code action when it is chosen
	VersionedEdits bool
	Annotations    bool // shows what an edit is for
	Progress       bool // shows that work is under way
	Hierarchy      bool // shows symbols inside symbols
	Markdown       bool
	Reading        bool // has the command that shows the SPMD reading
	Folds          bool // draws HTML's details in hovers
	Bars           bool // shows tables of markdown as they are written: they are drawn for it
}

func abilitiesOf(c protocol.ClientCapabilities) abilities {
	w, t, g := orZero(c.Workspace), orZero(c.TextDocument), orZero(c.General)
	return abilities{
		Encoding:       negotiate(g.PositionEncodings),
		Configuration:  isTrue(w.Configuration),
		WatchFiles:     isTrue(orZero(w.DidChangeWatchedFiles).DynamicRegistration),
		NotifySettings: isTrue(orZero(w.DidChangeConfiguration).DynamicRegistration),
		RefreshHints:   isTrue(orZero(w.InlayHint).RefreshSupport),
		RefreshLenses:  isTrue(orZero(w.CodeLens).RefreshSupport),
		RefreshPulled:  isTrue(orZero(w.Diagnostics).RefreshSupport),
		PullDiagnostic: t.Diagnostic != nil,
		ResolveEdit:    slices.Contains(orZero(t.CodeAction).ResolveSupport.Properties, "edit"),
		VersionedEdits: isTrue(orZero(w.WorkspaceEdit).DocumentChanges),
		Annotations:    isTrue(orZero(w.WorkspaceEdit).DocumentChanges) && orZero(w.WorkspaceEdit).ChangeAnnotationSupport != nil,
		Progress:       isTrue(orZero(c.Window).WorkDoneProgress),
		Hierarchy:      isTrue(orZero(t.DocumentSymbol).HierarchicalDocumentSymbolSupport),
		Reading:        hasOwn(c.Experimental).Reading,
		Folds:          hasOwn(c.Experimental).Folds,
		Markdown:       takesMarkdown(orZero(t.Hover).ContentFormat),
	}
}

// showsBars are parts of the names of clients that show tables of markdown as they are
// written.
var showsBars = []string{"vim", "helix", "emacs", "eglot", "kakoune"}

// barsIn reports whether a client is one of them.
func barsIn(client string) bool {
	return slices.ContainsFunc(showsBars, func(name string) bool { return strings.Contains(strings.ToLower(client), name) })
}

// takesMarkdown reports whether hovers may be markdown: a client that says
// nothing gets it, as all of them did before formats could be named.
func takesMarkdown(formats []protocol.MarkupKind) bool {
	return len(formats) == 0 || slices.Contains(formats, protocol.MarkupKindMarkdown)
}

// negotiate picks the encoding of positions: UTF-8 when it is offered, because
// texts are UTF-8 inside; else UTF-16, which every client must know.
func negotiate(offered []protocol.PositionEncodingKind) encoding {
	if slices.Contains(offered, protocol.PositionEncodingKindUTF8) {
		return utf8Units
	}
	return utf16Units
}

// offer returns what the server does for this client.
func (a abilities) offer() protocol.ServerCapabilities {
	sync := protocol.TextDocumentSyncKindIncremental
	offer := protocol.ServerCapabilities{
		PositionEncoding: a.Encoding.kind(),
		TextDocumentSync: &protocol.TextDocumentSyncOptions{
			OpenClose: ptr(true), Change: &sync, Save: protocol.Boolean(true),
		},
		HoverProvider:          protocol.Boolean(true),
		InlayHintProvider:      protocol.Boolean(true),
		DocumentSymbolProvider: protocol.Boolean(true),
		FoldingRangeProvider:   protocol.Boolean(true),
		DefinitionProvider:     protocol.Boolean(true),
		ReferencesProvider:     protocol.Boolean(true),
		CallHierarchyProvider:  protocol.Boolean(true),
		CompletionProvider:     &protocol.CompletionOptions{TriggerCharacters: completionTriggers},
		SemanticTokensProvider: &protocol.SemanticTokensOptions{
			Legend: protocol.SemanticTokensLegend{TokenTypes: tokenTypes, TokenModifiers: tokenModifiers},
			Full:   protocol.Boolean(true), Range: protocol.Boolean(true),
		},
		CodeLensProvider: &protocol.CodeLensOptions{ResolveProvider: ptr(false)},
		CodeActionProvider: &protocol.CodeActionOptions{
			CodeActionKinds: []protocol.CodeActionKind{protocol.CodeActionKindQuickFix, protocol.CodeActionKindRefactorRewrite},
			ResolveProvider: ptr(a.ResolveEdit),
		},
	}
	if a.PullDiagnostic {
		offer.DiagnosticProvider = &protocol.DiagnosticOptions{Identifier: ptr("parlens"), InterFileDependencies: true}
	}
	return offer
}

func ptr[T any](v T) *T { return &v }

func isTrue(b *bool) bool { return b != nil && *b }

func orZero[T any](p *T) T {
	if p == nil {
		return *new(T)
	}
	return *p
}
