package program

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/parlens/parlens/analysis/symbolic"
)

// ToIndex returns a scalar integer expression as a symbolic one of the arena:
// every name becomes an Index symbol, also that of a PARAMETER, so that costs
// stay formulas in it, and so does an array element, named as it is written:
// "n(1)". It returns false for what has no such form (reals, user functions,
// reals made integer).
func ToIndex(a *symbolic.Arena, e Expr) (symbolic.Expr, bool) {
	switch e := e.(type) {
	case *Const:
		return a.Int(e.Int), e.Type == Integer
	case *Ref:
		if e.Image != nil || e.Rank() > 0 || e.Sym.Type != Integer {
			return 0, false
		}
		if e.Value != nil {
			return ToIndex(a, e.Value)
		}
		return a.Sym(e.Name(), symbolic.Index), true
	case *Unary:
		x, ok := ToIndex(a, e.X)
		switch {
		case !ok:
			return 0, false
		case e.Op == Neg:
			return a.Neg(x), true
		}
		return x, e.Op == Plus
	case *Binary:
		return indexBinary(a, e)
	case *Call:
		return indexCall(a, e)
	}
	return 0, false
}

func indexBinary(a *symbolic.Arena, e *Binary) (symbolic.Expr, bool) {
	x, okX := ToIndex(a, e.X)
	y, okY := ToIndex(a, e.Y)
	if !okX || !okY {
		return 0, false
	}
	switch e.Op {
	case Add:
		return a.Add(x, y), true
	case Sub:
		return a.Sub(x, y), true
	case Mul:
		return a.Mul(x, y), true
	case Div:
		if v, ok := a.ConstInt(y); ok && v == 0 {
			return 0, false
		}
		return a.TruncDiv(x, y), true
	case Pow:
		return indexPower(a, x, y)
	}
	return 0, false
}

// indexPower multiplies out small constant exponents; 2**k and the like keep
// no integer form.
func indexPower(a *symbolic.Arena, x, y symbolic.Expr) (symbolic.Expr, bool) {
	n, ok := a.ConstInt(y)
	if !ok || n < 0 || n > 16 {
		return 0, false
	}
	out := a.Int(1)
	for range n {
		out = a.Mul(out, x)
	}
	return out, true
}

// indexPlace is a processor's number, its place along one dimension of the arrangement
// (from 1), or their number: this_image(), this_image(2), num_images().
func indexPlace(a *symbolic.Arena, e *Call) (symbolic.Expr, bool) {
	dim := ""
	for _, arg := range e.Args {
		c, constant := arg.Value.(*Const)
		if !constant || len(e.Args) > 1 {
			return 0, false
		}
		dim = strconv.FormatInt(c.Int, 10)
	}
	return a.Sym(e.Name+"("+dim+")", symbolic.Index), true
}

func indexCall(a *symbolic.Arena, e *Call) (symbolic.Expr, bool) {
	switch e.Name {
	case "size", "lbound", "ubound":
		return indexInquiry(a, e)
	case "merge":
		return indexMerge(a, e)
	case "this_image", "num_images":
		return indexPlace(a, e)
	}
	if root, ok := indexRoot(a, e); ok {
		return root, true
	}
	args := make([]symbolic.Expr, len(e.Args))
	for i, arg := range e.Args {
		x, ok := ToIndex(a, arg.Value)
		if !ok {
			return 0, false
		}
		args[i] = x
	}
	switch {
	case e.Name == "min" && len(args) > 1:
		return a.Min(args...), true
	case e.Name == "max" && len(args) > 1:
		return a.Max(args...), true
	case e.Name == "mod" && len(args) == 2:
		return a.TruncMod(args[0], args[1]), true
	case e.Name == "modulo" && len(args) == 2:
		return a.Mod(args[0], args[1]), true
	case e.Name == "int" && len(args) == 1:
		return args[0], true
	}
	return 0, false
}

// indexInquiry returns SIZE, LBOUND or UBOUND of an array with known bounds.
func indexInquiry(a *symbolic.Arena, e *Call) (symbolic.Expr, bool) {
	array, ok := e.Argument("array", 0).(*Ref)
	if !ok || len(array.Subs) > 0 {
		return 0, false
	}
	dim := e.Argument("dim", 1)
	if dim == nil {
		if e.Name != "size" {
			return 0, false
		}
		return Size(a, array.Sym)
	}
	d, ok := dim.(*Const)
	if !ok || d.Int < 1 || int(d.Int) > array.Sym.Rank() {
		return 0, false
	}
	b := array.Sym.Dims[d.Int-1]
	switch e.Name {
	case "lbound":
		return ToIndex(a, b.Lower)
	case "ubound":
		if b.Upper != nil {
			return ToIndex(a, b.Upper)
		}
		lo, ok := ToIndex(a, b.Lower)
		return a.Add(lo, assumedExtent(a, array.Sym, int(d.Int)), a.Int(-1)), ok
	}
	if b.Upper == nil {
		return assumedExtent(a, array.Sym, int(d.Int)), true
	}
	return Extent(a, b)
}

// assumedExtent is the extent of a dimension (from 1) that the actual argument or
// an ALLOCATE gives.
func assumedExtent(a *symbolic.Arena, s *Symbol, dim int) symbolic.Expr {
	return a.Sym(ExtentName(s.Name, dim-1), symbolic.Index)
}

// ExtentName is what formulas call the extent of a dimension (from 0) that the
// declaration of an array does not give: "size(x,1)".
func ExtentName(array string, dim int) string { return fmt.Sprintf("size(%s,%d)", array, dim+1) }

// IsExtent reports whether a name is an [ExtentName].
func IsExtent(name string) bool {
	return strings.HasPrefix(name, "size(") && strings.Contains(name, ",")
}

// Extent returns the number of index values of declared bounds.
func Extent(a *symbolic.Arena, b Bounds) (symbolic.Expr, bool) {
	if b.Upper == nil {
		return 0, false
	}
	lo, okLo := ToIndex(a, b.Lower)
	hi, okHi := ToIndex(a, b.Upper)
	if !okLo || !okHi {
		return 0, false
	}
	return a.Add(a.Sub(hi, lo), a.Int(1)), true
}

// Size returns the number of elements of an array. Extents that its declaration does not
// give are named; see [ExtentName].
func Size(a *symbolic.Arena, s *Symbol) (symbolic.Expr, bool) {
	size := a.Int(1)
	for i, b := range s.Dims {
		n, ok := assumedExtent(a, s, i+1), b.Upper == nil
		if !ok {
			n, ok = Extent(a, b)
		}
		if !ok {
			return 0, false
		}
		size = a.Mul(size, n)
	}
	return size, true
}
