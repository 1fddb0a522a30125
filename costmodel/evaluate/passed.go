package evaluate

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/lower"
	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/symbolic"
)

// A procedure of a program that passes messages gets numbers of processors and
// bounds of parts as arguments: values that differ between processors. They enter
// its model as functions of the processor's number, not as numbers.

// differing returns the dummies and shared variables of a procedure that get such
// values, by name. own are the caller's at the call.
func differing(called *comm.Called, own comm.Own, caller *program.Unit, b *comm.Builder) map[string]symbolic.Expr {
	if b.Own == nil {
		return nil
	}
	out := maps.Clone(called.Parts)
	for _, s := range called.Of.Unit.Symbols {
		v := symbolic.Expr(0)
		switch {
		case s.Rank() > 0:
		case s.Dummy:
			v = called.Values[s.Name]
		case isComponent(called.Of.Unit, s): // of a dummy: among the parts
		case s.Shared:
			v = own.Stored(caller, s)
		}
		if v != 0 && b.DependsOnProcessor(v) {
			out[s.Name] = v
		}
		if s.Shared {
			for suffix, v := range own.Parts(caller, s) {
				if !strings.HasPrefix(suffix, "(") || b.OfProcessors(v) {
					out[s.Name+suffix] = v
				}
			}
		}
	}
	return out
}

// through adds to what a procedure that passes messages gets the shared variables that its caller
// knows and it does not name: what it calls may. Of parts all are needed: an extent that is the
// same everywhere says what a communicator is as well.
func (p *passed) through(called *comm.Called, own comm.Own, caller *program.Unit) {
	if p.from.Own == nil || !called.Of.Passes {
		return
	}
	for s, v := range own {
		whole := s.Whole()
		named := slices.ContainsFunc(called.Of.Unit.Symbols, func(theirs *program.Symbol) bool { return caller.StandsWhere(whole, theirs) })
		if x := caller.Elsewhere(s, called.Of.Unit); x != nil && !named && (whole != s || p.from.DependsOnProcessor(v)) {
			p.values[x.Name] = v
			p.others = append(p.others, x)
		}
	}
	slices.SortFunc(p.others, func(x, y *program.Symbol) int { return strings.Compare(x.Name, y.Name) })
}

func isComponent(u *program.Unit, s *program.Symbol) bool {
	dummy, _ := u.DummyPart(s)
	return dummy != nil
}

// passes makes a unit that calls procedures which pass messages one of their
// program: every processor executes it.
func passes(u *lower.Unit, seen *comm.Builder) {
	if u.Grid != nil || u.Explicit || seen.Procedures == nil {
		return
	}
	found := false
	program.Statements(u.Body, func(s program.Stmt) bool {
		if c, ok := s.(*program.CallStmt); ok && !found {
			p, _ := seen.Procedures(c.Name)
			found = p != nil && p.Passes
		}
		return !found
	})
	if found {
		u.Messages = true
		arrange(u, comm.Arrangement{Rank: 1})
	}
}

// adopts makes a unit that maps nothing itself one of the processors that what it
// calls is mapped onto.
func adopts(u *lower.Unit, seen *comm.Builder) {
	if u.Grid != nil || seen.Procedures == nil {
		return
	}
	program.Statements(u.Body, func(s program.Stmt) bool {
		if c, ok := s.(*program.CallStmt); ok && u.Grid == nil {
			if p, _ := seen.Procedures(c.Name); p != nil && p.Processors.Rank > 0 {
				arrange(u, p.Processors)
			}
		}
		return u.Grid == nil
	})
}

// arrange gives a unit an arrangement of the declared extents, 0 for what nothing
// declares.
func arrange(u *lower.Unit, declared comm.Arrangement) {
	u.Grid = &mapping.Grid{Declared: make([]symbolic.Expr, declared.Rank)}
	for d, n := range declared.Extents[:declared.Rank] {
		name := "p"
		if declared.Rank > 1 {
			name = fmt.Sprintf("p%d", d+1)
		}
		for u.Lookup(name) != nil {
			name += "_"
		}
		u.Arena.Assume(name, 1, symbolic.Unbounded)
		u.Grid.Extents = append(u.Grid.Extents, u.Arena.Sym(name, symbolic.Index))
		if n > 0 {
			u.Grid.Declared[d] = u.Arena.Int(n)
		}
	}
	u.Grid.NameCoordinates(isScalar(u))
}

// giveValues gives dummies the values of a call, in the processors of the caller, and says which
// of them make it.
func (p *passed) giveValues(u *lower.Unit) {
	if len(p.values) == 0 && p.taken == 0 {
		return
	}
	takeGrid(u, p.from)
	u.Messages, u.Given = true, map[*program.Symbol]symbolic.Expr{}
	with := here(u, p.from)
	in := func(v symbolic.Expr) symbolic.Expr {
		own := u.Arena.Import(p.from.A, v)
		for _, s := range u.Arena.Free(own) {
			if with[s.Name] == 0 {
				with[s.Name] = u.Arena.Sym(callerPrefix+s.Name, s.Type)
			}
		}
		return u.Arena.Subst(own, with)
	}
	for _, d := range slices.Concat(u.Symbols, partsIn(u, p.values), p.others) {
		if v, ok := p.values[d.Name]; ok {
			u.Given[d] = in(v)
		}
	}
	if p.taken != 0 {
		u.Taken = in(p.taken)
	}
}

// partsIn returns the parts of a unit's variables that values are given for.
func partsIn(u *lower.Unit, values map[string]symbolic.Expr) []*program.Symbol {
	var out []*program.Symbol
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if u.Lookup(name) != nil {
			continue
		}
		for _, marks := range []string{"( ", "%"} {
			i := strings.IndexAny(name, marks)
			if i <= 0 {
				continue
			}
			if whole := u.Lookup(name[:i]); whole != nil {
				out = append(out, whole.Part(name[i:]))
				break
			}
		}
	}
	return out
}

// taught brings the values that a unit's dummies are given into the arena of a
// builder.
func taught(u *lower.Unit, b *comm.Builder) comm.Own {
	out := comm.Own{}
	for s, v := range u.Given {
		out[s] = b.A.Import(u.Arena, v)
	}
	return out
}
