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

// Parser parses files with the given options. Remember, if set, may keep the
// meaning of a statement by its text and form; it must return what parse
// returns.
type Parser struct {
	Options
	Remember func(text string, form Form, parse func() Parsed) Parsed
}

// Parse parses a file in the given form with default options.
func Parse(text *source.Text, form Form) *File {
	return Parser{Options: Options{Form: form}}.Parse(text)
}

// Parse parses a file.
func (p Parser) Parse(text *source.Text) *File {
	if p.Form == Fixed && p.Width == 0 {
		p.Width = WidthOf(text.String())
	}
	pieces, problems := p.Split(text.String())
	f := &File{Text: text, Options: p.Options, Diagnostics: problems}
	for _, piece := range pieces {
		u := &Unit{Kind: piece.Kind, Name: piece.Name, Start: piece.Start, End: piece.End}
		if piece.Host >= 0 {
			u.Host = f.Units[piece.Host]
		}
		options := p.Options
		options.Column, options.Form = piece.Column, piece.Form
		u.Tree = Parser{options, p.Remember}.ParseUnit(text.String()[piece.Start:piece.OwnEnd])
		f.Units = append(f.Units, u)
	}
	return f
}

// ParseUnit parses the own text of one program unit, as Split gives it.
func (p Parser) ParseUnit(text string) *Tree {
	b := builder{tree: &Tree{}}
	for _, l := range Assemble(text, p.Options) {
		s := &Statement{Logical: l}
		if l.Kind == Code {
			s.Parsed = p.statement(l.Text, p.Form)
		}
		b.add(s)
	}
	b.finish()
	return b.tree
}

func (p Parser) statement(text string, form Form) Parsed {
	if p.Remember == nil {
		return ParseStatement(text, form)
	}
	text = strings.Clone(text) // do not keep the file alive
	return p.Remember(text, form, func() Parsed { return ParseStatement(text, form) })
}
