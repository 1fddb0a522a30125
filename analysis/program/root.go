package program

import "github.com/parlens/parlens/analysis/symbolic"

// indexRoot returns int(sqrt(real(x))) and the like, as square grids of processors are laid out.
func indexRoot(a *symbolic.Arena, e *Call) (symbolic.Expr, bool) {
	root := onlyArgument(e, "sqrt")
	number, ok := root.(*Call)
	if !ok || number.Name != "real" && number.Name != "dble" || len(number.Args) == 0 {
		return 0, false
	}
	x, ok := ToIndex(a, number.Args[0].Value)
	if !ok {
		return 0, false
	}
	value := a.Pow(x, a.Real(0.5))
	switch e.Name {
	case "int", "floor":
		return a.Floor(value), true
	case "nint":
		return a.Floor(a.Add(value, a.Real(0.5))), true
	case "ceiling":
		return a.Ceil(value), true
	}
	return 0, false
}

// onlyArgument returns the argument of a call of an intrinsic function that is the only
// argument of another call; nil for other calls.
func onlyArgument(e *Call, of string) Expr {
	if len(e.Args) != 1 {
		return nil
	}
	inner, ok := e.Args[0].Value.(*Call)
	if !ok || inner.Name != of || len(inner.Args) != 1 || inner.Intrinsic().Shape == NotIntrinsic {
		return nil
	}
	return inner.Args[0].Value
}
