package lsp

import (
	"strings"
	"testing"
)

// The header of an array construct says what its lines take, first of all where it costs
// nothing of its own. That of a WHERE tests the mask.
func TestConstructsHaveTimes(t *testing.T) {
	for name, header := range map[string][2]string{
		"forall":        {"forall (i = 1:n)", "end forall"},
		"where":         {"where (a > 0.0)", "end where"},
		"do concurrent": {"do concurrent (i = 1:n)", "end do"},
	} {
		t.Run(name, func(t *testing.T) {
			body := "a(i) = a(i) + 1.0"
			if name == "where" {
				body = "a = a + 1.0"
			}
			c := dial(t, Options{FS: &testFS{files: map[string]string{}}})
			c.initialize("{}")
			c.open("file:///w/shifted.f90", 1, "program shifted\n  real a(100)\n  integer, parameter :: n = 100\n  integer i\n!HPF$ PROCESSORS p(2)\n!HPF$ DISTRIBUTE a(BLOCK) ONTO p\n  "+
				header[0]+"\n    "+body+"\n    "+body+"\n  "+header[1]+"\nend program\n")
			if text := hoverAt(c, 6, 3); name != "where" && !strings.Contains(text, "s** to line 10, 100% of") || !strings.Contains(text, "Loop to line 10: **") {
				t.Errorf("the hover says\n%s", text)
			}
		})
	}
}
