package hpf

import (
	"fmt"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/source"
)

// Reading is what the text of a directive says.
type Reading struct {
	Directives []Directive
	Problem    *source.Diagnostic // nil when the whole text was understood
	Spellings  []Spelling         // where the text departs from the standard
}

// Parse is Read of free form, without the spellings.
func Parse(text string) ([]Directive, *source.Diagnostic) {
	r := Read(text, fortran.Free)
	return r.Directives, r.Problem
}

// Read reads the text of a directive. It never fails: what cannot be read is a
// problem of code "directive-syntax" or "unknown-directive". In fixed form,
// blanks are taken to separate words at first; where that makes no sense, they
// are removed.
func Read(text string, form fortran.Form) Reading {
	first := readTokens(fortran.Tokens(text), len(text))
	if form == fortran.Free || first.Problem == nil {
		return first
	}
	second := readTokens(squeezed(text), len(text))
	if second.Problem == nil || first.Problem.Code == "unknown-directive" && second.Problem.Code == "directive-syntax" {
		return second
	}
	return first
}

// Tokens returns the tokens of a directive as Read takes them.
func Tokens(text string, form fortran.Form) []fortran.Token {
	tokens := fortran.Tokens(text)
	if form == fortran.Free || readTokens(tokens, len(text)).Problem == nil {
		return tokens
	}
	if second := squeezed(text); readTokens(second, len(text)).Problem == nil {
		return second
	}
	return tokens
}

func readTokens(tokens []fortran.Token, end int) Reading {
	if len(tokens) == 0 {
		return Reading{Problem: diagnostic(source.Span{Start: 0, End: end}, "directive-syntax", "the directive is empty")}
	}
	standard, spellings := standardize(tokens)
	r := reader{tokens: standard, end: end}
	out := Reading{Spellings: spellings}
	if out.Directives, out.Problem = r.read(); out.Problem != nil && out.Problem.Code == "syntax" {
		out.Problem.Code = "directive-syntax"
	}
	if out.Problem == nil && len(out.Directives) == 0 {
		at := source.Span{Start: tokens[0].Start, End: tokens[0].End}
		out.Problem = diagnostic(at, "directive-syntax", "DIMENSION declares nothing without TEMPLATE or PROCESSORS")
	}
	if out.Problem == nil {
		out.Spellings = append(out.Spellings, omissions(standard, out.Directives)...)
	}
	return out
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
	parseOn           = fortran.Production[on]()
	parseResident     = fortran.Production[resident]()
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
	case "on":
		return convert(parseOn, r, onOf)
	case "resident":
		return convert(parseResident, r, residentOf)
	case "end", "task_region":
		return r.region()
	case "processors", "template", "distribute", "redistribute", "align", "realign", "dynamic", "inherit", "shadow", "range", "dimension":
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
			return []Directive{&Attribute{Keyword: "range", Names: []string{v.Name.String()}, Ranges: rangesOf(v.Ranges)}}
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

// region reads TASK_REGION, and the ENDs of regions.
func (r reader) region() ([]Directive, *source.Diagnostic) {
	words, last := r.tokens, r.tokens[len(r.tokens)-1]
	if words[0].Text == "task_region" {
		if len(words) > 1 {
			return nil, diagnostic(source.Span{Start: words[1].Start, End: last.End}, "directive-syntax", "nothing may follow TASK_REGION")
		}
		return []Directive{&Region{Keyword: "task_region", Begin: true}}, nil
	}
	if len(words) == 2 {
		switch words[1].Text {
		case "on", "resident", "task_region":
			return []Directive{&Region{Keyword: words[1].Text, End: true}}, nil
		}
	}
	return nil, diagnostic(source.Span{Start: words[0].Start, End: last.End}, "directive-syntax", "END must be followed by ON, RESIDENT or TASK_REGION")
}

// twice reports an attribute that a combined directive gives twice, and one that
// cannot go with PROCESSORS: an arrangement has nothing but DIMENSION.
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
			if t.Text != "dimension" && len(seen) > 1 && (seen["processors"] || t.Text == "processors") && !(len(seen) == 2 && seen["dimension"]) {
				return diagnostic(source.Span{Start: t.Start, End: t.End}, "directive-syntax", "PROCESSORS goes with DIMENSION only")
			}
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
