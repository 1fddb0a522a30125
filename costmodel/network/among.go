package network

import "github.com/parlens/parlens/analysis/symbolic"

// Gather returns the seconds after which one of the partners has the bytes of
// each: bytes is the part of one of them.
func (m Model) Gather(g Group, bytes symbolic.Expr) symbolic.Expr {
	return m.collective("gather", g, bytes, m.gather)
}

func (m Model) gather(g Group, bytes symbolic.Expr) symbolic.Expr {
	if m.M.Collective("gather") == "linear" {
		return m.A.Mul(m.others(g), m.Message(bytes, m.Neighbour()))
	}
	return m.doubling(g, bytes) // up a binomial tree
}

// Scatter returns the seconds after which each of the partners has its part, of
// the given bytes, of what one of them has.
func (m Model) Scatter(g Group, bytes symbolic.Expr) symbolic.Expr {
	return m.collective("scatter", g, bytes, m.scatter)
}

func (m Model) scatter(g Group, bytes symbolic.Expr) symbolic.Expr {
	if m.M.Collective("scatter") == "linear" {
		return m.A.Mul(m.others(g), m.Message(bytes, m.Neighbour()))
	}
	return m.doubling(g, bytes) // down a binomial tree
}

// Allgather returns the seconds after which each of the partners has the bytes
// of each: bytes is the part of one of them.
func (m Model) Allgather(g Group, bytes symbolic.Expr) symbolic.Expr {
	return m.collective("allgather", g, bytes, m.allgather)
}

func (m Model) allgather(g Group, bytes symbolic.Expr) symbolic.Expr {
	a, one := m.A, m.Message(bytes, m.Neighbour())
	switch m.M.Collective("allgather") {
	case "linear": // all to one, and all of it to each
		return a.Mul(m.others(g), a.Add(one, m.Message(a.Mul(g.Partners, bytes), m.Neighbour())))
	case "ring": // every part goes round
		return a.Mul(m.others(g), one)
	}
	return m.doubling(g, bytes) // recursive doubling
}

// Alltoall returns the seconds after which each of the partners has what each
// other has for it: bytes is what one has for one other.
func (m Model) Alltoall(g Group, bytes symbolic.Expr) symbolic.Expr {
	return m.collective("alltoall", g, bytes, m.alltoall)
}

func (m Model) alltoall(g Group, bytes symbolic.Expr) symbolic.Expr {
	a := m.A
	apart := m.Message(bytes, m.Distance(g.Partners))
	switch m.M.Collective("alltoall") {
	case "linear": // all messages at once
		return m.Many(m.others(g), apart, false)
	case "bruck": // in every stage the parts whose distance has that bit
		const stage = "stage of an exchange"
		parts := m.withBit(g.Partners, a.Sym(stage, symbolic.Index))
		return a.Sum(stage, a.Int(0), a.Sub(g.Stages, a.Int(1)), m.Message(a.Mul(parts, bytes), m.Neighbour()))
	}
	return a.Mul(m.others(g), apart) // pairwise
}

// Pairs reports whether an all-to-all exchange takes what its messages take one
// by one: the algorithm sends no others, and nothing was measured.
func (m Model) Pairs() bool {
	share, _ := m.M.Number("communication.concurrent_share")
	algorithm := m.M.Collective("alltoall")
	return len(m.M.Measured("alltoall")) == 0 && (algorithm == "linear" || algorithm == "pairwise" && share.Value == 0)
}

// Barrier returns the seconds after which every partner knows that all have
// come, in steps of synchronization_s.
func (m Model) Barrier(g Group) symbolic.Expr {
	return m.collective("barrier", g, m.A.Int(0), m.barrier)
}

func (m Model) barrier(g Group, _ symbolic.Expr) symbolic.Expr {
	step := m.Parameter("communication.synchronization_s")
	if m.M.Collective("barrier") == "linear" { // all to one, and one to all
		return m.A.Mul(m.A.Int(2), m.others(g), step)
	}
	return m.A.Mul(g.Stages, step) // dissemination
}

func (m Model) others(g Group) symbolic.Expr { return m.A.Sub(g.Partners, m.A.Int(1)) }

// doubling is the time of messages of 1, 2, 4, ... parts, one for each stage; the
// last has what is left of the partners' parts.
func (m Model) doubling(g Group, bytes symbolic.Expr) symbolic.Expr {
	a := m.A
	const stage = "stage of doubling"
	sent := a.Pow(a.Int(2), a.Sym(stage, symbolic.Index))
	parts := a.Min(sent, a.Sub(g.Partners, sent))
	return a.Sum(stage, a.Int(0), a.Sub(g.Stages, a.Int(1)), m.Message(a.Mul(parts, bytes), m.Neighbour()))
}

// withBit is how many of the numbers 0 to n-1 have the bit.
func (m Model) withBit(n, bit symbolic.Expr) symbolic.Expr {
	a := m.A
	half := a.Pow(a.Int(2), bit)
	period := a.Mul(a.Int(2), half)
	rest := a.Sub(n, a.Mul(period, a.Floor(a.Quo(n, period))))
	return a.Add(a.Mul(half, a.Floor(a.Quo(n, period))), a.Max(a.Int(0), a.Sub(rest, half)))
}
