package outline

import (
	"slices"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/hpf"
)

// role is what a token of a directive is.
type role uint8

const (
	otherRole role = iota
	keywordRole
	formatRole   // BLOCK, CYCLIC, or "*" in their place
	nameRole     // of an array, a template, an arrangement or a value
	declaredRole // a name that the directive declares
	indexRole    // of ALIGN
	functionRole
	numberRole
	operatorRole
)

// directiveWords are the words that begin a directive, and what each does.
var directiveWords = []struct{ word, about string }{
	{"PROCESSORS", "declare a processor arrangement"},
	{"TEMPLATE", "declare a template"},
	{"DISTRIBUTE", "distribute a template or an array over processors"},
	{"ALIGN", "align an array with a template or another array"},
	{"INDEPENDENT", "the iterations of the next loop do not interfere"},
	{"REDISTRIBUTE", "distribute anew"},
	{"REALIGN", "align anew"},
	{"DYNAMIC", "arrays that are distributed or aligned anew"},
	{"INHERIT", "a dummy takes the mapping of its actual argument"},
	{"SEQUENCE", "arrays that keep the order of their elements in memory"},
	{"NO SEQUENCE", "arrays that need not keep it"},
	{"SHADOW", "room for the neighbours' elements"},
	{"RANGE", "the formats that an array may have"},
	{"ON", "the processors that execute the next statements"},
	{"RESIDENT", "what the next statements touch is local"},
	{"TASK_REGION", "statements that run as tasks"},
}

// clauseWords are the other keywords of directives.
var clauseWords = map[string]bool{
	"onto": true, "with": true, "dimension": true, "distribute": true, "align": true, "processors": true, "template": true,
	"dynamic": true, "inherit": true, "shadow": true, "range": true, "new": true, "reduction": true, "on": true, "home": true,
	"onhome": true, "resident": true, "sequence": true, "begin": true, "end": true, "task_region": true,
}

// ownClauses are clauses of directives of XcalableMP and DVM that are names in others.
var ownClauses = map[string][]string{
	"array": {"on"}, "task": {"on"}, "gmove": {"in", "out", "async"}, "reflect": {"width", "async"}, "bcast": {"from", "on", "async"},
	"parallel": {"private", "across", "stage", "shadow_renew", "remote_access", "consistent"},
	"region":   {"in", "out", "inout", "local", "inlocal", "async"},
}

// formats are the distribution formats, and what each does.
var formats = []struct{ word, about string }{
	{"BLOCK", "consecutive elements, as many on every processor"},
	{"CYCLIC", "elements dealt out in turn; CYCLIC(k): blocks of k"},
	{"*", "not distributed"},
	{"GEN_BLOCK", "consecutive elements, as many as an array says"},
	{"INDIRECT", "each element where an array says"},
}

var isFormat = map[string]bool{"block": true, "cyclic": true, "*": true, "gen_block": true, "indirect": true}

// group says what stands in an open parenthesis of depth 1.
type group uint8

const (
	valueGroup  group = iota // bounds, sections
	formatGroup              // of DISTRIBUTE
	indexGroup               // of the array that is aligned
	alignGroup               // of what it is aligned with
	nameGroup                // of NEW, REDUCTION, ON HOME
)

// directiveScan follows the tokens of a directive. Where it has arrived tells
// what may come next.
type directiveScan struct {
	keyword  string // the first word
	last     string // the keyword that stands in force: "onto", "with", ...
	previous fortran.Token
	depth    int
	group    group
	named    bool // a name has followed the last keyword
	list     bool // behind "::"
	with     bool // behind WITH
	indices  map[string]bool
}

// rolesOf returns the role of each token of a directive.
func rolesOf(tokens []fortran.Token) []role {
	s := &directiveScan{indices: map[string]bool{}}
	out := make([]role, len(tokens))
	for i, t := range tokens {
		next := ""
		if i+1 < len(tokens) {
			next = tokens[i+1].Text
		}
		out[i] = s.step(t, next)
	}
	return out
}

// step takes the next token; next is the text of the one behind it.
func (s *directiveScan) step(t fortran.Token, next string) role {
	defer func() { s.previous = t }()
	switch t.Kind {
	case fortran.Word:
		return s.word(t.Text, next)
	case fortran.Int, fortran.Real:
		return numberRole
	}
	switch t.Text {
	case "(":
		if s.depth == 0 {
			s.group = s.opens()
		}
		s.depth++
	case ")":
		s.depth = max(0, s.depth-1)
	case "::":
		if s.depth == 0 {
			s.list, s.named = true, false
		}
	case ",":
		if s.depth == 0 {
			s.named = false
		}
	case "*":
		if s.depth <= 1 && s.group == formatGroup && s.previous.Text != ")" {
			return formatRole
		}
		return operatorRole
	case "+", "-", "/":
		return operatorRole
	}
	return otherRole
}

// opens says what the parenthesis holds that opens here.
func (s *directiveScan) opens() group {
	switch {
	case s.last == "distribute" || s.last == "redistribute" || s.last == "range":
		return formatGroup
	case s.last == "align" || s.last == "realign" || s.isAlign() && s.list:
		return indexGroup
	case s.last == "with":
		return alignGroup
	case s.keyword == "independent" || s.keyword == "on" || s.keyword == "resident" || s.keyword == "remote_access" || s.keyword == "post":
		return nameGroup
	case slices.Contains(ownClauses[s.keyword], s.last) && s.last != "on":
		return nameGroup
	}
	return valueGroup
}

func (s *directiveScan) isAlign() bool { return s.keyword == "align" || s.keyword == "realign" }

func (s *directiveScan) word(text, next string) role {
	switch {
	case s.keyword == "":
		s.keyword = hpf.Standard(text)
		s.last = s.keyword
		return keywordRole
	case s.keyword == "no" && text == "sequence":
		s.last = text
		return keywordRole
	case s.depth == 0:
		return s.outer(text)
	case s.group == formatGroup && s.depth == 1 && isFormat[hpf.Standard(text)]:
		return formatRole
	case s.group == indexGroup:
		s.indices[text] = true
		return indexRole
	case s.group == alignGroup && s.indices[text]:
		return indexRole
	case next == ":" && s.group == nameGroup && s.depth == 1: // REDUCTION(max: x)
		return keywordRole
	case next == "(" && s.group != nameGroup:
		return functionRole
	}
	return nameRole
}

// outer takes a word outside parentheses: a keyword, unless a name must come.
func (s *directiveScan) outer(text string) role {
	if slices.Contains(ownClauses[s.keyword], text) && !s.list || clauseWords[text] && !s.list && !s.wantsName() {
		s.last, s.named = text, false
		s.with = s.with || text == "with"
		return keywordRole
	}
	s.named = true
	if k := s.keyword; k == "processors" || k == "processor" || k == "template" {
		return declaredRole
	}
	return nameRole
}

// wantsName reports whether the keyword just before must be followed by a name.
func (s *directiveScan) wantsName() bool {
	if s.named || s.previous.Kind != fortran.Word && s.previous.Text != "*" {
		return false
	}
	switch s.last {
	case "independent", "new", "reduction", "on", "home", "resident", "end", "begin", "task_region":
		return false
	}
	return true
}
