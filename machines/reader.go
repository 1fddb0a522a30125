package machines

import (
	"math"

	"github.com/parlens/parlens/internal/tomltree"
)

// reader reads the values of machine files.
type reader struct{ tomltree.Reader }

func (r *reader) missing(table *tomltree.Node, name, owner string) {
	r.Errorf(table.Span, "missing-key", "%s has no %s", owner, name)
}

// number checks a plain number against its domain.
func (r *reader) number(n *tomltree.Node, name string, d domain) (float64, bool) {
	v, ok := n.Number()
	switch {
	case !ok && n.Kind == tomltree.Float:
		r.Errorf(n.Span, "out-of-range", "%s is not a number", name)
	case !ok:
		r.WrongType(n, name, "a number")
	case v < 0:
		r.Errorf(n.Span, "negative", "%s is %v; it must not be negative", name, v)
	case math.IsInf(v, 0):
		r.Errorf(n.Span, "out-of-range", "%s is infinite", name)
	case d == share && v > 1:
		r.Errorf(n.Span, "out-of-range", "%s is %v; a share lies between 0 and 1", name, v)
	case d == count && (v < 1 || v != math.Trunc(v)):
		r.Errorf(n.Span, "out-of-range", "%s is %v; it must be a whole number of 1 or more", name, v)
	default:
		return v, true
	}
	return 0, false
}
