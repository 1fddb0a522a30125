package calculus

// account adds up what is executed one after the other.
type account struct {
	T, phi float64
	shares []float64
	work   map[Use]float64
	loads  map[Use]float64 // kept beside the work so that sums are made in one order
}

func (y *tallying) account() *account {
	if n := len(y.free); n > 0 {
		a := y.free[n-1]
		y.free = y.free[:n-1]
		return a
	}
	return &account{shares: make([]float64, y.sites), work: map[Use]float64{}, loads: map[Use]float64{}}
}

func (y *tallying) release(a *account) {
	a.T, a.phi = 0, 0
	clear(a.shares)
	clear(a.work)
	clear(a.loads)
	y.free = append(y.free, a)
}

// add adds f times an account.
func (a *account) add(b *account, f float64) {
	a.T += f * b.T
	a.phi += f * b.phi
	for k, x := range b.shares {
		a.shares[k] += f * x
	}
	for u, x := range b.work {
		a.work[u] += f * x
	}
	for u, x := range b.loads {
		a.loads[u] += f * x
	}
}
