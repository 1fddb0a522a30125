package source

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
)

func TestPositions(t *testing.T) {
	text := NewText("ab\r\nc\n\nlast")
	cases := []struct {
		offset, line, column int
	}{{0, 1, 1}, {1, 1, 2}, {3, 1, 4}, {4, 2, 1}, {6, 3, 1}, {7, 4, 1}, {11, 4, 5}, {99, 4, 5}, {-3, 1, 1}}
	for _, c := range cases {
		if got := text.Position(c.offset); got != (Position{c.line, c.column}) {
			t.Errorf("Position(%d) = %v, want %d:%d", c.offset, got, c.line, c.column)
		}
	}
	for line, want := range map[int]string{0: "", 1: "ab", 2: "c", 3: "", 4: "last", 5: ""} {
		if got := text.Line(line); line > 0 && got != want {
			t.Errorf("Line(%d) = %q, want %q", line, got, want)
		}
	}
	if text.Lines() != 4 {
		t.Errorf("Lines() = %d, want 4", text.Lines())
	}
}

func TestApply(t *testing.T) {
	text := NewText("one two three")
	got, err := text.Apply(Edit{Span{8, 13}, "3"}, Edit{Span{0, 3}, "1"}, Edit{Span{3, 3}, "!"})
	if err != nil || got.String() != "1! two 3" {
		t.Errorf("Apply = %q, %v", got, err)
	}
	for _, bad := range [][]Edit{{{Span{5, 99}, ""}}, {{Span{3, 2}, ""}}, {{Span{0, 4}, ""}, {Span{3, 5}, ""}}} {
		if _, err := text.Apply(bad...); err == nil {
			t.Errorf("Apply(%v) accepted", bad)
		}
	}
}

// The lines of an edited text are those of the same text made anew.
func TestApplyKeepsLines(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	text := NewText("a\nb\r\n\nc")
	for range 2000 {
		start := r.IntN(text.Len() + 1)
		end := min(text.Len(), start+r.IntN(4))
		edit := Edit{Span{start, end}, strings.Repeat([]string{"", "x", "\n", "\r\n", "y\nz"}[r.IntN(5)], r.IntN(3))}
		next, err := text.Apply(edit)
		if err != nil {
			t.Fatal(err)
		}
		if want := NewText(text.String()[:start] + edit.New + text.String()[end:]); !reflect.DeepEqual(next, want) {
			t.Fatalf("%+v of %q gives %+v, want %+v", edit, text.String(), next, want)
		}
		if text = next; text.Len() > 60 {
			text = NewText("a\n")
		}
	}
}
