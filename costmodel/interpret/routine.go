package interpret

import (
	"slices"

	"github.com/parlens/parlens/analysis/aag"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/symbolic"
)

// routine is what a unit takes as a routine of the machine's library that was
// measured (paper 003, section 4.4): the time of its calls, and of each element.
// A matrix product is counted by its multiplications, in the part that makes
// them; its result costs the call.
func (i *interpreter) routine(u *aag.AAU) (calls, element symbolic.Expr, ok bool) {
	a, name := i.a, routineOf(u)
	if name == "" {
		return 0, 0, false
	}
	startup, each, ok := i.net.M.Routine(name)
	if !ok {
		return 0, 0, false
	}
	calls, element = a.Real(0), a.Sym(each, symbolic.Real)
	if !u.Element.Part {
		started := i.b.Sum(u.Partition, i.nestOrder(u)[:i.outer(u)], a.Int(1))
		calls = a.Mul(started, a.Sym(startup, symbolic.Real))
		if name == "matmul" {
			element = a.Real(0)
		}
	}
	return calls, element, true
}

// routineOf names the intrinsic that a unit computes, or combines whole arrays by;
// "" for none.
func routineOf(u *aag.AAU) string {
	e := u.Element
	if e.Combines == nil {
		return e.Routine
	}
	expression := func(x program.Arg) bool {
		_, plain := x.Value.(*program.Ref)
		return !plain && program.RankOf(x.Value) > 0
	}
	if slices.ContainsFunc(e.Combines.Args, expression) {
		return ""
	}
	return e.Combines.Name
}
