package symbolic

// The four programs whose cost models the Timber report prints, as expressions
// with the sums and maxima that the calculus leaves: t_c a computation, t_l a
// local and t_g a global move.
type models struct {
	a          *Arena
	n, p       Expr
	tc, tl, tg Expr
}

func newModels() models {
	a := NewArena()
	for _, s := range []string{"N", "P"} {
		a.Assume(s, 1, Unbounded)
	}
	for _, s := range []string{"t_c", "t_l", "t_g"} {
		a.Assume(s, 0, Unbounded)
	}
	return models{a, a.Sym("N", Index), a.Sym("P", Index), a.Sym("t_c", Real), a.Sym("t_l", Real), a.Sym("t_g", Real)}
}

func (m models) last(e Expr) Expr { return m.a.Sub(e, m.a.Int(1)) }

// everywhere is the largest work on a processor of a loop j = lo..N-1 with the
// given work on owner(j).
func (m models) everywhere(lo, work Expr, owner func(Expr) Expr) Expr {
	a := m.a
	j, p := a.Sym("j", Index), a.Sym("p", Index)
	here := a.Mul(a.Eq(owner(j), p), work)
	return a.MaxOver("p", a.Int(0), m.last(m.p), a.Sum("j", lo, m.last(m.n), here))
}

func (m models) blockOwner(j Expr) Expr { return m.a.FloorDiv(j, m.a.CeilDiv(m.n, m.p)) }

func (m models) cyclicOwner(j Expr) Expr { return m.a.Mod(j, m.p) }

// adi: rows one after the other, columns in blocks.
func (m models) adi() Expr {
	a := m.a
	row := m.everywhere(a.Int(0), a.Mul(a.Int(4), a.Add(m.tc, m.tl)), m.blockOwner)
	return a.Add(m.tc, a.Sum("i", a.Int(1), a.Sub(m.n, a.Int(2)), row))
}

// matmul: each row of A goes to all processors, then inner products on the
// owners of the columns.
func (m models) matmul() Expr {
	a := m.a
	bcast := a.Sum("k", a.Int(0), m.last(m.n), a.Sum("q", a.Int(0), m.last(m.p), a.Add(m.tg, a.Mul(a.Eq(a.Sym("q", Index), m.blockOwner(a.Sym("i", Index))), a.Sub(m.tl, m.tg)))))
	inner := m.everywhere(a.Int(0), a.Mul(m.n, a.Add(a.Mul(a.Int(2), m.tc), m.tl)), m.blockOwner)
	return a.Sum("i", a.Int(0), m.last(m.n), a.Add(bcast, inner))
}

// gauss: step k sends a column to all and updates the columns behind it.
func (m models) gauss(owner func(Expr) Expr) Expr {
	a := m.a
	k := a.Sym("k", Index)
	below := a.Sub(m.last(m.n), k)
	update := m.everywhere(a.Add(k, a.Int(1)), a.Mul(below, a.Add(a.Mul(a.Int(2), m.tc), m.tl)), owner)
	return a.Sum("k", a.Int(0), a.Sub(m.n, a.Int(2)), a.Add(a.Mul(below, m.p, m.tg), update))
}

// psrs: sorting by regular sampling, with a profiled sort.
func (m models) psrs() Expr {
	a := m.a
	part := a.CeilDiv(m.n, m.p)
	sort := a.Mul(a.Real(1.9), m.tc, part, a.Log2(a.Max(a.Int(2), part)))
	samples := a.Sum("p", a.Int(0), m.last(m.p), a.Sum("k", a.Int(0), m.last(m.p), a.Mul(m.p, m.tg)))
	scan := m.everywhere(a.Int(0), a.Add(a.Mul(a.Int(3), m.tc), m.tl), m.blockOwner)
	move := m.everywhere(a.Int(0), m.tg, m.blockOwner)
	return a.Add(sort, samples, scan, move, sort)
}

func (m models) all() map[string]Expr {
	return map[string]Expr{
		"adi": m.adi(), "matmul": m.matmul(), "gauss block": m.gauss(m.blockOwner),
		"gauss cyclic": m.gauss(m.cyclicOwner), "psrs": m.psrs(),
	}
}
