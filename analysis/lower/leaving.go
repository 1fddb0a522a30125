package lower

import "github.com/parlens/parlens/analysis/program"

// asWhile makes a DO WHILE of an endless loop that begins with IF (c) EXIT: as long as .NOT. c, it
// goes on.
func (l *statements) asWhile(do *program.Do) {
	if do.Kind != program.DoForever || len(do.Body) < 2 || l.labelled(do.Body[0]) {
		return
	}
	if until := program.ExitWhere(do, do.Body[0]); until != nil {
		do.Kind, do.Cond, do.Body = program.DoWhile, program.Negated(until), do.Body[1:]
	}
}

func (l *statements) labelled(s program.Stmt) bool {
	for _, x := range l.out.Labels {
		if x == s {
			return true
		}
	}
	return false
}
