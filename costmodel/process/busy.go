package process

// Busy returns the largest time, in seconds, that any processor spends on the
// charges with the given indices together, and the first processor that does.
func (r *Result) Busy(charges []int) (seconds float64, processor []int) {
	best := 0
	for p := range r.Clocks {
		t := 0.0
		for _, i := range charges {
			t += r.tally(i).of(p)
		}
		if t > seconds*(1+tie) {
			seconds, best = t, p
		}
	}
	return seconds, r.run.grid.processor(best)
}

// On returns the time, in seconds, that the p-th of Processors spends on the
// charge with the given index.
func (r *Result) On(charge, p int) float64 { return r.tally(charge).of(p) }

// Share returns how many processors the i-th of Processors stands for: 1 when
// all are evaluated.
func (r *Result) Share(i int) float64 { return r.run.grid.share(i) }

// tally returns the times behind a charge; charges are sorted, items are not.
func (r *Result) tally(i int) *tally { return &r.run.sums[r.order[i]] }

// pipeline is the share of T that the busiest processor has to wait for others for a pipeline.
const pipeline = 0.1

// Own returns the largest time, in seconds, that any processor computes, which is what it takes
// at least however it meets others, where the reference processor waits for so long and all others
// do: in a pipeline. Elsewhere it is T.
func (r *Result) Own(waits float64) float64 {
	if waits <= pipeline*r.T {
		return r.T
	}
	var computes, all []int
	for i, c := range r.Charges {
		if c.Kind == Wait {
			continue
		}
		if all = append(all, i); c.Kind != Communication {
			computes = append(computes, i)
		}
	}
	if busy, _ := r.Busy(all); busy >= (1-pipeline)*r.T {
		return r.T
	}
	own, _ := r.Busy(computes)
	return own
}
