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
	c.loops, c.calls = maps.Clone(a.loops), maps.Clone(a.calls)
	c.memos = slices.Clone(a.memos)
	for i, m := range c.memos {
		c.memos[i] = maps.Clone(m)
	}
	c.frozen = false
	return &c
}
