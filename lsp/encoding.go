package lsp

import (
	"unicode/utf16"
	"unicode/utf8"

	"go.lsp.dev/protocol"

	"github.com/parlens/parlens/analysis/source"
)

// encoding is how the client counts characters in a line. Inside the house
// places are byte offsets; here they are converted, and nowhere else.
type encoding uint8

const (
	utf16Units encoding = iota // what every client knows
	utf8Units
)

func (e encoding) kind() protocol.PositionEncodingKind {
	if e == utf8Units {
		return protocol.PositionEncodingKindUTF8
	}
	return protocol.PositionEncodingKindUTF16
}

// position converts an offset of the text, clamped to it.
func (e encoding) position(t *source.Text, offset int) protocol.Position {
	offset = max(0, min(offset, t.Len()))
	line := t.LineOf(offset)
	before := t.Slice(source.Span{Start: t.LineStart(line), End: offset})
	return protocol.Position{Line: uint32(line - 1), Character: uint32(e.units(before))}
}

// units returns the length of a text in the client's units. A byte that is not
// UTF-8 counts as the replacement character does.
func (e encoding) units(text string) int {
	if e == utf8Units {
		return len(text)
	}
	n := 0
	for _, r := range text {
		n += max(1, utf16.RuneLen(r))
	}
	return n
}

// offset converts a position of the client. A place outside the text becomes
// the nearest one inside, a place inside a character its beginning; exact tells
// whether the position was a place of the text.
//
// A carriage return before the line end may be stepped over, because editors
// that show it let the cursor go behind it; farther right is the line's end.
func (e encoding) offset(t *source.Text, p protocol.Position) (offset int, exact bool) {
	if int64(p.Line) >= int64(t.Lines()) {
		return t.Len(), false
	}
	line := int(p.Line) + 1
	end := t.LineSpan(line).End
	shown := t.LineStart(line + 1)
	if line < t.Lines() {
		shown-- // the newline
	}
	offset, left := e.advance(t.Slice(source.Span{Start: t.LineStart(line), End: shown}), int64(p.Character))
	offset += t.LineStart(line)
	if left > 0 {
		return min(offset, end), false
	}
	return offset, left == 0
}

// advance returns the bytes of text that the units cover, and the units left
// over: more than 0 past the end of text, less inside a character.
func (e encoding) advance(text string, units int64) (bytes int, left int64) {
	for bytes < len(text) && units > 0 {
		r, size := utf8.DecodeRuneInString(text[bytes:])
		width := int64(size)
		if e == utf16Units {
			width = int64(max(1, utf16.RuneLen(r)))
		}
		if width > units {
			return bytes, units - width
		}
		bytes += size
		units -= width
	}
	return bytes, units
}

// span converts a range; one that ends before it begins is empty.
func (e encoding) span(t *source.Text, r protocol.Range) (span source.Span, exact bool) {
	start, startOK := e.offset(t, r.Start)
	end, endOK := e.offset(t, r.End)
	return source.Span{Start: start, End: max(start, end)}, startOK && endOK && start <= end
}

// rangeOf converts a span.
func (e encoding) rangeOf(t *source.Text, s source.Span) protocol.Range {
	return protocol.Range{Start: e.position(t, s.Start), End: e.position(t, max(s.Start, s.End))}
}
