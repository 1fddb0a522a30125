package symbolic

// Formulas remembers expressions of an arena that take long to build, by keys that
// hold all that each is built from. Next is as of Tapes. The zero Formulas is empty.
type Formulas struct {
	now, before map[string]Expr
}

// Next begins another round: what the last one has not asked for is forgotten.
func (f *Formulas) Next() {
	f.before, f.now = f.now, make(map[string]Expr, len(f.now))
}

// Back is as of Tapes.
func (f *Formulas) Back() {
	for key, e := range f.before {
		f.now[key] = e
	}
	f.before = nil
}

// Get returns the expression of a key, built where it is not known. A nil f
// remembers nothing.
func (f *Formulas) Get(key []byte, build func() Expr) Expr {
	if f == nil {
		return build()
	}
	if e := f.now[string(key)]; e != 0 {
		return e
	}
	e := f.before[string(key)]
	if e == 0 {
		e = build()
	}
	if f.now == nil {
		f.now = map[string]Expr{}
	}
	f.now[string(key)] = e
	return e
}
