package fortran

import (
	"cmp"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/source"
)

// plainText is the own text of a unit without what no cost depends on: comments, and blanks
// at the end of lines. All else stays in its line and column. What PARLENS$ directives
// say is kept: they are comments to the language. The statements are those of the text,
// directives and other lines with a meaning among them.
func plainText(text string, statements []source.Span) string {
	slices.SortFunc(statements, func(a, b source.Span) int { return cmp.Compare(a.Start, b.Start) })
	var out strings.Builder
	reach := 0 // of the statements that begin above or on the line
	for at, next := 0, 0; at < len(text); at = next {
		end := strings.IndexByte(text[at:], '\n')
		if next = at + end + 1; end < 0 {
			next = len(text)
		}
		for len(statements) > 0 && statements[0].Start < next {
			reach, statements = max(reach, statements[0].End), statements[1:]
		}
		last := trimEnd(text, at, next)
		if line := text[at:last]; !strings.Contains(line, "arlens$") && !strings.Contains(line, "ARLENS$") {
			last = min(last, max(at, reach))
		}
		out.WriteString(text[at:last])
		if end >= 0 {
			out.WriteByte('\n')
		}
	}
	return out.String()
}
