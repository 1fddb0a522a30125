package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"github.com/parlens/parlens/analysis/outline"
	"github.com/parlens/parlens/analysis/workspace"
)

func (s *server) definition(_ context.Context, snap *workspace.Snapshot, p *protocol.DefinitionParams) (protocol.LocationSlice, error) {
	none := protocol.LocationSlice{}
	if l := s.sparDocument(snap, p.TextDocument.URI); l != nil {
		return l.definition(p.Position), nil
	}
	k, err := s.outlineFor(snap, p.TextDocument.URI)
	if err != nil || k == nil || s.leaves(k, k.offset(p.Position)) {
		return none, err
	}
	found, _ := k.anywhere(p.Position)
	if found == nil {
		return none, nil
	}
	return append(none, s.declaredAt(snap, found)), nil
}

func (s *server) references(_ context.Context, snap *workspace.Snapshot, p *protocol.ReferenceParams) ([]protocol.Location, error) {
	all := []protocol.Location{}
	if l := s.sparDocument(snap, p.TextDocument.URI); l != nil {
		return l.references(p.Position, p.Context.IncludeDeclaration), nil
	}
	k, err := s.outlineFor(snap, p.TextDocument.URI)
	if err != nil || k == nil || s.leaves(k, k.offset(p.Position)) {
		return all, err
	}
	found, files := k.anywhere(p.Position)
	if found == nil {
		return all, nil
	}
	if files == nil {
		files = k.mentioning(found.Symbol.Name)
	}
	for _, place := range outline.References(found, files, k.elsewhere(files), p.Context.IncludeDeclaration) {
		all = append(all, s.location(place.File, place.Span))
	}
	return all, nil
}
