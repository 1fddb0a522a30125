// Package source holds the text of a file: byte offsets, lines, spans, edits
// and the diagnostics that point into it. It knows nothing of any language and
// nothing of any protocol.
package source

import (
	"fmt"
	"sort"
	"strings"
)

// Span is a half-open range of byte offsets [Start, End) of one text.
type Span struct{ Start, End int }

// Empty reports whether the span covers no byte.
func (s Span) Empty() bool { return s.End <= s.Start }

// Contains reports whether offset lies in the span.
func (s Span) Contains(offset int) bool { return s.Start <= offset && offset < s.End }

// Shift returns the span moved by delta bytes.
func (s Span) Shift(delta int) Span { return Span{s.Start + delta, s.End + delta} }

// Join returns the smallest span that covers both.
func (s Span) Join(t Span) Span { return Span{min(s.Start, t.Start), max(s.End, t.End)} }

// Position is a place as a person counts it: both from 1, columns in bytes.
type Position struct{ Line, Column int }

// Text is an immutable text with the index of its line starts.
type Text struct {
	content string
	starts  []int // byte offset of each line's first byte
}

// NewText indexes the lines of content. "\n" ends a line, a "\r" before it
// belongs to the line end.
func NewText(content string) *Text {
	starts := make([]int, 1, 1+strings.Count(content, "\n"))
	return &Text{content: content, starts: appendStarts(starts, content, 0)}
}

// appendStarts adds the line starts of a part of a text that begins at offset
// at.
func appendStarts(starts []int, part string, at int) []int {
	for {
		end := strings.IndexByte(part, '\n')
		if end < 0 {
			return starts
		}
		at += end + 1
		starts = append(starts, at)
		part = part[end+1:]
	}
}

// String returns the whole text.
func (t *Text) String() string { return t.content }

// Len returns the length in bytes.
func (t *Text) Len() int { return len(t.content) }

// Lines returns the number of lines; a text that ends in a newline has an
// empty last line.
func (t *Text) Lines() int { return len(t.starts) }

// LineStart returns the offset of the first byte of line (from 1); lines
// outside the text are clamped.
func (t *Text) LineStart(line int) int {
	switch {
	case line < 1:
		return 0
	case line > len(t.starts):
		return len(t.content)
	}
	return t.starts[line-1]
}

// LineSpan returns the span of line (from 1) without its line end.
func (t *Text) LineSpan(line int) Span {
	start, end := t.LineStart(line), t.LineStart(line+1)
	for end > start && (t.content[end-1] == '\n' || t.content[end-1] == '\r') {
		end--
	}
	return Span{start, end}
}

// Line returns the text of line (from 1) without its line end.
func (t *Text) Line(line int) string {
	s := t.LineSpan(line)
	return t.content[s.Start:s.End]
}

// LineOf returns the line (from 1) that holds offset.
func (t *Text) LineOf(offset int) int {
	return sort.Search(len(t.starts), func(i int) bool { return t.starts[i] > offset })
}

// Position returns line and column (both from 1, column in bytes) of offset.
func (t *Text) Position(offset int) Position {
	offset = max(0, min(offset, len(t.content)))
	line := t.LineOf(offset)
	return Position{Line: line, Column: offset - t.starts[line-1] + 1}
}

// Slice returns the text of span, clamped to the text.
func (t *Text) Slice(s Span) string {
	start := max(0, min(s.Start, len(t.content)))
	return t.content[start:max(start, min(s.End, len(t.content)))]
}

// Edit replaces Span by New.
type Edit struct {
	Span Span
	New  string
}

// Apply returns the text after the edits, each in coordinates of t. Edits must
// not overlap; an edit outside the text is an error.
func (t *Text) Apply(edits ...Edit) (*Text, error) {
	sorted := append([]Edit(nil), edits...)
	sort.SliceStable(sorted, func(i, j int) bool { return sorted[i].Span.Start < sorted[j].Span.Start })
	at := 0
	for _, e := range sorted {
		if e.Span.Start < at || e.Span.End < e.Span.Start || e.Span.End > len(t.content) {
			return nil, fmt.Errorf("edit %d..%d overlaps another or lies outside the text of %d bytes", e.Span.Start, e.Span.End, len(t.content))
		}
		at = e.Span.End
	}
	for i := len(sorted) - 1; i >= 0; i-- {
		t = t.apply(sorted[i])
	}
	return t, nil
}

// apply makes one edit; the line starts before and behind it stay known.
func (t *Text) apply(e Edit) *Text {
	delta := len(e.New) - (e.Span.End - e.Span.Start)
	before := sort.SearchInts(t.starts, e.Span.Start+1)
	behind := t.starts[sort.SearchInts(t.starts, e.Span.End+1):]
	starts := make([]int, before, before+strings.Count(e.New, "\n")+len(behind))
	copy(starts, t.starts)
	starts = appendStarts(starts, e.New, e.Span.Start)
	for _, start := range behind {
		starts = append(starts, start+delta)
	}
	return &Text{content: t.content[:e.Span.Start] + e.New + t.content[e.Span.End:], starts: starts}
}
