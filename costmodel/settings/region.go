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
	var all []Region
	var problems []source.Diagnostic
	var open *Region
	report := func(at source.Span, message string) { problems = append(problems, wrong(at, message)) }
	for d := range written(text) {
		if !isPhase(d.list) {
			continue
		}
		if strings.EqualFold(strings.Join(strings.Fields(d.list), " "), "end phase") {
			if open == nil {
				report(d.at, "END PHASE ends no PHASE")
				continue
			}
			open.Last = d.line - 1
			all, open = append(all, *open), nil
			continue
		}
		if open != nil {
			report(open.Span, "this PHASE has no END PHASE before the next one")
		}
		names := words(d.list[len("phase"):])
		if len(names) < 2 || len(names) > 3 {
			report(d.at, `a phase is bound to a region like this: !PARLENS$ PHASE "model.toml" "name", and !PARLENS$ END PHASE behind it`)
			open = nil
			continue
		}
		open = &Region{Model: names[0], Phase: names[1], First: d.line + 1, Span: d.at}
		if len(names) == 3 {
			open.Variant = names[2]
		}
	}
	if open != nil {
		report(open.Span, "this PHASE has no END PHASE")
	}
	return all, problems
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
