package network

import (
	"github.com/parlens/parlens/analysis/symbolic"
	"github.com/parlens/parlens/machines"
)

// algorithm is the time of a collective operation by the algorithm that the
// machine names, as a function of the processors and of the bytes.
type algorithm func(g Group, bytes symbolic.Expr) symbolic.Expr

// leastTime keeps ratios of times finite, in seconds.
const leastTime = 1e-12

// collective is the time of a collective operation. Where the machine says what
// it was measured to take, the algorithm gives the shape between and beyond the
// measured points only: the time is the algorithm's, times the ratio of the
// measured time to the algorithm's. Between two measured sizes the measured time
// is interpolated linearly; beyond them the ratio is that of the nearest size.
// Between two measured numbers of processors the ratio is interpolated linearly;
// beyond them it is the nearest one's.
func (m Model) collective(operation string, g Group, bytes symbolic.Expr, by algorithm) symbolic.Expr {
	curves := byProcessors(m.M.Measured(operation))
	if len(curves) == 0 {
		return by(g, bytes)
	}
	if m.Measured != nil {
		m.Measured(Operation{operation, g.Partners, bytes})
	}
	a, p := m.A, g.Partners
	ratio := m.ratio(curves[len(curves)-1], bytes, by)
	for i := len(curves) - 1; i > 0; i-- {
		low, high := curves[i-1], curves[i]
		from, to := int64(low[0].Processors), int64(high[0].Processors)
		between := m.between(p, a.Int(from), a.Int(to), m.ratio(low, bytes, by), m.ratio(high, bytes, by))
		ratio = a.Cond(a.Lt(p, a.Int(to)), between, ratio)
		if i == 1 {
			ratio = a.Cond(a.Le(p, a.Int(from)), m.ratio(low, bytes, by), ratio)
		}
	}
	return a.Cond(a.Le(p, a.Int(1)), a.Real(0), a.Mul(m.positive(by(g, bytes)), ratio))
}

// byProcessors divides what was measured into curves over the sizes.
func byProcessors(rows []machines.Measurement) [][]machines.Measurement {
	var curves [][]machines.Measurement
	for i, row := range rows {
		if i == 0 || row.Processors != rows[i-1].Processors {
			curves = append(curves, nil)
		}
		last := len(curves) - 1
		curves[last] = append(curves[last], row)
	}
	return curves
}

// ratio is the measured time on the curve's processors to that of the algorithm.
func (m Model) ratio(curve []machines.Measurement, bytes symbolic.Expr, by algorithm) symbolic.Expr {
	a, p := m.A, m.A.Int(int64(curve[0].Processors))
	g := Group{Partners: p, Stages: a.CeilLog2(p)}
	at := func(row machines.Measurement) symbolic.Expr {
		return a.Quo(m.Parameter(row.Name()), m.positive(by(g, a.Real(row.Bytes))))
	}
	here := m.positive(by(g, bytes))
	ratio := at(curve[len(curve)-1])
	for i := len(curve) - 1; i > 0; i-- {
		low, high := curve[i-1], curve[i]
		time := m.between(bytes, a.Real(low.Bytes), a.Real(high.Bytes), m.Parameter(low.Name()), m.Parameter(high.Name()))
		ratio = a.Cond(a.Lt(bytes, a.Real(high.Bytes)), a.Quo(time, here), ratio)
	}
	return a.Cond(a.Le(bytes, a.Real(curve[0].Bytes)), at(curve[0]), ratio)
}

// between is the straight line through (x0, y0) and (x1, y1), at x.
func (m Model) between(x, x0, x1, y0, y1 symbolic.Expr) symbolic.Expr {
	a := m.A
	return a.Add(y0, a.Mul(a.Sub(y1, y0), a.Quo(a.Sub(x, x0), a.Sub(x1, x0))))
}

func (m Model) positive(time symbolic.Expr) symbolic.Expr {
	return m.A.Max(time, m.A.Real(leastTime))
}
