package interpret

import (
	"slices"

	"github.com/parlens/parlens/analysis/aag"
	"github.com/parlens/parlens/analysis/symbolic"
)

// mispredicted is what the tests of a condition cost when the processor has guessed
// wrong. It guesses the more frequent outcome of those that nothing foretells; what
// follows from the indices of loops it knows, and some of what comes again.
func (i *interpreter) mispredicted(u *aag.AAU) symbolic.Expr {
	a := i.a
	if _, ok := i.m.Number("processing.misprediction_s"); !ok {
		return a.Real(0)
	}
	wrong, tests, left := a.Real(0), a.Int(0), a.Int(1)
	for _, br := range u.Branches {
		tests = a.Add(tests, left)
		rest := a.Sub(a.Int(1), br.Weight)
		if i.random(br.Weight) {
			wrong = a.Add(wrong, a.Mul(left, a.Min(br.Weight, rest)))
		}
		left = a.Mul(left, rest)
	}
	if c, ok := a.Const(wrong); ok && c == 0 {
		return a.Real(0)
	}
	return a.Mul(u.Tested, a.Quo(wrong, tests), i.unlearned(u), i.parameter("misprediction_s"))
}

// random reports whether a weight stands for what the program does not say.
func (i *interpreter) random(weight symbolic.Expr) bool {
	return slices.ContainsFunc(i.a.Free(weight), func(s symbolic.Symbol) bool {
		return slices.ContainsFunc(i.g.Assumed, func(x aag.Assumed) bool { return x.Name == s.Name && x.Kind == "weight" })
	})
}
