package main

import (
	"github.com/parlens/parlens/analysis/spar"
	"github.com/parlens/parlens/analysis/workspace"
)

// sparTreeOf returns the members and statements of a Spar file, its classes as
// units.
func sparTreeOf(snap *workspace.Snapshot, f *workspace.File) jsonTree {
	tree := snap.Spar(f)
	out := jsonTree{File: f.Path, Units: []jsonSyntax{}, Diagnostics: jsonDiagnosticsOf(f.Text, tree.Diagnostics)}
	for _, t := range tree.Types {
		w := sparWalker{file: f}
		w.members(t, 0, 0)
		kind := "class"
		if t.Interface {
			kind = "interface"
		}
		out.Units = append(out.Units, jsonSyntax{
			Name: t.Name, Kind: kind, Span: jsonSpan{f.Text.LineOf(t.Span.Start), f.Text.LineOf(max(t.Span.Start, t.Span.End-1))}, Statements: w.out,
		})
	}
	return out
}

type sparWalker struct {
	file *workspace.File
	out  []jsonStatement
}

var memberKinds = [...]string{
	spar.NoMember: "unknown", spar.Field: "field", spar.Method: "method", spar.Constructor: "constructor", spar.Initializer: "initializer", spar.Inner: "class",
}

func (w *sparWalker) members(t *spar.Type, start, depth int) {
	for _, m := range t.Members {
		at := m.Start + start
		w.add(at, memberKinds[m.Kind], m.Heading(), depth)
		if m.Inner != nil {
			w.members(m.Inner, at, depth+1)
		}
		if m.Body != nil {
			for _, s := range m.Body.Body {
				w.statement(s, at, depth+1)
			}
		}
	}
}

func (w *sparWalker) statement(s spar.Stmt, start, depth int) {
	w.add(s.Proper().Start+start, "statement", spar.Heading(s), depth)
	for _, part := range spar.Parts(s) {
		w.statement(part, start, depth+1)
	}
}

func (w *sparWalker) add(offset int, kind, text string, depth int) {
	at := w.file.Text.Position(offset)
	w.out = append(w.out, jsonStatement{Line: at.Line, Column: at.Column, Depth: depth, Kind: kind, Text: text})
}
