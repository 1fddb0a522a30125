package values

import (
	"maps"

	"github.com/parlens/parlens/analysis/program"
)

// presence says of dummies whether a call has arguments for them, as far as that is known. It is
// never changed; calls in the same place share one.
type presence struct{ of map[string]bool }

// has reports whether a dummy has an argument.
func (p *presence) has(name string) (present, known bool) {
	if p == nil {
		return false, false
	}
	present, known = p.of[name]
	return present, known
}

func (p *presence) same(q *presence) bool {
	return p == q || p != nil && q != nil && maps.Equal(p.of, q.of)
}

// presenceKey is what the presence of arguments in a call depends on.
type presenceKey struct {
	first  *program.Arg // of the call; nil: there are none
	called *program.Unit
	here   *presence // in the procedure that calls
}

// gives says of the dummies of a procedure whether a call has arguments for them: one that is
// passed on is there where the caller has it.
func (m *machine) gives(args []program.Arg, b *machine) *presence {
	key := presenceKey{called: b.unit, here: m.given}
	if len(args) > 0 {
		key.first = &args[0]
	}
	known := m.world.given[key]
	if known == nil {
		known = m.newPresence(args, b)
		if m.world.given == nil {
			m.world.given = map[presenceKey]*presence{}
		}
		m.world.given[key] = known
	}
	return known
}

func (m *machine) newPresence(args []program.Arg, b *machine) *presence {
	given := map[string]bool{}
	for _, d := range b.unit.Dummies {
		given[d.Name] = false
	}
	for i, a := range args {
		d := b.unit.DummyOf(a.Keyword, i)
		if d == nil {
			continue
		}
		given[d.Name] = true
		if r, ok := a.Value.(*program.Ref); ok && r.Sym.Dummy && len(r.Subs) == 0 {
			here, known := m.given.has(r.Sym.Name)
			if given[d.Name] = here; !known {
				delete(given, d.Name)
			}
		}
	}
	return &presence{given}
}
