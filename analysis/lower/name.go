package lower

import (
	"strings"

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

// macro takes the name that a preprocessor line defines.
func (l *lowerer) macro(line string) {
	fields := strings.FieldsFunc(strings.TrimPrefix(line, "#"), func(c rune) bool { return strings.ContainsRune(" \t(", c) })
	if len(fields) > 1 && fields[0] == "define" {
		l.macros[strings.ToLower(fields[1])] = true
	}
}
