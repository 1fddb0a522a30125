package lsp

import (
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/parlens/parlens/analysis/source"
)

// editID names the annotation of an edit: there is one per action.
const editID = "parlens"

// fileEdits are edits of one file.
type fileEdits struct {
	page  page
	uri   uri.URI
	edits []source.Edit
}

// edit converts edits of the file; see edits.
func (s *server) edit(p page, u uri.URI, title string, edits []source.Edit) *protocol.WorkspaceEdit {
	return s.edits(title, []fileEdits{{p, u, edits}})
}

// edits converts edits of files, with the versions that they are for where the client
// checks them, and what they are for where it shows it.
func (s *server) edits(title string, files []fileEdits) *protocol.WorkspaceEdit {
	out := &protocol.WorkspaceEdit{}
	if !s.peer.VersionedEdits {
		out.Changes = map[uri.URI][]protocol.TextEdit{}
		for _, f := range files {
			for _, e := range f.edits {
				out.Changes[f.uri] = append(out.Changes[f.uri], f.page.textEdit(e))
			}
		}
		return out
	}
	for _, f := range files {
		out.DocumentChanges = append(out.DocumentChanges, s.documentEdit(f))
	}
	if s.peer.Annotations {
		out.ChangeAnnotations = map[protocol.ChangeAnnotationIdentifier]protocol.ChangeAnnotation{editID: annotation(title)}
	}
	return out
}

func (p page) textEdit(e source.Edit) protocol.TextEdit {
	return protocol.TextEdit{Range: p.encoding.rangeOf(p.text(), e.Span), NewText: e.New}
}

func (s *server) documentEdit(f fileEdits) protocol.DocumentChange {
	document := protocol.OptionalVersionedTextDocumentIdentifier{TextDocumentIdentifier: protocol.TextDocumentIdentifier{URI: f.uri}}
	if f.page.file.Open {
		document.Version = &f.page.file.Version
	}
	var elements []protocol.TextDocumentEditElement
	for _, e := range f.edits {
		edit := f.page.textEdit(e)
		if s.peer.Annotations {
			elements = append(elements, &protocol.AnnotatedTextEdit{TextEdit: edit, AnnotationID: editID})
			continue
		}
		elements = append(elements, &edit)
	}
	return &protocol.TextDocumentEdit{TextDocument: document, Edits: elements}
}
