package depend

import (
	"github.com/parlens/parlens/analysis/program"
)

// remainder adds k*mod(x, m), for a constant m and an x of indices and constants, as k*x less a
// multiple of m: the points of one colour on a chequerboard, i = 1 + mod(j,2), n, 2, never meet
// those of the other. It leaves out as it is where the call is none.
func (a *analysis) remainder(e *program.Call, at place, k int64, out *form) bool {
	m, ok := modulus(e)
	if !ok || !pure(e) {
		return false
	}
	x := e.Args[0].Value
	var f form
	if !a.linear(x, at, 1, &f) || !f.small() || f.constant() {
		return false
	}
	for _, t := range f.t {
		if a.vars[t.v].store > 0 {
			return false
		}
	}
	least, whole := int64(0), program.Expr(e)
	switch {
	case program.Generic(e.Name) != "mod":
	case a.natural(f, at):
		whole = program.NewCall(e.Span(), "modulo", nil, e.Args...)
	default: // of the sign of x
		least = 1 - m
	}
	q, ok := a.atom(program.NewBinary(e.Span(), program.Div, program.NewBinary(e.Span(), program.Sub, x, whole), e.Args[1].Value), at)
	if !ok {
		return false
	}
	rest := form{}.add(1, f)
	rest.plusTerm(q, -m)
	a.vars[q].text, a.vars[q].follows = program.Text(e), least == 0
	a.vars[q].within = []form{rest.add(1, form{c: -least}), form{c: m - 1}.add(-1, rest)}
	out.plus(k, rest)
	return out.small()
}

// natural reports whether a form is never negative in the iterations of the loops around.
func (a *analysis) natural(f form, at place) bool {
	least := f.c
	for _, u := range f.t {
		lo, known := a.least(u.v, at.loop)
		if !known || u.k < 0 {
			return false
		}
		least += u.k * lo
	}
	return least >= 0
}

// least is a constant that the iterations of a loop around are no less than.
func (a *analysis) least(v int32, l *loop) (int64, bool) {
	for ; l != nil; l = l.parent {
		for _, b := range l.bounds {
			if l.x == v && len(b.t) == 1 && b.t[0] == (term{v, 1}) {
				return -b.c, true
			}
		}
	}
	return 0, false
}

// modulus is m of MOD(x, m) and MODULO(x, m), and m + 1 of IAND(x, m) where that is a power of 2.
func modulus(e *program.Call) (int64, bool) {
	if len(e.Args) != 2 {
		return 0, false
	}
	m, ok := constant(e.Args[1].Value)
	switch program.Generic(e.Name) {
	case "mod", "modulo":
		return m, ok && m > 1 && m < limit
	case "iand":
		return m + 1, ok && m > 0 && m < limit && m&(m+1) == 0
	}
	return 0, false
}
