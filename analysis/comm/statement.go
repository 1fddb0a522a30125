package comm

import "github.com/parlens/parlens/analysis/program"

// Nest is a statement together with the DO loops around it, outermost first.
// Its methods take the number of outer loops that stay fixed: from a message's
// place, the loops inside are ranges and those outside are symbols.
type Nest struct {
	B     *Builder
	Loops []*Loop
}

func (n Nest) reader(fixed int, own []*Loop) *reader {
	s := append(append(scope{}, n.Loops[fixed:]...), own...)
	return &reader{b: n.B, scope: s, element: &Element{Ops: Operations{}, Loops: own}}
}

// Assign brings an assignment (of a FORALL with the given ranges, or WHERE
// with the mask) to elements: first the reductions that its right side uses,
// then the assignment itself.
func (n Nest) Assign(s *program.Assign, ranges []program.IndexRange, mask program.Expr, fixed int) ([]*Element, error) {
	own, err := n.rangeLoops(ranges, fixed)
	if err != nil {
		return nil, err
	}
	r := n.reader(fixed, own)
	r.element.At = s.Span()
	if s.LHS.Rank() > 0 {
		section, err := r.sectionLoops(s.LHS)
		if err != nil {
			return nil, err
		}
		r.section = section
		r.element.Loops = append(append([]*Loop{}, own...), section...)
	}
	if err := r.expr(mask); err != nil {
		return nil, err
	}
	if err := r.expr(s.RHS); err != nil {
		return nil, err
	}
	if err := r.left(s); err != nil {
		return nil, err
	}
	return n.withReductions(r, fixed)
}

// left adds the store.
func (r *reader) left(s *program.Assign) error {
	r.element.At = s.Span()
	if s.LHS.Sym.Rank() == 0 {
		r.element.Scalar = s.LHS.Sym
		return nil
	}
	x, err := r.access(s.LHS)
	if err != nil {
		return err
	}
	r.element.Left, r.element.Home = x, x
	r.element.Ops["store"]++
	r.element.Copied = len(r.element.Loops) > 0 && r.overlaps(x)
	return r.subscripts(s.LHS)
}

// overlaps reports whether the left array is also read with other subscripts,
// so that the right side must be complete before the first store.
func (r *reader) overlaps(left *Access) bool {
	for _, x := range r.element.Reads {
		if x.Sym != left.Sym {
			continue
		}
		for d := range x.Subs {
			if x.Subs[d] != left.Subs[d] {
				return true
			}
		}
	}
	return false
}

// Condition brings a scalar condition or an argument to elements.
func (n Nest) Condition(e program.Expr, fixed int) ([]*Element, error) {
	r := n.reader(fixed, nil)
	r.element.At = e.Span()
	if err := r.expr(e); err != nil {
		return nil, err
	}
	return n.withReductions(r, fixed)
}

// withReductions puts an element for every reduction intrinsic met before the
// element that uses its result.
func (n Nest) withReductions(r *reader, fixed int) ([]*Element, error) {
	var out []*Element
	for _, c := range r.reduce {
		e, err := n.reduction(c, r, fixed)
		if err != nil {
			return nil, err
		}
		out = append(out, e...)
	}
	return append(out, r.element), nil
}

// reduction is the local part of a reduction intrinsic: its argument's
// operations and one combination per element, executed by the owners of the
// first mapped array of the argument.
func (n Nest) reduction(c *program.Call, user *reader, fixed int) ([]*Element, error) {
	shape := firstSection(c)
	if len(user.element.Loops) > 0 {
		return nil, unsupported(c, c.Name+" inside an array construct has no cost model yet")
	}
	if shape == nil {
		return nil, unsupported(c, c.Name+" of what has no shape here")
	}
	r := n.reader(fixed, nil)
	r.scope = user.scope
	r.element.At = user.element.At
	r.element.Combines = c
	section, err := r.sectionLoops(shape)
	if err != nil {
		return nil, err
	}
	r.section, r.element.Loops = section, section
	for _, a := range c.Args {
		if err := r.expr(a.Value); err != nil {
			return nil, err
		}
	}
	r.element.Ops.combine(c)
	r.element.Home = firstMapped(r.element.Reads)
	return n.withReductions(r, fixed)
}

func firstSection(c *program.Call) *program.Ref {
	var found *program.Ref
	for _, a := range c.Args {
		program.Walk(a.Value, func(e program.Expr) bool {
			if ref, ok := e.(*program.Ref); ok && found == nil && ref.Rank() > 0 {
				found = ref
			}
			return found == nil
		})
	}
	return found
}

func firstMapped(xs []*Access) *Access {
	for _, x := range xs {
		if x.Mapped() {
			return x
		}
	}
	return nil
}

// Access resolves a reference with scalar subscripts, as in ON HOME; nil when
// it is a section.
func (n Nest) Access(ref *program.Ref, fixed int) *Access {
	if ref.Rank() > 0 {
		return nil
	}
	x, err := n.reader(fixed, nil).access(ref)
	if err != nil {
		return nil
	}
	return x
}

func (n Nest) rangeLoops(ranges []program.IndexRange, fixed int) ([]*Loop, error) {
	var loops []*Loop
	for _, rg := range ranges {
		l, err := n.Range(rg.Var, rg.Lo, rg.Hi, rg.Step, append(append([]*Loop{}, n.Loops...), loops...), fixed)
		if err != nil {
			return nil, err
		}
		loops = append(loops, l)
	}
	return loops, nil
}

// Range makes a loop of index = lo, hi, step; the loops around it may occur in
// the bounds.
func (n Nest) Range(index *program.Symbol, lo, hi, step program.Expr, around []*Loop, fixed int) (*Loop, error) {
	b := n.B
	value := func(e program.Expr) (Affine, error) {
		v := b.affine(e, around)
		if v.Irregular {
			return v, unsupported(e, "this loop bound is not known before run time")
		}
		return v, nil
	}
	low, err := value(lo)
	if err != nil {
		return nil, err
	}
	high, err := value(hi)
	if err != nil {
		return nil, err
	}
	by := Affine{Offset: b.A.Int(1)}
	if step != nil {
		if by, err = value(step); err != nil {
			return nil, err
		}
	}
	l := newLoop(b.A, index.Name, b.at(low), b.at(high), b.at(by))
	if l.Scale != 1 {
		l.Name = index.Name + "'"
	}
	l.Index = index
	return l, nil
}
