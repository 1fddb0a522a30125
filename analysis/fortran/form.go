package fortran

import (
	"path/filepath"
	"strings"
)

// Form is a source form.
type Form uint8

// The source forms.
const (
	Free Form = iota
	Fixed
)

// Options say how a text is read. They are comparable, so that they can be
// part of a memo key.
type Options struct {
	Form  Form
	Width int // last column of a fixed-form statement; 0 asks WidthOf, Unlimited means no limit
	// Defines are the macros that decide the preprocessor's conditionals, as the
	// function Defines gives them; "" reads both branches of each.
	Defines string
	// Column is the (0-based) column of the text's first byte: 0, unless the
	// text is a unit that begins after a ";" in the middle of a line.
	Column int
}

// Unlimited is the Width of fixed form without a right margin.
const Unlimited = 1 << 30

// The right margins of fixed form: the standard's, and the one that compilers
// offer for longer lines.
const (
	StandardWidth = 72
	ExtendedWidth = 132
)

func (o Options) width() int {
	if o.Width == 0 {
		return StandardWidth
	}
	return o.Width
}

// WidthOf guesses the right margin of a fixed-form text from what stands
// behind column 72: sequence numbers, or statements that go on.
func WidthOf(text string) int { return marginsOf(text).width() }

// margins counts the lines that reach behind column 72.
type margins struct{ statements, numbers int }

func (m margins) width() int {
	if m.statements > m.numbers {
		return ExtendedWidth
	}
	return StandardWidth
}

func (m margins) plus(n margins, sign int) margins {
	return margins{m.statements + sign*n.statements, m.numbers + sign*n.numbers}
}

// marginsOf counts whole lines.
func marginsOf(text string) margins {
	m := margins{}
	for len(text) > 0 {
		line := text
		if end := strings.IndexByte(text, '\n'); end >= 0 {
			line, text = text[:end], text[end+1:]
		} else {
			text = ""
		}
		if len(line) > StandardWidth {
			m.line(line)
		}
	}
	return m
}

// line counts a line that is longer than the standard width.
func (m *margins) line(line string) {
	if isFixedComment(line[0]) || line[0] == '#' || strings.IndexByte(line[:StandardWidth], '!') >= 0 {
		return
	}
	tail := strings.TrimSpace(line[StandardWidth:])
	switch {
	case tail == "" || tail == "&" || tail[0] == '!':
	case strings.ContainsAny(tail, "()=+-*/,'\"") || isNameByte(line[StandardWidth-1]) && isLetter(line[StandardWidth]):
		m.statements++
	default:
		m.numbers++
	}
}

// FormOf returns the source form that the extension of path stands for: free
// for f90 and its successors, fixed for f, for, ftn, f77, hpf and fdv (DVM). Unknown
// extensions are free.
func FormOf(path string) Form {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".f", ".for", ".ftn", ".f77", ".hpf", ".fpp", ".fdv":
		return Fixed
	}
	return Free
}
