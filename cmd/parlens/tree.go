package main

import (
	"strings"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/workspace"
)

// The JSON of `parse --format json`: one object a line for each file.

type jsonTree struct {
	File        string           `json:"file"`
	Units       []jsonSyntax     `json:"units"`
	Diagnostics []jsonDiagnostic `json:"diagnostics"`
}

type jsonSyntax struct {
	Name       string          `json:"name"`
	Kind       string          `json:"kind"`
	Span       jsonSpan        `json:"span"`
	Statements []jsonStatement `json:"statements"`
}

type jsonStatement struct {
	Line   int    `json:"line"`
	Column int    `json:"column"`
	Depth  int    `json:"depth"`
	Kind   string `json:"kind"`
	Label  string `json:"label,omitempty"`
	Text   string `json:"text"`
}

// treeOf returns the statements of a file, in order, with the depth of the
// blocks that they stand in.
func treeOf(snap *workspace.Snapshot, f *workspace.File) jsonTree {
	if workspace.IsSpar(f) {
		return sparTreeOf(snap, f)
	}
	out := jsonTree{File: f.Path, Units: []jsonSyntax{}, Diagnostics: jsonDiagnosticsOf(f.Text, snap.Program(f).Diagnostics)}
	for _, u := range snap.Syntax(f).Units {
		w := walker{file: f, unit: u}
		if u.Heading != nil {
			w.statement(u.Heading, 0)
		}
		w.body(u.Body, 1)
		out.Units = append(out.Units, jsonSyntax{
			Name: u.Name, Kind: u.Kind.String(), Span: jsonSpan{f.Text.LineOf(u.Start), f.Text.LineOf(u.End)}, Statements: w.out,
		})
	}
	return out
}

type walker struct {
	file *workspace.File
	unit *fortran.Unit
	out  []jsonStatement
}

func (w *walker) body(body []*fortran.Node, depth int) {
	for _, n := range body {
		w.statement(n.Statement, depth)
		for i, b := range n.Blocks {
			if i > 0 {
				w.statement(b.Head, depth)
			}
			w.body(b.Body, depth+1)
		}
		if n.End != nil {
			w.statement(n.End, depth)
		}
	}
}

func (w *walker) statement(s *fortran.Statement, depth int) {
	at := w.file.Text.Position(w.unit.Start + s.At.Start)
	w.out = append(w.out, jsonStatement{
		Line: at.Line, Column: at.Column, Depth: depth, Kind: kindOf(s), Label: s.Label, Text: strings.TrimSpace(s.Text),
	})
}

var lineKinds = [...]string{fortran.Directive: "directive", fortran.Preprocessor: "preprocessor", fortran.Include: "include", fortran.Foreign: "foreign", fortran.Inactive: "inactive"}

// kindOf names the kind of a logical line; that of a statement is the first
// word of what its type is called.
func kindOf(s *fortran.Statement) string {
	if s.Kind != fortran.Code {
		return lineKinds[s.Kind]
	}
	return fortran.KindOf(s.Stmt)
}
