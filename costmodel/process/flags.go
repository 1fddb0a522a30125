package process

// flags are what an exchange says about the messages of each processor.
type flags struct {
	key      []float64 // values of the loop indices that they were evaluated for
	receives []bool    // some come
	fits     []bool    // they find room before the processor asks for them
	follows  []float64 // share of each that the next one of its sender waits for
	behind   []float64 // share of each that begins when those before have come
}

// flagsOf returns the flags for the current loop indices.
func (x *exchange) flagsOf(r *run) (*flags, error) {
	f := r.flags[x.id]
	if f != nil && r.unchanged(x.flags.indices, f.key) {
		return f, nil
	}
	if f == nil {
		n := r.grid.count
		f = &flags{receives: make([]bool, n), fits: make([]bool, n), follows: make([]float64, n), behind: make([]float64, n)}
		r.flags[x.id] = f
	}
	f.key = r.values(x.flags.indices, f.key[:0])
	return f, x.fillFlags(r, f)
}

func (x *exchange) fillFlags(r *run, f *flags) error {
	var out [4]float64
	firsts := r.firsts(&x.flags)
	for p := range f.receives {
		if p == 0 || x.flags.varied {
			if q := r.grid.first(firsts, p); firsts != nil && q < p {
				f.receives[p], f.fits[p], f.follows[p], f.behind[p] = f.receives[q], f.fits[q], f.follows[q], f.behind[q]
				continue
			}
			if err := r.step(1); err != nil {
				return err
			}
			r.grid.at(p, r.vals)
			if err := x.flags.eval(r, out[:]); err != nil {
				return err
			}
		}
		f.receives[p], f.fits[p] = out[0] > 0, out[1] != 0
		f.follows[p], f.behind[p] = max(0, min(out[2], 1)), max(0, min(out[3], 1))
	}
	return nil
}

// values appends the values of slots to a key, and unchanged compares them.
func (r *run) values(slots []int, key []float64) []float64 {
	for _, slot := range slots {
		key = append(key, r.vals[slot])
	}
	return key
}

func (r *run) unchanged(slots []int, key []float64) bool {
	for i, slot := range slots {
		if key[i] != r.vals[slot] {
			return false
		}
	}
	return true
}
