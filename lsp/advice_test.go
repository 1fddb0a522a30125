package lsp

import (
	"fmt"
	"strings"
	"testing"
)

const undirectedModule = `module fields
  implicit none
  integer, parameter :: n = 64
  real :: a(n,n), b(n,n)
end module

program main
  use fields
  implicit none
  integer :: i, j
  do j = 2, n
    do i = 1, n
      a(i,j) = a(i,j-1) + b(i,j)
    end do
  end do
end program
`

// Faster mappings are offered on declarations in modules, headings, loops and costly
// lines, and on no others; nothing is offered that is no gain.
func TestFasterMappings(t *testing.T) {
	c := dial(t, Options{FS: &testFS{files: map[string]string{}}})
	c.initialize(`{"textDocument":{"codeAction":{"resolveSupport":{"properties":["edit"]}},"diagnostic":{}},"workspace":{"workspaceEdit":{"documentChanges":true}}}`)
	const uri = "file:///w/p.f90"
	c.open(uri, 1, undirectedModule)
	titles := func(line int) []string {
		var actions []struct{ Title string }
		c.ask("textDocument/codeAction", object{"textDocument": object{"uri": uri}, "range": span(line-1, 0, line-1, 0), "context": object{"diagnostics": []object{}}}, &actions)
		var out []string
		for _, a := range actions {
			if strings.HasPrefix(a.Title, "DISTRIBUTE") {
				out = append(out, a.Title)
			}
		}
		return out
	}
	for line, want := range map[int]bool{3: false, 4: true, 7: true, 8: false, 11: true, 12: true, 13: true, 16: false} {
		t.Run(fmt.Sprint(line), func(t *testing.T) {
			got := titles(line)
			if (len(got) > 0) != want {
				t.Errorf("line %d: %q", line, got)
			}
			for _, title := range got {
				if !strings.Contains(title, "(-") {
					t.Errorf("line %d: %q is no gain", line, title)
				}
			}
		})
	}
	var actions []object
	c.ask("textDocument/codeAction", object{"textDocument": object{"uri": uri}, "range": span(3, 0, 3, 0), "context": object{"diagnostics": []object{}}}, &actions)
	var resolved struct {
		Edit struct {
			DocumentChanges []struct{ Edits []struct{ NewText string } }
		}
	}
	c.ask("codeAction/resolve", actions[0], &resolved)
	if text := fmt.Sprint(resolved); !strings.Contains(text, "!HPF$ PROCESSORS procs(") || !strings.Contains(text, "!HPF$ DISTRIBUTE (BLOCK,*) ONTO procs :: a, b") {
		t.Error(text)
	}
}
