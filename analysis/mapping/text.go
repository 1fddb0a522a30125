package mapping

import (
	"fmt"

	"github.com/parlens/parlens/analysis/symbolic"
)

var formatNames = [...]string{"*", "BLOCK", "CYCLIC", "GEN_BLOCK", "INDIRECT"}

// String returns the name of the format in HPF.
func (k FormatKind) String() string { return formatNames[k] }

// Text writes the format as a directive does, with an expression of a as its
// parameter.
func (f Format) Text(a *symbolic.Arena) string {
	switch {
	case f.Tabled():
		return fmt.Sprintf("%s(%s)", f.Kind, f.Table)
	case f.Param != 0:
		return fmt.Sprintf("%s(%s)", f.Kind, a.String(f.Param))
	}
	return f.Kind.String()
}

// Placed writes where the axis puts an index with the given name ("2*i-1"); ""
// when the dimension, which begins at lower, lies on the template index by
// index from its first one on.
func (x Axis) Placed(a *symbolic.Arena, index string, lower symbolic.Expr) string {
	if x.Kind != Aligned || x.Scale == 1 && x.At(a, lower) == x.Lower {
		return ""
	}
	return a.String(x.At(a, a.Sym(index, symbolic.Index)))
}
