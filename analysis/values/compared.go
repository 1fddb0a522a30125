package values

import (
	"slices"

	"github.com/parlens/parlens/analysis/program"
)

// comparisons adds to the uses of scalars those in conditions that compare them with
// the index of a loop, where the outermost loop around leaves them as they are: what
// holds in which iteration is a formula of their values.
func (m *machine) comparisons(body []program.Stmt) {
	for _, s := range body {
		if do, ok := s.(*program.Do); ok {
			m.comparedIn(do)
			continue
		}
		for b := range program.Blocks(s) {
			m.comparisons(b)
		}
	}
}

func (m *machine) comparedIn(do *program.Do) {
	changed, indices := map[*program.Symbol]bool{}, map[*program.Symbol]bool{}
	var tests []*program.If
	program.Statements([]program.Stmt{do}, func(s program.Stmt) bool {
		for _, v := range m.changes[s] {
			changed[v] = true
		}
		switch s := s.(type) {
		case *program.Do:
			indices[s.Var] = true
		case *program.If:
			tests = append(tests, s)
		}
		return true
	})
	for _, s := range tests {
		for _, b := range s.Branches {
			for _, r := range comparedWith(b.Cond, indices) {
				known := slices.ContainsFunc(m.sites[s], func(o *program.Ref) bool { return o.Name() == r.Name() })
				if !known && !indices[r.Sym] && !changed[r.Sym] && r.NamesInteger() {
					m.sites[s] = append(m.sites[s], r)
				}
			}
		}
	}
}

// comparedWith returns what a condition names in comparisons with an index.
func comparedWith(cond program.Expr, indices map[*program.Symbol]bool) []*program.Ref {
	var out []*program.Ref
	program.Walk(cond, func(e program.Expr) bool {
		b, ok := e.(*program.Binary)
		if !ok || b.Op == program.And || b.Op == program.Or {
			return true
		}
		var refs []*program.Ref
		program.Walk(b, func(x program.Expr) bool {
			if r, ok := x.(*program.Ref); ok {
				refs = append(refs, r)
			}
			return true
		})
		if slices.ContainsFunc(refs, func(r *program.Ref) bool { return indices[r.Sym] }) {
			out = append(out, refs...)
		}
		return false
	})
	return out
}
