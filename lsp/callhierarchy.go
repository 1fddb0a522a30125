package lsp

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"

	"go.lsp.dev/protocol"

	"github.com/parlens/parlens/analysis/outline"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/render"
	"github.com/parlens/parlens/render/fields"
)

// A call hierarchy says with each procedure what it takes, and with each call what the
// lines that call it take of the caller: with all that is called in turn.

func (s *server) prepareCallHierarchy(ctx context.Context, snap *workspace.Snapshot, p *protocol.CallHierarchyPrepareParams) ([]protocol.CallHierarchyItem, error) {
	s.awaitSettings(ctx)
	k, err := s.outlineFor(snap, p.TextDocument.URI)
	if err != nil || k == nil {
		return nil, err
	}
	found := s.procedureAt(k, p.Position)
	if found == nil {
		return nil, nil
	}
	return []protocol.CallHierarchyItem{s.callItem(ctx, k, found, "")}, nil
}

// procedureAt is the procedure or program whose name stands at a place, else the unit
// around it.
func (s *server) procedureAt(k *documentOutline, p protocol.Position) *outline.Found {
	offset := k.offset(p)
	if found, _ := k.Find(offset, k.procedures()); found != nil && isProcedure(found.Symbol) {
		return found
	}
	if u := k.UnitAt(offset); u != nil && isProcedure(u.Symbol) {
		return &outline.Found{File: k.File, Unit: u, Symbol: u.Symbol}
	}
	return nil
}

// isProcedure reports whether a symbol is a unit that is called, or calls.
func isProcedure(s *outline.Symbol) bool {
	return s.Kind == outline.Program || s.Kind == outline.Subroutine || s.Kind == outline.Function
}

// procedures finds units in open files, modules, and procedures wherever the workspace
// has them.
func (k *documentOutline) procedures() outline.Elsewhere {
	near := k.elsewhere(k.files())
	return func(name string) *outline.Found {
		if found := near(name); found != nil {
			return found
		}
		own, err := k.snap.File(k.Path)
		if err != nil {
			return nil
		}
		for _, holder := range k.snap.Procedures(own, name) {
			if found := outlineOf(k.snap, holder.File).Unit(name); found != nil {
				return found
			}
		}
		return nil
	}
}

// callItem shows a unit; without words about its cost those are what it takes itself.
func (s *server) callItem(ctx context.Context, k *documentOutline, f *outline.Found, detail string) protocol.CallHierarchyItem {
	if detail == "" {
		if u := s.unitOf(ctx, k.snap, f); u != nil && u.NoEstimate == "" {
			detail = render.UnitLine(u)
		} else if u != nil {
			detail = "no estimate: " + u.NoEstimate
		}
	}
	if f.File.Path != k.Path {
		detail += " (" + filepath.Base(f.File.Path) + ")"
	}
	at := s.location(f.File, source.Span{Start: f.Unit.Start, End: f.Unit.End}.Join(f.Symbol.At))
	name := f.Symbol.Spelling
	if name == "" {
		name = f.Symbol.Kind.String()
	}
	kind := protocol.SymbolKindFunction
	if f.Symbol.Kind == outline.Program {
		kind = protocol.SymbolKindModule
	}
	return protocol.CallHierarchyItem{Name: printable(name), Kind: kind, Detail: ptr(printable(detail)), URI: at.URI, Range: at.Range,
		SelectionRange: s.location(f.File, f.Symbol.At).Range}
}

// unitOf is the report on a unit, nil where there is none.
func (s *server) unitOf(ctx context.Context, snap *workspace.Snapshot, f *outline.Found) *report.Unit {
	line := f.File.Text.LineOf(f.Symbol.At.Start)
	p, err := s.pageAt(ctx, snap, f.File.Path, report.Lines{First: line, Last: line})
	if err != nil {
		return nil
	}
	return report.UnitAt(p.report, line)
}

// callPair is one procedure that is called from one unit, at some places.
type callPair struct {
	from, to *outline.Found
	at       []source.Span
}

// callsIn are the calls of a unit, a procedure once.
func (s *server) callsIn(k *documentOutline, u *outline.Unit) []*callPair {
	var all []*callPair
	for _, c := range k.Calls(u, k.procedures()) {
		i := slices.IndexFunc(all, func(x *callPair) bool { return x.to.Is(c.To) })
		if i < 0 {
			i = len(all)
			all = append(all, &callPair{from: &outline.Found{File: k.File, Unit: u, Symbol: u.Symbol}, to: c.To})
		}
		all[i].at = append(all[i].at, c.At)
	}
	return all
}

// takes says what the calling lines take of the caller.
func (s *server) takes(ctx context.Context, snap *workspace.Snapshot, c *callPair) string {
	u := s.unitOf(ctx, snap, c.from)
	if u == nil || u.NoEstimate != "" {
		return "no estimate of the caller"
	}
	seconds, part, seen := 0.0, "", map[int]bool{}
	for _, at := range c.at {
		line := c.from.File.Text.LineOf(at.Start)
		i := slices.IndexFunc(u.Lines, func(l *report.Line) bool { return l.Line == line })
		if i >= 0 && !seen[line] {
			seen[line] = true
			seconds += u.Lines[i].Charge.Total()
			if u.Lines[i].NoEstimate != "" {
				part = "at least "
			}
		}
	}
	return fmt.Sprintf("%s%s, %d%% of %s", part, render.Seconds(seconds), render.Percent(seconds, u.Charge.Total()), render.Seconds(u.Charge.Total()))
}

// called is the unit of an item, as the text is now.
func (s *server) called(snap *workspace.Snapshot, item protocol.CallHierarchyItem) (*documentOutline, *outline.Found, error) {
	k, err := s.outlineFor(snap, item.URI)
	if err != nil || k == nil {
		return nil, nil, err
	}
	return k, s.procedureAt(k, item.SelectionRange.Start), nil
}

func (k *documentOutline) ranges(s *server, spans []source.Span) []protocol.Range {
	return fields.Each(spans, func(at source.Span) protocol.Range { return s.location(k.File, at).Range })
}

func (s *server) outgoingCalls(ctx context.Context, snap *workspace.Snapshot, p *protocol.CallHierarchyOutgoingCallsParams) ([]protocol.CallHierarchyOutgoingCall, error) {
	k, found, err := s.called(snap, p.Item)
	if err != nil || found == nil {
		return nil, err
	}
	out := []protocol.CallHierarchyOutgoingCall{}
	for _, c := range s.callsIn(k, found.Unit) {
		out = append(out, protocol.CallHierarchyOutgoingCall{To: s.callItem(ctx, k, c.to, s.takes(ctx, snap, c)), FromRanges: k.ranges(s, c.at)})
	}
	return out, ctx.Err()
}

func (s *server) incomingCalls(ctx context.Context, snap *workspace.Snapshot, p *protocol.CallHierarchyIncomingCallsParams) ([]protocol.CallHierarchyIncomingCall, error) {
	k, found, err := s.called(snap, p.Item)
	if err != nil || found == nil {
		return nil, err
	}
	out := []protocol.CallHierarchyIncomingCall{}
	for _, file := range k.mentioning(found.Symbol.Name) {
		other := &documentOutline{File: file, snap: snap, encoding: k.encoding}
		for _, u := range file.Units {
			for _, c := range s.callsIn(other, u) {
				if c.to.Is(found) {
					out = append(out, protocol.CallHierarchyIncomingCall{From: s.callItem(ctx, k, c.from, s.takes(ctx, snap, c)), FromRanges: other.ranges(s, c.at)})
				}
			}
		}
	}
	return out, ctx.Err()
}
