package edits

import (
	"math/rand/v2"
	"regexp"
	"strings"

	"github.com/parlens/parlens/analysis/source"
)

var token = regexp.MustCompile(`[0-9]+|BLOCK|CYCLIC|\bblock\b|\bcyclic\b|[-+*]|\b(?:real|integer|double precision)\b|\b[a-j]\b|\n`)

// Small replaces a number, an operator, a format, a type or a name of one letter, or
// adds a line, which moves all below: most of what it leaves are programs.
func Small(r *rand.Rand, text *source.Text) source.Edit {
	all := token.FindAllStringIndex(text.String(), -1)
	if len(all) == 0 {
		return Random(r, text)
	}
	at := all[r.IntN(len(all))]
	from := []string{"0", "1", "2", "3", "8", "17"}
	switch old := text.String()[at[0]:at[1]]; {
	case strings.Contains("BLOCK CYCLIC", old):
		from = []string{"BLOCK", "CYCLIC", "CYCLIC(3)", "*"}
	case strings.Contains("block cyclic", old):
		from = []string{"block", "cyclic"}
	case strings.Contains("-+*", old):
		from = []string{"-", "+", "*"}
	case old == "\n":
		from = []string{"\n\n", "\n! moved\n"}
	case len(old) == 1 && strings.Contains("abcdef", old):
		from = []string{"a", "b", "c", "d", "e", "f"}
	case len(old) == 1 && strings.Contains("ghij", old):
		from = []string{"g", "h", "i", "j"}
	case strings.Contains("real integer double precision", old):
		from = []string{"real", "integer", "double precision"}
	}
	return source.Edit{Span: source.Span{Start: at[0], End: at[1]}, New: pick(r, from)}
}
