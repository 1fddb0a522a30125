package network

import "github.com/parlens/parlens/analysis/symbolic"

// Group is the processors of a collective operation: their number and its
// logarithm to base 2, rounded up.
type Group struct{ Partners, Stages symbolic.Expr }

// Reduce returns the seconds after which all partners have the combination of
// their values, bytes each, that takes combine seconds for two, by the algorithm
// that the machine names (Thakur, Rabenseifner, Gropp: Optimization of collective
// communication operations in MPICH, 2005). Where values are divided among the
// partners, P of them are taken to be a power of two.
func (m Model) Reduce(g Group, bytes, combine symbolic.Expr) symbolic.Expr {
	return m.collective("reduction", g, bytes, func(g Group, size symbolic.Expr) symbolic.Expr {
		if size == bytes {
			return m.reduce(g, bytes, combine)
		}
		each := m.A.Quo(combine, m.A.Max(m.A.Int(1), bytes))
		return m.reduce(g, size, m.A.Mul(size, each))
	})
}

func (m Model) reduce(g Group, bytes, combine symbolic.Expr) symbolic.Expr {
	a, whole := m.A, m.Message(bytes, m.Neighbour())
	others := m.others(g)
	all := a.Mul(combine, a.Quo(others, g.Partners)) // every partner combines its part of P-1 others
	switch m.M.Collective("reduction") {
	case "binomial": // to one along a tree, and back
		return a.Add(m.Stages(g.Stages, whole, combine), m.Stages(g.Stages, whole, a.Int(0)))
	case "linear": // all to one, and one to all
		return a.Mul(others, a.Add(whole, whole, combine))
	case "rabenseifner": // halves, quarters, ... away, then back
		return a.Add(a.Mul(a.Int(2), m.halving(g, bytes)), all)
	case "ring": // P parts go round twice
		return a.Add(a.Mul(a.Int(2), others, m.part(g, bytes)), all)
	}
	return m.Stages(g.Stages, whole, combine) // recursive doubling
}

// ReduceScatter returns the seconds after which each of the partners has its part of the
// combination of their values, as [Model.Reduce] has it: the first half of an algorithm that
// divides values, recursive halving where the machine's does not (the same paper, section 4.4),
// or a scatter behind a reduction to one.
func (m Model) ReduceScatter(g Group, bytes, combine symbolic.Expr) symbolic.Expr {
	a, whole := m.A, m.Message(bytes, m.Neighbour())
	others := m.others(g)
	all := a.Mul(combine, a.Quo(others, g.Partners))
	switch m.M.Collective("reduction") {
	case "binomial":
		return a.Add(m.Stages(g.Stages, whole, combine), m.Scatter(g, a.Quo(bytes, g.Partners)))
	case "linear":
		return a.Add(a.Mul(others, a.Add(whole, combine)), m.Scatter(g, a.Quo(bytes, g.Partners)))
	case "ring":
		return a.Add(a.Mul(others, m.part(g, bytes)), all)
	}
	return a.Add(m.halving(g, bytes), all)
}

// Broadcast returns the seconds after which all partners have the bytes of one
// of them.
func (m Model) Broadcast(g Group, bytes symbolic.Expr) symbolic.Expr {
	return m.collective("broadcast", g, bytes, m.broadcast)
}

func (m Model) broadcast(g Group, bytes symbolic.Expr) symbolic.Expr {
	a, whole := m.A, m.Message(bytes, m.Neighbour())
	others := m.others(g)
	switch m.M.Collective("broadcast") {
	case "linear":
		return a.Mul(others, whole)
	case "scatter-allgather": // halves down a tree, then the parts round a ring
		return a.Add(m.halving(g, bytes), a.Mul(others, m.part(g, bytes)))
	}
	return m.Stages(g.Stages, whole, a.Int(0)) // binomial
}

// part is a message of one of P equal parts.
func (m Model) part(g Group, bytes symbolic.Expr) symbolic.Expr {
	return m.Message(m.A.Quo(bytes, g.Partners), m.Neighbour())
}

// halving is the time of messages of a half, a quarter, ... of the bytes, one for
// each stage.
func (m Model) halving(g Group, bytes symbolic.Expr) symbolic.Expr {
	a := m.A
	const stage = "stage of halving"
	size := a.Quo(bytes, a.Pow(a.Int(2), a.Sym(stage, symbolic.Index)))
	return a.Sum(stage, a.Int(1), g.Stages, m.Message(size, m.Neighbour()))
}
