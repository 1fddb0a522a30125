package lsp

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

const wrongWay = `program main
  implicit none
  integer, parameter :: n = 64
  real :: a(n,n), b(n,n)
  integer :: i, j
!HPF$ PROCESSORS p(4)
  !HPF$ DISTRIBUTE (*,BLOCK) ONTO p :: a, b
  do j = 2, n
    do i = 1, n
      a(i,j) = a(i,j-1) + b(i,j)
    end do
  end do
end program
`

// A text that rests is advised unasked: the lens of the unit and a diagnostic on the
// directive say what is faster, a quick fix makes it, and after it nothing is said.
func TestAdvisedAtRest(t *testing.T) {
	c := dial(t, Options{FS: &testFS{files: map[string]string{}}, AdviseAfter: time.Millisecond})
	c.initialize(`{"textDocument":{"codeAction":{},"diagnostic":{}},"workspace":{"codeLens":{"refreshSupport":true},"inlayHint":{"refreshSupport":true},"diagnostics":{"refreshSupport":true},"workspaceEdit":{"documentChanges":true}}}`)
	const uri = "file:///w/p.f90"
	document := object{"textDocument": object{"uri": uri}}
	lens := func() string {
		var lenses []struct{ Command struct{ Title string } }
		c.ask("textDocument/codeLens", document, &lenses)
		return lenses[0].Command.Title
	}
	slower := func() (found []object) {
		var report struct{ Items []object }
		c.ask("textDocument/diagnostic", document, &report)
		for _, d := range report.Items {
			if d["code"] == slowerMapping {
				found = append(found, d)
			}
		}
		return found
	}
	c.open(uri, 1, wrongWay)
	if strings.Contains(lens(), "faster") {
		t.Error("advised before the text rests")
	}
	c.expect("workspace/codeLens/refresh")
	if got := lens(); !strings.Contains(got, " times faster: DISTRIBUTE a, b (BLOCK,*)") {
		t.Errorf("lens %q", got)
	}
	found := slower()
	if len(found) != 1 || !strings.Contains(fmt.Sprint(found), "slower than the best found: DISTRIBUTE a, b (BLOCK,*)") || !strings.Contains(fmt.Sprint(found), "start:map[character:2 line:6]") {
		t.Fatal(found)
	}
	var actions []struct {
		Kind        string
		IsPreferred bool
		Edit        struct {
			DocumentChanges []struct{ Edits []struct{ NewText string } }
		}
	}
	c.ask("textDocument/codeAction", object{"textDocument": object{"uri": uri}, "range": span(6, 3, 6, 3), "context": object{"diagnostics": found, "only": []string{"quickfix"}}}, &actions)
	if len(actions) == 0 || actions[0].Kind != "quickfix" || !actions[0].IsPreferred || actions[0].Edit.DocumentChanges[0].Edits[0].NewText != "(BLOCK,*)" {
		t.Errorf("%+v", actions)
	}
	actions = nil
	c.ask("textDocument/codeAction", object{"textDocument": object{"uri": uri}, "range": span(6, 3, 6, 3), "context": object{"diagnostics": found, "triggerKind": 1}}, &actions)
	offered := map[string]bool{}
	for _, a := range actions {
		edits := fmt.Sprint(a.Edit)
		if offered[edits] {
			t.Errorf("%s is offered twice of %+v", edits, actions)
		}
		offered[edits] = true
	}
	if len(offered) < 2 {
		t.Errorf("only %+v", actions)
	}
	c.change(uri, 2, object{"text": strings.Replace(wrongWay, "(*,BLOCK)", "(BLOCK,*)", 1)})
	if got := lens(); strings.Contains(got, "faster") || len(slower()) > 0 {
		t.Errorf("lens %q", got)
	}
}

// Who asks for no advice at rest gets none.
func TestNotAdvisedAtRest(t *testing.T) {
	c := dial(t, Options{FS: &testFS{files: map[string]string{}}})
	c.initialize(`{}`)
	c.open("file:///w/p.f90", 1, wrongWay)
	var lenses []struct{ Command struct{ Title string } }
	for range 3 {
		c.ask("textDocument/codeLens", object{"textDocument": object{"uri": "file:///w/p.f90"}}, &lenses)
		if strings.Contains(lenses[0].Command.Title, "faster") {
			t.Error(lenses[0].Command.Title)
		}
		time.Sleep(50 * time.Millisecond)
	}
}
