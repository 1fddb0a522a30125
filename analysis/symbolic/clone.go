package symbolic

import (
	"maps"
	"slices"
)

// Clone returns an arena to build in that holds the same expressions as a does
// now, under the same numbers. It only reads a.
func (a *Arena) Clone() *Arena {
	c := *a
	c.nodes, c.kids, c.coefs, c.exps = slices.Clone(a.nodes), slices.Clone(a.kids), slices.Clone(a.coefs), slices.Clone(a.exps)
	c.texts, c.tables, c.funcs = slices.Clone(a.texts), slices.Clone(a.tables), slices.Clone(a.funcs)
	c.index, c.open = slices.Clone(a.index), slices.Clone(a.open)
	c.syms, c.facts, c.quotients = maps.Clone(a.syms), maps.Clone(a.facts), maps.Clone(a.quotients)
	c.loops, c.calls, c.names = maps.Clone(a.loops), a.calls.clone(), a.names.clone()
	c.memos = slices.Clone(a.memos)
	for i, m := range c.memos {
		c.memos[i] = maps.Clone(m)
	}
	c.proofs, c.frozen = nil, false
	return &c
}

// View returns a frozen arena with the expressions that a has now, under the same
// numbers. It may be read while a is built on: the two share what is there, which
// never changes as long as nothing else is assumed.
func (a *Arena) View() *Arena {
	return &Arena{
		nodes: slices.Clip(a.nodes), kids: slices.Clip(a.kids), coefs: slices.Clip(a.coefs), exps: slices.Clip(a.exps),
		texts: slices.Clip(a.texts), tables: slices.Clip(a.tables), funcs: slices.Clip(a.funcs), index: make([]Expr, 1),
		syms: maps.Clone(a.syms), facts: maps.Clone(a.facts), quotients: maps.Clone(a.quotients), frozen: true,
		names: a.names, answers: a.answers,
	}
}

// Overlay returns an arena to build in that begins with the expressions of a, under the
// same numbers. It shares them with a, which is frozen.
func (a *Arena) Overlay() *Arena {
	v, o := a.View(), NewArena()
	o.nodes, o.kids, o.coefs, o.exps = v.nodes, v.kids, v.coefs, v.exps
	o.texts, o.tables, o.funcs = v.texts, v.tables, v.funcs
	o.syms, o.facts, o.quotients, o.answers = v.syms, v.facts, v.quotients, v.answers
	o.reindex()
	return o
}
