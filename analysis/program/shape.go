package program

import "strings"

// transformedRank returns the rank of what an intrinsic with an array result
// returns.
func (c *Call) transformedRank() int {
	first := 0
	if len(c.Args) > 0 {
		first = RankOf(c.Args[0].Value)
	}
	switch c.Name {
	case "spread":
		return first + 1
	case "matmul":
		return max(0, first+RankOf(c.Argument("matrix_b", 1))-2)
	case "transpose":
		return 2
	case "reshape":
		return c.reshapedRank()
	case "pack", "grade_up", "grade_down", "processors_shape":
		return c.vectorRank(first)
	case "unpack":
		return RankOf(c.Argument("mask", 1))
	case "maxloc", "minloc", "findloc":
		if c.ReducedDim() != nil {
			return max(0, first-1)
		}
		return 1
	}
	if _, kind := c.LibraryKind(); kind == Scatter {
		return RankOf(c.Argument("base", 1))
	}
	return first
}

func (c *Call) vectorRank(first int) int {
	if strings.HasPrefix(c.Name, "grade_") && c.Argument("dim", 1) == nil {
		return 2 // one column of subscripts for each dimension
	}
	if strings.HasPrefix(c.Name, "grade_") {
		return first
	}
	return 1
}

// reshapedRank is the number of extents that RESHAPE is given.
func (c *Call) reshapedRank() int {
	switch shape := c.Argument("shape", 1).(type) {
	case *Call:
		if shape.Name == "shape" && len(shape.Args) > 0 {
			return RankOf(shape.Args[0].Value)
		}
	case *Opaque:
		return len(shape.Values)
	case *Ref:
		if len(shape.Subs) > 0 || shape.Sym.Rank() != 1 {
			return 1
		}
		b := shape.Sym.Dims[0]
		if upper, ok := b.Upper.(*Const); ok {
			if lower, ok := b.Lower.(*Const); ok {
				return int(max(0, upper.Int-lower.Int+1))
			}
		}
	}
	return 1
}

// ArrayConstructor is the Reason of an Opaque that is an array constructor.
const ArrayConstructor = "array constructor"

// Library is a family of functions of the HPF library (HPF 1.1, section 5.4).
type Library uint8

// The families. A Scatter combines the elements of an array into those of a
// base, a Prefix every element with those before (or, as a suffix, behind) it;
// Order is GRADE_UP, SORT_UP and their like.
const (
	NoLibrary Library = iota
	Scatter
	Prefix
	Order
)

// LibraryKind returns the reduction that a function of the HPF library combines
// by ("sum", "copy", ...) and its family.
func (c *Call) LibraryKind() (operation string, kind Library) {
	for suffix, kind := range map[string]Library{"_scatter": Scatter, "_prefix": Prefix, "_suffix": Prefix} {
		if operation, ok := strings.CutSuffix(c.Name, suffix); ok && combinations[operation] {
			return operation, kind
		}
	}
	switch c.Name {
	case "grade_up", "grade_down", "sort_up", "sort_down":
		return c.Name, Order
	}
	return "", NoLibrary
}

// combinations are the operations that SCATTER, PREFIX and SUFFIX come with.
var combinations = map[string]bool{
	"sum": true, "product": true, "maxval": true, "minval": true, "copy": true, "count": true,
	"all": true, "any": true, "parity": true, "iall": true, "iany": true, "iparity": true,
}

// withLibrary adds the functions of the HPF library.
func withLibrary(known map[string]IntrinsicInfo) map[string]IntrinsicInfo {
	for operation := range combinations {
		for _, family := range []string{"_scatter", "_prefix", "_suffix"} {
			known[operation+family] = IntrinsicInfo{Shape: Transformational}
		}
	}
	for name, result := range map[string]Type{"grade_up": Integer, "grade_down": Integer, "sort_up": Unknown, "sort_down": Unknown} {
		known[name] = IntrinsicInfo{Shape: Transformational, Type: result}
	}
	for name, result := range map[string]Type{"iall": Unknown, "iany": Unknown, "iparity": Unknown, "parity": Logical} {
		known[name] = IntrinsicInfo{Shape: Reduction, Type: result}
	}
	return known
}
