package phases

import (
	"fmt"
	"math"
	"strconv"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/symbolic"
)

// A formula is what stands between the quotes of a phase model. Operators, from
// the weakest: or; and; comparisons < <= > >= == /=; + -; * /; the minus sign;
// ^ (or **), to the right. A quotient is real: rounding is written, ceil(N / P).

// Functions lists the functions of a formula with their arguments, for a reader.
var Functions = []struct{ Name, Arguments, Meaning string }{
	{"ceil", "x", "the smallest integer not below x"},
	{"floor", "x", "the largest integer not above x"},
	{"log2", "x", "the real logarithm to base 2"},
	{"ceil_log2", "x", "log2 rounded up: the steps of a binomial tree"},
	{"min", "x, y, ...", "the smallest"},
	{"max", "x, y, ...", "the largest"},
	{"mod", "x, y", "the remainder of the division of two integers"},
	{"if", "condition, x, y", "x where the condition holds, else y"},
	{"sum", "i, from, to, x", "the sum of x for i from one integer to another"},
}

// formulaError is what is wrong with a formula, at a span of its text.
type formulaError struct {
	at  source.Span
	why string
}

// scope gives names their meaning.
type scope func(name string) (symbolic.Expr, bool)

// formula reads an expression; every name must be in scope.
func formula(a *symbolic.Arena, text string, names scope) (symbolic.Expr, *formulaError) {
	p := &parser{a: a, text: text, names: names}
	p.next()
	e := p.or()
	if p.word != "" {
		p.fail(p.at, "%q is not expected here", p.word)
	}
	if p.err != nil {
		return a.Undefined(p.err.why), p.err
	}
	if why, bad := a.IsUndefined(e); bad {
		return e, &formulaError{source.Span{End: len(text)}, why}
	}
	return e, nil
}

// maxNesting bounds the brackets and signs around an operand.
const maxNesting = 200

type parser struct {
	a     *symbolic.Arena
	text  string
	names scope
	pos   int    // behind the word
	word  string // "" at the end
	at    source.Span
	depth int
	err   *formulaError // the first
}

func (p *parser) fail(at source.Span, format string, args ...any) symbolic.Expr {
	if p.err == nil {
		p.err = &formulaError{at, fmt.Sprintf(format, args...)}
	}
	p.word, p.pos = "", len(p.text)
	return p.a.Undefined("wrong")
}

func (p *parser) or() symbolic.Expr {
	x := p.and()
	for p.take("or") {
		x = p.a.Or(x, p.and())
	}
	return x
}

func (p *parser) and() symbolic.Expr {
	x := p.comparison()
	for p.take("and") {
		x = p.a.And(x, p.comparison())
	}
	return x
}

func (p *parser) comparison() symbolic.Expr {
	x := p.sum()
	switch {
	case p.take("<"):
		return p.a.Lt(x, p.sum())
	case p.take("<="):
		return p.a.Le(x, p.sum())
	case p.take(">"):
		return p.a.Lt(p.sum(), x)
	case p.take(">="):
		return p.a.Le(p.sum(), x)
	case p.take("=="):
		return p.a.Eq(x, p.sum())
	case p.take("/="):
		return p.a.Ne(x, p.sum())
	}
	return x
}

func (p *parser) sum() symbolic.Expr {
	x := p.product()
	for {
		switch {
		case p.take("+"):
			x = p.a.Add(x, p.product())
		case p.take("-"):
			x = p.a.Sub(x, p.product())
		default:
			return x
		}
	}
}

func (p *parser) product() symbolic.Expr {
	x := p.signed()
	for {
		switch {
		case p.take("*"):
			x = p.a.Mul(x, p.signed())
		case p.take("/"):
			x = p.a.Quo(x, p.signed())
		default:
			return x
		}
	}
}

func (p *parser) signed() symbolic.Expr {
	if p.depth++; p.depth > maxNesting {
		return p.fail(p.at, "the formula is nested too deeply")
	}
	defer func() { p.depth-- }()
	if p.take("-") {
		return p.a.Neg(p.signed())
	}
	x := p.operand()
	if p.take("^") || p.take("**") {
		return p.a.Pow(x, p.signed())
	}
	return x
}

func (p *parser) operand() symbolic.Expr {
	word, at := p.word, p.at
	switch {
	case word == "":
		return p.fail(at, "an operand is missing at the end")
	case p.take("("):
		x := p.or()
		p.expect(")")
		return x
	case isLetter(word[0]):
		p.next()
		if p.take("(") {
			return p.call(word, at)
		}
		return p.named(word, at)
	case isDigit(word[0]) || word[0] == '.':
		p.next()
		return p.constant(word, at)
	}
	return p.fail(at, "%q is not expected here", word)
}

func (p *parser) constant(word string, at source.Span) symbolic.Expr {
	if v, err := strconv.ParseInt(word, 10, 64); err == nil {
		return p.a.Int(v)
	}
	v, err := strconv.ParseFloat(word, 64)
	if err != nil || math.IsInf(v, 0) {
		return p.fail(at, "%q is no number", word)
	}
	return p.a.Real(v)
}

func (p *parser) named(name string, at source.Span) symbolic.Expr {
	if e, ok := p.names(name); ok {
		return e
	}
	return p.fail(at, "%s is not defined before this", name)
}

func (p *parser) call(name string, at source.Span) symbolic.Expr {
	if name == "sum" {
		return p.series(at)
	}
	var args []symbolic.Expr
	for p.word != ")" && p.err == nil {
		args = append(args, p.or())
		if !p.take(",") {
			break
		}
	}
	p.expect(")")
	a, n := p.a, len(args)
	switch {
	case p.err != nil:
		return a.Undefined("wrong")
	case name == "ceil" && n == 1:
		return a.Ceil(args[0])
	case name == "floor" && n == 1:
		return a.Floor(args[0])
	case name == "log2" && n == 1:
		return a.Log2(args[0])
	case name == "ceil_log2" && n == 1:
		return a.CeilLog2(args[0])
	case name == "min" && n > 0:
		return a.Min(args...)
	case name == "max" && n > 0:
		return a.Max(args...)
	case name == "mod" && n == 2:
		return a.Mod(args[0], args[1])
	case name == "if" && n == 3:
		return a.Cond(args[0], args[1], args[2])
	}
	for _, f := range Functions {
		if f.Name == name {
			return p.fail(at, "it is written %s(%s)", name, f.Arguments)
		}
	}
	return p.fail(at, "there is no function %s", name)
}

// series reads the rest of sum(i, from, to, x).
func (p *parser) series(at source.Span) symbolic.Expr {
	index := p.word
	if index == "" || !isLetter(index[0]) {
		return p.fail(at, "it is written sum(i, from, to, x)")
	}
	if _, taken := p.names(index); taken {
		return p.fail(p.at, "%s has a meaning already; the index needs a name of its own", index)
	}
	p.next()
	p.expect(",")
	from := p.or()
	p.expect(",")
	to := p.or()
	p.expect(",")
	outer := p.names
	p.names = func(name string) (symbolic.Expr, bool) {
		if name == index {
			return p.a.Sym(index, symbolic.Index), true
		}
		return outer(name)
	}
	body := p.or()
	p.names = outer
	p.expect(")")
	return p.a.Sum(index, from, to, body)
}
