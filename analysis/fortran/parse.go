// Package fortran turns Fortran text into trees and never fails. An assembler
// joins the lines of free or fixed form into logical lines; a classifier looks
// at the tokens of each and picks one participle production, whose leaves are
// expressions parsed by precedence climbing; a builder nests the blocks; a
// splitter finds the program units. One bad statement costs one statement.
//
// Names are not resolved here, and directives are kept as text: package hpf
// reads them, package lower gives both a meaning.
package fortran

import (
	"strings"

	"github.com/parlens/parlens/analysis/source"
)

// Parser parses files with the given options. The hooks may be nil; all of
// them must give what they would get without remembering.
type Parser struct {
	Options
	// Remember may keep the meaning of a statement by its text and form. The text
	// is a part of a larger one: what is kept is parsed from a copy.
	Remember func(text string, form Form, parse func(text string, form Form) *Parsed) *Parsed
	// Unit may keep the tree of a unit, which is p.ParseUnit(text), by its own text
	// and the options of p. The text is a copy, and the tree holds on to it.
	Unit func(p Parser, text string) *Tree
	// Include returns the statements of the text that an INCLUDE line names, or
	// false and what to tell about it. Without it, included texts stay unknown.
	Include func(name string) (statements []*Statement, found bool, problem string)
}

// Parse parses a file in the given form with default options.
func Parse(text *source.Text, form Form) *File {
	return Parser{Options: Options{Form: form}}.Parse(text)
}

// Parse parses a file.
func (p Parser) Parse(text *source.Text) *File {
	f, content := &File{Text: text, Options: p.Options}, text.String()
	if p.Form == Fixed && p.Width == 0 {
		f.margins = marginsOf(content)
		p.Width = f.margins.width()
	}
	f.Options = p.Options
	f.pieces, f.Diagnostics = p.Split(content)
	p.units(f, 0, len(f.pieces))
	return f
}

// units adds the units of the pieces from..to to the file.
func (p Parser) units(f *File, from, to int) {
	for _, piece := range f.pieces[from:to] {
		u := &Unit{Kind: piece.Kind, Name: piece.Name, Start: piece.Start, End: piece.End, Form: piece.Form, Defines: piece.Defines}
		if piece.Host >= 0 {
			u.Host = f.Units[piece.Host]
		}
		options := p.Options
		options.Column, options.Form, options.Defines = piece.Column, piece.Form, piece.Defines
		u.Tree = p.unit(f.Text.Slice(source.Span{Start: piece.Start, End: piece.OwnEnd}), options)
		f.Units = append(f.Units, u)
	}
}

func (p Parser) unit(text string, options Options) *Tree {
	p.Options = options
	if p.Unit == nil {
		return p.ParseUnit(text)
	}
	return p.Unit(p, strings.Clone(text))
}

// ParseUnit parses the own text of one program unit, as Split gives it.
func (p Parser) ParseUnit(text string) *Tree {
	b := builder{tree: &Tree{}}
	told := map[string]bool{}
	var places []source.Span
	assemble(text, p.Options, func(l Logical) bool {
		s := p.read(l)
		places = append(places, l.At)
		if problem := unmodelled[l.Sentinel]; problem != "" && !told[l.Sentinel] {
			told[l.Sentinel] = true
			b.tree.Diagnostics = append(b.tree.Diagnostics, source.Diagnostic{Span: l.At, Severity: source.Information, Code: "unmodelled-directive", Message: problem})
		}
		if name := IncludedName(l); name != "" {
			b.tree.Includes = append(b.tree.Includes, name)
			p.include(&b, s, name)
		} else {
			b.add(s)
		}
		return true
	})
	b.finish()
	b.tree.Text = plainText(text, places, b.tree)
	return b.tree
}

// Statements returns the statements of a text that is to be included.
func (p Parser) Statements(text string) []*Statement {
	var out []*Statement
	for _, l := range Assemble(text, p.Options) {
		out = append(out, p.read(l))
	}
	return out
}

// include adds an INCLUDE line and what it brings in.
func (p Parser) include(b *builder, line *Statement, name string) {
	if p.Include == nil {
		b.add(line)
		return
	}
	statements, found, problem := p.Include(name)
	line.Found = found
	b.add(line)
	if problem != "" {
		severity := source.Warning
		if line.Kind == Preprocessor {
			severity = source.Information
		}
		b.tree.Diagnostics = append(b.tree.Diagnostics, source.Diagnostic{Span: line.At, Severity: severity, Code: "missing-include", Message: problem})
	}
	for _, s := range statements {
		placed := *s
		placed.At = line.At
		b.add(&placed)
	}
}

// IncludedName returns what an INCLUDE line or a preprocessor's #include names,
// "" for other lines.
func IncludedName(l Logical) string {
	text := strings.TrimSpace(l.Text)
	switch l.Kind {
	case Include:
		text = strings.TrimSpace(text[len("include"):])
	case Preprocessor:
		rest, is := strings.CutPrefix(strings.TrimLeft(text[1:], " \t"), "include")
		if text = strings.TrimSpace(rest); !is || !strings.HasPrefix(text, `"`) {
			return ""
		}
	default:
		return ""
	}
	if end := strings.IndexByte(text[1:], text[0]); end >= 0 {
		return text[1 : end+1]
	}
	return ""
}

// read gives a logical line its meaning.
func (p Parser) read(l Logical) *Statement {
	s := &Statement{Logical: l, Parsed: unread}
	if l.Kind == Code {
		s.Parsed = p.statement(l.Text, l.Form)
	}
	return s
}

// unread is the meaning of lines that are no statements.
var unread = &Parsed{}

func (p Parser) statement(text string, form Form) *Parsed {
	if p.Remember == nil {
		return newParsed(text, form)
	}
	return p.Remember(text, form, newParsed)
}

func newParsed(text string, form Form) *Parsed {
	p := ParseStatement(text, form)
	return &p
}
