package fortran

import (
	"github.com/parlens/parlens/analysis/program"
)

// level is the precedence of an operator; a larger one binds more tightly.
type level int

const (
	defined level = iota + 1
	equivalence
	disjunction
	conjunction
	negation
	relation
	concatenation
	sum
	product
	power
)

type operator struct {
	op    program.Op
	level level
}

var binaries = map[string]operator{
	"+": {program.Add, sum}, "-": {program.Sub, sum}, "*": {program.Mul, product}, "/": {program.Div, product},
	"**": {program.Pow, power}, "//": {program.Concat, concatenation},
	"==": {program.Eq, relation}, "/=": {program.Ne, relation}, "<": {program.Lt, relation}, "<=": {program.Le, relation},
	">": {program.Gt, relation}, ">=": {program.Ge, relation},
	".eq.": {program.Eq, relation}, ".ne.": {program.Ne, relation}, ".lt.": {program.Lt, relation}, ".le.": {program.Le, relation},
	".gt.": {program.Gt, relation}, ".ge.": {program.Ge, relation},
	".and.": {program.And, conjunction}, ".or.": {program.Or, disjunction},
	".eqv.": {program.Eqv, equivalence}, ".neqv.": {program.Neqv, equivalence}, ".xor.": {program.Neqv, equivalence},
}

// Canonical is the one spelling of an operator that has several.
func Canonical(text string) string {
	if o, ok := binaries[text]; ok {
		return o.op.String()
	}
	return text
}

// binary returns the operator that t is between two operands.
func binary(t Token) (operator, bool) {
	switch t.Kind {
	case Punct:
		o, ok := binaries[t.Text]
		return o, ok
	case Dotted:
		if o, ok := binaries[t.Text]; ok {
			return o, true
		}
		return operator{program.Defined, defined}, !isTruth(t.Text) && t.Text != ".not."
	}
	return operator{}, false
}

// isTruth reports whether a dotted token is a logical constant.
func isTruth(text string) bool {
	return len(text) > 5 && (text[:6] == ".true." || len(text) > 6 && text[:7] == ".false.")
}
