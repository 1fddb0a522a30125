package lsp

import (
	"fmt"
	"strings"
	"testing"
)

// A reader of a very long file is told where lenses and diagnostics of costs
// end.
func TestLongFile(t *testing.T) {
	for lines, told := range map[int]bool{longReport - 2: false, longReport + 50: true} {
		t.Run(fmt.Sprint(lines), func(t *testing.T) {
			text := "program p\nx = 1\nend program\n" + strings.Repeat("! comment\n", lines-3)
			c := dial(t, Options{})
			c.initialize(`{"textDocument":{"diagnostic":{}}}`)
			c.open(largeURI, 0, text)
			document := object{"textDocument": object{"uri": largeURI}}
			var report struct {
				Items []struct {
					Code  string
					Range struct{ Start struct{ Line int } }
				}
			}
			c.ask("textDocument/diagnostic", document, &report)
			found := false
			for _, d := range report.Items {
				if d.Code == "long-file" {
					found = true
					if d.Range.Start.Line != longReport-1 {
						t.Errorf("told at line %d", d.Range.Start.Line)
					}
				}
			}
			var status statusResult
			c.ask(methodStatus, document, &status)
			if found != told || strings.Contains(status.Text, "lines 1 to 10000") != told {
				t.Errorf("%d lines: told %v, status %q", lines, found, status.Text)
			}
			c.close()
		})
	}
}
