package hpf

import (
	"fmt"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/source"
)

// Parse reads the text of a directive. It never fails: what cannot be read is
// a diagnostic of code "directive-syntax" or "unknown-directive".
func Parse(text string) ([]Directive, *source.Diagnostic) {
	r := reader{tokens: fortran.Tokens(text), end: len(text)}
	if len(r.tokens) == 0 {
		return nil, diagnostic(source.Span{Start: 0, End: len(text)}, "directive-syntax", "the directive is empty")
	}
	directives, problem := r.read()
	if problem != nil && problem.Code == "syntax" {
		problem.Code = "directive-syntax"
	}
	return directives, problem
}

func diagnostic(at source.Span, code, format string, args ...any) *source.Diagnostic {
	return &source.Diagnostic{Span: at, Severity: source.Error, Code: code, Message: fmt.Sprintf(format, args...)}
}

// reader holds the tokens of one directive.
type reader struct {
	tokens []fortran.Token
	end    int
}

var (
	parseArrangements = fortran.Production[arrangements]()
	parseDistribute   = fortran.Production[distribute]()
	parseAlign        = fortran.Production[align]()
	parseCombined     = fortran.Production[combined]()
	parseLayout       = fortran.Production[layout]()
	parseNames        = fortran.Production[names]()
	parseShadow       = fortran.Production[shadow]()
	parseRange        = fortran.Production[valueRange]()
	parseIndependent  = fortran.Production[independent]()
)

// read picks the production by the first word and by "::" outside parentheses.
func (r reader) read() ([]Directive, *source.Diagnostic) {
	first := r.tokens[0]
	switch first.Text {
	case "independent":
		return convert(parseIndependent, r, independentOf)
	case "layout":
		return convert(parseLayout, r, layoutOf)
	case "sequence", "no":
		return convert(parseNames, r, namesOf)
	case "on", "end", "resident", "task_region":
		return r.region()
	case "processors", "processor", "template", "distribute", "redistribute", "align", "realign", "dynamic", "inherit", "shadow", "range", "dimension":
	default:
		return nil, diagnostic(source.Span{Start: first.Start, End: first.End}, "unknown-directive", "%q is no HPF directive", first.Text)
	}
	if r.listed() {
		if twice := r.twice(); twice != nil {
			return nil, twice
		}
		return convert(parseCombined, r, combinedOf)
	}
	return r.plain(first.Text)
}

// plain reads a directive without a list behind "::".
func (r reader) plain(keyword string) ([]Directive, *source.Diagnostic) {
	switch keyword {
	case "distribute", "redistribute":
		return convert(parseDistribute, r, distributeOf)
	case "align", "realign":
		return convert(parseAlign, r, alignOf)
	case "dynamic", "inherit":
		return convert(parseNames, r, namesOf)
	case "shadow":
		return convert(parseShadow, r, func(s *shadow) []Directive {
			return []Directive{&Attribute{Keyword: "shadow", Names: []string{s.Name.String()}, Widths: s.Widths}}
		})
	case "range":
		return convert(parseRange, r, func(v *valueRange) []Directive {
			return []Directive{&Attribute{Keyword: "range", Names: []string{v.Name.String()}}}
		})
	}
	return convert(parseArrangements, r, arrangementsOf)
}

func convert[T any](parse func([]fortran.Token, int) (*T, *source.Diagnostic), r reader, to func(*T) []Directive) ([]Directive, *source.Diagnostic) {
	tree, problem := parse(r.tokens, r.end)
	if problem != nil {
		return nil, problem
	}
	return to(tree), nil
}

// region reads ON, RESIDENT and TASK_REGION without looking at who executes
// what.
func (r reader) region() ([]Directive, *source.Diagnostic) {
	words, last := r.tokens, r.tokens[len(r.tokens)-1]
	out := &Region{Keyword: words[0].Text, Begin: words[0].Text == "task_region" || last.Text == "begin"}
	if out.Keyword != "end" {
		return []Directive{out}, nil
	}
	if len(words) == 2 {
		switch words[1].Text {
		case "on", "resident", "task_region":
			return []Directive{&Region{Keyword: words[1].Text, End: true}}, nil
		}
	}
	return nil, diagnostic(source.Span{Start: words[0].Start, End: last.End}, "directive-syntax", "END must be followed by ON, RESIDENT or TASK_REGION")
}

// twice reports an attribute that a combined directive gives twice.
func (r reader) twice() *source.Diagnostic {
	seen := map[string]bool{}
	depth := 0
	for i, t := range r.tokens {
		switch {
		case t.Text == "::" && depth == 0:
			return nil
		case t.Text == "(":
			depth++
		case t.Text == ")":
			depth--
		case depth == 0 && t.Kind == fortran.Word && (i == 0 || r.tokens[i-1].Text == ","):
			if seen[t.Text] {
				return diagnostic(source.Span{Start: t.Start, End: t.End}, "directive-syntax", "%s is given twice", t.Text)
			}
			seen[t.Text] = true
		}
	}
	return nil
}

// listed reports whether "::" stands outside parentheses.
func (r reader) listed() bool {
	depth := 0
	for _, t := range r.tokens {
		switch t.Text {
		case "(":
			depth++
		case ")":
			depth--
		case "::":
			if depth == 0 {
				return true
			}
		}
	}
	return false
}
