package symbolic

import "slices"

// underTests simplifies the factors beside a test: where the test is false the
// product is zero anyway, so they may take it as true. With t = (R >= 1) and
// R >= 0, t*t and t*R and t*max(1, R) are t, R and R.
func (a *Arena) underTests(l *lin) {
	changed := false
	out := lin{c: l.c}
	for _, t := range l.t {
		if m, ok := a.underTest(t.m); ok {
			changed = true
			a.addTo(&out, t.k, m)
		} else {
			out.t = append(out.t, t)
		}
	}
	if changed {
		a.collect(&out)
		*l = out
	}
}

func (a *Arena) underTest(m Expr) (Expr, bool) {
	var fs []factor
	a.eachFactor(m, func(b Expr, e int32) { fs = append(fs, factor{b, e}) })
	out := slices.Clone(fs)
	for i, f := range fs {
		if !a.isTest(f.base) || f.exp < 1 {
			continue
		}
		out[i].exp = 1
		if a.op(f.base) != opGE {
			continue
		}
		d := a.kid(f.base, 0)
		for j := range out {
			if a.op(out[j].base) == opMax {
				out[j].base = a.maxUnder(out[j].base, d)
			} else if j != i && out[j].exp > 0 && out[i].exp == 1 && a.impliedBy(out[j].base, d) {
				out[i].exp = 0
			}
		}
	}
	if slices.Equal(fs, out) {
		return 0, false
	}
	p := prod{k: one}
	for _, f := range out {
		if f.exp != 0 {
			a.mulTo(&p, f.base, f.exp)
		}
	}
	return a.buildProd(p), true
}

// maxUnder drops the operands of a maximum that lie below another one while
// d >= 0.
func (a *Arena) maxUnder(e, d Expr) Expr {
	ks := a.kidsOf(e)
	var keep []Expr
	for _, x := range ks {
		below := func(y Expr) bool { return x != y && a.AtLeast(a.Sub(y, d), x) }
		if !slices.ContainsFunc(ks, below) {
			keep = append(keep, x)
		}
	}
	if len(keep) == 0 {
		return e
	}
	return a.Max(keep...)
}

// impliedBy tells whether R = d+1 is never negative: then R is zero wherever
// the test d >= 0 fails.
func (a *Arena) impliedBy(r, d Expr) bool {
	return a.nodes[r].typ == Index && a.Sub(r, d) == a.Int(1) && a.AtLeast(r, a.Int(0))
}
