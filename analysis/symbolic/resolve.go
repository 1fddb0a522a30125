package symbolic

import "slices"

// Resolve returns e as it reads near the point where the symbols have the
// values of env: of every maximum or minimum the operand that wins there, of
// every condition its truth, of every quotient by a compound expression (which
// block, which round) and of every function of numbers its value. The result equals e at that point and wherever
// the same operands win. Sums and maxima over ranges are kept as they are. A
// part that has no value at the point is kept too.
func (a *Arena) Resolve(e Expr, env map[string]float64) Expr {
	r := resolver{a: a, env: env, seen: map[Expr]bool{}, with: map[Expr]Expr{}}
	r.visit(e)
	return a.replace(e, r.with)
}

type resolver struct {
	a    *Arena
	env  map[string]float64
	seen map[Expr]bool
	with map[Expr]Expr
}

// visit decides the maxima and conditions below e, innermost first.
func (r *resolver) visit(e Expr) {
	if r.seen[e] {
		return
	}
	r.seen[e] = true
	n := r.a.nodes[e]
	if n.op == opSum || n.op == opMaxO {
		return
	}
	for _, k := range r.a.kidsOf(e) {
		r.visit(k)
	}
	switch n.op {
	case opMax:
		r.winner(e)
	case opDiv:
		if d := r.a.op(r.a.kid(e, 1)); d != opConst && d != opSym {
			r.value(e)
		}
	case opGE, opGT, opEQ, opNE, opAnd, opOr:
		r.value(e)
	case opOpaque:
		if n.typ == Index && r.numbers(r.a.kidsOf(e)) {
			r.value(e)
		}
	}
}

func (r *resolver) numbers(list []Expr) bool {
	return !slices.ContainsFunc(list, func(e Expr) bool { return r.a.op(e) != opConst })
}

// value replaces an integer node by its value.
func (r *resolver) value(e Expr) {
	if v, err := r.a.Eval(e, r.env); err == nil {
		r.with[e] = r.a.Int(int64(v))
	}
}

// winner replaces a maximum by its largest operand, the first among equals.
func (r *resolver) winner(e Expr) {
	best, found := 0.0, Expr(0)
	for _, k := range r.a.kidsOf(e) {
		v, err := r.a.Eval(k, r.env)
		if err != nil {
			return
		}
		if found == 0 || v > best {
			best, found = v, k
		}
	}
	r.with[e] = r.a.replace(found, r.with)
}
