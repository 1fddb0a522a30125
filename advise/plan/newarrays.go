package plan

import (
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/depend"
	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/lower"
	"github.com/parlens/parlens/analysis/program"
)

// AssumedSizes is what the last answer of [Program.NewArrays] takes for granted of sizes that are read.
func (p *Program) AssumedSizes() []string { return p.assumed }

// NewArrays returns the arrays that NEW has to name where a loop, with its CALLs seen through, is
// independent but for them: each iteration stores what it reads of them. It is false where other
// things make iterations depend on each other. A unit that contains procedures, which may name
// them, has no such arrays, and none that directives map is one.
func (p *Program) NewArrays(u *Unit, l *depend.Loop) (out []*program.Symbol, independent bool) {
	p.assumed = nil
	if len(l.Unknown) > 0 || len(l.Inductions) > 0 {
		return nil, false
	}
	if l.Verdict == depend.Independent {
		return nil, true
	}
	own := u.Known.PrivateArrays(u.Through, l.Do)
	for _, d := range l.Carried() {
		_, mapped := u.Layouts[d.Sym]
		if mapped || !slices.Contains(own, d.Sym) || p.contains(u.Unit) {
			return nil, false
		}
		if !slices.Contains(out, d.Sym) {
			out = append(out, d.Sym)
		}
	}
	return out, true
}

func (p *Program) contains(u *lower.Unit) bool {
	return slices.ContainsFunc(p.files, func(x *file) bool {
		return slices.ContainsFunc(x.parsed.Units, func(inner *fortran.Unit) bool { return inner.Host != nil && strings.EqualFold(inner.Host.Name, u.Name) })
	})
}
