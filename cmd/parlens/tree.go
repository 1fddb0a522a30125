package main

import (
	"strings"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/predict"
)

// The JSON of `parse --format json`: one object a line for each file.

type jsonTree struct {
	Format      formatVersion    `json:"format"`      // version of this output
	File        string           `json:"file"`        // path as it was given
	Units       []jsonSyntax     `json:"units"`       // the program units
	Diagnostics []jsonDiagnostic `json:"diagnostics"` // what is wrong in the file, in the order of the file
}

type jsonSyntax struct {
	Name       string          `json:"name"`       // name of the unit
	Kind       string          `json:"kind"`       // `program`, `subroutine`, ...
	Span       jsonSpan        `json:"span"`       // its lines
	Statements []jsonStatement `json:"statements"` // in the order of the file
}

type jsonStatement struct {
	Line   int    `json:"line"`            // where the statement begins, from 1
	Column int    `json:"column"`          // from 1, in bytes
	Depth  int    `json:"depth"`           // blocks that it stands in; the unit's own heading has 0
	Kind   string `json:"kind"`            // `assignment`, `do`, `typedecl`, ...; the keyword of one that is kept as text; empty for one that is not understood; `directive`, `preprocessor`, `include`, `foreign` (a directive of another system) for lines that are no statements
	Label  string `json:"label,omitempty"` // statement label; absent without one
	Text   string `json:"text"`            // continuation lines joined, comments removed
}

// treeOf returns the statements of a file, in order, with the depth of the
// blocks that they stand in.
func treeOf(snap *workspace.Snapshot, f *workspace.File) jsonTree {
	if !predict.LanguageOf(f).Lowered {
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
