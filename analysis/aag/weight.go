package aag

import (
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/symbolic"
)

// weightOf returns the share of the executions in which a condition holds; orStops, whether
// the program ends where it does not.
func (w *walker) weightOf(br program.Branch, orStops bool) symbolic.Expr {
	if weight, known := w.again(br.Cond); known {
		return weight
	}
	leaves := len(w.loops) > 0 && ends(br.Body) // not as often as its condition holds in all iterations
	if v, ok := w.decidable(br.Cond); ok && (!leaves || w.leavesAlike(br, v)) {
		return v
	}
	share, why := 0.5, "how often "+shortened(program.Text(br.Cond))+" holds is not known before run time"
	const unlikely = "; what ends the loop or the unit is taken not to happen"
	switch {
	case ends(br.Body):
		share, why = 0, why+unlikely
	case orStops:
		share, why = 1, why+unlikely
	case w.replacesExtreme(br):
		share, why = w.replacements(), why+"; an extreme is taken to be replaced ever more seldom"
	}
	name := w.assume("weight", share, br.At, why)
	return w.b.A.Sym(name, symbolic.Real)
}

// longestCondition is how many bytes of a condition are named in words about it.
const longestCondition = 60

func shortened(text string) string {
	if len(text) > longestCondition {
		return text[:longestCondition-3] + "..."
	}
	return text
}
