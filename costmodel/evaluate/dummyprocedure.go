package evaluate

import (
	"slices"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/workspace"
)

func isDummy(u *program.Unit, name string) bool {
	return slices.ContainsFunc(u.Dummies, func(d *program.Symbol) bool { return d.Name == name })
}

// passedFor finds the procedure that stands for a dummy procedure of a unit: the one that all
// calls of the unit in its file pass. -1: none, or several.
func (p *procedures) passedFor(f *workspace.File, to *fortran.Unit, dummy string) (*workspace.File, int) {
	of := p.units(f)[slices.Index(p.snap.Syntax(f).Units, to)]
	var from *fortran.Unit
	actual := ""
	for i, u := range p.units(f) {
		for _, x := range u.Effects().Handed {
			d := of.DummyOf(x.Keyword, x.Place)
			switch {
			case x.Procedure != of.Name || d == nil || d.Name != dummy:
				continue
			case x.Actual == "" || from != nil && x.Actual != actual:
				return nil, -1
			}
			from, actual = p.snap.Syntax(f).Units[i], x.Actual
		}
	}
	if from == nil {
		return nil, -1
	}
	return p.find(f, from, actual)
}
