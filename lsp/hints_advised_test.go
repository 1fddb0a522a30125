package lsp

import (
	"strings"
	"testing"
)

// What makes a unit slow and another directive would change is told on its line, and
// no longer once it is changed.
func TestAdvisingDiagnostics(t *testing.T) {
	c := dial(t, Options{FS: &testFS{files: map[string]string{}}})
	c.initialize(`{"textDocument":{"diagnostic":{}}}`)
	const uri = "file:///w/p.f90"
	lines := func() (out []int) {
		var report struct {
			Items []struct {
				Code  string
				Range struct{ Start struct{ Line int } }
			}
		}
		c.ask("textDocument/diagnostic", object{"textDocument": object{"uri": uri}}, &report)
		for _, d := range report.Items {
			if d.Code == "pinned-communication" || d.Code == "serialised-loop" {
				out = append(out, d.Range.Start.Line)
			}
		}
		return out
	}
	c.open(uri, 1, wrongWay)
	if got := lines(); len(got) == 0 || got[0] < 7 || got[0] > 9 {
		t.Errorf("the sweep across the columns is told on lines %v (from 0)", got)
	}
	c.change(uri, 2, object{"text": strings.Replace(wrongWay, "(*,BLOCK)", "(BLOCK,*)", 1)})
	if got := lines(); len(got) > 0 {
		t.Errorf("told on lines %v where no processor waits for another", got)
	}
}
