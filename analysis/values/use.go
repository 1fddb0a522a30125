package values

import (
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// use collects the values of a scalar.
type use struct {
	n, sum, min, max float64
	unknown          bool
	processors       bool  // it is the number of processors at all uses
	may              int64 // of one that is not known, what it may be, or 0
	at               source.Span
	unseen           string // see Use
}

// count collects how often something happens.
type count struct {
	Count
	unknown bool
	among   int // of a jump: the undecided conditions around the loop that it leaves
}

// look notes the values of the scalars that the flow depends on in a statement.
func (m *machine) look(s program.Stmt) {
	if m.called {
		return
	}
	m.keep(s)
	m.refer(s)
	for _, r := range m.sites[s] {
		if r.Sym.Class == program.Parameter { // known also where no loop is run
			m.keepOne(m.arrays, r.Sym)
		}
		switch {
		case r.IsElement() && m.follows(r):
			m.keepOne(m.arrays, r.Sym)
		case r.Sym.Rank() == 0 && !m.matters[r.Sym]: // see handsOn
		case (m.index[r.Sym] == 0 || r.Definition > 0) && !m.assignedBy(s, r):
			m.note(r)
		}
	}
}

// assignedBy reports whether r is an argument that the procedure of a call
// assigns, or an extent of one that it allocates: the state of the call says what it
// is before.
func (m *machine) assignedBy(s program.Stmt, r *program.Ref) bool {
	c, ok := s.(*program.CallStmt)
	if !ok {
		return false
	}
	b := m.callees[c]
	if b == nil {
		call := program.MessageOf(c)
		return call != nil && slices.Contains(call.Changed(), r.Sym)
	}
	return slices.ContainsFunc(m.passing(c.Args, b), func(a passed) bool {
		own, ok := a.value.(*program.Ref)
		return ok && b.facts(a.dummy).assigned && (own == r || own.Sym == r.Sym && r.Sym.Array != nil)
	})
}

// follows reports whether a subscript of an element names the index of a loop
// that is being run.
func (m *machine) follows(r *program.Ref) bool {
	return slices.ContainsFunc(variables(r), func(v *program.Symbol) bool { return m.index[v] > 0 })
}

func (m *machine) note(r *program.Ref) {
	name := r.Name()
	u := m.uses[name]
	if u == nil {
		u = &use{}
		m.uses[name] = u
	}
	c := m.cell(r.Sym)
	v := m.read(r)
	if !m.noteProcessors(u, v) {
		v = m.lookedAt(v)
	}
	x, ok := v.number()
	switch {
	case u.processors:
	case !ok:
		u.unknown, u.may = true, max(u.may, v.i)
	case u.n == 0:
		u.min, u.max = x, x
		fallthrough
	default:
		u.min, u.max = min(u.min, x), max(u.max, x)
		u.sum += m.world.times * x
		u.n += m.world.times
		m.enter(name, x)
		m.goesAlong(r, x)
	}
	u.at = c.at
	if c.unseen != "" {
		u.unseen = c.unseen
	}
}

// sites returns the scalars and the integer elements in the bounds, subscripts
// and arguments of a statement, and the extents of its allocated arrays, each once, not
// those of the statements inside it.
func sites(s program.Stmt) []*program.Ref {
	var out []*program.Ref
	add := func(e program.Expr) {
		program.Walk(e, func(x program.Expr) bool {
			if r, ok := x.(*program.Ref); ok && critical(r) && !slices.ContainsFunc(out, func(o *program.Ref) bool { return o.Name() == r.Name() }) {
				out = append(out, r)
			}
			return true
		})
	}
	allocated := func(e program.Expr) {
		allocatedIn(e, func(extent *program.Symbol) { add(program.NewRef(e.Span(), extent)) })
	}
	for e := range program.Exprs(s) {
		allocated(e)
	}
	for _, e := range program.Transferred(s) {
		allocated(e)
	}
	switch s := s.(type) {
	case *program.Assign: // of an extent, on which a mapping may depend, or of a component
		if s.LHS.Sym.Array != nil && program.IsExtent(s.LHS.Sym.Name) || strings.Contains(s.LHS.Sym.Name, "%") {
			add(s.RHS)
		}
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
	for e := range program.Exprs(s) {
		program.Walk(e, func(x program.Expr) bool {
			switch x := x.(type) {
			case *program.Ref:
				for _, sub := range x.Subs {
					add(sub.Lo)
					add(sub.Hi)
					add(sub.Stride)
				}
			case *program.Call:
				if x.Intrinsic().Shape == program.Transformational {
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

// allocatedIn calls do for the extents of the allocated arrays of an expression.
func allocatedIn(e program.Expr, do func(*program.Symbol)) {
	program.Walk(e, func(x program.Expr) bool {
		if r, ok := x.(*program.Ref); ok {
			for _, extent := range r.Sym.Extents {
				do(extent)
			}
		}
		return true
	})
}

// critical reports whether r names a scalar, or an element whose value a formula
// may name.
func critical(r *program.Ref) bool {
	if r.Sym.Rank() == 0 {
		return r.Sym.Class == program.Variable
	}
	return r.IsElement() && r.Sym.Type == program.Integer && r.Image == nil
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

// extents notes the scalars that array bounds name when the unit begins; those of
// an allocated array are assigned later.
func (m *machine) extents() {
	for _, s := range m.unit.Symbols {
		if s.Extents != nil {
			continue
		}
		for _, d := range s.Dims {
			for _, e := range []program.Expr{d.Lower, d.Upper} {
				program.Walk(e, func(x program.Expr) bool {
					if r, ok := x.(*program.Ref); ok && critical(r) {
						m.note(r)
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
