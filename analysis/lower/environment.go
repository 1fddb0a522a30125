package lower

import (
	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/hpf"
	"github.com/parlens/parlens/analysis/source"
)

// Environment is what a unit sees of the rest of the program. The zero value
// sees nothing.
type Environment struct {
	// Module returns the interface of a module, nil for one that is not known.
	Module func(name string) *Interface
	// Inner returns the procedures that a unit contains.
	Inner func(u *fortran.Unit) []*fortran.Unit
	// Read may remember what a directive says, by its sentinel, text and form. Nil
	// remembers nothing.
	Read func(line fortran.Logical, read func(fortran.Logical) hpf.Reading) hpf.Reading
}

func (e Environment) inner(u *fortran.Unit) []*fortran.Unit {
	if e.Inner == nil {
		return nil
	}
	return e.Inner(u)
}

func (e Environment) module(name string) *Interface {
	if e.Module == nil {
		return intrinsicModule(name)
	}
	return e.Module(name)
}

// LowerUnit lowers one unit. It depends on the trees, kinds and names of the
// unit and its hosts, on the interfaces of the modules that they use, and on
// no position; places, also those of the diagnostics (see Problems), are
// relative to the unit. Start and End are copied.
func (e Environment) LowerUnit(u *fortran.Unit) (*Unit, []source.Diagnostic) {
	seen := newSight(e)
	u = seen.environment().completed(u)
	l := newLowerer(u, seen.environment(), "")
	if len(u.Body) > 0 {
		l.out.Span = u.Body[0].At
	}
	l.declare()
	l.members(u.Body)
	l.mapArrays().constraints()
	l.out.Body = l.statements.structured(l.statements.block(u.Body))
	l.messages()
	l.pure()
	l.out.Values = l.values()
	l.out.Commons = l.commons()
	l.besideMembers()
	l.keep()
	l.overlapping()
	seen.from = Environment{}
	l.out.again = func() *Unit {
		fresh, _ := seen.again().LowerUnit(u)
		return fresh
	}
	return l.out, l.problems
}

// sight is what a unit has seen of its environment: all that is needed to
// lower it once more, and nothing of the snapshot that the environment is of.
type sight struct {
	from    Environment
	modules map[string]*Interface
	inner   map[*fortran.Unit][]*fortran.Unit
}

func newSight(e Environment) *sight {
	return &sight{from: e, modules: map[string]*Interface{}, inner: map[*fortran.Unit][]*fortran.Unit{}}
}

// environment returns the environment, and notes what is asked of it.
func (s *sight) environment() Environment {
	return Environment{
		Module: func(name string) *Interface {
			s.modules[name] = s.from.module(name)
			return s.modules[name]
		},
		Inner: func(u *fortran.Unit) []*fortran.Unit {
			s.inner[u] = s.from.inner(u)
			return s.inner[u]
		},
		Read: s.from.Read,
	}
}

// again returns an environment that answers as it has answered.
func (s *sight) again() Environment {
	return Environment{
		Module: func(name string) *Interface { return s.modules[name] },
		Inner:  func(u *fortran.Unit) []*fortran.Unit { return s.inner[u] },
	}
}
