package process

// beyond tells whether a loop has more iterations, with those of the loops around it, than
// are executed one by one.
func (r *run) beyond(trips float64) bool {
	r.nested = max(r.nested, r.nest*trips)
	return r.nest*trips > r.exact
}

// fewest is how many iterations of a longer loop inside others are executed.
func (r *run) fewest() float64 { return max(r.least, min(fewestTrips, r.exact/fewestTrips)) }

// middle is the iteration in the middle of the j-th interval of a length.
func middle(j, every float64) float64 { return float64(int64((j + 0.5) * every)) }
