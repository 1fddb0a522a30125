package depend

import (
	"slices"

	"github.com/parlens/parlens/analysis/program"
)

// Through returns a unit in which CALLs stand as assignments of what the procedures touch,
// where they can be seen through, and what tells whether a function changes nothing and
// reads nothing but its arguments. A section of an actual argument is known as far as the
// procedure's subscripts are constants and dummies that it does not change (regular
// sections; P. Havlak and K. Kennedy, An implementation of interprocedural bounded regular
// section analysis, 1991). A procedure that see returns keeps no values by SAVE or DATA.
func Through(u *program.Unit, see See) (*program.Unit, func(*program.Call) bool) {
	return toucher{map[*program.Unit]*touched{}}.through(u, see)
}

func (known toucher) through(u *program.Unit, see See) (*program.Unit, func(*program.Call) bool) {
	t := &through{unit: u, see: see, toucher: known, kept: program.EffectsOf(u).Kept}
	out := *u
	out.Body = t.block(u.Body)
	return &out, func(c *program.Call) bool {
		f := t.of(see, c.Name)
		return f != nil && len(f.stores) == 0 && len(f.shared) == 0 && !slices.ContainsFunc(c.Args, func(a program.Arg) bool {
			r, named := a.Value.(*program.Ref)
			return named && r.IsElement() && slices.ContainsFunc(f.unit.Dummies, func(d *program.Symbol) bool { return beginsAt(d, r) })
		})
	}
}

type through struct {
	toucher
	unit *program.Unit
	see  See
	kept map[string]bool // dummies that the unit does not change
}

func (t *through) block(body []program.Stmt) []program.Stmt {
	var out []program.Stmt
	for _, s := range body {
		switch s := s.(type) {
		case *program.CallStmt:
			out = append(out, t.call(s)...)
		case *program.Do:
			inner := *s
			inner.Body = t.block(s.Body)
			out = append(out, &inner)
		case *program.If:
			inner := *s
			inner.Branches, inner.Else = slices.Clone(s.Branches), t.block(s.Else)
			for i := range inner.Branches {
				inner.Branches[i].Body = t.block(inner.Branches[i].Body)
			}
			out = append(out, &inner)
		default:
			out = append(out, s)
		}
	}
	return out
}

// call returns a CALL as it is where the procedure is not seen through.
func (t *through) call(s *program.CallStmt) []program.Stmt {
	p := t.of(t.see, s.Name)
	if p == nil {
		return []program.Stmt{s}
	}
	m := match{through: t, touched: p, at: s, actual: map[*program.Symbol]program.Expr{}, filled: map[*program.Ref]bool{}}
	for i, a := range s.Args {
		d := p.unit.DummyOf(a.Keyword, i)
		if d == nil || m.actual[d] != nil {
			return []program.Stmt{s}
		}
		m.actual[d] = a.Value
	}
	for _, d := range p.unit.Dummies {
		if x := m.actual[d]; x != nil && !m.argument(d, x) {
			return []program.Stmt{s}
		}
	}
	for _, v := range t.unit.Symbols {
		if v.Class == program.Variable && len(p.shared) > 0 && v.OneOf(p.shared) {
			m.reads = append(m.reads, program.Arg{Value: program.NewRef(s.At, v)})
		}
	}
	return m.statements()
}

// match is a call with what its procedure touches of the actual arguments.
type match struct {
	*through
	*touched
	at     *program.CallStmt
	actual map[*program.Symbol]program.Expr
	reads  []program.Arg
	stored []*program.Ref
	filled map[*program.Ref]bool // of those, the ones of which all elements are stored for sure
}

// statements are the call as assignments. What they assign is no sum and no extreme value:
// they do not accumulate. Which elements of arrays are stored is not known: a condition says so.
func (m *match) statements() []program.Stmt {
	value := program.NewCall(m.at.At, "atan2", nil, m.reads...)
	choice := &program.If{Node: m.at.Node, Branches: []program.Branch{{At: m.at.At, Cond: value}}}
	out := []program.Stmt{choice}
	for _, r := range m.stored {
		x := &program.Assign{Node: m.at.Node, LHS: r, RHS: value}
		if r.Sym.Rank() > 0 && !m.filled[r] {
			choice.Branches[0].Body = append(choice.Branches[0].Body, x)
			continue
		}
		out = append(out, x)
	}
	return out
}

// argument notes what is touched of an actual argument, false where that is not known.
func (m *match) argument(d *program.Symbol, x program.Expr) bool {
	r, named := x.(*program.Ref)
	named = named && r.Sym.Class == program.Variable
	if named && (!sameElements(d, r.Sym) || r.Sym.Type == program.Derived || r.Sym.Aliased || r.Sym.Overlaid || r.Image != nil) || !named && m.assigns(d) {
		return false
	}
	if d.Rank() == 0 || !named {
		if d.Intent != "out" {
			m.reads = append(m.reads, program.Arg{Value: x})
		}
		if m.assigns(d) {
			m.stored = append(m.stored, r)
		}
		return true
	}
	for _, touch := range m.touched.reads {
		if touch.Sym == d {
			s := m.section(d, r, touch)
			if s == nil {
				return false
			}
			m.reads = append(m.reads, program.Arg{Value: s})
		}
	}
	for _, b := range m.fills[d] {
		if s := m.filling(d, r, b); s != nil {
			m.stored, m.filled[s] = append(m.stored, s), true
		}
	}
	for _, touch := range m.touched.stores {
		if touch.Sym == d {
			s := m.section(d, r, touch)
			if s == nil {
				return false
			}
			m.stored = append(m.stored, s)
		}
	}
	return true
}
