package values

import "github.com/parlens/parlens/analysis/program"

// places returns the places of the elements of a section, in array element
// order; nil when they are not known.
func (m *machine) places(c *cell, r *program.Ref) []int64 {
	if c.size() == 0 {
		return nil
	}
	out, stride := []int64{0}, int64(1)
	for d := range c.extent {
		subs := m.subscripts(c, r, d)
		if subs == nil || int64(len(out)*len(subs)) > mostOf(len(c.extent)) {
			return nil
		}
		next := make([]int64, 0, len(out)*len(subs))
		for _, s := range subs {
			for _, o := range out {
				next = append(next, o+(s-c.lower[d])*stride)
			}
		}
		out, stride = next, stride*c.extent[d]
	}
	m.steps += len(out)
	return out
}

// subscripts returns the indices that a section takes along a dimension; nil
// when they are not known, or reach out of the array.
func (m *machine) subscripts(c *cell, r *program.Ref, d int) []int64 {
	var s program.Subscript // all of the dimension
	if len(r.Subs) > 0 {
		s = r.Subs[d]
	}
	lo, hi, step, known := m.triplet(c, s, d)
	if !known {
		return nil
	}
	if s.Lo != nil && !s.Triplet {
		hi = lo
	}
	out := []int64{}
	for x := lo; (hi-x)*step >= 0; x += step {
		if x < c.lower[d] || x >= c.lower[d]+c.extent[d] {
			return nil
		}
		out = append(out, x)
	}
	return out
}

// section returns a section with its shape and elements, as far as they are known; nil for an
// element, and where the shape is not known.
func (m *machine) section(of *cell, r *program.Ref) *cell {
	out := &cell{array: true}
	for d, s := range r.Subs {
		if !s.Triplet {
			continue
		}
		if of.lower == nil {
			return nil
		}
		lo, hi, step, known := m.triplet(of, s, d)
		if !known {
			return nil
		}
		out.lower, out.extent = append(out.lower, 1), append(out.extent, max((hi-lo+step)/step, 0))
	}
	if out.lower == nil {
		return nil
	}
	if of.elems != nil {
		out.elems = m.gather(r)
	}
	return out
}

// triplet evaluates the bounds and the stride of a subscript, those of the dimension where it
// has none; false where they are not known.
func (m *machine) triplet(of *cell, s program.Subscript, d int) (lo, hi, step int64, known bool) {
	lo, hi, step = of.lower[d], of.lower[d]+of.extent[d]-1, 1
	known = m.bound(s.Lo, &lo) && m.bound(s.Hi, &hi) && m.bound(s.Stride, &step) && step != 0
	return lo, hi, step, known
}

// bound evaluates a bound that is given; false when it is not known.
func (m *machine) bound(e program.Expr, into *int64) bool {
	if e == nil {
		return true
	}
	if program.RankOf(e) > 0 {
		return false
	}
	v := m.eval(e)
	*into = v.i
	return v.kind == integer
}

// elements evaluates an array expression element by element; nil when it is not
// known. A scalar gives one element.
func (m *machine) elements(e program.Expr) []value {
	if program.RankOf(e) == 0 {
		return []value{m.eval(e)}
	}
	switch e := e.(type) {
	case *program.Ref:
		return m.gather(e)
	case *program.Unary:
		return each(m.elements(e.X), nil, func(x, _ value) value { return unary(e.Op, x) })
	case *program.Binary:
		xs, ys := m.elements(e.X), m.elements(e.Y)
		if ys == nil {
			return nil
		}
		return each(xs, ys, func(x, y value) value { return binary(e.Op, x, y) })
	case *program.Call:
		return m.elementalCall(e)
	case *program.Opaque:
		return m.constructor(e)
	}
	return nil
}

func (m *machine) gather(r *program.Ref) []value {
	if m.facts(r.Sym).unread {
		return nil
	}
	c := m.cell(r.Sym)
	if c.elems == nil {
		return nil
	}
	places := m.places(c, r)
	if places == nil {
		return nil
	}
	out := make([]value, len(places))
	for i, at := range places {
		out[i] = c.load(at)
	}
	return out
}

// each applies an operation to pairs of elements; the scalar of an operation
// goes with all. Without ys it has one operand.
func each(xs, ys []value, op func(x, y value) value) []value {
	if ys == nil {
		ys = []value{{}}
	}
	n := max(len(xs), len(ys))
	if xs == nil || len(xs) < n && len(xs) != 1 || len(ys) < n && len(ys) != 1 {
		return nil
	}
	out := make([]value, n)
	for i := range out {
		out[i] = op(xs[min(i, len(xs)-1)], ys[min(i, len(ys)-1)])
	}
	return out
}

func (m *machine) elementalCall(c *program.Call) []value {
	if c.Name == "reshape" && len(c.Args) == 2 { // the same elements in the same order
		return m.elements(c.Args[0].Value)
	}
	if c.Intrinsic().Shape != program.Elemental {
		return nil
	}
	args := make([][]value, len(c.Args))
	n := 1
	for i, a := range c.Args {
		if args[i] = m.elements(a.Value); len(args[i]) == 0 {
			return nil
		}
		n = max(n, len(args[i]))
	}
	out := make([]value, n)
	for i := range out {
		at := make([]value, len(args))
		for k, list := range args {
			if len(list) < n && len(list) > 1 {
				return nil
			}
			at[k] = list[min(i, len(list)-1)]
		}
		out[i] = elemental(c, at)
	}
	return out
}

func (m *machine) constructor(o *program.Opaque) []value {
	var out []value
	for _, x := range o.Values {
		out = append(out, m.eval(x))
	}
	return out
}
