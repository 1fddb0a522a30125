package plan

import (
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/depend"
	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/lower"
	"github.com/parlens/parlens/analysis/names"
	"github.com/parlens/parlens/analysis/program"
)

// place is a unit in its file.
type place struct {
	file *file
	unit *fortran.Unit
}

// Sees returns what a unit of a file calls, as far as that is known for sure: an internal
// procedure, one of a module, by the name that USE gives it, or the only one outside of units.
// None may keep values from one call to the next or have several entries.
func (p *Program) Sees(path string, u *lower.Unit) depend.See {
	for _, x := range p.files {
		for i, bare := range p.snap.Program(x.File).Units {
			if x.Path == path && bare.Start == u.Start {
				return p.sees(place{x, x.parsed.Units[i]}, bare.Bound)
			}
		}
	}
	return func(string) (*program.Unit, depend.See) { return nil, nil }
}

// sees tells procedures apart by the scope that names them; bound are names of those that a
// generic name or an object stands for, which need not be names of the scope.
func (p *Program) sees(from place, bound []string) depend.See {
	return func(name string) (*program.Unit, depend.See) {
		found := p.only(name, func(*fortran.Unit) bool { return true })
		if !slices.Contains(bound, name) {
			found = p.meant(from, name)
		}
		if found.unit == nil || keepsValues(found.unit) {
			return nil, nil
		}
		i := slices.Index(found.file.parsed.Units, found.unit)
		bare := p.snap.Program(found.file.File).Units[i]
		return p.fork(found.file.Path, bare).Unit, p.sees(found, bare.Bound)
	}
}

// meant finds a procedure by the rules of scopes (Fortran 2018, section 19): the unit's and
// its hosts' own, or one of a module that they use; else one that stands for itself.
func (p *Program) meant(from place, name string) place {
	for h := from.unit; h != nil; h = h.Host {
		inner := func(u *fortran.Unit) bool { return u.Host == h }
		if found := p.only(name, inner); found.unit != nil {
			return found
		}
		at := place{from.file, h}
		if found, clear := p.used(at, name, nil); found.unit != nil || !clear || p.otherwise(at, name) {
			return found
		}
	}
	return p.only(name, func(u *fortran.Unit) bool { return u.Host == nil })
}

// used finds a procedure that a unit's USE statements show. It is not clear where the source
// of a module is not there, or a module has the name for something else.
func (p *Program) used(in place, name string, seen []*fortran.Unit) (found place, clear bool) {
	clear = true
	fortran.EachOwn(in.unit.Body, func(n *fortran.Node) {
		use, is := n.Stmt.(*fortran.Use)
		if !is || found.unit != nil || !clear {
			return
		}
		theirs, shown := names.NewUse(use, n.Statement).Theirs(name)
		if !shown {
			return
		}
		m := p.module(use.Module.String())
		if clear = m.unit != nil || strings.HasPrefix(use.Module.String(), "iso_") || strings.HasPrefix(use.Module.String(), "ieee_"); m.unit == nil || slices.Contains(seen, m.unit) {
			return
		}
		if found = p.only(theirs, func(u *fortran.Unit) bool { return u.Host == m.unit }); found.unit != nil {
			return
		}
		if clear = !p.otherwise(m, theirs); clear {
			found, clear = p.used(m, theirs, append(seen, m.unit))
		}
	})
	return found, clear
}

// otherwise tells whether a unit has a name for a dummy procedure, a pointer, a generic
// procedure or one that stands in a submodule, or is a submodule, whose parent has names too.
func (p *Program) otherwise(in place, name string) bool {
	dummies := p.snap.Program(in.file.File).Units[slices.Index(in.file.parsed.Units, in.unit)].Dummies
	found := in.unit.Kind == program.Module && !in.unit.IsModule() || slices.ContainsFunc(dummies, func(d *program.Symbol) bool { return d.Name == name })
	fortran.EachNode(in.unit.Body, func(n *fortran.Node) {
		switch s := n.Stmt.(type) {
		case *fortran.InterfaceHead, *fortran.ProcedureDecl:
			found = found || holdsWord(n.Text, name)
		case *fortran.ProcedureHeading:
			separate := slices.ContainsFunc(s.Prefixes, func(x fortran.Prefix) bool { return x.Word == "module" })
			found = found || separate && holdsWord(n.Text, name)
		}
	})
	return found
}

// only returns the only procedure of a name in the program's files among some units.
func (p *Program) only(name string, among func(*fortran.Unit) bool) place {
	var found []place
	for _, x := range p.files {
		for _, u := range x.parsed.Units {
			if strings.EqualFold(u.Name, name) && (u.Kind == program.Subroutine || u.Kind == program.Function) && among(u) {
				found = append(found, place{x, u})
			}
		}
	}
	if len(found) != 1 {
		return place{}
	}
	return found[0]
}

// module returns the only module of a name.
func (p *Program) module(name string) place {
	for _, x := range p.files {
		for _, u := range x.parsed.Units {
			if u.IsModule() && strings.EqualFold(u.Name, name) {
				return place{x, u}
			}
		}
	}
	return place{}
}

// keepsValues tells whether a procedure has SAVE, DATA or ENTRY statements.
func keepsValues(u *fortran.Unit) bool { return entered(u) || fortran.Saves(u.Body) }

// entered tells whether a procedure has ENTRY statements.
func entered(u *fortran.Unit) bool {
	entry := false
	fortran.EachOwn(u.Body, func(n *fortran.Node) {
		_, is := n.Stmt.(*fortran.Entry)
		entry = entry || is
	})
	return entry
}
