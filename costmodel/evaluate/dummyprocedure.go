package evaluate

import (
	"slices"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/workspace"
)

// passedFor finds the procedure that stands for a dummy procedure of a unit: the one that all
// calls of the unit pass, where its file holds the program. -1: none, several, or other files may
// call the unit.
func (p *procedures) passedFor(f *workspace.File, to *fortran.Unit, dummy string) (*workspace.File, int) {
	syntax, units := p.snap.Syntax(f).Units, p.units(f)
	at := slices.Index(syntax, to)
	if !slices.ContainsFunc(syntax, func(u *fortran.Unit) bool { return u.Kind == program.Main }) {
		return nil, -1
	}
	from := -1
	actual := ""
	for i, u := range units {
		for _, x := range u.Effects().Handed {
			d := units[at].DummyOf(x.Keyword, x.Place)
			if x.Procedure != to.Name || d == nil || d.Name != dummy || x.Dummy && i == at && x.Actual == dummy {
				continue
			}
			switch file, called := p.find(f, syntax[i], x.Procedure); {
			case file != f || called != at: // another one of that name
			case x.Dummy || from >= 0 && x.Actual != actual:
				return nil, -1
			default:
				from, actual = i, x.Actual
			}
		}
	}
	if from < 0 {
		return nil, -1
	}
	return p.find(f, syntax[from], actual)
}
