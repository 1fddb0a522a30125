package settings

import (
	"regexp"
	"strings"

	"github.com/parlens/parlens/analysis/source"
)

// Region is a part of a program that is a phase of a phase model:
//
//	!PARLENS$ PHASE "model.toml" "name" variant
//	...
//	!PARLENS$ END PHASE
//
// The model is a path from the file's folder or the name of a shipped one; quotes
// are needed where there are blanks; the variant may be left out.
type Region struct {
	Model, Phase, Variant string
	First, Last           int         // lines between the directives, from 1
	Span                  source.Span // of the first directive
}

var word = regexp.MustCompile(`^(?:"([^"]*)"|'([^']*)'|([^\s"']+))\s*`)

// Regions reads the PHASE directives of a file; what is wrong with them is reported.
func Regions(text *source.Text) ([]Region, []source.Diagnostic) {
	if !text.Contains("arlens$") && !text.Contains("ARLENS$") {
		return nil, nil
	}
	var all []Region
	var problems []source.Diagnostic
	var open *Region
	wrong := func(at source.Span, message string) {
		problems = append(problems, source.Diagnostic{Span: at, Severity: source.Warning, Code: "parlens-directive", Message: message})
	}
	for line := 1; line <= text.Lines(); line++ {
		rest, at, ok := directive(text, line)
		if !ok || !isPhase(rest) {
			continue
		}
		if strings.EqualFold(strings.Join(strings.Fields(rest), " "), "end phase") {
			if open == nil {
				wrong(at, "END PHASE ends no PHASE")
				continue
			}
			open.Last = line - 1
			all, open = append(all, *open), nil
			continue
		}
		if open != nil {
			wrong(open.Span, "this PHASE has no END PHASE before the next one")
		}
		names := words(rest[len("phase"):])
		if len(names) < 2 || len(names) > 3 {
			wrong(at, `a phase is bound to a region like this: !PARLENS$ PHASE "model.toml" "name", and !PARLENS$ END PHASE behind it`)
			open = nil
			continue
		}
		open = &Region{Model: names[0], Phase: names[1], First: line + 1, Span: at}
		if len(names) == 3 {
			open.Variant = names[2]
		}
	}
	if open != nil {
		wrong(open.Span, "this PHASE has no END PHASE")
	}
	return all, problems
}

// directive returns what stands behind the sentinel of a line.
func directive(text *source.Text, line int) (string, source.Span, bool) {
	written := strings.TrimRight(text.Line(line), " \t\r\n")
	head := sentinel.FindString(written)
	start := text.LineStart(line)
	return written[len(head):], source.Span{Start: start, End: start + len(written)}, head != ""
}

// isPhase reports whether a directive is PHASE or END PHASE.
func isPhase(rest string) bool {
	f := strings.Fields(strings.ToLower(rest))
	return len(f) > 0 && f[0] == "phase" || len(f) > 1 && f[0] == "end" && f[1] == "phase"
}

func words(text string) []string {
	var out []string
	text = strings.TrimSpace(text)
	for text != "" {
		m := word.FindStringSubmatch(text)
		if m == nil {
			return nil
		}
		out = append(out, m[1]+m[2]+m[3])
		text = text[len(m[0]):]
	}
	return out
}
