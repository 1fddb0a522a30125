package outline

import (
	"strings"

	"github.com/parlens/parlens/analysis/fortran"
)

// directive offers what may come next in a directive.
func (c *completion) directive() {
	tokens, l := c.before()
	if l == nil || l.Kind != fortran.Directive {
		tokens = nil
	}
	if c.typed == "" && len(tokens) > 0 { // the case of the words before
		if first := l.Text[tokens[0].Start:tokens[0].End]; first == strings.ToLower(first) {
			c.typed = first
		}
	}
	s := &directiveScan{indices: map[string]bool{}}
	for i, t := range tokens {
		next := ""
		if i+1 < len(tokens) {
			next = tokens[i+1].Text
		}
		s.step(t, next)
	}
	switch {
	case s.keyword == "":
		for _, w := range directiveWords {
			c.word(WordOffer, w.word, w.about)
		}
	case s.depth > 0:
		c.inGroup(s)
	default:
		c.outside(s)
	}
}

// inGroup offers what may stand in parentheses.
func (c *completion) inGroup(s *directiveScan) {
	switch {
	case s.group == formatGroup && s.depth == 1:
		if s.previous.Text == "(" || s.previous.Text == "," {
			for _, f := range formats {
				c.word(FormatOffer, f.word, f.about)
			}
		}
	case s.group == indexGroup:
	case s.group == nameGroup:
		c.visible((*Symbol).IsData)
	default:
		if s.group == alignGroup {
			for name := range s.indices {
				c.offers = append(c.offers, Offer{Kind: NameOffer, Text: name, Detail: "index of the aligned array", Symbol: &Symbol{Name: name, Spelling: name, Kind: Index}})
			}
		}
		c.visible(func(s *Symbol) bool {
			return s.Kind == Constant || s.Kind == Variable && strings.HasPrefix(s.Type, "integer")
		})
		if s.keyword == "processors" || s.keyword == "processor" {
			c.word(IntrinsicOffer, "NUMBER_OF_PROCESSORS()", "all processors of the machine")
		}
	}
}

// outside offers what may stand outside parentheses.
func (c *completion) outside(s *directiveScan) {
	declares := s.keyword == "processors" || s.keyword == "processor" || s.keyword == "template"
	switch {
	case s.list || s.previous.Text == "," && s.keyword != "independent":
		if !declares {
			c.targets(true)
		}
	case s.wantsName():
		switch s.last {
		case "onto":
			c.visible(func(s *Symbol) bool { return s.Kind == Processors })
		case "distribute", "redistribute", "with":
			c.targets(true)
		case "processors", "processor", "template", "dimension":
		case "no":
			c.word(WordOffer, "SEQUENCE", "")
		default:
			c.targets(false)
		}
	default:
		c.clauses(s)
	}
}

// targets offers arrays, and templates where they may stand.
func (c *completion) targets(templates bool) {
	c.visible(func(s *Symbol) bool { return s.Kind == Array || templates && s.Kind == Template })
}

// clauses offers the keywords that may follow.
func (c *completion) clauses(s *directiveScan) {
	switch s.keyword {
	case "distribute", "redistribute":
		if s.last != "onto" {
			c.word(WordOffer, "ONTO", "the processors")
		}
	case "align", "realign":
		if !s.with {
			c.word(WordOffer, "WITH", "the template or array")
		}
	case "independent":
		c.word(WordOffer, "NEW", "variables that every iteration has anew")
		c.word(WordOffer, "REDUCTION", "variables that collect values of all iterations")
		c.word(WordOffer, "ON HOME", "the processors that execute an iteration")
	case "on":
		c.word(WordOffer, "HOME", "the owner of an element")
	}
}
