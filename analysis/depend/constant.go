package depend

import "github.com/parlens/parlens/analysis/program"

// parameter returns the value of an integer PARAMETER.
func (a *analysis) parameter(s *program.Symbol) (int64, bool) { return constant(s.Value) }

// constant evaluates an integer expression of literals and PARAMETERs.
func constant(e program.Expr) (int64, bool) {
	v, ok := program.ConstInt(e, nil)
	return v, ok && v <= limit && v >= -limit
}
