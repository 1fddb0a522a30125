package values

import (
	"slices"

	"github.com/parlens/parlens/analysis/program"
)

// variables returns the variables that expressions name, each once.
func variables(list ...program.Expr) []*program.Symbol {
	var out []*program.Symbol
	for _, e := range list {
		out = withVariables(out, e)
	}
	return out
}

// variablesIn returns those that the expressions of a statement name.
func variablesIn(s program.Stmt) []*program.Symbol {
	var out []*program.Symbol
	for e := range program.Exprs(s) {
		out = withVariables(out, e)
	}
	return out
}

func withVariables(out []*program.Symbol, e program.Expr) []*program.Symbol {
	program.Walk(e, func(x program.Expr) bool {
		if r, ok := x.(*program.Ref); ok && r.Sym.Class != program.Parameter && !slices.Contains(out, r.Sym) {
			out = append(out, r.Sym)
		}
		return true
	})
	return out
}
