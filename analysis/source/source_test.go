package source

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

func TestPositions(t *testing.T) {
	text := NewText("ab\r\nc\n\nlast")
	cases := []struct {
		offset, line, column int
	}{{0, 1, 1}, {1, 1, 2}, {3, 1, 4}, {4, 2, 1}, {6, 3, 1}, {7, 4, 1}, {11, 4, 5}, {99, 4, 5}, {-3, 1, 1}}
	for _, c := range cases {
		t.Run(fmt.Sprint(c.offset), func(t *testing.T) {
			if got := text.Position(c.offset); got != (Position{c.line, c.column}) {
				t.Errorf("Position(%d) = %v, want %d:%d", c.offset, got, c.line, c.column)
			}
		})
	}
	for line, want := range map[int]string{0: "", 1: "ab", 2: "c", 3: "", 4: "last", 5: ""} {
		t.Run(fmt.Sprint(line), func(t *testing.T) {
			if got := text.Line(line); line > 0 && got != want {
				t.Errorf("Line(%d) = %q, want %q", line, got, want)
			}
		})
	}
	if text.Lines() != 4 {
		t.Errorf("Lines() = %d, want 4", text.Lines())
	}
}

// A carriage return alone ends a line, also one that an edit has left alone or made.
func TestCarriageReturns(t *testing.T) {
	cases := []struct {
		text string
		edit Edit
		want string
	}{
		{"a\rb\r", Edit{}, "a|b|"},
		{"a\r\rb\r\n\rc", Edit{}, "a||b||c"},
		{"a\r\nb", Edit{Span{2, 3}, ""}, "a|b"},
		{"a\r\nb", Edit{Span{2, 2}, "x"}, "a|x|b"},
		{"a\nb", Edit{Span{1, 1}, "\r"}, "a|b"},
		{"ab", Edit{Span{1, 1}, "\r"}, "a|b"},
	}
	for _, c := range cases {
		t.Run(fmt.Sprintf("%q", c.text), func(t *testing.T) {
			text, err := NewText(c.text).Apply(c.edit)
			if err != nil {
				t.Fatal(err)
			}
			var lines []string
			for line := range text.Lines() {
				lines = append(lines, text.Line(line+1))
			}
			if got := strings.Join(lines, "|"); got != c.want {
				t.Errorf("lines %s, want %s", got, c.want)
			}
		})
	}
}

func TestApply(t *testing.T) {
	text := NewText("one two three")
	got, err := text.Apply(Edit{Span{8, 13}, "3"}, Edit{Span{0, 3}, "1"}, Edit{Span{3, 3}, "!"})
	if err != nil || got.String() != "1! two 3" {
		t.Errorf("Apply = %q, %v", got, err)
	}
	for _, bad := range [][]Edit{{{Span{5, 99}, ""}}, {{Span{3, 2}, ""}}, {{Span{0, 4}, ""}, {Span{3, 5}, ""}}} {
		t.Run(fmt.Sprint(bad), func(t *testing.T) {
			if _, err := text.Apply(bad...); err == nil {
				t.Errorf("Apply(%v) accepted", bad)
			}
		})
	}
}

// The lines of an edited text are those of the same text made anew, with edits
// of a few bytes and of whole chunks.
func TestApplyKeepsLines(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	ends := strings.NewReplacer("\r\n", "\r\n", "\r", "\n")
	parts := []string{"", "x", "\n", "\r\n", "\r", "y\nz", strings.Repeat("a line\n", chunkSize/7), strings.Repeat("x", 3*chunkSize), strings.Repeat("\n", 40)}
	text := NewText("a\nb\r\n\nc")
	for i := range 4000 {
		start := r.IntN(text.Len() + 1)
		end := min(text.Len(), start+[]int{0, r.IntN(4), r.IntN(2 * chunkSize), r.IntN(text.Len() + 1)}[r.IntN(4)])
		edit := Edit{Span{start, end}, parts[r.IntN(len(parts)-3*min(1, i%8))]}
		next, err := text.Apply(edit)
		if err != nil {
			t.Fatal(err)
		}
		want := ends.Replace(text.String()[:start] + edit.New + text.String()[end:])
		if next.String() != want {
			t.Fatalf("edit %d at %d..%d gives another text", i, start, end)
		}
		checkLines(t, next, want, r)
		checkDifference(t, text, next)
		if text = next; text.Len() > 10*chunkSize {
			text = NewText(text.String()[:r.IntN(text.Len())])
		}
	}
}

// checkLines compares the index of a text with one made by looking for
// newlines.
func checkLines(t *testing.T, text *Text, want string, r *rand.Rand) {
	t.Helper()
	lines := strings.SplitAfter(want, "\n")
	if text.Lines() != len(lines) || text.Len() != len(want) {
		t.Fatalf("%d lines, %d bytes; want %d, %d", text.Lines(), text.Len(), len(lines), len(want))
	}
	at := 0
	for i, line := range lines {
		if text.LineStart(i+1) != at || text.Line(i+1) != strings.TrimRight(line, "\r\n") || text.LineOf(at) != i+1 {
			t.Fatalf("line %d is %q at %d, LineOf %d; want %q at %d", i+1, text.Line(i+1), text.LineStart(i+1), text.LineOf(at), line, at)
		}
		at += len(line)
	}
	for range 5 {
		start := r.IntN(len(want) + 1)
		end := start + r.IntN(len(want)-start+1)
		if text.Slice(Span{start, end}) != want[start:end] || text.LineOf(start) != 1+strings.Count(want[:start], "\n") {
			t.Fatalf("Slice(%d..%d) or LineOf(%d) is wrong", start, end, start)
		}
	}
	small := 0
	for _, c := range text.chunks[:len(text.chunks)-1] {
		if !strings.HasSuffix(c.content, "\n") {
			t.Fatal("a chunk ends within a line")
		}
		if len(c.content) < chunkSize/4 {
			small++
		}
	}
	if small > 2+len(text.chunks)/2 {
		t.Fatalf("%d of %d chunks are small", small, len(text.chunks))
	}
}

func checkDifference(t *testing.T, old, new *Text) {
	t.Helper()
	a, b := old.String(), new.String()
	prefix := commonPrefix(a, b)
	suffix := commonSuffix(a[prefix:], b[prefix:])
	if p, s := Difference(old, new); p != prefix || s != suffix {
		t.Fatalf("Difference gives %d, %d; want %d, %d", p, s, prefix, suffix)
	}
	if p, s := Difference(old, NewText(b)); p != prefix || s != suffix {
		t.Fatalf("Difference of another text gives %d, %d; want %d, %d", p, s, prefix, suffix)
	}
}
