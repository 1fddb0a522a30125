// Package source holds the text of a file: byte offsets, lines, spans, edits
// and the diagnostics that point into it. It knows nothing of any language and
// nothing of any protocol.
package source

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
