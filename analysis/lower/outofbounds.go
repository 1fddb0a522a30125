package lower

import (
	"slices"

	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// inBounds reports constant subscripts outside of constant bounds. Old programs declare dummies
// and members of COMMON blocks smaller than they are, and lay variables over others: nothing is
// said of these, nor of arrays of one element.
func (l *lowerer) inBounds(sym *program.Symbol, subs []program.Subscript) {
	if sym.Dummy || sym.Shared || sym.Overlaid || sym.Aliased || len(l.macros) > 0 {
		return
	}
	for d, s := range subs {
		b := sym.Dims[d]
		if b.Upper == nil {
			continue
		}
		lo, known := l.constInt(b.Lower)
		hi, also := l.constInt(b.Upper)
		if !known || !also || lo >= hi {
			continue
		}
		for _, e := range []program.Expr{s.Lo, s.Hi} {
			if e == nil || s.Triplet && (s.Lo == nil || s.Hi == nil || s.Stride != nil) {
				continue
			}
			if v, constant := l.constInt(e); constant && (v < lo || v > hi) && !l.empty(s) && !l.inCommon(sym) {
				l.report(e.Span(), source.Warning, "out-of-bounds", "subscript %d of %s is %d, outside of %d:%d", d+1, sym.Name, v, lo, hi)
			}
		}
	}
}

// inCommon reports whether a variable is a member of a COMMON block.
func (l *lowerer) inCommon(sym *program.Symbol) bool {
	for _, members := range l.storage().blocks {
		if slices.Contains(members, sym.Name) {
			return true
		}
	}
	return false
}

// empty reports whether a triplet surely takes no element, or perhaps.
func (l *lowerer) empty(s program.Subscript) bool {
	if !s.Triplet {
		return false
	}
	lo, known := l.constInt(s.Lo)
	hi, also := l.constInt(s.Hi)
	return !known || !also || lo > hi
}
