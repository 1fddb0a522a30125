package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"github.com/parlens/parlens/advise"
	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/lower"
	"github.com/parlens/parlens/analysis/memo"
	"github.com/parlens/parlens/analysis/outline"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/render"
)

// hover tells of the name at the place, where it is declared, and of the line's
// cost. The client marks the name, or the line where there is none.
func (s *server) hover(ctx context.Context, snap *workspace.Snapshot, p *protocol.HoverParams) (*protocol.Hover, error) {
	line := int(p.Position.Line) + 1
	page, err := s.part(ctx, snap, p.TextDocument.URI, report.Lines{First: line, Last: line})
	if err != nil {
		return nil, err
	}
	if line > page.text().Lines() {
		return nil, nil
	}
	return languageOf(page.file).hover(s, ctx, page, p.Position), nil
}

func (s *server) fortranHover(ctx context.Context, page page, position protocol.Position) *protocol.Hover {
	line := int(position.Line) + 1
	found, at, left := s.declared(page, position)
	told := ""
	if found != nil {
		told = found.Symbol.Name
	}
	explained, owners := s.explained(ctx, page, line, told)
	hover := render.Hover(page.report, line, page.text().Line(line), told, s.triedOn(page))
	hover.First = render.Join(hover.First, render.TimedHover(page.report, page.timed(), line))
	hover.Rest = render.Join(render.Join(hover.Rest, explained), page.mappingHover(line))
	text := hover.Folded(s.peer.Folds)
	if found != nil {
		text = render.Join(s.declaration(page, found, owners, left), text)
	}
	if at.Empty() {
		at = page.text().LineSpan(line)
	}
	return s.hoverOf(page, text, at)
}

// triedOn returns the titles of the mappings that are known to be better on a line.
func (s *server) triedOn(p page) func(line int) []string {
	return func(line int) []string {
		found, _ := memo.Known[optionsKey, []advise.Option](p.snap.Memo(), optionsKey{p.key(), line})
		var titles []string
		for _, o := range found {
			if o.After < o.Before && !o.Tie {
				titles = append(titles, o.Title())
			}
		}
		return titles
	}
}

// hoverOf shows a text for a place; nil when there is none.
func (s *server) hoverOf(p page, text string, at source.Span) *protocol.Hover {
	if text == "" {
		return nil
	}
	kind := protocol.MarkupKindMarkdown
	if !s.peer.Markdown {
		kind = protocol.MarkupKindPlainText
	}
	if s.peer.Bars || !s.peer.Markdown {
		text = render.Drawn(text, s.peer.Markdown)
	}
	where := p.encoding.rangeOf(p.text(), at)
	return &protocol.Hover{Contents: &protocol.MarkupContent{Kind: kind, Value: printable(text)}, Range: &where}
}

// declared returns what the name at the place stands for, and whether its declaration is
// told by another server.
func (s *server) declared(p page, position protocol.Position) (found *outline.Found, at source.Span, left bool) {
	k := &documentOutline{File: outlineOf(p.snap, p.file), snap: p.snap, encoding: p.encoding}
	if found, at = k.find(position); found == nil {
		return nil, source.Span{}, false
	}
	return found, at, s.leaves(k, k.offset(position))
}

// declarationKey names what is known of a declaration: its file, and what its
// unit sees of others.
type declarationKey struct {
	unit lower.UnitKey
	file *outline.File
	name string
	at   source.Span
}

// declared is a declaration, with what finds the modules that its unit uses.
type declared struct {
	*outline.Found
	resolver *lower.Resolver
}

func (declarationKey) describe(d declared) outline.Facts {
	return d.Describe(func(u *fortran.Unit) *lower.Unit {
		unit, _ := d.resolver.Environment(u).LowerUnit(u)
		return unit
	})
}

// declaration tells of a declared name; owners are told elsewhere where the
// caller says so, and all but the mapping where another server tells the rest.
func (s *server) declaration(p page, found *outline.Found, owners, left bool) string {
	file, err := p.snap.File(found.File.Path)
	if err != nil {
		return ""
	}
	resolver := p.snap.Resolver(file)
	key := declarationKey{resolver.Key(found.Unit.Unit), found.File, found.Symbol.Name, found.Symbol.At}
	facts := memo.GetFrom(p.snap.Memo(), key, declared{found, resolver}, declarationKey.describe)
	if owners {
		facts.Mapping = nil
	}
	line := found.File.Text.LineOf(found.Symbol.At.Start)
	where := render.Where{Line: line}
	if found.File.Path != p.file.Path {
		where.File = found.File.Path
	}
	if o := found.Symbol.Origin; o != nil {
		where = render.Where{File: o.File, Line: o.Line}
	}
	mapped := render.Mapped(p.report, found.File.Path, line, facts.Name)
	if left {
		return render.Layout(facts, mapped)
	}
	return render.Declaration(facts, where, mapped)
}
