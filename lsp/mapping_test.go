package lsp

import (
	"strings"
	"testing"
)

const warpProgram = `program p
  integer, parameter :: n = 1000
  real :: a(n), b(n)
  integer :: i
!HPF$ PROCESSORS q(10)
!HPF$ DISTRIBUTE (BLOCK) ONTO q :: a, b
  a = 1.0
!HPF$ INDEPENDENT
  do i = 1, n
    b(i) = a(i)*2.0 + 1.0
  end do
end program
`

func openWarp(t *testing.T, machine string) *client {
	t.Helper()
	c := dial(t, Options{FS: &testFS{files: map[string]string{"/w/parlens.toml": "machine = \"" + machine + "\"\n"}}})
	c.initialize(`{"general":{"positionEncodings":["utf-8"]}}`)
	c.open("file:///w/a.f90", 1, warpProgram)
	return c
}

func hoverText(c *client, line int) string {
	var h *struct{ Contents struct{ Value string } }
	c.ask("textDocument/hover", object{"textDocument": object{"uri": "file:///w/a.f90"}, "position": object{"line": line, "character": 3}}, &h)
	if h == nil {
		return ""
	}
	return h.Contents.Value
}

// On an array of processors a parallel loop shows the techniques side by side, its
// lens names pipelining, and an action deals the arrays out CYCLIC. Elsewhere nothing
// of it is there.
func TestMappingInTheEditor(t *testing.T) {
	for machine, shown := range map[string]bool{"warp": true, "ipsc860": false} {
		t.Run(machine, func(t *testing.T) {
			c := openWarp(t, machine)
			text := hoverText(c, 8)
			// CL is 2 N items of 50 ns; block waits for 9 of 10 parts, interleaved for 9 items.
			for _, want := range []string{"| block data partitioning |", "| interleaved data partitioning |", "| **loop-body pipelining** |", "| 100 us | 45.0 us |", "| 100 us | 450 ns |", "from LF = "} {
				if strings.Contains(text, want) != shown {
					t.Errorf("%s: hover has %q: %v\n%s", machine, want, !shown, text)
				}
			}
			if strings.Contains(hoverText(c, 9), "data partitioning") {
				t.Errorf("%s: the table is at every line of the loop", machine)
			}
			var lenses []struct{ Command struct{ Title string } }
			c.ask("textDocument/codeLens", object{"textDocument": object{"uri": "file:///w/a.f90"}}, &lenses)
			named := false
			for _, l := range lenses {
				named = named || strings.Contains(l.Command.Title, "loop-body pipelining wins with equal parts")
			}
			if named != shown {
				t.Errorf("%s: lenses %v", machine, lenses)
			}
			var actions []struct {
				Title string
				Edit  struct {
					Changes map[string][]struct {
						NewText string
						Range   struct{ Start, End struct{ Line, Character int } }
					}
				}
			}
			c.ask("textDocument/codeAction", object{"textDocument": object{"uri": "file:///w/a.f90"}, "context": object{"diagnostics": []string{}},
				"range": object{"start": object{"line": 8, "character": 0}, "end": object{"line": 8, "character": 1}}}, &actions)
			found := false
			for _, a := range actions {
				if strings.HasPrefix(a.Title, "CYCLIC: interleaved partitioning takes") {
					e := a.Edit.Changes["file:///w/a.f90"]
					found = len(e) == 1 && e[0].NewText == "CYCLIC" && e[0].Range.Start.Line == 5 && e[0].Range.Start.Character == 18 && e[0].Range.End.Character == 23
					if !found {
						t.Errorf("%+v", a)
					}
				}
			}
			if found != shown {
				t.Errorf("%s: actions %+v", machine, actions)
			}
		})
	}
}
