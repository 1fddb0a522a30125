package plan

import (
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/depend"
	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/lower"
	"github.com/parlens/parlens/analysis/program"
)

// NewArrays returns the local arrays that NEW has to name where a loop is independent but
// for them: each iteration stores what it reads of them. It is false where other things
// make iterations depend on each other. A unit that contains procedures, which may name
// them, has no such arrays, and none that directives map is one.
func (p *Program) NewArrays(u *lower.Unit, do *program.Do, l *depend.Loop) (out []*program.Symbol, independent bool) {
	if len(l.Unknown) > 0 || len(l.Inductions) > 0 {
		return nil, false
	}
	if l.Verdict == depend.Independent {
		return nil, true
	}
	own := depend.PrivateArrays(u.Unit, do)
	for _, d := range l.Carried() {
		_, mapped := u.Layouts[d.Sym]
		if mapped || !slices.Contains(own, d.Sym) || p.contains(u) {
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
