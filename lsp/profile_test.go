package lsp

import (
	"strings"
	"testing"
)

// The profile of a selection is that of the lines that it touches; it follows the
// document.
func TestProfileOfASelection(t *testing.T) {
	c := explaining(t, "{}")
	read := func(first, last int) string {
		var answer struct{ Text string }
		c.ask("parlens/profile", object{
			"textDocument": object{"uri": "file:///w/shifted.f90"},
			"range":        object{"start": object{"line": first, "character": 0}, "end": object{"line": last, "character": 1}},
		}, &answer)
		return answer.Text
	}
	whole := read(0, 100)
	for _, word := range []string{"shifted.f90:1-", "own", "cumulative", "100% of the unit's time", "speedup", "arrays of the unit on a processor: "} {
		t.Run(word, func(t *testing.T) {
			if !strings.Contains(whole, word) {
				t.Errorf("no %q in\n%s", word, whole)
			}
		})
	}
	if one := read(5, 5); !strings.Contains(one, "shifted.f90:6-6: ") || one == whole {
		t.Errorf("the profile of line 6 is\n%s", one)
	}
	if none := read(200, 200); none != "no program unit has these lines\n" {
		t.Errorf("behind the end: %q", none)
	}
	c.change("file:///w/shifted.f90", 2, object{"text": strings.Replace(shifted, "n = 10", "n = 2000", 1)})
	if second := read(0, 100); second == whole || !strings.Contains(second, "100% of the unit's time") {
		t.Errorf("after an edit the profile is\n%s", second)
	}
}
