package comm

import (
	"slices"
	"sync"
	"sync/atomic"
)

// numbered is tables that formulas of an arena name by their numbers, from 1. They
// stay, so that a formula can be evaluated at any time, while others are added.
type numbered[T table] struct {
	mu     sync.Mutex                  // of who adds
	places map[uint64][]int            // in the list, by hashes of what the tables hold
	list   atomic.Pointer[[]listed[T]] // never changed but by what comes behind its end
}

// listed is a table with all that it holds.
type listed[T table] struct {
	table T
	holds [][]int64
}

// table has all that it holds in lists.
type table interface{ lists() [][]int64 }

// hashed is a hash of lists (that of Fowler, Noll and Vo, by words).
func hashed(lists [][]int64) uint64 {
	const prime = 1099511628211
	h := uint64(14695981039346656037)
	for _, list := range lists {
		h = (h ^ uint64(len(list))) * prime
		for _, x := range list {
			h = (h ^ uint64(x)) * prime
		}
	}
	return h
}

// add returns the number of a table, the same for an equal one.
func (x *numbered[T]) add(v T) int64 {
	holds := v.lists()
	hash := hashed(holds)
	x.mu.Lock()
	defer x.mu.Unlock()
	all := x.all()
	for _, i := range x.places[hash] {
		if slices.EqualFunc(all[i].holds, holds, slices.Equal[[]int64]) {
			return int64(i + 1)
		}
	}
	if x.places == nil {
		x.places = map[uint64][]int{}
	}
	x.places[hash] = append(x.places[hash], len(all))
	all = append(all, listed[T]{v, holds})
	x.list.Store(&all)
	return int64(len(all))
}

func (x *numbered[T]) all() []listed[T] {
	if list := x.list.Load(); list != nil {
		return *list
	}
	return nil
}

// with returns the table of a number; nil for none.
func (x *numbered[T]) with(number float64) *T {
	all, n := x.all(), int(number)
	if n < 1 || n > len(all) {
		return nil
	}
	return &all[n-1].table
}
