package comm

import "github.com/parlens/parlens/analysis/program"

// slabs is where transfers put what they make, and questions what they are about.
// An edit makes thousands of small things that live until the next one: they
// are made some at a time.
type slabs struct {
	answers    slab[answers]
	each       slab[answer]
	answered   slab[Answer]
	computed   slab[Computation]
	elements   slab[Element]
	partitions slab[Partition]
	shares     slab[Share]
	byLoop     slab[loopShares]
	messages   slab[Communication]
	sent       slab[*Communication]
	accesses   slab[Access]
	accessed   slab[*Access]
	subs       slab[Affine]
	loops      slab[Loop]
	ranges     slab[*Loop]
	reads      slab[Read]
	read       slab[*Read]
	refs       slab[*program.Ref]
	syms       slab[*program.Symbol]
}

// slab has room for values of one type.
type slab[T any] struct{ free []T }

const slabSize = 32

// one returns a copy of a value.
func (s *slab[T]) one(of T) *T {
	x := &s.some(1)[0]
	*x = of
	return x
}

// some returns n zero values.
func (s *slab[T]) some(n int) []T {
	if len(s.free) < n {
		s.free = make([]T, max(n, slabSize))
	}
	out := s.free[:n:n]
	s.free = s.free[n:]
	return out
}

// copied returns a copy of the values; nil of nil.
func (s *slab[T]) copied(all []T) []T {
	if all == nil {
		return nil
	}
	out := s.some(len(all))
	copy(out, all)
	return out
}
