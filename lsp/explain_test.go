package lsp

import (
	"strings"
	"testing"
)

const shifted = `program shifted
  integer, parameter :: n = 10
  real a(n), b(n)
  integer i, k
!HPF$ PROCESSORS p(2)
!HPF$ DISTRIBUTE a(BLOCK) ONTO p
!HPF$ ALIGN b(i) WITH a(i)
  do k = 1, 3
    forall (i = 2:n) b(i) = a(i-1)
    a = b
  end do
end program
`

func explaining(t *testing.T, capabilities string) *client {
	t.Helper()
	c := dial(t, Options{FS: &testFS{files: map[string]string{}}})
	c.initialize(capabilities)
	c.open("file:///w/shifted.f90", 1, shifted)
	return c
}

func hoverAt(c *client, line, character int) string {
	var answer struct {
		Contents struct{ Value string }
	}
	c.ask("textDocument/hover", object{
		"textDocument": object{"uri": "file:///w/shifted.f90"}, "position": object{"line": line, "character": character},
	}, &answer)
	return answer.Contents.Value
}

// A hover says in short what parlens explain prints.
func TestHoverExplains(t *testing.T) {
	c := explaining(t, "{}")
	for _, x := range []struct {
		what            string
		line, character int
		says            []string
	}{
		{"a statement", 8, 30, []string{
			"assignment by the owner of b(i)", "for `i = max(2, block*c + 1) : min(block*(c + 1), n)`, `block = ceil(n/p) = 5`",
			"shift of A by -1 along dimension 1, before the statement: stays inside the loop over K", "1 message each time, first (0) -\\> (1): A(5), 1 element",
		}},
		{"an array", 2, 7, []string{"owner of A: `(i - 1) div block`", "2 processors: 5 elements, 24 bytes, first A(1:5)", "overlap area in dimension 1: 1 below, 0 above"}},
		{"a directive", 5, 2, []string{"owner of A", "owner of B"}},
	} {
		t.Run(x.what, func(t *testing.T) {
			text := hoverAt(c, x.line, x.character)
			for _, want := range x.says {
				if !strings.Contains(strings.ReplaceAll(text, `->`, `-\>`), want) {
					t.Errorf("%s: the hover does not say %q:\n%s", x.what, want, text)
				}
			}
		})
	}
	if text := hoverAt(c, 2, 7); strings.Contains(text, "owner of B") {
		t.Errorf("the hover of one array tells of another:\n%s", text)
	}
	if text := hoverAt(c, 2, 7); strings.Count(text, "(i - 1) div") != 1 {
		t.Errorf("the hover of an array does not tell its owner once:\n%s", text)
	}
}

// The reading is the document with marked lines between its own; it follows the
// document.
func TestReading(t *testing.T) {
	c := explaining(t, "{}")
	read := func() string {
		var answer struct{ Text string }
		c.ask("parlens/spmdReading", object{"textDocument": object{"uri": "file:///w/shifted.f90"}}, &answer)
		return answer.Text
	}
	first := read()
	if !strings.Contains(first, "!spmd     fill overlap: shift of A by -1") || !strings.Contains(first, "(0) -> (1): A(5)") {
		t.Errorf("the reading is\n%s", first)
	}
	c.change("file:///w/shifted.f90", 2, object{"text": strings.Replace(shifted, "n = 10", "n = 20", 1)})
	if second := read(); !strings.Contains(second, "(0) -> (1): A(10)") {
		t.Errorf("after an edit the reading is\n%s", second)
	}
}

// The lens for the reading is for clients that have its command.
func TestReadingLens(t *testing.T) {
	for capabilities, want := range map[string]int{
		"{}": 0, `{"experimental":{"parlens":{"reading":true}}}`: 1, `{"experimental":"other"}`: 0, `{"experimental":{"parlens":{"reading":"yes"}}}`: 0,
	} {
		t.Run(capabilities, func(t *testing.T) {
			c := explaining(t, capabilities)
			var lenses []struct {
				Command struct {
					Command   string
					Arguments []string
				}
			}
			c.ask("textDocument/codeLens", object{"textDocument": object{"uri": "file:///w/shifted.f90"}}, &lenses)
			got := 0
			for _, l := range lenses {
				if l.Command.Command == "parlens.showReading" && len(l.Command.Arguments) == 1 && l.Command.Arguments[0] == "file:///w/shifted.f90" {
					got++
				}
			}
			if got != want {
				t.Errorf("%s: %d lenses, want %d", capabilities, got, want)
			}
		})
	}
}
