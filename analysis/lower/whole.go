package lower

import (
	"maps"
	"slices"
	"sync/atomic"
	"weak"
)

// whole is a unit with its statements that a bare one was made of. As long as it
// is in memory, the first Fork takes it: what follows a change would lower the
// unit once more at once. It does not keep it there.
type whole struct {
	unit  weak.Pointer[Unit]
	taken atomic.Bool
}

// take returns the unit to the first who asks, else nil.
func (w *whole) take() *Unit {
	if w == nil {
		return nil
	}
	u := w.unit.Value()
	if u == nil || w.taken.Swap(true) {
		return nil
	}
	return u.apart()
}

// apart gives a unit copies of all that its owner may change and that the bare
// unit, which others read, has as well.
func (u *Unit) apart() *Unit {
	own, inner := *u, *u.Unit
	own.Unit, own.whole = &inner, nil
	own.Arena = u.Arena.Clone()
	own.Layouts = maps.Clone(u.Layouts)
	for s, l := range own.Layouts {
		l.Axes = slices.Clone(l.Axes)
		own.Layouts[s] = l
	}
	own.Given = maps.Clone(u.Given)
	inner.Symbols = slices.Clone(u.Symbols)
	return &own
}
