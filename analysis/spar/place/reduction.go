package place

import (
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/spar"
	"github.com/parlens/parlens/analysis/symbolic"
)

// reduces tells whether the processors reduce the elements of a loop together. What one of
// them executes by itself it reduces by itself.
func (m *worker) reduces(s *spar.Loop) bool {
	return s.Notes().Get("reduction") != nil && m.base().IsReplicated()
}

// combine ends a reduction: the partial results of all processors are put
// together on the first one, and sent to all (they had reduced their own).
func (m *worker) combine(s *spar.Loop) {
	if len(m.b.grids) == 0 {
		return
	}
	list, ok := m.reductions(s)
	if !ok || slices.ContainsFunc(list, func(r reduced) bool { return r.array != nil && m.elementsOf(r.array) == 0 }) {
		list = nil
		m.b.report(s.At(), source.Warning, "spar-reduction", "a reduction is x = x op y with an associative operator, or x = f(x, y); the combination of the partial results is not charged")
	}
	for _, r := range list {
		if r.array != nil {
			m.combinedArray(s, r)
		} else {
			m.combined(s, r.x, r.op)
		}
	}
}

// reductions are what the iterations of a loop reduce.
func (m *worker) reductions(s *spar.Loop) (list []reduced, ok bool) {
	m.b.quiet++
	defer func() { m.b.quiet-- }()
	return reductions(s, func(x spar.Expr) bool { return m.apart(x) != nil })
}

// apart is the element of a mapped array that not all processors have; nil for anything else.
func (m *worker) apart(x spar.Expr) *Element {
	if e := m.holding(x); e != nil && !e.Owner.IsReplicated() {
		return e
	}
	return nil
}

// elementsOf is the number of elements of an array; none where that is not known.
func (m *worker) elementsOf(array spar.Expr) symbolic.Expr {
	v := m.scope.variable(array)
	if v == nil {
		return 0
	}
	shape := m.b.shapeOf(array, m.scope, v.Rank())
	n := m.b.arena.Mul(shape...)
	if len(shape) == 0 || m.b.isUnknown(n) {
		return 0
	}
	return n
}

// combinedArray is combined for all elements of an array that everybody has: the parts go
// together where messages are gathered.
func (m *worker) combinedArray(s *spar.Loop, r reduced) {
	a, g, span := m.b.arena, m.b.grids[0], m.proper(s)
	over := func(prefix string, lo, count symbolic.Expr, body ...Step) *Loop {
		return &Loop{Span: span, Index: m.b.localNumber(prefix), Lo: lo, Hi: a.Sub(count, a.Int(1)), Independent: true, Why: "the partial results of the processors", End: s.At().End + m.b.start, Body: body}
	}
	first, bytes := m.numbered(g, a.Int(0)), m.bytes(&node{x: r.x})
	parts := over("q", a.Int(1), a.Mul(g.Extents...))
	other := m.numbered(g, a.Sym(parts.Index, symbolic.Index))
	parts.Body = []Step{over("e", a.Int(0), m.elementsOf(r.array),
		&Move{Span: span, To: first, From: other, Bytes: bytes},
		&Op{Span: span, Name: r.op, Class: m.b.classOf(r.x, m.scope), At: first},
	)}
	m.add(parts)
	m.add(over("e", a.Int(0), m.elementsOf(r.array), &Move{Span: span, To: Replicated, From: first, Bytes: bytes}))
}

// numbered is the processor of a number in a grid, along its last dimension.
func (m *worker) numbered(g *Grid, number symbolic.Expr) Owner {
	o := Owner{Grid: g}
	for d := range g.Extents {
		at := Coord{Kind: at, E: m.b.arena.Int(0)}
		if d == len(g.Extents)-1 {
			at.E = number
		}
		o.Coords = append(o.Coords, at)
	}
	return o
}

// combined is combine for one variable.
func (m *worker) combined(s *spar.Loop, x spar.Expr, op string) {
	a, g := m.b.arena, m.b.grids[0]
	q := m.b.localNumber("q")
	first, other := m.numbered(g, a.Int(0)), m.numbered(g, a.Sym(q, symbolic.Index))
	to, lo, mapped := first, a.Int(1), m.apart(x)
	if mapped != nil {
		to, lo = mapped.Owner, a.Int(0) // the first one has a part for it
	}
	span := m.proper(s)
	m.add(&Loop{Span: span, Index: q, Lo: lo, Hi: a.Sub(a.Mul(g.Extents...), a.Int(1)), Why: "the partial results of the processors", End: s.At().End + m.b.start, Body: []Step{
		&Move{Span: span, To: to, From: other, Bytes: m.bytes(&node{x: x})},
		&Op{Span: span, Name: op, Class: m.b.classOf(x, m.scope), At: to},
	}})
	if mapped == nil {
		m.add(&Move{Span: span, To: Replicated, From: first, Bytes: m.bytes(&node{x: x})})
	}
}

// reduced is a variable of which every processor has a partial result, or an array, of
// which x is the element.
type reduced struct {
	x     spar.Expr
	op    string
	array spar.Expr // nil: x
}

// reductions are the variables that the iterations of a loop reduce; not ok where they store
// something else in what they have in common, or nothing. An iteration may store in what it declares;
// elements that it chooses of mapped arrays are combined where they live.
func reductions(s *spar.Loop, mapped func(spar.Expr) bool) (list []reduced, ok bool) {
	r := reducing{own: map[string]bool{}, mapped: mapped}
	for _, c := range s.Cards {
		r.own[c.Name] = true
	}
	r.statement(s.Body)
	if r.other {
		return nil, false
	}
	return r.list, r.kept || len(r.list) > 0
}

type reducing struct {
	own    map[string]bool // names that the iteration declares
	mapped func(spar.Expr) bool
	list   []reduced
	other  bool // something else is stored
	kept   bool // elements of mapped arrays are, which the iteration chooses
}

func (r *reducing) statement(s spar.Stmt) {
	switch s := s.(type) {
	case *spar.Local:
		for _, d := range s.Names {
			r.own[d.Name] = true
		}
	case *spar.Loop:
		for _, c := range s.Cards {
			r.own[c.Name] = true
		}
	case *spar.If:
		if x := extreme(s); x != nil {
			r.store(x, "less")
			return
		}
	}
	for _, x := range spar.Expressions(s) {
		spar.WalkExpr(x, func(x spar.Expr) {
			if left := spar.Stored(x); left != nil {
				r.store(left, operation(x))
			}
		})
	}
	for _, part := range spar.Parts(s) {
		r.statement(part)
	}
}

// store reads a store by an operation.
func (r *reducing) store(left spar.Expr, op string) {
	switch {
	case r.own[leftName(left)]:
	case !r.chosen(left):
		r.enter(reduced{left, op, nil})
	case r.mapped(left):
		r.kept = true
	default: // a part of each of the elements
		x, ok := spar.Unmarked(left).(*spar.Index)
		if !ok {
			r.other = true
			return
		}
		r.enter(reduced{left, op, x.X})
	}
}

// enter notes that a variable is reduced, by one operation; "" is none.
func (r *reducing) enter(x reduced) {
	i := slices.IndexFunc(r.list, func(o reduced) bool { return o.name() == x.name() })
	r.other = r.other || x.op == "" || i >= 0 && r.list[i].op != x.op
	if i < 0 {
		r.list = append(r.list, x)
	}
}

// name is the text of what is reduced.
func (r reduced) name() string {
	if r.array != nil {
		return spar.Text(r.array)
	}
	return spar.Text(r.x)
}

// chosen tells whether an iteration chooses which element it stores.
func (r *reducing) chosen(left spar.Expr) bool {
	found := false
	spar.WalkExpr(left, func(x spar.Expr) {
		n, ok := x.(*spar.Name)
		found = found || ok && r.own[n.Name]
	})
	return found
}

// extreme is the variable that keeps the larger or the smaller value: if( y > x ) x = y.
func extreme(s *spar.If) spar.Expr {
	test, ok := spar.Unmarked(s.Cond).(*spar.Binary)
	list := flatOf(s.Then)
	if !ok || s.Else != nil || len(list) != 1 || !strings.ContainsAny(test.Op, "<>") {
		return nil
	}
	e, ok := list[0].(*spar.ExprStmt)
	if !ok {
		return nil
	}
	set, ok := spar.Unmarked(e.X).(*spar.Assign)
	if !ok || set.Op != "=" {
		return nil
	}
	x, y := spar.Text(set.X), spar.Text(set.Y)
	if l, r := spar.Text(test.X), spar.Text(test.Y); l == x && r == y || l == y && r == x {
		return set.X
	}
	return nil
}

// leftName is the variable that an assignment to x changes, itself or in an element; ""
// where that is not one name.
func leftName(x spar.Expr) string {
	switch x := spar.Unmarked(x).(type) {
	case *spar.Name:
		return x.Name
	case *spar.Index:
		return leftName(x.X)
	}
	return ""
}

// operation is that of x = x op y, x op= y or x++; "" for any other assignment.
func operation(e spar.Expr) string {
	if u, ok := e.(*spar.Unary); ok {
		return unaryNames[u.Op]
	}
	x := e.(*spar.Assign)
	if x.Op != "=" {
		return binaryName(x.Op[:len(x.Op)-1])
	}
	same := func(y spar.Expr) bool { return spar.Text(y) == spar.Text(x.X) }
	switch y := spar.Unmarked(x.Y).(type) {
	case *spar.Binary:
		if same(y.X) || same(y.Y) {
			return binaryName(y.Op)
		}
	case *spar.Choice: // the larger or the smaller one
		if same(y.Then) || same(y.Else) {
			return "less"
		}
	case *spar.Call:
		if slices.ContainsFunc(y.Args, same) {
			return "function " + functionName(y)
		}
	}
	return ""
}
