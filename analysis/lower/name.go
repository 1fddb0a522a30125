package lower

import (
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// named returns the symbol of a variable. Under IMPLICIT NONE it reports one
// that is declared nowhere, if all that may declare it has been read.
func (l *lowerer) named(name string, at source.Span) *program.Symbol {
	if l.scope.explicit && !l.elsewhere && !l.macros[name] && name[0] != '_' && l.scope.find(name) == nil {
		l.report(at, source.Warning, "undeclared-name", "%s is not declared, though IMPLICIT NONE asks for it", name)
	}
	return l.scope.use(name)
}
