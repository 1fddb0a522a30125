package values

import (
	"strconv"

	"github.com/parlens/parlens/analysis/program"
)

// eval evaluates a scalar expression.
func (m *machine) eval(e program.Expr) value {
	m.steps++
	switch e := e.(type) {
	case *program.Const:
		return constant(e)
	case *program.Ref:
		return m.ref(e)
	case *program.Unary:
		return unary(e.Op, m.eval(e.X))
	case *program.Binary:
		return binary(e.Op, m.eval(e.X), m.eval(e.Y))
	case *program.Call:
		return m.lookedAt(m.call(e))
	}
	return value{}
}

func constant(c *program.Const) value {
	switch c.Type {
	case program.Integer:
		return intValue(c.Int)
	case program.Real:
		return realValue(realKind(c.Bytes), c.Real)
	case program.Logical:
		return boolValue(c.Int == 1)
	case program.Character:
		return textValue(c.Text)
	}
	return value{}
}

// ref looks at a scalar or an element.
func (m *machine) ref(r *program.Ref) value { return m.lookedAt(m.read(r)) }

// read is what a scalar or an element holds.
func (m *machine) read(r *program.Ref) value {
	if m.facts(r.Sym).unread || m.deep > maxDepth {
		return value{}
	}
	m.deep++
	defer func() { m.deep-- }()
	c := m.cell(r.Sym)
	if !c.array {
		return c.scalar
	}
	at, ok := m.element(c, r)
	if v, set := m.setElement(r); set {
		return v
	}
	if !ok {
		return c.scalar // that all elements share
	}
	return c.load(at)
}

// setElement returns the value that the user gives an element, by its subscripts
// or as it is written.
func (m *machine) setElement(r *program.Ref) (value, bool) {
	if !m.setsElements {
		return value{}, false
	}
	name := r.Sym.Name + "("
	for d, s := range r.Subs {
		v := value{}
		if !s.Triplet {
			v = m.eval(s.Lo)
		}
		name += []string{"", ","}[min(d, 1)] + strconv.FormatInt(v.i, 10)
	}
	x, set := m.opt.Set[name+")"]
	if !set {
		x, set = m.opt.Set[program.Text(r)]
	}
	return ofFloat(x, r.Sym), set
}

// lost reports whether a variable is assigned and not followed.
func (m *machine) lost(s *program.Symbol) bool {
	return m.assigned[s] && !m.matters[s] && s.Class == program.Variable && !m.fixed(s)
}

// maxDepth bounds constants that are defined by way of each other.
const maxDepth = 200

// element returns the place of the element that r names.
func (m *machine) element(c *cell, r *program.Ref) (int64, bool) {
	subs := make([]int64, len(r.Subs))
	for d, s := range r.Subs {
		if s.Triplet {
			return 0, false
		}
		v := m.eval(s.Lo)
		if v.kind != integer {
			return 0, false
		}
		subs[d] = v.i
	}
	return c.offset(subs)
}

// call evaluates a function.
func (m *machine) call(c *program.Call) value {
	info := c.Intrinsic()
	if countsProcessors(c) {
		if v, known := m.processors(); known {
			return v
		}
	}
	switch {
	case info.Shape == program.NotIntrinsic:
		return m.function(c)
	case info.Shape == program.Reduction && c.ReducedDim() == nil:
		return m.reduction(c)
	case c.Name == "trim" && len(c.Args) == 1:
		return m.eval(c.Args[0].Value)
	case info.Shape == program.Inquiry:
		return m.inquire(c)
	case info.Shape != program.Elemental:
		return value{}
	}
	args := make([]value, len(c.Args))
	for i, a := range c.Args {
		if a.Keyword == "kind" || i > 0 && kinded[program.Generic(c.Name)] {
			if _, known := a.Value.(*program.Const); !known && info.Type == program.Real {
				return value{} // of a width that is not known here
			}
			args = args[:1]
			break
		}
		args[i] = m.eval(a.Value)
	}
	return elemental(c, args)
}

// kinded are the intrinsics whose second argument is a kind.
var kinded = map[string]bool{"real": true, "int": true, "nint": true, "aint": true, "anint": true, "floor": true, "ceiling": true}

// reduction evaluates SUM and its like over a whole argument without mask.
func (m *machine) reduction(c *program.Call) value {
	switch {
	case c.Name == "dot_product" && len(c.Args) == 2:
		x, y := m.elements(c.Args[0].Value), m.elements(c.Args[1].Value)
		return reduce("sum", products(x, y))
	case len(c.Args) == 1:
		return reduce(c.Name, m.elements(c.Args[0].Value))
	}
	return value{}
}

func products(x, y []value) []value {
	if len(x) != len(y) {
		return nil
	}
	out := make([]value, len(x))
	for i := range x {
		out[i] = binary(program.Mul, x[i], y[i])
	}
	return out
}

// inquire evaluates SIZE, LBOUND and UBOUND of a declared array.
func (m *machine) inquire(c *program.Call) value {
	r, ok := c.Argument("array", 0).(*program.Ref)
	if ok && c.Name == "present" {
		if given, known := m.given.has(r.Sym.Name); known {
			return boolValue(given)
		}
		return value{}
	}
	if !ok || len(r.Subs) > 0 || r.Sym.Rank() == 0 {
		return value{}
	}
	x := m.cell(r.Sym)
	if r.Sym.Extents != nil { // it has the shape that it was given last
		x = &cell{array: true}
		m.dimension(r.Sym, x)
	}
	dim := c.Argument("dim", 1)
	if x.lower == nil {
		return value{}
	}
	if dim == nil {
		if c.Name == "size" {
			return intValue(total(x.extent))
		}
		return value{}
	}
	d := m.eval(dim)
	if d.kind != integer || d.i < 1 || d.i > int64(len(x.lower)) {
		return value{}
	}
	lo, n := x.lower[d.i-1], x.extent[d.i-1]
	switch c.Name {
	case "size":
		return intValue(max(n, 0))
	case "lbound":
		return intValue(lo)
	case "ubound":
		return intValue(lo + n - 1)
	}
	return value{}
}

func total(extent []int64) int64 {
	n := int64(1)
	for _, e := range extent {
		n *= max(e, 0)
	}
	return n
}
