package depend

import (
	"fmt"

	"github.com/parlens/parlens/analysis/program"
)

// overlapping notes that the nest names a variable that EQUIVALENCE lays over the one that is
// stored to: which elements are the same is not followed.
func (c *collector) overlapping(stored *program.Ref) {
	for _, o := range stored.Sym.Over {
		if s := c.namedAs(o.Sym); s != nil {
			c.effect(stored.At, true, fmt.Sprintf("%s shares its storage with %s by EQUIVALENCE", upper(stored.Sym), upper(s)))
		}
	}
}

// namedAs is what the nest around names of a variable: itself, or the unit's own symbol of it
// where it is a variable of a module.
func (c *collector) namedAs(s *program.Symbol) (found *program.Symbol) {
	outer := c.loop
	for outer.parent != nil {
		outer = outer.parent
	}
	program.Statements(outer.do.Body, func(x program.Stmt) bool {
		for e := range program.Exprs(x) {
			program.Walk(e, func(e program.Expr) bool {
				if r, is := e.(*program.Ref); is && (r.Sym == s || r.Sym.Storage != "" && (r.Sym.Storage == s.Storage || r.Sym.Storage == s.Name)) {
					found = r.Sym
				}
				return found == nil
			})
		}
		return found == nil
	})
	return found
}
