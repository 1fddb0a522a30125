package symbolic

// Formulas remembers expressions of an arena, or what is made of them, that takes long
// to build, by keys that hold all that each is built from. Who builds much the same again
// and again calls Next between two times. The zero Formulas is empty.
type Formulas[T any] struct {
	all   map[string]*formula[T]
	round int
	asked int // for how many in this round
}

type formula[T any] struct {
	of    T
	asked int // the last round in which somebody did
}

// Next begins another round: what nobody asked for in the last one is forgotten, at the
// latest when it is an eighth of the rest.
func (f *Formulas[T]) Next() {
	if len(f.all)-f.asked > f.asked/8 {
		for key, e := range f.all {
			if e.asked < f.round {
				delete(f.all, key)
			}
		}
	}
	f.round++
	f.asked = 0
}

// Back takes a round back that was not finished: nothing is forgotten because of it.
func (f *Formulas[T]) Back() {
	f.round--
	f.asked = len(f.all)
}

// Get returns what belongs to a key, built where it is not known. A nil f remembers
// nothing.
func (f *Formulas[T]) Get(key []byte, build func() T) T {
	if f == nil {
		return build()
	}
	e := f.all[string(key)]
	if e == nil {
		own := string(key) // building may use its room
		e = &formula[T]{build(), f.round - 1}
		if f.all == nil {
			f.all = map[string]*formula[T]{}
		}
		f.all[own] = e
	}
	if e.asked < f.round {
		e.asked = f.round
		f.asked++
	}
	return e.of
}
