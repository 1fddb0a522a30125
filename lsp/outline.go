package lsp

import (
	"slices"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/memo"
	"github.com/parlens/parlens/analysis/outline"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/workspace"
)

// documentOutline is one document with what its names mean: what the features start
// from that need no numbers. It is nil for a document that is no Fortran.
type documentOutline struct {
	*outline.File
	snap     *workspace.Snapshot
	encoding encoding
}

// outlineKey names an outline.
type outlineKey struct {
	path string
	tree *fortran.File
}

// outlineSlot names the outlines of a file.
type outlineSlot string

// outlineFor returns the document's outline.
func (s *server) outlineFor(snap *workspace.Snapshot, u uri.URI) (*documentOutline, error) {
	file, err := snap.File(pathOf(u))
	if err != nil {
		return nil, err
	}
	outlined := languageOf(file).outline
	if outlined == nil {
		return nil, nil
	}
	return &documentOutline{File: outlined(snap, file), snap: snap, encoding: s.peer.Encoding}, nil
}

func outlineOf(snap *workspace.Snapshot, f *workspace.File) *outline.File {
	tree := snap.Syntax(f)
	key := outlineKey{f.Path, tree}
	snap.Memo().Displace(outlineSlot(f.Path), key, 2)
	return memo.GetFrom(snap.Memo(), key, snap.Memo(), outlineKey.outline)
}

func (k outlineKey) outline(known *memo.Table) *outline.File {
	return outline.New(k.path, k.tree, known)
}

// files returns the outlines of the document and of all open ones.
func (k *documentOutline) files() []*outline.File {
	all := []*outline.File{k.File}
	for _, path := range k.snap.OpenFiles() {
		if file, err := k.snap.File(path); err == nil && path != k.Path {
			all = append(all, k.outlines(file)...)
		}
	}
	return all
}

// outlines returns the outline of another file, if its language has any.
func (k *documentOutline) outlines(f *workspace.File) []*outline.File {
	outlined := languageOf(f).outline
	if outlined == nil {
		return nil
	}
	return []*outline.File{outlined(k.snap, f)}
}

// mentioning returns the outlines of the document and of all files of the
// workspace, open or not, that hold the word.
func (k *documentOutline) mentioning(word string) []*outline.File {
	all := []*outline.File{k.File}
	own, err := k.snap.File(k.Path)
	if err != nil {
		return all
	}
	for _, file := range k.snap.Mentioning(own, word) {
		all = append(all, k.outlines(file)...)
	}
	return all
}

// anywhere is find for a name that only a file may declare that is not open:
// then it returns the files that it has looked through as well.
func (k *documentOutline) anywhere(p protocol.Position) (*outline.Found, []*outline.File) {
	found, at := k.find(p)
	word := strings.ToLower(k.Text.Slice(at))
	if word == "" || found != nil && found.Symbol.Kind != outline.External {
		return found, nil
	}
	wider, _ := k.Find(k.offset(p), k.elsewhere(slices.Concat(k.mentioning("subroutine "+word), k.mentioning("function "+word))))
	if wider == nil {
		return found, nil
	}
	return wider, k.mentioning(word)
}

// offset converts a position of the client.
func (k *documentOutline) offset(p protocol.Position) int {
	offset, _ := k.encoding.offset(k.Text, p)
	return offset
}

// elsewhere finds units in open files, and modules wherever the workspace has
// them.
func (k *documentOutline) elsewhere(open []*outline.File) outline.Elsewhere {
	among := outline.Among(open)
	return func(name string) *outline.Found {
		if found := among(name); found != nil {
			return found
		}
		own, err := k.snap.File(k.Path)
		if err != nil {
			return nil
		}
		file, _ := k.snap.Module(own, name)
		if file == nil {
			return nil
		}
		return outlineOf(k.snap, file).Unit(name)
	}
}

// find returns what the name at a position stands for, with the name's place.
func (k *documentOutline) find(p protocol.Position) (*outline.Found, source.Span) {
	return k.Find(k.offset(p), k.elsewhere(k.files()))
}

// declaredAt returns the place of a declaration; an included one stands in
// another file.
func (s *server) declaredAt(snap *workspace.Snapshot, found *outline.Found) protocol.Location {
	if o := found.Symbol.Origin; o != nil {
		if file := included(snap, found); file != nil {
			return s.locationIn(file.Path, file.Text, file.Text.LineSpan(o.Line))
		}
	}
	return s.location(found.File, found.Symbol.At)
}

// included returns the file that declares an included name, nil when it is no
// more there.
func included(snap *workspace.Snapshot, found *outline.Found) *workspace.File {
	file, err := snap.File(found.Symbol.Origin.File)
	if err != nil {
		return nil
	}
	return file
}

// location converts a place of a file.
func (s *server) location(f *outline.File, at source.Span) protocol.Location {
	return s.locationIn(f.Path, f.Text, at)
}

func (s *server) locationIn(path string, text *source.Text, at source.Span) protocol.Location {
	u, open := s.uriOf(path)
	if !open {
		u = uri.File(path)
	}
	return protocol.Location{URI: u, Range: s.peer.Encoding.rangeOf(text, at)}
}
