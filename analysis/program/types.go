package program

// IsStructure reports whether an expression is of a derived type.
func IsStructure(e Expr) bool {
	t, _ := TypeOf(e)
	return t == Derived
}

// TypeOf returns the type of an expression and its width in bytes, by the
// promotion rules of Fortran's numeric operations (complex over real over
// integer, the wider kind of the winning type). Unknown stays Unknown.
func TypeOf(e Expr) (Type, int) {
	switch e := e.(type) {
	case *Const:
		return e.Type, e.Bytes
	case *Ref:
		return e.Sym.Type, e.Sym.Bytes
	case *Unary:
		return TypeOf(e.X)
	case *Binary:
		if e.typ != Unknown {
			return e.typ, e.bytes
		}
		return typeOfBinary(e)
	case *Call:
		return typeOfCall(e)
	case *Opaque:
		if items := e.Items(); len(items) > 0 && !e.Typed {
			return TypeOf(items[0])
		}
	}
	return Unknown, 4
}

func typeOfBinary(e *Binary) (Type, int) {
	switch e.Op {
	case Eq, Ne, Lt, Le, Gt, Ge, And, Or, Eqv, Neqv:
		return Logical, 4
	}
	xt, xb := TypeOf(e.X)
	yt, yb := TypeOf(e.Y)
	return promote(xt, xb, yt, yb)
}

// promote orders the numeric types as declared: Integer < Real < Complex.
func promote(xt Type, xb int, yt Type, yb int) (Type, int) {
	switch {
	case xt == Unknown || yt == Unknown:
		return max(xt, yt), max(xb, yb)
	case xt > yt:
		return xt, xb
	case yt > xt:
		return yt, yb
	}
	return xt, max(xb, yb)
}

func typeOfCall(c *Call) (Type, int) {
	info := c.Intrinsic()
	switch {
	case info.Shape == NotIntrinsic && c.Sym != nil:
		return c.Sym.Type, c.Sym.Bytes
	case len(c.Args) == 0:
		return info.Type, 4
	}
	t, bytes := TypeOf(c.Args[0].Value)
	if c.Name == "min" || c.Name == "max" {
		for _, a := range c.Args[1:] {
			at, ab := TypeOf(a.Value)
			t, bytes = promote(t, bytes, at, ab)
		}
	}
	if c.Name == "matmul" || c.Name == "dot_product" {
		for _, a := range c.Args[1:] {
			at, ab := TypeOf(a.Value)
			t, bytes = promote(t, bytes, at, ab)
		}
	}
	switch {
	case info.Type == Unknown && c.Name == "abs" && t == Complex:
		return Real, bytes / 2
	case info.Type == Unknown:
		return t, bytes
	}
	return info.Type, resultBytes(c, info.Type, t, bytes)
}

// resultBytes is the width of a conversion: what KIND= says (kinds are widths),
// else that of the name or of the default kind. The real and the imaginary part of a
// complex number, and its conjugate, have the width of the number.
func resultBytes(c *Call, result, argument Type, bytes int) int {
	parts := 1
	if result == Complex {
		parts = 2
	}
	if kind, ok := c.kindArgument().(*Const); ok && kind.Int > 0 {
		return parts * int(kind.Int)
	}
	switch name := Generic(c.Name); {
	case name == "dble", name == "dprod", name == "dcmplx", name == "mpi_wtime":
		return parts * 8
	case result == Complex && argument == Complex:
		return bytes
	case result == Real && argument == Complex:
		return bytes / 2
	}
	return parts * 4
}

// kindArgument returns the KIND argument of a conversion, nil without one.
func (c *Call) kindArgument() Expr {
	switch c.Name {
	case "real", "int", "nint", "aint", "anint", "floor", "ceiling", "logical", "ichar", "iachar":
		return c.Argument("kind", 1)
	case "cmplx":
		return c.Argument("kind", 2)
	}
	return nil
}
