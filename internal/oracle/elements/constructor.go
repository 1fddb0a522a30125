package elements

import "github.com/parlens/parlens/analysis/program"

// constructor returns the values of an array constructor, which are n (any number where
// n < 0).
func (it *interpreter) constructor(list *program.Opaque, n int) []Value {
	if list.Values == nil {
		it.fail("expression %q is not executed: %s", list.Text, list.Reason)
	}
	values := make([]Value, len(list.Values))
	for i, x := range list.Values {
		values[i] = it.quiet(nil).value(x)
	}
	if n >= 0 && n != len(values) {
		it.fail("%d values for %d elements", len(values), n)
	}
	return values
}

// integers returns the values of an integer vector that is known without
// loads: a constructor, or a constant.
func (it *interpreter) integers(e program.Expr) []int64 {
	var values []Value
	switch e := e.(type) {
	case *program.Opaque:
		values = it.constructor(e, -1)
	case *program.Ref:
		if e.Sym.Class == program.Parameter && e.Sym.Rank() == 1 && len(e.Subs) == 0 {
			values = it.variable(e.Sym).data
		}
	}
	if len(values) == 0 {
		it.fail("a constant vector is needed")
	}
	numbers := make([]int64, len(values))
	for i, v := range values {
		if v.Type != program.Integer {
			it.fail("a vector of integers is needed")
		}
		numbers[i] = v.I
	}
	return numbers
}
