package hpf

import (
	"strings"

	"github.com/parlens/parlens/analysis/fortran"
)

// squeezed returns the tokens of a fixed-form directive whose blanks mean
// nothing: CHPF$DISTRIBUTET(BLOCK)ONTOP.
func squeezed(text string) []fortran.Token {
	var out []fortran.Token
	depth := 0
	for _, t := range fortran.Squeeze(text) {
		switch {
		case t.Text == "(":
			depth++
		case t.Text == ")":
			depth--
		case t.Kind == fortran.Word && depth == 0:
			out = append(out, parts(t, keywordOf(out), previous(out))...)
			continue
		}
		out = append(out, t)
	}
	fortran.Relocate(text, out)
	return out
}

func keywordOf(tokens []fortran.Token) string {
	if len(tokens) == 0 {
		return ""
	}
	return tokens[0].Text
}

func previous(tokens []fortran.Token) string {
	if len(tokens) == 0 {
		return ""
	}
	return tokens[len(tokens)-1].Text
}

// firstWords begin a directive; one that begins another comes behind it.
var firstWords = []string{
	"processors", "processor", "template", "distribute", "redistribute", "align", "realign", "dynamic", "inherit", "nosequence", "sequence",
	"shadow", "range", "independent", "resident", "task_region", "endon", "endresident", "endtask_region", "dimension", "onhome", "on",
}

// clauseWords stand behind a parenthesis or a name, with what follows.
var clauseWords = []string{"onto", "with", "new", "reduction", "onhome", "on", "home", "resident", "begin"}

// parts splits a word outside parentheses that keywords have grown together
// with; before is the text of the token in front of it.
func parts(t fortran.Token, keyword, before string) []fortran.Token {
	if keyword == "" {
		return first(t)
	}
	words := clauseWords
	switch before {
	case ",":
		if keyword != "independent" && keyword != "on" {
			words = nil
		}
	case "::":
		return []fortran.Token{t}
	}
	for _, w := range words {
		if strings.HasPrefix(t.Text, w) && (before == ")" || before == "," || before == "*") {
			return behind(t, w)
		}
	}
	return named(t, keyword)
}

// first splits the word that begins a directive.
func first(t fortran.Token) []fortran.Token {
	for _, w := range firstWords {
		if strings.HasPrefix(t.Text, w) {
			for _, two := range []string{"no", "end", "on"} {
				if strings.HasPrefix(w, two) && len(w) > len(two) {
					a, b := cut(t, len(two))
					return append([]fortran.Token{a}, first(b)...)
				}
			}
			if w == "independent" {
				return behind(t, w)
			}
			if a, b := cut(t, len(w)); b.Text != "" {
				return append([]fortran.Token{a}, named(b, w)...)
			}
			return []fortran.Token{t}
		}
	}
	if rest, is := strings.CutPrefix(t.Text, "home"); is && rest == "" {
		return []fortran.Token{t}
	}
	return []fortran.Token{t}
}

// behind splits a keyword from the name or the clause that follows it.
func behind(t fortran.Token, word string) []fortran.Token {
	if word == "onhome" {
		word = "on"
	}
	a, b := cut(t, len(word))
	if b.Text == "" {
		return []fortran.Token{t}
	}
	for _, w := range clauseWords {
		if (word == "on" || word == "independent") && strings.HasPrefix(b.Text, w) {
			return append([]fortran.Token{a}, behind(b, w)...)
		}
	}
	return []fortran.Token{a, b}
}

// named splits a name from ONTO or WITH behind it: "aontop", "awitht".
func named(t fortran.Token, keyword string) []fortran.Token {
	between := ""
	switch keyword {
	case "distribute", "redistribute":
		between = "onto"
	case "align", "realign":
		between = "with"
	}
	at := strings.Index(t.Text, between)
	if between == "" || at < 0 {
		return []fortran.Token{t}
	}
	name, rest := cut(t, at)
	word, last := cut(rest, len(between))
	out := []fortran.Token{}
	for _, p := range []fortran.Token{name, word, last} {
		if p.Text != "" {
			out = append(out, p)
		}
	}
	return out
}

// cut splits a word behind its first n letters. Blanks inside a word make its
// place longer than its text: the place of the second part then ends with it.
func cut(t fortran.Token, n int) (a, b fortran.Token) {
	at := min(t.Start+n, t.End)
	return fortran.Token{Kind: t.Kind, Text: t.Text[:n], Start: t.Start, End: at}, fortran.Token{Kind: t.Kind, Text: t.Text[n:], Start: at, End: t.End}
}
