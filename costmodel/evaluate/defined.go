package evaluate

import (
	"strings"

	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// definition is the only statement that gives a scalar its value.
type definition struct {
	value program.Expr
	at    source.Span
	count int
	read  bool // by READ, and nothing else but its broadcast
}

// define counts what may change a scalar; only a single plain assignment
// defines it (paper 003, section 4.2: tracing the definition path).
func (v *criticals) define(s program.Stmt) bool {
	switch s := s.(type) {
	case *program.Assign:
		if s.LHS.Sym.Rank() == 0 {
			d := v.defs[s.LHS.Sym]
			v.defs[s.LHS.Sym] = definition{value: s.RHS, at: s.Span(), count: d.count + 1}
		}
	case *program.Do:
		if s.Var != nil {
			v.defs[s.Var] = definition{count: 2}
		}
	case *program.CallStmt:
		if m := program.MessageOf(s); m != nil {
			for _, sym := range m.Changed() {
				v.defs[sym] = definition{count: 2, read: m.Op == program.Broadcasts && v.defs[sym].read}
			}
			return true
		}
		for i, a := range s.Args {
			if r, ok := a.Value.(*program.Ref); ok && !v.keeps(s, i) {
				for _, sym := range append([]*program.Symbol{r.Sym}, r.Sym.Parts...) {
					v.defs[sym] = definition{count: 2}
				}
			}
		}
	case *program.Unmodelled:
		for _, sym := range s.Receives {
			v.defs[sym] = definition{count: 2, read: v.defs[sym].count == 0}
		}
	}
	return true
}

// keeps reports whether the procedure that is called never changes its argument.
func (v *criticals) keeps(s *program.CallStmt, argument int) bool {
	return v.graph.Builder.Keeps(s, argument)
}

func mentionsWord(text, word string) bool {
	fields := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return r != '_' && (r < '0' || r > '9') && (r < 'a' || r > 'z')
	})
	for _, f := range fields {
		if f == word {
			return true
		}
	}
	return false
}
