package process

// tally is the time of one item: what all processors spend, and what each
// spends beside it.
type tally struct {
	all  float64
	each []float64 // nil: nothing
}

// of is the time of processor p, in seconds.
func (t *tally) of(p int) float64 {
	if t.each == nil {
		return t.all
	}
	return t.all + t.each[p]
}

// addAll adds the same time to every processor, under the mask of r.
func (t *tally) addAll(r *run, time float64) {
	if r.mask == nil {
		t.all += time
		return
	}
	t.vector(r)
	for p, share := range r.mask {
		t.each[p] += share * time
	}
}

// addEach adds weight times the time of each processor, under the mask of r.
func (t *tally) addEach(r *run, weight float64, times []float64) {
	t.vector(r)
	for p, time := range times {
		if r.mask != nil {
			time *= r.mask[p]
		}
		t.each[p] += weight * time
	}
}

// add adds a time to one processor, under the mask of r.
func (t *tally) add(r *run, p int, time float64) {
	t.vector(r)
	if r.mask != nil {
		time *= r.mask[p]
	}
	t.each[p] += r.weight * time
}

func (t *tally) vector(r *run) {
	if t.each == nil {
		t.each = r.vector()
		clear(t.each)
	}
}
