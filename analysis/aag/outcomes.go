package aag

import (
	"maps"

	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/symbolic"
)

// outcomes are the scalars behind the branches of a condition.
type outcomes struct {
	w       *walker
	before  scalars
	owned   comm.Own
	weights []symbolic.Expr // of the branches: what each takes of what the ones before left
	after   []scalars
}

// outcomes begins a condition; nil in a unit that passes no messages.
func (w *ownValues) outcomes() *outcomes {
	if !w.passing() {
		return nil
	}
	return &outcomes{w: w.walker, before: maps.Clone(w.scalars), owned: w.b.Own}
}

// end notes how a branch ends, and goes back to where all of them begin.
func (o *outcomes) end(weight symbolic.Expr) {
	if o == nil {
		return
	}
	o.weights, o.after = append(o.weights, weight), append(o.after, o.w.values.scalars)
	o.restart()
}

// restart goes back to where the branches begin.
func (o *outcomes) restart() {
	o.w.values.scalars, o.w.b = maps.Clone(o.before), o.w.b.Knowing(o.owned)
}

// join gives every scalar its value behind the condition: that of the branch
// which the processor takes, where this can be told.
func (o *outcomes) join() {
	if o == nil {
		return
	}
	for _, s := range o.w.values.variables() {
		before, v := o.w.values.valueIn(o.before, s), symbolic.Expr(0)
		changed := false
		for i := len(o.after) - 1; i >= 0; i-- {
			x := o.w.values.valueIn(o.after[i], s)
			changed = changed || x != before
			if i == len(o.after)-1 {
				v = x
			} else {
				v = o.w.values.choose(o.weights[i], x, v)
			}
		}
		if changed {
			o.w.values.define(s, v)
		}
	}
}

// valueIn is the value of a scalar that is itself where nothing has defined it.
func (w *ownValues) valueIn(known scalars, s *program.Symbol) symbolic.Expr {
	if v, defined := known[s]; defined {
		return v
	}
	if s.Type == program.Real {
		return 0
	}
	return w.b.A.Sym(s.Name, symbolic.Index)
}

// choose is x where a condition holds and y where it does not; 0 where the
// condition rests on an assumption.
func (w *ownValues) choose(holds, x, y symbolic.Expr) symbolic.Expr {
	switch {
	case x == y:
		return x
	case x == 0 || y == 0 || holds == 0 || w.guessed(holds):
		return 0
	}
	return w.b.A.Cond(holds, x, y)
}
