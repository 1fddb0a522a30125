package lower

import (
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/symbolic"
)

// constInt evaluates an integer expression whose names are PARAMETERs.
func (l *lowerer) constInt(e program.Expr) (int64, bool) {
	return program.ConstInt(e, l.known)
}

// values lists the PARAMETERs of the unit, and those of its hosts that its
// shapes and values depend on.
func (l *lowerer) values() []Value {
	var out []Value
	for i := 0; i < len(l.out.Symbols); i++ { // the list grows
		s := l.out.Symbols[i]
		for _, b := range s.Dims {
			l.findAll(b.Lower)
			l.findAll(b.Upper)
		}
		if s.Class == program.Parameter && s.Value != nil {
			l.findAll(s.Value)
			out = append(out, l.value(s))
		}
	}
	return out
}

// findAll makes the names of an expression of a host known to the unit.
func (l *lowerer) findAll(e program.Expr) {
	program.Walk(e, func(e program.Expr) bool {
		if r, ok := e.(*program.Ref); ok {
			l.scope.find(r.Sym.Name)
		}
		return true
	})
}

func (l *lowerer) value(s *program.Symbol) Value {
	index, ok := program.ToIndex(l.out.Arena, s.Value)
	if v, known := l.constInt(s.Value); !ok && known {
		index, ok = l.out.Arena.Int(v), true
	}
	if !ok || s.Type != program.Integer {
		index = 0
	}
	return Value{Name: s.Name, Expr: s.Value, Index: index, Source: "constant", At: s.Declared}
}

// evaluate returns the value of a symbolic expression under the unit's
// PARAMETERs, if they determine it.
func (l *lowerer) evaluate(e symbolic.Expr) (int64, bool) {
	a := l.out.Arena
	if v, ok := a.ConstInt(e); ok {
		return v, true
	}
	with := map[string]symbolic.Expr{}
	for _, free := range a.Free(e) {
		sym := l.scope.find(free.Name)
		if sym == nil || sym.Class != program.Parameter {
			return 0, false
		}
		v, ok := l.constInt(sym.Value)
		if !ok {
			return 0, false
		}
		with[free.Name] = a.Int(v)
	}
	return a.ConstInt(a.Subst(e, with))
}

// numberOf is the value of an expression, 0 where it is not known.
func (l *lowerer) numberOf(e symbolic.Expr) int64 {
	if e == 0 {
		return 0
	}
	v, _ := l.evaluate(e)
	return v
}
