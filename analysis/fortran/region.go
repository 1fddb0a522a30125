package fortran

import "strings"

// The regions of HPF nest like blocks, though directives are kept as text here:
// ON ... BEGIN and END ON, RESIDENT ... BEGIN and END RESIDENT, TASK_REGION and
// END TASK_REGION; so do XcalableMP's TASK ON ... and END TASK. A region never breaks a
// construct of the language.

// regionOf returns the keyword of the region that a directive begins ("on",
// "resident", "task_region", "task") or ends; "" for all other directives.
func regionOf(l Logical) (keyword string, ends bool) {
	words := regionWords(l)
	if len(words) == 0 {
		return "", false
	}
	word, rest := words[0].Text, ""
	if word == "end" && len(words) == 2 {
		word, ends = words[1].Text, true
	} else {
		rest = words[len(words)-1].Text
	}
	switch {
	case word == "onhome":
		word = "on"
	case word == "taskregion":
		word = "task_region"
	}
	switch {
	case word == "task" && l.Sentinel == "$xmp", word == "task_region", (word == "on" || word == "resident") && (ends || rest == "begin"):
		return word, ends
	}
	return "", false
}

// regionWords returns the tokens of a directive that may begin or end a region.
func regionWords(l Logical) []Token {
	head := strings.ToLower(strings.TrimLeft(l.Text, " \t"))
	for _, w := range []string{"on", "end", "resident", "task"} {
		if strings.HasPrefix(head, w) {
			tokens := Tokens(l.Text)
			if l.Form == Fixed && len(tokens) == 1 && strings.HasPrefix(tokens[0].Text, "end") {
				return divide(tokens, 0, len("end")) // ENDON
			}
			return tokens
		}
	}
	return nil
}

// directive takes a directive, which may begin or end a region.
func (b *builder) directive(s *Statement) {
	switch word, ends := regionOf(s.Logical); {
	case word == "":
		b.leaf(s)
	case !ends:
		b.begin(s, word, "")
	default:
		b.endRegion(s, word)
	}
}

// endRegion closes the innermost region, if it is of that kind and no
// construct has begun in it that is still open.
func (b *builder) endRegion(s *Statement, word string) {
	last := len(b.open) - 1
	if last < 0 || b.open[last].kind != word || b.open[last].node.Kind != Directive {
		b.problem(s.At, "region-mismatch", "END %s closes no region", strings.ToUpper(word))
		b.leaf(s)
		return
	}
	b.close(s)
}
