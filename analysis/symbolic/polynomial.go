package symbolic

// maxDegree bounds the degree in a summation index.
const maxDegree = 32

// polyIn writes e as a polynomial in the symbol i: coefficients by ascending
// power, free of i. It fails when i occurs in anything but + and *.
func (a *Arena) polyIn(e, i Expr) ([]Expr, bool) {
	if e == i {
		return []Expr{a.Int(0), a.Int(1)}, true
	}
	if !a.mentions(e, i) {
		return []Expr{e}, true
	}
	switch a.op(e) {
	case opAdd:
		return a.polySum(e, i)
	case opMul:
		return a.polyProduct(e, i)
	}
	return nil, false
}

func (a *Arena) polySum(e, i Expr) ([]Expr, bool) {
	l := a.linOf(e)
	out := []Expr{a.num(l.c)}
	for _, t := range l.t {
		p, ok := a.polyIn(t.m, i)
		if !ok {
			return nil, false
		}
		for d, c := range p {
			if d == len(out) {
				out = append(out, a.Int(0))
			}
			out[d] = a.Add(out[d], a.scaled(t.k, c))
		}
	}
	return out, true
}

func (a *Arena) polyProduct(e, i Expr) ([]Expr, bool) {
	out := []Expr{a.Int(1)}
	n := int(a.nodes[e].n)
	for k := range n {
		b, exp := a.kid(e, k), a.expsOf(e)[k]
		p, ok := a.polyIn(b, i)
		if !ok || exp < 0 && len(p) > 1 || int(exp)*(len(p)-1) > maxDegree {
			return nil, false
		}
		if len(p) == 1 {
			p, exp = []Expr{a.Pow(b, a.Int(int64(exp)))}, 1
		}
		for range exp {
			out = a.polyMul(out, p)
		}
		if len(out) > maxDegree+1 {
			return nil, false
		}
	}
	return out, true
}

func (a *Arena) polyMul(x, y []Expr) []Expr {
	out := make([]Expr, len(x)+len(y)-1)
	for i := range out {
		out[i] = a.Int(0)
	}
	for i, u := range x {
		for j, v := range y {
			out[i+j] = a.Add(out[i+j], a.Mul(u, v))
		}
	}
	return out
}

// affine writes e as slope*i + rest.
func (a *Arena) affine(e, i Expr) (slope, rest Expr, ok bool) {
	p, ok := a.polyIn(e, i)
	switch {
	case !ok || len(p) > 2:
		return 0, 0, false
	case len(p) == 1:
		return a.Int(0), p[0], true
	}
	return p[1], p[0], true
}
