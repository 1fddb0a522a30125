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

// StandsWhere reports whether a shared variable is one of another unit.
func (s *Symbol) StandsWhere(theirs *Symbol) bool {
	return s.Shared && s.Storage == theirs.Storage && (s.Storage != "" || s.Name == theirs.Name)
}

// StorageOf is where a variable of the unit stands for other units, which may call it otherwise:
// the procedures that it contains see its own. "" for one that no other unit sees.
func (u *Unit) StorageOf(s *Symbol) string {
	if s.Storage != "" || s.Shared || s.Dummy || s.Class != Variable || u.Path == "" {
		return s.Storage
	}
	return u.Path + "%" + s.Name
}

// StandsWhere reports whether a variable of the unit is one of another unit.
func (u *Unit) StandsWhere(s, theirs *Symbol) bool {
	return s.StandsWhere(theirs) || !s.Shared && theirs.Storage != "" && u.StorageOf(s) == theirs.Storage
}

// Contains reports whether a unit is one of the procedures that this one contains.
func (u *Unit) Contains(inner *Unit) bool {
	return u.Path != "" && strings.HasPrefix(inner.Path, u.Path+":")
}

// Part returns what stands for a part of a variable in expressions: an element of a
// vector, an extent of the grid behind a communicator. Its name is the variable's and
// the suffix: "dims(1)".
func (s *Symbol) Part(suffix string) *Symbol {
	out := &Symbol{Name: s.Name + suffix, Type: Integer, Array: s, Dummy: s.Dummy, Shared: s.Shared}
	if s.Storage != "" {
		out.Storage = s.Storage + suffix
	}
	return out
}

// ElementNumber is the place (from 0) of an element, "(2)", in a vector whose lower bound is
// constant.
func (s *Symbol) ElementNumber(suffix string) (int, bool) {
	lower, known := s.FirstIndex()
	inside, element := strings.CutPrefix(suffix, "(")
	at, err := strconv.ParseInt(strings.TrimSuffix(inside, ")"), 10, 64)
	return int(at - lower), known && element && err == nil && at >= lower
}

// FirstIndex is the lower bound of a vector; false for other arrays, and for a vector that is
// allocated or whose bound is not constant.
func (s *Symbol) FirstIndex() (int64, bool) {
	switch {
	case s.Rank() != 1 || s.Dims[0].Upper == nil && !s.Dummy:
		return 0, false
	case s.Dims[0].Lower == nil:
		return 1, true
	}
	return ConstInt(s.Dims[0].Lower, nil)
}

// Elsewhere returns what stands for a shared variable, or for a part of one, in a unit that
// does not name it, under a name that no text can write; nil for others.
func (s *Symbol) Elsewhere() *Symbol {
	if whole, suffix := s.PartOf(); whole != nil {
		if out := whole.Elsewhere(); out != nil {
			return out.Part(suffix)
		}
		return nil
	}
	if !s.Shared || s.Storage == "" {
		return nil
	}
	out := *s
	out.Name = " " + s.Storage
	return &out
}

// Elsewhere is that of a variable of the unit in one that it calls: one that it contains sees its
// own variables too.
func (u *Unit) Elsewhere(s *Symbol, in *Unit) *Symbol {
	whole, suffix := s.PartOf()
	if whole == nil {
		whole = s
	}
	seen := *whole
	if !whole.Shared && u.Contains(in) {
		seen.Storage = u.StorageOf(whole)
		seen.Shared = seen.Storage != ""
	}
	out := seen.Elsewhere()
	if out != nil && suffix != "" {
		return out.Part(suffix)
	}
	return out
}

// PartOf returns the variable that a [Symbol.Part], or a part of one, is of, and its suffix;
// nil for other variables.
func (s *Symbol) PartOf() (whole *Symbol, suffix string) {
	if IsExtent(s.Name) {
		return nil, ""
	}
	for whole = s.Array; whole != nil && whole.Array != nil; {
		whole = whole.Array
	}
	if whole == nil {
		return nil, ""
	}
	return whole, strings.TrimPrefix(s.Name, whole.Name)
}

// Whole is the variable that a [Symbol.Part] is of, and any other variable itself.
func (s *Symbol) Whole() *Symbol {
	if whole, _ := s.PartOf(); whole != nil {
		return whole
	}
	return s
}

// DummyPart returns the dummy of a derived type that a variable of the unit is a component
// of, and the rest of its name, "%dims"; nil for others.
func (u *Unit) DummyPart(s *Symbol) (dummy *Symbol, suffix string) {
	whole, rest, component := strings.Cut(s.Name, "%")
	if !component || s.Storage != "" {
		return nil, ""
	}
	if d := u.Lookup(whole); d != nil && d.Dummy {
		return d, "%" + rest
	}
	return nil, ""
}

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
