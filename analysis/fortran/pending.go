package fortran

import (
	"strings"

	"github.com/parlens/parlens/analysis/source"
)

// before reports whether the logical line is open and begins before l.
func (p *pending) before(l Logical) bool { return p.open && p.At.Start < l.At.Start }

// keep notes the macros that hold for a line that is open, before they change.
func (p *pending) keep(macros map[string]macro) {
	if p.open && p.macros == nil {
		p.macros = macros
	}
}

// unfinished reports whether the statement must go on: behind "&", or with a
// parenthesis open.
func (p *pending) unfinished() bool {
	if !p.open || p.resume {
		return p.open
	}
	depth := 0
	for _, t := range Tokens(p.current()) {
		switch t.Text {
		case "(":
			depth++
		case ")":
			depth--
		}
	}
	return depth > 0
}

// pending is a logical line that may go on.
type pending struct {
	Logical
	open   bool
	resume bool // free form: the last line ended with "&"
	quote  byte // the constant that is open at the end of the last line, or 0
	joined []byte
	split  bool             // joined is in use; else Text is a slice of the file
	short  bool             // fixed form: the last line ended before the margin
	macros map[string]macro // that hold where it begins, if they have changed since
}

// begin opens the logical line at offset start of the file.
func (p *pending) begin(kind Kind, start int) {
	*p = pending{open: true, Logical: Logical{Kind: kind, At: source.Span{Start: start, End: start}}}
}

// add appends text[from:to] to the joined text.
func (p *pending) add(text string, from, to int) {
	if len(p.Map) == 0 {
		p.Text, p.Map = text[from:to], Map{{File: from}}
	} else {
		p.divide()
		p.Map = append(p.Map, piece{Text: len(p.joined), File: from})
		p.joined = append(p.joined, text[from:to]...)
	}
	if to > from {
		p.At.End = to
	}
}

// blank separates two lines that must not grow together.
func (p *pending) blank(file int) {
	p.divide()
	p.Map = append(p.Map, piece{Text: len(p.joined), File: file})
	p.joined = append(p.joined, ' ')
}

// divide moves the text to joined, where it can grow.
func (p *pending) divide() {
	if !p.split {
		p.joined, p.split = append(make([]byte, 0, 2*len(p.Text)+64), p.Text...), true
	}
}

func (p *pending) current() string {
	if p.split {
		return string(p.joined)
	}
	return p.Text
}

// flush ends the logical line and hands it over.
func (p *pending) flush(a *assembler) {
	if !p.open {
		return
	}
	l := p.Logical
	l.Text = p.current()
	p.open, p.resume, p.quote = false, false, 0
	if strings.TrimSpace(l.Text) == "" && l.Kind != Directive {
		return
	}
	if l.Kind == Code || l.Kind == Directive {
		macros := p.macros
		if macros == nil {
			macros = a.conditions.macros
		}
		l = expand(l, macros)
	}
	if l.Kind == Code && isInclude(l.Text) {
		l.Kind = Include
	}
	a.emit(l)
}
