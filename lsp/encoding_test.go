package lsp

import (
	"fmt"
	"testing"
	"unicode/utf8"

	"go.lsp.dev/protocol"

	"github.com/parlens/parlens/analysis/source"
)

// encoded has one, two, three and four byte characters, a combining accent, a
// line end of each kind.
const encoded = "a=1\r\n" + // 5 bytes, starts at 0
	"é😀x\n" + // 2+4+1+1, starts at 5
	"e\u0301\u4e2d\n" + // 1+2+3+1, starts at 13
	"p\r" + // starts at 20
	"q\r\n" + // starts at 22
	"\n" + // starts at 25
	"end" // starts at 26

func TestOffset(t *testing.T) {
	text := source.NewText(encoded)
	cases := []struct {
		enc             encoding
		line, character uint32
		offset          int
		exact           bool
	}{
		{utf16Units, 0, 0, 0, true},
		{utf16Units, 0, 3, 3, true},
		{utf16Units, 0, 4, 4, true},   // behind the carriage return
		{utf16Units, 0, 5, 3, false},  // past the line end
		{utf16Units, 0, 99, 3, false}, //
		{utf16Units, 1, 1, 7, true},
		{utf16Units, 1, 2, 7, false}, // between the surrogates of the emoji
		{utf16Units, 1, 3, 11, true},
		{utf16Units, 1, 4, 12, true},
		{utf16Units, 1, 5, 12, false},
		{utf16Units, 2, 1, 14, true}, // before the combining accent
		{utf16Units, 2, 2, 16, true},
		{utf16Units, 2, 3, 19, true},
		{utf16Units, 3, 1, 21, true},
		{utf16Units, 3, 2, 21, false}, // past a carriage return alone
		{utf16Units, 4, 1, 23, true},
		{utf16Units, 5, 0, 25, true},
		{utf16Units, 5, 7, 25, false},
		{utf16Units, 6, 3, 29, true},
		{utf16Units, 6, 4, 29, false},
		{utf16Units, 7, 0, 29, false}, // no such line
		{utf16Units, 1 << 31, 1 << 31, 29, false},
		{utf8Units, 1, 2, 7, true},
		{utf8Units, 1, 1, 5, false}, // inside é
		{utf8Units, 1, 5, 7, false}, // inside the emoji
		{utf8Units, 1, 6, 11, true},
		{utf8Units, 1, 7, 12, true},
		{utf8Units, 2, 6, 19, true},
		{utf8Units, 0, 4294967295, 3, false},
	}
	for _, c := range cases {
		t.Run(fmt.Sprint(c.enc), func(t *testing.T) {
			offset, exact := c.enc.offset(text, protocol.Position{Line: c.line, Character: c.character})
			if offset != c.offset || exact != c.exact {
				t.Errorf("%s %d:%d = %d %v, want %d %v", c.enc.kind(), c.line, c.character, offset, exact, c.offset, c.exact)
			}
		})
	}
}

func TestPosition(t *testing.T) {
	text := source.NewText(encoded)
	cases := []struct {
		enc             encoding
		offset          int
		line, character uint32
	}{
		{utf16Units, 0, 0, 0}, {utf16Units, 4, 0, 4}, {utf16Units, 5, 1, 0}, {utf16Units, 7, 1, 1},
		{utf16Units, 11, 1, 3}, {utf16Units, 12, 1, 4}, {utf16Units, 19, 2, 3}, {utf16Units, 22, 4, 0}, {utf16Units, 29, 6, 3},
		{utf16Units, 99, 6, 3}, {utf16Units, -1, 0, 0},
		{utf8Units, 11, 1, 6}, {utf8Units, 12, 1, 7}, {utf8Units, 19, 2, 6},
	}
	for _, c := range cases {
		t.Run(fmt.Sprint(c.enc), func(t *testing.T) {
			if got := c.enc.position(text, c.offset); got.Line != c.line || got.Character != c.character {
				t.Errorf("%s offset %d = %d:%d, want %d:%d", c.enc.kind(), c.offset, got.Line, got.Character, c.line, c.character)
			}
		})
	}
}

func TestSpanClampsWhatIsNoRange(t *testing.T) {
	text := source.NewText(encoded)
	at := func(l, c uint32) protocol.Position { return protocol.Position{Line: l, Character: c} }
	cases := []struct {
		r     protocol.Range
		span  source.Span
		exact bool
	}{
		{protocol.Range{Start: at(0, 1), End: at(1, 0)}, source.Span{Start: 1, End: 5}, true},
		{protocol.Range{Start: at(1, 0), End: at(0, 1)}, source.Span{Start: 5, End: 5}, false},
		{protocol.Range{Start: at(9, 0), End: at(9, 9)}, source.Span{Start: 29, End: 29}, false},
		{protocol.Range{Start: at(0, 0), End: at(99, 0)}, source.Span{Start: 0, End: 29}, false},
	}
	for _, c := range cases {
		t.Run(fmt.Sprint(c.r), func(t *testing.T) {
			if span, exact := utf16Units.span(text, c.r); span != c.span || exact != c.exact {
				t.Errorf("%v = %v %v, want %v %v", c.r, span, exact, c.span, c.exact)
			}
		})
	}
}

// FuzzEncoding checks that offsets at character boundaries survive the way to
// the client and back, and that no position leads outside the text.
func FuzzEncoding(f *testing.F) {
	f.Add(encoded, uint32(1), uint32(2))
	f.Add("\xff\xfe\r\n\r", uint32(0), uint32(1))
	f.Fuzz(func(t *testing.T, content string, line, character uint32) {
		text := source.NewText(content)
		for _, enc := range []encoding{utf16Units, utf8Units} {
			for offset := 0; offset <= len(content); {
				back, exact := enc.offset(text, enc.position(text, offset))
				if back != offset || !exact {
					t.Fatalf("%s: offset %d of %q comes back as %d %v", enc.kind(), offset, content, back, exact)
				}
				_, size := utf8.DecodeRuneInString(content[offset:])
				offset += max(1, size)
			}
			if offset, _ := enc.offset(text, protocol.Position{Line: line, Character: character}); offset < 0 || offset > len(content) {
				t.Fatalf("%d:%d of %q leads to %d", line, character, content, offset)
			}
		}
	})
}
