package lsp

import (
	"encoding/json"
	"strings"
	"testing"
)

// A machine of measured array operations lives in the editor like any other: hints,
// hovers that name the parameters, and a question for a mask that nobody knows.
func TestArrayOperationsInTheEditor(t *testing.T) {
	const text = `program p
real :: a(500000), b(500000)
integer :: i
logical :: l(500000)
a(2:499999) = 0.25*a(1:499998) + 0.5*a(2:499999) + 0.25*a(3:500000)
where (l) a = b
do i = 1, 500000
b(i) = a(i)
end do
a = tan(b)
end program
`
	c := dial(t, Options{FS: &testFS{files: map[string]string{"/w/parlens.toml": "machine = \"ymp-c90-f90\"\n"}}})
	c.initialize(`{"general":{"positionEncodings":["utf-8"]},"textDocument":{"diagnostic":{}}}`)
	c.open("file:///w/shifted.f90", 1, text)
	for _, x := range []struct {
		line, character int
		says            []string
	}{
		{4, 3, []string{"5.09 ms", "3 x RS-MUL(499998) + 2 x RS-ADD(499998)", "90% interval: 4.85 ms to 5.34 ms"}},
		{5, 3, []string{"500000 x OH-FULLMASK(50)"}},
		{6, 1, []string{"500,000 iterations, parallel", "independent"}},
		{9, 1, []string{"RS-TAN is not measured on ymp-c90-f90"}},
	} {
		got := strings.ReplaceAll(hoverAt(c, x.line, x.character), `\`, "")
		for _, want := range x.says {
			if !strings.Contains(got, want) {
				t.Errorf("line %d: no %q in\n%s", x.line+1, want, got)
			}
		}
	}
	var report struct{ Items []json.RawMessage }
	c.ask("textDocument/diagnostic", object{"textDocument": object{"uri": "file:///w/shifted.f90"}}, &report)
	var actions []struct{ Title string }
	c.ask("textDocument/codeAction", object{"textDocument": object{"uri": "file:///w/shifted.f90"}, "range": span(5, 7, 5, 8),
		"context": object{"diagnostics": report.Items}}, &actions)
	if len(actions) == 0 || !strings.Contains(actions[0].Title, "mask1") {
		t.Errorf("no action gives mask1 a value: %v, %s", actions, report.Items)
	}
}
