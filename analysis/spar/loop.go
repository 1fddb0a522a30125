package spar

import "github.com/parlens/parlens/analysis/source"

// forStatement is Java's for, or for and foreach with cardinalities in round
// or square brackets.
func (p *parser) forStatement(inline bool) Stmt {
	word := p.text()
	p.next()
	if word == "for" && p.is("(") && !p.cardAhead() {
		return p.javaFor()
	}
	s := &Loop{Word: word, Inline: inline}
	end := ")"
	if p.take("[") {
		end = "]"
	} else {
		p.expect("(", word+" is followed by its cardinalities in brackets")
	}
	for !p.is(end) {
		s.Cards = append(s.Cards, p.card())
		if !p.take(",") {
			break
		}
	}
	p.expect(end, "the cardinalities end with "+end)
	s.Body = p.statement()
	return s
}

// cardAhead looks whether "(" begins a cardinality.
func (p *parser) cardAhead() bool {
	n := 1
	for p.peekIs(n, "(") {
		n++
	}
	return p.peek(n).kind == identifier && p.peekIs(n+1, ":-")
}

// card is name :- low : high : stride.
func (p *parser) card() *Card {
	if p.is("(") {
		p.next()
		c := p.card()
		p.expect(")", "a cardinality in parentheses ends with )")
		return c
	}
	c := &Card{Span: p.span()}
	c.Name, c.NameSpan = p.ident("the name of an iterator")
	if p.is(":") && !p.is(":-") { // older sources: name : high
		p.note(p.span(), source.Hint, "spar-old", "an older cardinality: write "+c.Name+" :- : high")
		p.next()
		c.High = p.choice()
		c.Span.End = p.behind()
		return c
	}
	p.expect(":-", "an iterator is followed by :-")
	if !p.is(":") && !p.is(":-") {
		c.Low = p.cardBound()
	}
	if !p.splitColon() {
		p.fail(p.missing(), "spar-syntax", "a cardinality goes on with : and its upper bound, which is exclusive"+p.found())
	}
	c.High = p.cardBound()
	if p.take(":") || p.is(":-") && p.splitColon() {
		c.Stride = p.cardBound()
	}
	c.Span.End = p.behind()
	return c
}

// cardBound is an expression; pragmas may stand before it.
func (p *parser) cardBound() Expr { return p.expr() }

// javaFor is for (init; cond; step) body.
func (p *parser) javaFor() Stmt {
	p.next()
	s := &For{}
	if !p.is(";") {
		s.Init = p.forInit()
	}
	p.expect(";", "the first part of for ends with ;")
	if !p.is(";") {
		s.Cond = p.expr()
	}
	p.expect(";", "the condition of for ends with ;")
	s.Step = p.list(")", "for (...) ends with )")
	s.Body = p.statement()
	return s
}

func (p *parser) forInit() []Stmt {
	start := p.start()
	if p.is("final") || p.is("<$") || p.typeAhead() {
		notes := p.pragmas()
		l := &Local{Final: p.take("final")}
		l.Names = p.declarators(p.typeRef())
		l.stmtBase = stmtBase{place: p.from(start), pragmas: notes, first: start}
		return []Stmt{l}
	}
	var out []Stmt
	for {
		x := p.expr()
		out = append(out, &ExprStmt{stmtBase{place: place(x.At()), first: x.At().Start}, x})
		if !p.take(",") {
			return out
		}
	}
}
