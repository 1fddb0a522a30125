package arrayprogram

import (
	"github.com/parlens/parlens/analysis/program"
)

// vector is the content of an integer array of one dimension, as a function of the
// index: what assigned it, with the values that it had then.
type vector struct {
	lower, upper int64
	element      func(index int64) (float64, bool)
	depth        int // vectors that it is computed from, one from another

	remote map[geometry]gathered // what gathers by it were found to be
}

// maxDepth bounds the assignments that an element is computed through.
const maxDepth = 32

func (v *vector) at(index int64) (float64, bool) {
	if index < v.lower || index > v.upper {
		return 0, false
	}
	return v.element(index)
}

// elementwise makes an array expression of one dimension a function of the position,
// from 0, with the values that its variables have now; nil where it is none.
func (f *frame) elementwise(e program.Expr) (func(position int64) (float64, bool), int) {
	scalars, vectors, depth, ok := map[*program.Symbol]float64{}, map[*program.Symbol]*vector{}, 0, true
	program.Walk(e, func(x program.Expr) bool {
		r, isRef := x.(*program.Ref)
		switch {
		case !isRef:
		case r.Sym.Rank() == 0:
			v, known := f.scalar(r.Sym)
			scalars[r.Sym] = v
			ok = ok && known
		case r.Sym.Rank() == 1 && len(r.Subs) == 0 && f.vectors[r.Sym] != nil:
			vectors[r.Sym] = f.vectors[r.Sym]
			depth = max(depth, f.vectors[r.Sym].depth)
		default:
			ok = false
		}
		return ok
	})
	if !ok || depth >= maxDepth {
		return nil, 0
	}
	return func(position int64) (float64, bool) {
		return evaluate(e, func(r *program.Ref) (float64, bool) {
			if v := vectors[r.Sym]; v != nil {
				return v.at(v.lower + position)
			}
			return scalars[r.Sym], true
		})
	}, depth + 1
}

// storeVector follows the assignment of a whole integer array; any other makes its
// content unknown.
func (f *frame) storeVector(lhs *program.Ref, rhs program.Expr, masked bool) {
	s := lhs.Sym
	delete(f.vectors, s)
	if masked || s.Type != program.Integer || s.Rank() != 1 || len(lhs.Subs) > 0 {
		return
	}
	lower, n, ok := f.extent(s.Dims[0])
	at, depth := f.elementwise(rhs)
	if !ok || at == nil {
		return
	}
	first := int64(lower)
	f.vectors[s] = &vector{lower: first, upper: first + int64(n) - 1, depth: depth, element: func(i int64) (float64, bool) { return at(i - first) }}
}

// storeByIndex follows a loop that assigns a function of its index to the elements of
// an integer array, v(i) = e(i).
func (f *frame) storeByIndex(do *program.Do, lo, trips int64) {
	if len(do.Body) != 1 {
		return
	}
	s, ok := do.Body[0].(*program.Assign)
	if !ok || s.LHS.Sym.Type != program.Integer || s.LHS.Sym.Rank() != 1 || len(s.LHS.Subs) != 1 || do.Step != nil {
		return
	}
	if i, is := s.LHS.Subs[0].Lo.(*program.Ref); !is || i.Sym != do.Var {
		return
	}
	scalars, ok := map[*program.Symbol]float64{}, true
	program.Walk(s.RHS, func(x program.Expr) bool {
		if r, is := x.(*program.Ref); is && r.Sym != do.Var {
			v, known := f.scalar(r.Sym)
			scalars[r.Sym] = v
			ok = ok && known && r.Sym.Rank() == 0
		}
		return true
	})
	if !ok {
		return
	}
	f.vectors[s.LHS.Sym] = &vector{lower: lo, upper: lo + trips - 1, depth: 1, element: func(i int64) (float64, bool) {
		return evaluate(s.RHS, func(r *program.Ref) (float64, bool) {
			if r.Sym == do.Var {
				return float64(i), true
			}
			return scalars[r.Sym], true
		})
	}}
}

// geometry is an array that is gathered from, by an array operation with as many
// elements.
type geometry struct {
	lower, size, elements float64
	processors            int
	cyclic                bool
}

// gathered is what a gather by an index array is: whether its indices are linearly
// related, with which stride, and which share of its elements lies on another
// processor than the one that computes.
type gathered struct {
	linear  bool
	stride  float64
	remote  float64 // 0..1
	sampled bool
	known   bool
}

// Index values are looked at one by one up to exactValues, beyond that at spaced
// ones.
const (
	exactValues  = 4096
	sampleValues = 1024
)

// look evaluates the indices of a gather.
func (f *frame) look(at func(position int64) (float64, bool), g geometry) gathered {
	n := int64(g.elements)
	count := n
	if n > exactValues {
		count = sampleValues
	}
	out := gathered{linear: true, known: n > 0, sampled: count < n}
	remote := 0.0
	first, _ := at(0)
	for k := range count {
		position := spaced(k, n, count)
		x, ok := at(position)
		if f.values++; !ok || f.values > valuesPerStep*f.opt.Steps {
			return gathered{}
		}
		if next, ok := at(position + 1); ok && position+1 < n {
			if k == 0 {
				out.stride = next - x
			}
			out.linear = out.linear && next-x == out.stride
		}
		out.linear = out.linear && x == first+out.stride*float64(position)
		if g.owner(float64(position), g.elements) != g.owner(x-g.lower, g.size) {
			remote++
		}
	}
	out.remote = remote / float64(max(1, count))
	f.out.Sampled = f.out.Sampled || out.sampled
	return out
}

// spaced is the k-th of some positions below n, one in each of as many equal ranges.
// Where it lies there is scattered, so that no regular pattern of bits escapes.
func spaced(k, n, count int64) int64 {
	first, last := k*n/count, (k+1)*n/count
	return first + int64(uint32(k)*2654435769>>8)%max(1, last-first)
}

// owner is the processor that has an element, counted from 0, of an array of a size.
func (g geometry) owner(place, size float64) int {
	i := int64(place)
	if g.cyclic {
		return int(i % int64(g.processors))
	}
	block := (int64(size) + int64(g.processors) - 1) / int64(g.processors)
	return int(i / max(1, block))
}
