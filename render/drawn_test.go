package render

import (
	"strings"
	"testing"
)

func TestDrawn(t *testing.T) {
	for _, c := range []struct{ name, markdown, want string }{
		{"a table between paragraphs", "**1 s**\n\n| | time | share |\n|---|--:|--:|\n| computation | 6.00 ms | 60% |\n| wait | 100 us | 1% |\n\nBound", `**1 s**

                time  share
───────────────────────────
computation  6.00 ms    60%
wait          100 us     1%

Bound`},
		{"marks inside cells", "| parameter | provenance |\n|---|---|\n| send\\_s | **recalled**: a\\|b |\n| größe | `x` |", `parameter  provenance
────────────────────────
send_s     recalled: a|b
größe      x`},
		{"bars that are no table", "| a | b |\nno rule", "| a | b |\nno rule"},
		{"code that has bars", "`a | b`\n|x|", "`a | b`\n|x|"},
		{"a row that is too long", "| a |\n|---|\n| 1 | 2 |", "a\n─\n1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := Drawn(c.markdown, false)
			if got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
			if fenced := Drawn(c.markdown, true); strings.Contains(c.want, "─") != strings.Contains(fenced, "```text\n") {
				t.Errorf("fenced:\n%s", fenced)
			}
		})
	}
}
