// Package scalarize reads a statement as a compiler does that makes element loops of
// array constructs: a list of element assignments in a nest, each with the processors
// that execute it and with what it reads there. Temporaries, reductions, calls and the
// library's functions come from here; what moves for them is package comm's.
package scalarize

import (
	"slices"

	"fmt"

	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/symbolic"
)

// Unsupported is a construct without a cost model, with its place.
type Unsupported struct {
	At     source.Span
	Reason string
}

// Error returns the reason.
func (u *Unsupported) Error() string { return u.Reason }

func unsupported(e interface{ Span() source.Span }, reason string) *Unsupported {
	return &Unsupported{At: e.Span(), Reason: reason}
}

// unseen reports whether an operation is no one of the language: on structures. Handles of MPI are
// compared as numbers are.
func unseen(op program.Op, operands ...program.Expr) bool {
	return op == program.Defined || op != program.Eq && op != program.Ne && slices.ContainsFunc(operands, program.IsStructure)
}

// reader collects the reads and operations of an expression for one element.
type reader struct {
	b       *comm.Builder
	scope   comm.Scope   // all loops whose index may occur
	section []*comm.Loop // the loops that array sections follow, by position
	widened bool         // loops have bounds for all iterations of those around
	element *comm.Element
	reduce  []*program.Call // reductions met, each to be computed before
	nest    comm.Nest
	fixed   int
	target  *program.Ref    // the left side that an expression conforms with, or nil
	ahead   []*comm.Element // what computes the temporaries that are read
	parts   []part          // see part
}

func (r *reader) expr(e program.Expr) error {
	switch e := e.(type) {
	case nil, *program.Const:
		return nil
	case *program.Ref:
		return r.ref(e)
	case *program.Unary:
		if unseen(e.Op, e.X) {
			return unsupported(e, "what the operator does is not known here: its procedure is not seen")
		}
		r.element.Ops.Unary(e)
		return r.expr(e.X)
	case *program.Binary:
		if unseen(e.Op, e.X, e.Y) {
			return unsupported(e, "what the operator does is not known here: its procedure is not seen")
		}
		r.element.Ops.Binary(e)
		if err := r.expr(e.X); err != nil {
			return err
		}
		return r.expr(e.Y)
	case *program.Call:
		return r.call(e)
	case *program.Opaque:
		return r.constructor(e)
	}
	return unsupported(e, "this expression has no cost model yet")
}

// constructor reads an array constructor. An element takes the mean of what its items take,
// and reads what all of them read: whoever executes one of the elements executes any.
func (r *reader) constructor(e *program.Opaque) error {
	list := e.Items()
	if e.Values == nil && e.Runs == nil {
		return unsupported(e, e.Reason)
	}
	items := *r
	items.element = &comm.Element{At: r.element.At, Loops: r.element.Loops, Ops: comm.Operations{}}
	for _, item := range list {
		if u, ok := item.(*program.Unary); ok && isConst(u.X) { // -1.0
			continue
		}
		if err := items.expr(item); err != nil {
			return err
		}
	}
	for operation, count := range items.element.Ops {
		r.element.Ops[operation] += count / float64(len(list))
	}
	for _, f := range items.element.Functions {
		f.Items *= int64(len(list))
	}
	r.element.Reads = append(r.element.Reads, items.element.Reads...)
	r.element.Functions = append(r.element.Functions, items.element.Functions...)
	r.reduce, r.ahead, r.parts = items.reduce, items.ahead, items.parts
	return nil
}

func isConst(e program.Expr) bool { _, ok := e.(*program.Const); return ok }

func (r *reader) call(c *program.Call) error {
	info := c.Intrinsic()
	switch {
	case info.Shape == program.NotIntrinsic:
		return r.function(c)
	case info.Shape == program.Inquiry:
		return nil
	case (info.Shape == program.Reduction || info.Shape == program.Transformational) && r.alone() != "":
		return r.inline(c)
	case info.Shape == program.Reduction && program.RankOf(c) == 0, c.Locates() && program.RankOf(c) == 0:
		r.reduce = append(r.reduce, c)
		return nil
	case info.Shape == program.Reduction, info.Shape == program.Transformational:
		return r.readTemporary(c)
	}
	for _, a := range c.Args {
		if err := r.expr(a.Value); err != nil {
			return err
		}
	}
	r.element.Ops.Call(c)
	return nil
}

func (r *reader) ref(e *program.Ref) error {
	if e.Sym.Rank() == 0 {
		return nil
	}
	x, err := r.access(e)
	if err != nil {
		return err
	}
	r.element.Reads = append(r.element.Reads, x)
	r.element.Ops["load"]++
	return r.subscripts(e)
}

// subscripts counts the loads of array elements inside subscripts; the address
// arithmetic itself is free.
func (r *reader) subscripts(e *program.Ref) error {
	for _, s := range e.Subs {
		if err := r.inSubscript(s); err != nil {
			return err
		}
	}
	return nil
}

func (r *reader) inSubscript(s program.Subscript) error {
	for _, part := range []program.Expr{s.Lo, s.Hi, s.Stride} {
		var err error
		program.Walk(part, func(x program.Expr) bool {
			switch x := x.(type) {
			case *program.Ref:
				if x.Sym.Rank() > 0 && err == nil {
					err = r.ref(x)
				}
				return false
			case *program.Call:
				if x.Intrinsic().Shape == program.NotIntrinsic && err == nil {
					err = r.function(x)
					return false
				}
			}
			return true
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// access resolves the subscripts of a reference: sections follow the element's
// loops by position (F(l1:u1:s1) = G(l2:u2:s2) reads G(l2 + ((i-l1)/s1)*s2)).
func (r *reader) access(e *program.Ref) (*comm.Access, error) {
	x := &comm.Access{Ref: e, Sym: e.Sym, Layout: layoutOf(r.b, e.Sym), At: r.element.At}
	if len(e.Subs) > 0 && len(e.Subs) != e.Sym.Rank() {
		return nil, unsupported(e, fmt.Sprintf("%s has %d dimensions, not %d", e.Sym.Name, e.Sym.Rank(), len(e.Subs)))
	}
	next := 0
	for d := range e.Sym.Dims {
		sub := program.Subscript{Triplet: true}
		if len(e.Subs) > 0 {
			sub = e.Subs[d]
		}
		switch {
		case !sub.Triplet && program.RankOf(sub.Lo) > 0:
			x.Subs = append(x.Subs, comm.IrregularSubscript)
			if x.Along == nil {
				x.Along = map[int]*comm.Loop{}
			}
			if next < len(r.section) {
				x.Along[d] = r.section[next]
			}
			next++
		case !sub.Triplet:
			x.Subs = append(x.Subs, r.subscript(sub.Lo))
		case next >= len(r.section):
			return nil, unsupported(e, fmt.Sprintf("%s has more dimensions than the left side", e.Sym.Name))
		default:
			x.Subs = append(x.Subs, r.follow(e.Sym, d, sub, r.section[next]))
			next++
		}
	}
	return x, nil
}

// follow returns the subscript of a section's dimension as a function of the
// loop that runs over it.
func (r *reader) follow(sym *program.Symbol, d int, sub program.Subscript, l *comm.Loop) comm.Affine {
	a := r.b.A
	lo, _, step, ok := r.triplet(sym, d, sub)
	s, constant := a.ConstInt(step)
	switch {
	case !ok || !constant:
		return comm.IrregularSubscript
	case l.Scale == 1: // x is the left side's index and starts at l.Lo
		return r.several(comm.Affine{Loop: l, Scale: s, Offset: a.Sub(lo, a.Mul(a.Int(s), l.Lo))})
	}
	return r.several(comm.Affine{Loop: l, Scale: s, Offset: lo})
}

func (r *reader) triplet(sym *program.Symbol, d int, sub program.Subscript) (lo, hi, step symbolic.Expr, ok bool) {
	lo, hi = r.b.DeclaredBounds(sym, d)
	step, ok = r.b.A.Int(1), true
	set := func(to *symbolic.Expr, e program.Expr) {
		if e == nil {
			return
		}
		if v, known := r.bound(e); known {
			*to = v
			return
		}
		ok = false
	}
	set(&step, sub.Stride)
	if s, constant := r.b.A.ConstInt(step); constant && s < 0 {
		lo, hi = hi, lo
	}
	set(&lo, sub.Lo)
	set(&hi, sub.Hi)
	return lo, hi, step, ok
}

// sectionLoops returns a loop for every dimension of the section that ref
// denotes, in the order of its dimensions.
func (r *reader) sectionLoops(ref *program.Ref) ([]*comm.Loop, error) {
	var loops []*comm.Loop
	for d := range ref.Sym.Dims {
		sub := program.Subscript{Triplet: true}
		if len(ref.Subs) > 0 {
			sub = ref.Subs[d]
		}
		if !sub.Triplet {
			if program.RankOf(sub.Lo) == 0 {
				continue
			}
			extents, err := r.shape(sub.Lo)
			if err != nil {
				return nil, err
			}
			loops = append(loops, r.sectionLoop(d, r.b.A.Int(1), extents[0], r.b.A.Int(1), loops))
			continue
		}
		lo, hi, step, ok := r.triplet(ref.Sym, d, sub)
		if !ok {
			return nil, unsupported(ref, "the bounds of this section depend on what is not known before run time")
		}
		loops = append(loops, r.sectionLoop(d, lo, hi, step, loops))
	}
	return loops, nil
}

// sectionLoop is the loop over a dimension of a section, inside those over others.
func (r *reader) sectionLoop(d int, lo, hi, step symbolic.Expr, around []*comm.Loop) *comm.Loop {
	l := comm.NewLoop(r.b.A, fmt.Sprintf("_%d", d+1), lo, hi, step)
	if r.widened {
		l = r.b.Widen(l, append(append(comm.Scope{}, r.scope...), around...))
	}
	return l
}
