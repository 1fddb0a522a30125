package lower

import (
	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/symbolic"
)

// effectsOf reads the statements and the mappings of a unit: a dummy that a mapping names has
// to have a value when the unit begins, whether a statement names it or not.
func (u *Unit) effectsOf() *program.Effects {
	e := program.EffectsOf(u.Unit)
	for _, size := range u.sizes() {
		for _, s := range u.Arena.Free(size) {
			delete(e.Ignored, s.Name)
		}
	}
	return e
}

// sizes are the expressions that the mappings of a unit are made of, be they those of its
// beginning or later ones.
func (u *Unit) sizes() []symbolic.Expr {
	var out []symbolic.Expr
	add := func(l mapping.Layout) {
		for _, x := range l.Axes {
			out = append(out, x.Offset, x.Lower, x.Extent, x.Format.Param)
		}
		if l.Grid != nil {
			out = append(out, l.Grid.Declared...)
		}
	}
	for _, l := range u.Layouts {
		add(l)
	}
	for _, moves := range u.Remaps {
		for _, m := range moves {
			add(m.To)
		}
	}
	return out
}
