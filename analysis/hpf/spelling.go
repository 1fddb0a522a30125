package hpf

import (
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/source"
)

// Spelling is a place where a directive departs from HPF 1.1 and 2.0 and is
// understood all the same. Putting New at the place gives the standard's
// spelling; without Fixed there is no such simple change.
type Spelling struct {
	At      source.Span
	New     string
	Fixed   bool
	Message string
}

// firstSpellings are words that compilers accept, or people write, for those
// that begin a directive.
var firstSpellings = map[string]string{
	"processor": "processors", "templates": "template", "decomposition": "template", "distribution": "distribute", "distributetion": "distribute",
	"distributed": "distribute", "redistribution": "redistribute", "aligned": "align", "alignment": "align", "independant": "independent",
	"indep": "independent", "taskregion": "task_region", "sequential": "sequence", "overlap": "shadow",
}

// formatSpellings are other words for the formats.
var formatSpellings = map[string]string{
	"genblock": "gen_block", "gblock": "gen_block", "general_block": "gen_block", "block_cyclic": "cyclic", "blocks": "block", "cycle": "cyclic",
	"collapsed": "*", "serial": "*", "mapped": "indirect",
}

// Standard returns the standard's word for one that begins a directive, or for
// a format; the word itself where it is standard or unknown.
func Standard(word string) string {
	if s := firstSpellings[word]; s != "" {
		return s
	}
	if s := formatSpellings[word]; s != "" {
		return s
	}
	return word
}

// standardizer rewrites the tokens of a directive to the standard's words.
type standardizer struct {
	out       []fortran.Token
	spellings []Spelling
	depth     int
	formats   bool // in the list of formats, or before it
}

// standardize returns the tokens in the standard's spelling, each at the place
// of what it stands for, and where they differ.
func standardize(tokens []fortran.Token) ([]fortran.Token, []Spelling) {
	z := standardizer{out: make([]fortran.Token, 0, len(tokens)+1)}
	for i, t := range tokens {
		next := ""
		if i+1 < len(tokens) {
			next = tokens[i+1].Text
		}
		z.token(t, next)
	}
	return z.out, z.spellings
}

func (z *standardizer) token(t fortran.Token, next string) {
	switch {
	case t.Text == "(":
		z.depth++
	case t.Text == ")":
		z.depth--
	case len(z.out) == 0 && firstSpellings[t.Text] != "" && next != "=":
		z.word(&t, firstSpellings[t.Text])
	case z.depth == 0 && t.Text == "onhome":
		on, home := t, t
		z.note(t, "ON HOME")
		on.Text, home.Text = "on", "home"
		z.out = append(z.out, on, home)
		return
	case z.depth == 0 && t.Text == "onto":
		z.formats = false
	case z.formats && z.depth == 1:
		z.format(&t, next)
	}
	if t.Text == "distribute" || t.Text == "redistribute" || t.Text == "range" {
		z.formats = z.formats || z.depth == 0
	}
	z.out = append(z.out, t)
}

// format takes a token in a list of formats; ":" for a dimension that is not
// distributed is Fortran D's.
func (z *standardizer) format(t *fortran.Token, next string) {
	before := z.out[len(z.out)-1].Text
	if before != "(" && before != "," {
		return
	}
	switch {
	case t.Text == ":" && (next == ")" || next == ","):
		z.word(t, "*")
		t.Kind = fortran.Punct
	case formatSpellings[t.Text] != "" && (next == ")" || next == "," || next == "("):
		z.word(t, formatSpellings[t.Text])
		if t.Text == "*" {
			t.Kind = fortran.Punct
		}
	}
}

// word replaces the text of a token.
func (z *standardizer) word(t *fortran.Token, by string) {
	z.note(*t, strings.ToUpper(by))
	t.Text = by
}

func (z *standardizer) note(t fortran.Token, by string) {
	z.spellings = append(z.spellings, Spelling{
		At: source.Span{Start: t.Start, End: t.End}, New: by, Fixed: true,
		Message: strings.ToUpper(t.Text) + " is not the standard's spelling, which is " + by,
	})
}

// omissions finds what the standard wants and a directive leaves out, and what
// only some compilers know.
func omissions(tokens []fortran.Token, directives []Directive) []Spelling {
	var out []Spelling
	for _, d := range directives {
		switch d := d.(type) {
		case *Distribute:
			if d.Formats == nil && !d.Star && !d.Foreign {
				out = append(out, Spelling{At: d.Target.Span(), Message: "DISTRIBUTE without formats is not standard; it is read as BLOCK in every dimension"})
			}
		case *Align:
			attributes := slices.ContainsFunc(tokens, func(t fortran.Token) bool { return t.Text == "::" })
			if !d.Listed && !attributes { // ALIGN WITH t :: a is standard (HPF 2.0, section 3.4)
				out = append(out, Spelling{At: d.Alignee.Span(), Message: "ALIGN without a list for " + d.Alignee.String() + " is not standard; it is read as \":\" in every dimension"})
			}
		case *Independent:
			out = append(out, independentSpellings(tokens, d)...)
		}
	}
	if several(tokens) {
		out = append(out, Spelling{At: source.Span{Start: tokens[0].Start, End: tokens[0].End}, Message: "ALIGN of several objects with lists of their own is not standard; it stands for one directive for each"})
	}
	return out
}

// independentSpellings looks at the clauses of INDEPENDENT: the standard wants
// commas, and knows neither an index list nor the operator of a reduction.
func independentSpellings(tokens []fortran.Token, d *Independent) []Spelling {
	var out []Spelling
	depth := 0
	for i, t := range tokens {
		switch {
		case t.Text == "(":
			depth++
		case t.Text == ")":
			depth--
		case depth == 0 && i > 0 && t.Kind == fortran.Word && tokens[i-1].Text != "," && t.Text != "home":
			end := tokens[i-1].End
			out = append(out, Spelling{At: source.Span{Start: t.Start, End: t.Start}, New: ", ", Fixed: true, Message: "a comma belongs before " + strings.ToUpper(t.Text)})
			if end < t.Start {
				out[len(out)-1].At = source.Span{Start: end, End: t.Start}
			}
		case depth == 1 && t.Text == ":" && i > 2 && tokens[i-3].Text == "reduction":
			out = append(out, Spelling{At: source.Span{Start: tokens[i-1].Start, End: t.End}, Fixed: true, Message: "REDUCTION names variables only; the operator stands in the loop"})
		}
	}
	if d.Indices != nil {
		out = append(out, Spelling{At: source.Span{Start: tokens[1].Start, End: tokens[2*len(d.Indices)+1].End}, Fixed: len(d.Indices) == 1,
			Message: "an index list behind INDEPENDENT is not standard; it stands for a directive before each of these loops"})
	}
	return out
}

// several reports whether ALIGN has more than one alignee with a list.
func several(tokens []fortran.Token) bool {
	if tokens[0].Text != "align" && tokens[0].Text != "realign" {
		return false
	}
	depth, with, behind := 0, false, false
	for i, t := range tokens {
		switch {
		case t.Text == "(":
			depth++
		case t.Text == ")":
			depth--
		case depth > 0:
		case t.Text == "::":
			behind = true
		case t.Text == "with":
			with = true
		case t.Kind == fortran.Word && behind && i+1 < len(tokens) && tokens[i+1].Text == "(":
			return true
		case t.Text == "," && !with:
			return true
		}
	}
	return false
}
