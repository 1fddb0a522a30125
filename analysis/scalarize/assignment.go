package scalarize

import (
	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/symbolic"
)

func newReader(n comm.Nest, fixed int, own []*comm.Loop) *reader {
	s := append(append(comm.Scope{}, n.Loops[fixed:]...), own...)
	return &reader{b: n.B, scope: s, widened: n.Wide, element: &comm.Element{Ops: comm.Operations{}, Loops: own}, nest: n, fixed: fixed}
}

// Assign brings an assignment to elements: first the reductions that its right
// side uses, then its mask, then the assignment itself.
func Assign(n comm.Nest, s *program.Assign, c comm.Context, fixed int) ([]*comm.Element, error) {
	own, err := rangeLoops(n, c.Ranges, fixed)
	if err != nil {
		return nil, err
	}
	r := newReader(n, fixed, own)
	r.element.At, r.element.Masked = s.Span(), c.Masked
	if s.LHS.Rank() > 0 {
		section, err := r.sectionLoops(s.LHS)
		if err != nil {
			return nil, err
		}
		r.section = section
		r.element.Loops = append(append([]*comm.Loop{}, own...), section...)
	}
	if err := r.right(s, c); err != nil {
		return nil, err
	}
	if err := r.left(s); err != nil {
		return nil, err
	}
	if err := r.home(c); err != nil {
		return nil, err
	}
	resolution, err := r.resolution(s)
	if err != nil {
		return nil, err
	}
	out, err := withReductions(n, r, fixed)
	if err != nil || c.Mask == nil && resolution == nil {
		return out, err
	}
	out = out[: len(out)-1 : len(out)-1]
	if resolution != nil {
		out = append(out, resolution)
	}
	if c.Mask != nil {
		mask, err := mask(n, c, r, fixed)
		if err != nil {
			return nil, err
		}
		out = append(out, mask...)
	}
	return append(out, r.element), nil
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
	r.element.Left = x
	r.element.Ops["store"]++
	r.element.Copied = len(r.element.Loops) > 0 && r.overlaps(x)
	return r.subscripts(s.LHS)
}

// home finds who executes: the owners of the left side, or of the part that
// they add up, unless the iteration around says otherwise or what they are is known at run
// time only.
func (r *reader) home(c comm.Context) error {
	r.element.Home = comm.OwnerOf(r.element.Left)
	if c.Partial != nil {
		x, err := r.access(c.Partial)
		if err != nil {
			return err
		}
		r.element.Home = comm.OwnerOf(x)
	}
	if c.Partial == nil && c.Iteration == nil {
		r.inspect()
	}
	r.element.Home = r.prescribed(c.Iteration)
	return nil
}

// overlaps reports whether the left array is also read with other subscripts,
// so that the right side must be complete before the first store.
func (r *reader) overlaps(left *comm.Access) bool {
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

// mask is the evaluation of the mask of an element that r has read, by those
// who execute the element; a dimension of which only the element's section
// knows the owner is everybody's.
func mask(n comm.Nest, c comm.Context, r *reader, fixed int) ([]*comm.Element, error) {
	m := &reader{b: r.b, scope: r.scope, widened: r.widened, nest: r.nest, fixed: r.fixed, element: &comm.Element{Ops: comm.Operations{}, IsMask: true}}
	m.element.At, m.element.Home = c.MaskAt.Span(), append(comm.Home{}, r.element.Home...)
	m.element.Loops = r.element.Loops
	if program.RankOf(c.Mask) > 0 {
		m.section = r.section
	} else {
		m.element.Loops = r.element.Loops[:len(r.element.Loops)-len(r.section)]
		for g, x := range m.element.Home {
			if x != nil && r.follows(r.b.Place(x, g).Sub) {
				m.element.Home[g] = nil
			}
		}
	}
	if err := m.expr(c.Mask); err != nil {
		return nil, err
	}
	return withReductions(n, m, fixed)
}

// follows reports whether the subscript runs with a section.
func (r *reader) follows(s comm.Affine) bool {
	for _, l := range r.section {
		if s.Loop == l {
			return true
		}
	}
	return false
}

// Condition brings a condition, an argument or a value that is written to elements.
func Condition(n comm.Nest, e program.Expr, c comm.Context, fixed int) ([]*comm.Element, error) {
	r := newReader(n, fixed, nil)
	r.element.At = e.Span()
	if program.RankOf(e) > 0 {
		shape, err := r.shape(e)
		if err != nil {
			return nil, err
		}
		r = r.apart(shape)
	}
	if err := r.expr(e); err != nil {
		return nil, err
	}
	r.element.Home = r.prescribed(c.Iteration)
	return withReductions(n, r, fixed)
}

func rangeLoops(n comm.Nest, ranges []program.IndexRange, fixed int) ([]*comm.Loop, error) {
	var loops []*comm.Loop
	for _, rg := range ranges {
		around := append(append([]*comm.Loop{}, n.Loops[fixed:]...), loops...)
		l, err := Range(n, rg.Var, rg.Lo, rg.Hi, rg.Step, around)
		if err != nil {
			return nil, err
		}
		if n.Wide {
			l = n.B.Widen(l, around)
		}
		loops = append(loops, l)
	}
	return loops, nil
}

// Range makes a loop of index = lo, hi, step; the loops around it may occur in
// the bounds.
func Range(n comm.Nest, index *program.Symbol, lo, hi, step program.Expr, around []*comm.Loop) (*comm.Loop, error) {
	b := n.B
	values := [3]symbolic.Expr{2: b.A.Int(1)}
	for i, e := range []program.Expr{lo, hi, step} {
		if e == nil && i == 2 {
			continue
		}
		v, ok := b.BoundIn(e, around)
		if !ok {
			return nil, unsupported(e, "this loop bound is not known before run time")
		}
		values[i] = v
	}
	l := comm.NewLoop(b.A, index.Name, values[0], values[1], values[2])
	if l.Scale != 1 {
		l.Name = index.Name + "'"
	}
	l.Index = index
	return l, nil
}
