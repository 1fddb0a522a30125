package values

import (
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// use collects the values of a scalar.
type use struct {
	n, sum, min, max float64
	unknown          bool
	at               source.Span
}

// count collects how often something happens.
type count struct {
	Count
	unknown bool
}

// look notes the values of the scalars that the flow depends on in a statement.
func (m *machine) look(s program.Stmt) {
	m.keep(s)
	for _, sym := range m.sites[s] {
		if m.index[sym] == 0 {
			m.note(sym)
		}
	}
}

func (m *machine) note(s *program.Symbol) {
	u := m.uses[s]
	if u == nil {
		u = &use{}
		m.uses[s] = u
	}
	c := m.cell(s)
	x, ok := c.scalar.number()
	switch {
	case !ok:
		u.unknown = true
	case u.n == 0:
		u.min, u.max = x, x
		fallthrough
	default:
		u.min, u.max = min(u.min, x), max(u.max, x)
		u.sum += x
		u.n++
		m.enter(s, x)
	}
	u.at = c.at
}

// sites returns the scalars in the bounds, subscripts and arguments of a
// statement, each once, not those of the statements inside it.
func sites(s program.Stmt) []*program.Symbol {
	seen := map[*program.Symbol]bool{}
	var out []*program.Symbol
	add := func(e program.Expr) {
		program.Walk(e, func(x program.Expr) bool {
			if r, ok := x.(*program.Ref); ok && r.Sym.Rank() == 0 && r.Sym.Class == program.Variable && !seen[r.Sym] {
				seen[r.Sym] = true
				out = append(out, r.Sym)
			}
			return true
		})
	}
	switch s := s.(type) {
	case *program.Do:
		for _, e := range []program.Expr{s.Lo, s.Hi, s.Step} {
			add(e)
		}
	case *program.CallStmt:
		for _, a := range s.Args {
			add(a.Value)
		}
		return out
	}
	ranges(s, add)
	for _, e := range program.Exprs(s) {
		program.Walk(e, func(x program.Expr) bool {
			switch x := x.(type) {
			case *program.Ref:
				for _, sub := range x.Subs {
					add(sub.Lo)
					add(sub.Hi)
					add(sub.Stride)
				}
			case *program.Call:
				if program.Intrinsics[x.Name].Shape == program.Transformational {
					for _, a := range x.Args[min(1, len(x.Args)):] {
						add(a.Value)
					}
				}
			}
			return true
		})
	}
	return out
}

// ranges calls add for the bounds of a FORALL or DO CONCURRENT.
func ranges(s program.Stmt, add func(program.Expr)) {
	var list []program.IndexRange
	switch s := s.(type) {
	case *program.Do:
		list = s.Ranges
	case *program.Forall:
		list = s.Ranges
	}
	for _, r := range list {
		add(r.Lo)
		add(r.Hi)
		add(r.Step)
	}
}

// extents notes the scalars that array bounds name.
func (m *machine) extents() {
	for _, s := range m.unit.Symbols {
		for _, d := range s.Dims {
			for _, e := range []program.Expr{d.Lower, d.Upper} {
				program.Walk(e, func(x program.Expr) bool {
					if r, ok := x.(*program.Ref); ok && r.Sym.Rank() == 0 && r.Sym.Class == program.Variable {
						m.note(r.Sym)
					}
					return true
				})
			}
		}
	}
}

// counter returns the count of what stands at a place.
func (m *machine) counter(at source.Span) *count {
	c := m.counts[at]
	if c == nil {
		c = &count{}
		m.counts[at] = c
	}
	return c
}
