package lsp

import (
	"fmt"
	"runtime"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
	"go.uber.org/zap"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/workspace"
)

func (s *server) didOpen(p *protocol.DidOpenTextDocumentParams) error {
	path := pathOf(p.TextDocument.URI)
	s.mu.Lock()
	s.uris[path] = p.TextDocument.URI
	s.mu.Unlock()
	if !s.peer.WatchFiles {
		s.workspace.Reread()
	}
	s.workspace.Open(path, string(p.TextDocument.LanguageID), p.TextDocument.Version, p.TextDocument.Text)
	s.changed(path)
	return nil
}

func (s *server) didChange(p *protocol.DidChangeTextDocumentParams) error {
	path := pathOf(p.TextDocument.URI)
	if _, open := s.uriOf(path); !open {
		return fmt.Errorf("change of %s, which is not open", path)
	}
	file, err := s.workspace.Snapshot().File(path)
	if err != nil {
		return err
	}
	text := file.Text
	for _, change := range p.ContentChanges {
		text = s.apply(text, change)
	}
	change := s.workspace.Change
	if halfTyped(&workspace.File{Path: path, Text: text}) {
		change = s.workspace.ChangeHeld
	}
	if _, err = change(path, p.TextDocument.Version, text); err == nil {
		s.changed(path)
	}
	return err
}

// apply makes one change. A range that is no range of the text is clamped to
// it: refusing the change would lose the client's text for good.
func (s *server) apply(t *source.Text, change protocol.TextDocumentContentChangeEvent) *source.Text {
	switch c := change.(type) {
	case *protocol.TextDocumentContentChangeWholeDocument:
		return source.NewText(c.Text)
	case *protocol.TextDocumentContentChangePartial:
		span, exact := s.peer.Encoding.span(t, c.Range)
		if !exact {
			s.log.Warn("edit outside the text", zap.Any("range", c.Range), zap.Int("lines", t.Lines()))
		}
		edited, err := t.Apply(source.Edit{Span: span, New: c.Text})
		if err != nil {
			s.log.Error("edit refused", zap.Error(err))
			return t
		}
		return edited
	}
	return t
}

func (s *server) didSave(*protocol.DidSaveTextDocumentParams) error {
	s.committed.outdated(false)
	if !s.peer.WatchFiles {
		s.reread()
	}
	return nil
}

func (s *server) didClose(p *protocol.DidCloseTextDocumentParams) error {
	path := pathOf(p.TextDocument.URI)
	if configures(path) { // what was not saved counts no more
		defer s.refreshAll()
	}
	s.workspace.Close(path)
	s.withdraw(path)
	s.refresher.forget(path)
	s.mu.Lock()
	delete(s.uris, path)
	s.mu.Unlock()
	return nil
}

// changed starts what follows from a new text, besides the client's questions.
func (s *server) changed(path string) {
	s.edited()
	s.publish(path)
	if configures(path) {
		s.publishOthers(path)
	}
	s.refreshOthers(path)
}

// pathOf names a document for the rooms below: the path of a file, else the
// client's own name ("untitled:Untitled-1").
func pathOf(u uri.URI) string {
	platform := uri.PlatformPOSIX
	if runtime.GOOS == "windows" {
		platform = uri.PlatformWindows
	}
	return pathOn(platform, u)
}

// pathOn is the same where paths are as on a platform. Drives have small letters, however
// the client spells them.
func pathOn(platform uri.Platform, u uri.URI) string {
	if strings.HasPrefix(string(u), "file:") {
		if parsed, err := uri.Parse(string(u)); err == nil {
			return uri.FsPathFor(parsed, platform, false)
		}
	}
	return string(u)
}

// uriOf returns the client's name of an open file.
func (s *server) uriOf(path string) (uri.URI, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	u, ok := s.uris[path]
	return u, ok
}
