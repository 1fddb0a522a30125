package source

import (
	"fmt"
	"slices"
	"sort"
	"strings"
)

// Text is an immutable text with the index of its line starts. It is cut into
// chunks of whole lines, so that an edit copies a chunk or two and shares the
// others.
type Text struct {
	chunks []chunk // at least one
	size   int
	whole  string // of a text that no edit has made: saves joining the chunks
}

// NewText indexes the lines of content. "\n" ends a line, a "\r" before it
// belongs to the line end; a "\r" alone is one too and becomes "\n".
func NewText(content string) *Text {
	content = endLines(content)
	t := &Text{whole: content}
	t.add(cut(content))
	t.end()
	return t
}

// String returns the whole text. It is joined at each call once the text has
// been edited: who needs a part asks for a Slice.
func (t *Text) String() string {
	if t.whole != "" {
		return t.whole
	}
	return t.join(0, t.size)
}

// Contains reports whether a line of the text holds a word.
func (t *Text) Contains(word string) bool {
	return slices.ContainsFunc(t.chunks, func(c chunk) bool { return strings.Contains(c.content, word) })
}

// Len returns the length in bytes.
func (t *Text) Len() int { return t.size }

// Lines returns the number of lines; a text that ends in a newline has an
// empty last line.
func (t *Text) Lines() int {
	last := &t.chunks[len(t.chunks)-1]
	return last.line + len(last.starts)
}

// LineStart returns the offset of the first byte of line (from 1); lines
// outside the text are clamped.
func (t *Text) LineStart(line int) int {
	switch {
	case line < 1:
		return 0
	case line > t.Lines():
		return t.size
	}
	c := t.chunkOfLine(line)
	return c.at + int(c.starts[line-1-c.line])
}

// LineSpan returns the span of line (from 1) without its line end.
func (t *Text) LineSpan(line int) Span {
	s := Span{t.LineStart(line), t.LineStart(line + 1)}
	content := t.Slice(s)
	for s.End > s.Start && (content[s.End-s.Start-1] == '\n' || content[s.End-s.Start-1] == '\r') {
		s.End--
	}
	return s
}

// Line returns the text of line (from 1) without its line end.
func (t *Text) Line(line int) string { return t.Slice(t.LineSpan(line)) }

// LineOf returns the line (from 1) that holds offset.
func (t *Text) LineOf(offset int) int {
	c := &t.chunks[t.chunkAt(offset)]
	return c.line + sort.Search(len(c.starts), func(i int) bool { return c.at+int(c.starts[i]) > offset })
}

// Position returns line and column (both from 1, column in bytes) of offset.
func (t *Text) Position(offset int) Position {
	offset = max(0, min(offset, t.size))
	line := t.LineOf(offset)
	return Position{Line: line, Column: offset - t.LineStart(line) + 1}
}

// Slice returns the text of span, clamped to the text.
func (t *Text) Slice(s Span) string {
	start := max(0, min(s.Start, t.size))
	end := max(start, min(s.End, t.size))
	if t.whole != "" {
		return t.whole[start:end]
	}
	if c := &t.chunks[t.chunkAt(start)]; end <= c.at+len(c.content) {
		return c.content[start-c.at : end-c.at]
	}
	return t.join(start, end)
}

func (t *Text) join(start, end int) string {
	var b strings.Builder
	b.Grow(end - start)
	for i := t.chunkAt(start); i < len(t.chunks) && t.chunks[i].at < end; i++ {
		c := &t.chunks[i]
		b.WriteString(c.content[max(0, start-c.at):min(len(c.content), end-c.at)])
	}
	return b.String()
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
		if e.Span.Start < at || e.Span.End < e.Span.Start || e.Span.End > t.size {
			return nil, fmt.Errorf("edit %d..%d overlaps another or lies outside the text of %d bytes", e.Span.Start, e.Span.End, t.size)
		}
		at = e.Span.End
	}
	for i := len(sorted) - 1; i >= 0; i-- {
		t = t.apply(sorted[i])
	}
	return t, nil
}

// apply makes one edit: the chunks that it touches are cut anew, small ones
// together with a neighbour.
func (t *Text) apply(e Edit) *Text {
	first, last := t.chunkAt(e.Span.Start), t.chunkAt(e.Span.End)
	before, behind := &t.chunks[first], &t.chunks[last]
	content := before.content[:e.Span.Start-before.at] + e.New + behind.content[e.Span.End-behind.at:]
	if len(content) < chunkSize/4 && last+1 < len(t.chunks) {
		last++
		content += t.chunks[last].content
	}
	if len(content) < chunkSize/4 && first > 0 {
		first--
		content = t.chunks[first].content + content
	}
	out := &Text{chunks: slices.Grow(slices.Clone(t.chunks[:first]), len(t.chunks)-first+1)}
	if first > 0 {
		c := &out.chunks[first-1]
		out.size = c.at + len(c.content)
	}
	out.add(cut(endLines(content)))
	out.add(t.chunks[last+1:])
	out.end()
	return out
}
