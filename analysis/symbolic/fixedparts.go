package symbolic

// Fixed is what an expression knows of some symbols: the value of one expression, or the
// largest of several.
type Fixed []Expr

// FixedParts returns the largest parts of an expression that mention one of the symbols that
// are asked for and nothing that varies: for given values of everything else, the
// expression is a function of them. The operands of a maximum that do not vary are one
// part together, so that it stays the same where none of them is the largest. Parts that
// were found before are not found again.
func (a *Arena) FixedParts(e Expr, asked, varies func(Symbol) bool, found map[Expr]bool) []Fixed {
	p := &fixedParts{a: a, asked: asked, varies: varies, seen: found}
	p.walk(e)
	return p.found
}

type fixedParts struct {
	a             *Arena
	asked, varies func(Symbol) bool
	seen          map[Expr]bool
	found         []Fixed
}

func (p *fixedParts) walk(e Expr) {
	if e == 0 || p.seen[e] {
		return
	}
	p.seen[e] = true
	switch asked, varies := p.looked(e); {
	case !asked:
	case !varies:
		p.found = append(p.found, Fixed{e})
	case p.a.op(e) == opMax:
		p.maximum(e)
	default:
		for _, k := range p.a.kidsOf(e) {
			p.walk(k)
		}
	}
}

// maximum joins the operands that do not vary.
func (p *fixedParts) maximum(e Expr) {
	var fixed Fixed
	some := false
	for _, k := range p.a.kidsOf(e) {
		if asked, varies := p.looked(k); varies {
			p.walk(k)
		} else {
			fixed, some = append(fixed, k), some || asked
		}
	}
	if some {
		p.found = append(p.found, fixed)
	}
}

func (p *fixedParts) looked(e Expr) (asked, varies bool) {
	varies = p.a.nodes[e].bound != 0
	for _, s := range p.a.Free(e) {
		asked, varies = asked || p.asked(s), varies || p.varies(s)
	}
	return asked, varies
}

// Chosen returns what an expression may be: the expressions that its conditions choose
// between, and the conditions.
func (a *Arena) Chosen(e Expr) (values, conditions []Expr) {
	if e == 0 || a.op(e) != opCond {
		return []Expr{e}, nil
	}
	k := a.kidsOf(e)
	yes, c1 := a.Chosen(k[1])
	no, c2 := a.Chosen(k[2])
	return append(yes, no...), append(append(c1, c2...), k[0])
}
