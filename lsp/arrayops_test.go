package lsp

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// Where the compiler leaves a loop serial, an action writes it as array statements and
// says what that gains.
func TestArrayFormInTheEditor(t *testing.T) {
	const text = "program p\nreal :: a(5000), b(5000)\ninteger :: i\ndo i = 2, 5000\n  b(i) = a(i-1)\nend do\nend program\n"
	c := dial(t, Options{FS: &testFS{files: map[string]string{"/w/parlens.toml": "machine = \"cm5-cmf\"\n"}}})
	c.initialize(`{"general":{"positionEncodings":["utf-8"]}}`)
	c.open("file:///w/p.f90", 1, text)
	var actions []struct {
		Title string
		Edit  struct {
			Changes map[string][]struct{ NewText string }
		}
	}
	c.ask("textDocument/codeAction", object{"textDocument": object{"uri": "file:///w/p.f90"}, "range": span(3, 0, 3, 0), "context": object{"diagnostics": []object{}}}, &actions)
	if len(actions) != 1 || !strings.HasPrefix(actions[0].Title, "array statements for the loop: 471 ms -> ") || !strings.HasSuffix(actions[0].Title, "(-100%)") {
		t.Fatalf("%+v", actions)
	}
	if edits := actions[0].Edit.Changes["file:///w/p.f90"]; len(edits) != 1 || edits[0].NewText != "b(2:5000) = a(1:4999)" {
		t.Errorf("%+v", edits)
	}
}

// The table of counted executions that parlens.toml names holds in the editor, and is
// read again when a run has written another.
func TestCountsInTheEditor(t *testing.T) {
	const text = "program p\nreal :: a(5000), b(5000)\nlogical :: l(5000)\nwhere (l) a = b\nend program\n"
	const head = "file,line,executions,mask_fraction,elements\n"
	disk := &testFS{files: map[string]string{"/w/parlens.toml": "machine = \"ymp-c90-f90\"\ncounts = \"run/counts.csv\"\n", "/w/run/counts.csv": head + "shifted.f90,4,1,0.75,5000\n"}}
	c := dial(t, Options{FS: disk})
	c.initialize(`{"general":{"positionEncodings":["utf-8"]}}`)
	c.open("file:///w/shifted.f90", 1, text)
	says := func(want string) {
		t.Helper()
		if got := strings.ReplaceAll(hoverAt(c, 3, 2), `\`, ""); !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	says("OH-FULLMASK(75)")
	disk.write("/w/run/counts.csv", head+"shifted.f90,4,1,0.25,5000\n")
	c.note("workspace/didChangeWatchedFiles", object{"changes": []object{{"uri": "file:///w/run/counts.csv", "type": 2}}})
	says("OH-FULLMASK(25)")
}

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
		t.Run(fmt.Sprint(x), func(t *testing.T) {
			got := strings.ReplaceAll(hoverAt(c, x.line, x.character), `\`, "")
			for _, want := range x.says {
				if !strings.Contains(got, want) {
					t.Errorf("line %d: no %q in\n%s", x.line+1, want, got)
				}
			}
		})
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
