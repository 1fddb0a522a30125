package symbolic

// Formulas remembers expressions of an arena, or what is made of them, that takes long
// to build, by keys that hold all that each is built from. Next is as of Tapes. The
// zero Formulas is empty.
type Formulas[T any] struct {
	now, before map[string]T
}

// Next begins another round: what the last one has not asked for is forgotten.
func (f *Formulas[T]) Next() {
	f.before, f.now = f.now, make(map[string]T, len(f.now))
}

// Back is as of Tapes.
func (f *Formulas[T]) Back() {
	for key, e := range f.before {
		f.now[key] = e
	}
	f.before = nil
}

// Get returns what belongs to a key, built where it is not known. A nil f remembers
// nothing.
func (f *Formulas[T]) Get(key []byte, build func() T) T {
	if f == nil {
		return build()
	}
	if e, known := f.now[string(key)]; known {
		return e
	}
	own := string(key)
	e, known := f.before[own]
	if !known {
		e = build()
	}
	if f.now == nil {
		f.now = map[string]T{}
	}
	f.now[own] = e
	return e
}
