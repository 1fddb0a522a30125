package depend

import (
	"fmt"

	"github.com/parlens/parlens/analysis/program"
)

// overlapping notes that the nest names a variable that EQUIVALENCE lays over the one that is
// stored to: which elements are the same is not followed.
func (c *collector) overlapping(stored *program.Ref) {
	for _, o := range stored.Sym.Over {
		if c.names(o.Sym) {
			c.effect(stored.At, true, fmt.Sprintf("%s shares its storage with %s by EQUIVALENCE", upper(stored.Sym), upper(o.Sym)))
		}
	}
}

// names reports whether the nest around names a variable.
func (c *collector) names(s *program.Symbol) bool {
	outer := c.loop
	for outer.parent != nil {
		outer = outer.parent
	}
	found := false
	program.Statements(outer.do.Body, func(x program.Stmt) bool {
		for e := range program.Exprs(x) {
			found = found || program.Mentions(s, e)
		}
		return !found
	})
	return found
}
