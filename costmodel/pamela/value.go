package pamela

import (
	"github.com/parlens/parlens/analysis/symbolic"
	"github.com/parlens/parlens/costmodel/calculus"
)

// value is what an expression means: a number, a vector, a process or a
// resource.
type value struct {
	sort    sort
	number  symbolic.Expr // a number; of a resource, its number
	truth   bool          // the number is 0 or 1 by its form
	vector  calculus.Vector
	process calculus.Term
	servers symbolic.Expr // of a resource
	array   int           // of a resource, its array among evaluator.arrays
	choice  *choice       // of a resource that is one of two
}

type sort uint8

const (
	aNumber sort = iota
	aVector
	aProcess
	aResource
)

var sortNames = [...]string{"a number", "a vector", "a process", "a resource"}

func (s sort) String() string { return sortNames[s] }

func number(e symbolic.Expr) value     { return value{sort: aNumber, number: e} }
func truth(e symbolic.Expr) value      { return value{sort: aNumber, number: e, truth: true} }
func processOf(t calculus.Term) value  { return value{sort: aProcess, process: t} }
func vectorOf(v calculus.Vector) value { return value{sort: aVector, vector: v} }
func (v value) constant(a *symbolic.Arena) (float64, bool) {
	if v.sort != aNumber {
		return 0, false
	}
	return a.Const(v.number)
}
