package lower

import (
	"slices"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/hpf"
	"github.com/parlens/parlens/analysis/program"
)

// storage says which variables of a unit must be stored in one piece, in the
// order of their elements, and why (HPF 1.1, section 7.1).
type storage struct {
	why    map[string]string   // by name of the variable
	blocks map[string][]string // the members of each COMMON block
}

func (l *lowerer) storage() storage {
	s := storage{map[string]string{}, map[string][]string{}}
	fortran.EachOwn(l.unit.Body, func(n *fortran.Node) {
		switch stmt := n.Stmt.(type) {
		case *fortran.Common:
			s.common(stmt)
		case *fortran.Equivalence:
			s.equivalence(stmt)
		}
	})
	for _, d := range l.attributes {
		if a := d.Directive.(*hpf.Attribute); a.Keyword == "sequence" && !a.No {
			for _, name := range a.Names {
				s.why[name] = "is sequential"
			}
			for _, block := range a.Blocks {
				s.all(s.blocks[block], "stands in a sequential COMMON block")
			}
		}
	}
	for _, sym := range l.out.Dummies {
		if assumedSize(l.found[sym]) {
			s.why[sym.Name] = "has assumed size"
		}
	}
	return s
}

func (s *storage) common(c *fortran.Common) {
	for _, b := range c.Blocks {
		block := ""
		if b.Name != nil {
			block = b.Name.String()
		}
		for _, e := range b.Members {
			s.blocks[block] = append(s.blocks[block], e.Name.String())
		}
	}
}

func (s *storage) equivalence(e *fortran.Equivalence) {
	for _, set := range e.Sets {
		for _, o := range set.Objects {
			if d, ok := o.(*fortran.Designator); ok {
				s.why[d.Parts[0].Name] = "shares its storage by EQUIVALENCE"
			}
		}
	}
}

func (s *storage) all(names []string, why string) {
	for _, name := range names {
		s.why[name] = why
	}
}

// assumedSize reports whether a declaration ends with "*".
func assumedSize(d *declaration) bool {
	if d == nil || len(d.Dims) == 0 {
		return false
	}
	last := d.Dims[len(d.Dims)-1]
	if r, ok := last.(*fortran.Range); ok && r.Hi != nil {
		last = r.Hi
	}
	_, star := last.(*fortran.Star)
	return star
}

// declaredHere reports whether the unit itself declares a variable of the name.
func (l *lowerer) declaredHere(name string) bool {
	sym := l.scope.names[name]
	return sym != nil && sym.Class == program.Variable && slices.ContainsFunc(l.declared, func(d *declaration) bool { return d.sym == sym })
}
