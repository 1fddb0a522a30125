package values

import (
	"slices"

	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// place is where subscripts are evaluated that are wanted, with the variables
// that they name.
type place struct {
	at    source.Span
	names []*program.Symbol
}

// kept is a variable as it was when a place was reached first.
type kept struct {
	cell    cell
	version int  // of the array then
	lost    bool // it was another one when the place was reached again
}

// placesIn returns the places of a statement at which subscripts are wanted: the
// statement itself, each condition.
func (m *machine) placesIn(s program.Stmt) []place {
	if m.opt.Subscripts == nil {
		return nil
	}
	var out []place
	add := func(at source.Span, list ...program.Expr) {
		if m.opt.Subscripts(at) {
			out = append(out, place{at, variables(subscriptsIn(list)...)})
		}
	}
	switch s := s.(type) {
	case *program.If:
		for _, b := range s.Branches {
			add(b.Cond.Span(), b.Cond)
		}
	case *program.Do:
		if s.Cond != nil {
			add(s.Cond.Span(), s.Cond)
		}
	default:
		add(s.Span(), slices.Collect(program.Exprs(s))...)
	}
	return out
}

// subscriptsIn returns the subscripts of the array references in expressions.
func subscriptsIn(list []program.Expr) []program.Expr {
	var out []program.Expr
	for _, e := range list {
		program.Walk(e, func(x program.Expr) bool {
			if r, ok := x.(*program.Ref); ok {
				for _, s := range r.Subs {
					out = append(out, s.Lo, s.Hi, s.Stride)
				}
			}
			return true
		})
	}
	return slices.DeleteFunc(out, func(e program.Expr) bool { return e == nil })
}

// keep notes the variables of the places that are reached with a statement.
func (m *machine) keep(s program.Stmt) {
	for _, p := range m.wantedAt[s] {
		before := m.moments[p.at]
		if before == nil {
			before = map[*program.Symbol]*kept{}
			m.moments[p.at] = before
		}
		for _, v := range p.names {
			m.keepOne(before, v)
		}
	}
}

func (m *machine) keepOne(before map[*program.Symbol]*kept, v *program.Symbol) {
	c := m.cell(v)
	c.scalar = m.lookedAt(c.scalar)
	k := before[v]
	if k == nil {
		c.lend() // to what is kept, which has them borrowed too
		before[v] = &kept{cell: *c, version: c.version}
		m.steps += len(c.elems)
		return
	}
	switch {
	case k.lost:
	case !c.array:
		k.lost = k.cell.scalar != c.scalar
	case k.version != c.version:
		m.steps += len(c.elems)
		k.lost = !slices.Equal(k.cell.elems, c.elems)
		k.version = c.version
	}
}

// Moment evaluates subscripts with the values that variables have whenever a
// place of the program is reached. It must not be used concurrently.
type Moment struct {
	m       *machine
	vectors map[program.Expr][]value // vector subscripts, element by element
	indices map[*program.Symbol]*cell
}

// Moment returns the state at a statement or condition, nil when it was not
// wanted or not reached.
func (r *Result) Moment(at source.Span) *Moment {
	before := r.machine.moments[at]
	if before == nil {
		return nil
	}
	from := r.machine
	world := &world{limit: from.world.limit, memory: map[string]*cell{}} // what another unit holds is not known here
	m := &machine{code: &code{ctx: from.ctx, unit: from.unit, opt: from.opt, relevance: from.relevance, world: world, variables: map[*program.Symbol]*variable{}}}
	for v, k := range before {
		c := k.cell
		if k.lost {
			c.forget()
		}
		m.hold(m.variable(v), &c)
	}
	return &Moment{m, map[program.Expr][]value{}, map[*program.Symbol]*cell{}}
}

// Subscript evaluates a subscript where loop indices have values; of a vector
// subscript the element at a position, from 0. False when it is not known.
func (s *Moment) Subscript(e program.Expr, position int64, index map[*program.Symbol]int64) (int64, bool) {
	for v, x := range index {
		if s.indices[v] == nil {
			s.indices[v] = &cell{}
			s.m.hold(s.m.variable(v), s.indices[v])
		}
		s.indices[v].scalar = intValue(x)
	}
	if program.RankOf(e) == 0 {
		v := s.m.eval(e)
		return v.i, v.kind == integer
	}
	list, known := s.vectors[e]
	if !known {
		list = s.m.elements(e)
		if !mentions(e, index) {
			s.vectors[e] = list
		}
	}
	if position < 0 || position >= int64(len(list)) {
		return 0, false
	}
	v := list[position]
	return v.i, v.kind == integer
}

func mentions(e program.Expr, index map[*program.Symbol]int64) bool {
	return slices.ContainsFunc(variables(e), func(v *program.Symbol) bool { _, is := index[v]; return is })
}
