package lower

import (
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/symbolic"
)

// constInt evaluates an integer expression whose names are PARAMETERs.
func (l *lowerer) constInt(e program.Expr) (int64, bool) {
	return (&evaluator{fuel: 10_000, known: l.known}).int(e)
}

// evaluator evaluates integer constants. The fuel bounds chains of PARAMETERs,
// which broken code can make circular.
type evaluator struct {
	fuel  int
	known map[*program.Symbol]int64 // values of PARAMETERs, once they have been found
}

func (v *evaluator) int(e program.Expr) (int64, bool) {
	if v.fuel--; v.fuel < 0 {
		return 0, false
	}
	switch e := e.(type) {
	case *program.Const:
		return e.Int, e.Type == program.Integer
	case *program.Ref:
		if e.Sym.Class != program.Parameter || e.Sym.Value == nil || len(e.Subs) > 0 {
			return 0, false
		}
		return v.parameter(e.Sym)
	case *program.Unary:
		x, ok := v.int(e.X)
		if e.Op == program.Neg {
			x = -x
		}
		return x, ok && (e.Op == program.Neg || e.Op == program.Plus)
	case *program.Binary:
		x, okX := v.int(e.X)
		y, okY := v.int(e.Y)
		if !okX || !okY {
			return 0, false
		}
		return intOp(e.Op, x, y)
	case *program.Call:
		return v.call(e)
	}
	return 0, false
}

func (v *evaluator) parameter(s *program.Symbol) (int64, bool) {
	if x, ok := v.known[s]; ok {
		return x, true
	}
	x, ok := v.int(s.Value)
	if ok {
		v.known[s] = x
	}
	return x, ok
}

func intOp(op program.Op, x, y int64) (int64, bool) {
	switch op {
	case program.Add:
		return x + y, true
	case program.Sub:
		return x - y, true
	case program.Mul:
		return x * y, true
	case program.Div:
		if y == 0 {
			return 0, false
		}
		return x / y, true
	case program.Pow:
		return intPower(x, y)
	}
	return 0, false
}

func intPower(x, y int64) (int64, bool) {
	if y < 0 || y > 62 {
		return 0, false
	}
	out := int64(1)
	for range y {
		out *= x
	}
	return out, true
}

// call evaluates the inquiries that declarations use for kinds, and the
// arithmetic of sizes.
func (v *evaluator) call(c *program.Call) (int64, bool) {
	switch c.Name {
	case "kind":
		return kindOfExpr(c.Argument("x", 0))
	case "selected_real_kind":
		digits, _ := v.int(c.Argument("p", 0))
		switch {
		case digits > 15:
			return 16, true
		case digits > 6:
			return 8, true
		}
		return 4, true
	case "selected_int_kind":
		digits, _ := v.int(c.Argument("r", 0))
		switch {
		case digits > 9:
			return 8, true
		case digits > 4:
			return 4, true
		case digits > 2:
			return 2, true
		}
		return 1, true
	}
	a := symbolic.NewArena()
	var args []program.Arg
	for _, arg := range c.Args {
		x, ok := v.int(arg.Value)
		if !ok {
			return 0, false
		}
		args = append(args, program.Arg{Keyword: arg.Keyword, Value: program.IntConst(c.Span(), x)})
	}
	x, ok := program.ToIndex(a, program.NewCall(c.Span(), c.Name, nil, args...))
	if !ok {
		return 0, false
	}
	return a.ConstInt(x)
}

func kindOfExpr(e program.Expr) (int64, bool) {
	switch e := e.(type) {
	case *program.Const:
		return int64(e.Bytes), true
	case *program.Ref:
		return int64(e.Sym.Bytes), e.Sym.Bytes > 0
	}
	return 0, false
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
