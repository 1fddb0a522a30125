package symbolic

import "slices"

// timesCount is one summand of a cost: times, such as 2*t_c + t_l, taken as
// often as an index polynomial says.
type timesCount struct{ times, count lin }

// byTimes writes a cost as a sum of times taken so many times each, if several
// times are taken equally often: 2*t_c*X + t_l*X + t_g*Y is (2*t_c + t_l)*X +
// t_g*Y.
func (a *Arena) byTimes(l lin) (Expr, bool) {
	groups := a.groupByTime(l)
	var merged []timesCount
	for _, g := range groups {
		i := slices.IndexFunc(merged, func(m timesCount) bool { _, ok := a.proportional(g.count, m.count); return ok })
		if i < 0 {
			merged = append(merged, g)
			continue
		}
		k, _ := a.proportional(g.count, merged[i].count)
		g.times.scale(k)
		merged[i].times = a.addLins(merged[i].times, g.times)
	}
	if len(merged) == len(groups) {
		return 0, false
	}
	out := make([]Expr, len(merged))
	for i, m := range merged {
		out[i] = a.Mul(a.build(m.times), a.build(m.count))
	}
	return a.Add(out...), true
}

// groupByTime collects the index polynomial that multiplies each product of
// reals, in hash order of these.
func (a *Arena) groupByTime(l lin) []timesCount {
	counts := map[Expr]*lin{}
	var times []Expr
	add := func(t Expr, k num, count Expr) {
		if counts[t] == nil {
			counts[t] = &lin{c: zero}
			times = append(times, t)
		}
		a.addTo(counts[t], k, count)
	}
	for _, t := range l.t {
		real, index := prod{k: one}, prod{k: one}
		a.eachFactor(t.m, func(b Expr, e int32) {
			if e < 0 || a.nodes[b].typ == Real {
				real.f = append(real.f, factor{b, e})
			} else {
				index.f = append(index.f, factor{b, e})
			}
		})
		add(a.monomial(real), t.k, a.monomial(index))
	}
	if !l.c.isZero() {
		add(a.Int(1), l.c, a.Int(1))
	}
	slices.SortFunc(times, a.byHash)
	out := make([]timesCount, len(times))
	for i, t := range times {
		a.collect(counts[t])
		out[i] = timesCount{a.linOf(t), *counts[t]}
	}
	return out
}
