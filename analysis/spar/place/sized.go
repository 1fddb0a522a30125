package place

import (
	"fmt"
	"io"

	"github.com/parlens/parlens/analysis/spar"
	"github.com/parlens/parlens/analysis/spar/surface"
	"github.com/parlens/parlens/analysis/symbolic"
)

// The extents of an array that is handed to a method decide where its elements live
// (block), and how far loops over it go (getSize). Where all calls agree they are what
// the calls say: a number, another argument (relax(u[k], n)), the extent of another array.
// Otherwise they are numeric parameters of the method besides those that it declares.

// handed is a call of a method, with the method that makes it.
type handed struct {
	from *Method
	args []spar.Expr
}

// findSized finds the parameters whose extents a method needs: of arrays with a map, of
// those whose size it asks for, and of those that it hands on to such a method.
func (u *unit) findSized() {
	for _, m := range u.methods {
		m.sized = make([]bool, len(m.member.Params))
		for k, p := range m.member.Params {
			m.sized[k] = isArray(p) && (len(mapsOf(p)) > 0 || contains(m.member.Facts.Sizes, p.Name) || u.handedMapped(m, k))
		}
	}
	for changed := true; changed; {
		changed = false
		for to, calls := range u.calls {
			for _, c := range calls {
				for k, x := range c.args {
					if i := c.from.param(x); i >= 0 && to.sized[k] && !c.from.sized[i] && isArray(c.from.member.Params[i]) {
						c.from.sized[i], changed = true, true
					}
				}
			}
		}
	}
}

func isArray(p *spar.Param) bool { return p.Type != nil && len(p.Type.Dims) > 0 }

func contains(list []string, name string) bool {
	for _, x := range list {
		if x == name {
			return true
		}
	}
	return false
}

// param is the number of the parameter that an expression is; -1 for any other.
func (m *Method) param(x spar.Expr) int {
	if n, ok := spar.Unmarked(x).(*spar.Name); ok {
		for i, p := range m.member.Params {
			if p.Name == n.Name {
				return i
			}
		}
	}
	return -1
}

// mapsOf are the pragmas of a parameter that say where its elements are.
func mapsOf(p *spar.Param) []*spar.Pragma {
	list := []*spar.Pragmas{p.Pragmas, p.Type.Pragmas}
	for _, d := range p.Type.Dims {
		list = append(list, d.Pragmas)
	}
	return mapsAmong(list)
}

// extent is what calls say of one extent of a parameter.
type extent struct {
	value symbolic.Expr // the same number in all calls; 0 where that differs
	like  *extentOf     // always equal to another one
}

// extentOf names an extent: of parameter k, dimension d; or the numeric parameter k (-1).
type extentOf struct{ k, d int }

// own tells whether the extent is a parameter of the method.
func (e extent) own() bool { return e.value == 0 && e.like == nil }

// extentsOf are the extents of the parameters that need them, by parameter and dimension.
func (b *builder) extentsOf(m *Method) map[extentOf]extent {
	if known, ok := b.handed[m]; ok {
		return known
	}
	out := map[extentOf]extent{}
	b.handed[m] = out
	if m.recursive || !anyOf(m.sized) { // of calls in a circle none can be asked first
		return out
	}
	var calls []map[extentOf]symbolic.Expr
	var names []extentOf // in the order in which they may be referred to
	for _, c := range b.calls[m] {
		calls = append(calls, b.handedIn(m, c))
	}
	for k, p := range m.member.Params {
		if classOfType(p.Type) == Integer {
			names = append(names, extentOf{k, -1})
		}
	}
	for k, p := range m.member.Params {
		if !m.sized[k] {
			continue
		}
		for d := range p.Type.Dims[0].Rank {
			at := extentOf{k, d}
			out[at] = b.agreed(at, names, calls)
			names = append(names, at)
		}
	}
	return out
}

// agreed is what all calls say of an extent.
func (b *builder) agreed(at extentOf, names []extentOf, calls []map[extentOf]symbolic.Expr) extent {
	all := func(same func(map[extentOf]symbolic.Expr) bool) bool {
		for _, c := range calls {
			if c[at] == 0 || !same(c) {
				return false
			}
		}
		return len(calls) > 0
	}
	if all(func(c map[extentOf]symbolic.Expr) bool { return c[at] == calls[0][at] && !b.isUnknown(c[at]) }) {
		return extent{value: calls[0][at]}
	}
	for _, name := range names {
		if all(func(c map[extentOf]symbolic.Expr) bool { return c[at] == c[name] }) {
			return extent{like: &name}
		}
	}
	return extent{}
}

// handedIn are the numbers and extents that a call hands to a method.
func (b *builder) handedIn(m *Method, c handed) map[extentOf]symbolic.Expr {
	out := map[extentOf]symbolic.Expr{}
	s := b.callerScope(c.from)
	b.quiet++
	defer func() { b.quiet-- }()
	for k, p := range m.member.Params {
		switch {
		case classOfType(p.Type) == Integer:
			out[extentOf{k, -1}] = b.expr(c.args[k], s)
		case m.sized[k]:
			for d, e := range b.shapeOf(c.args[k], s, p.Type.Dims[0].Rank) {
				out[extentOf{k, d}] = e
			}
		}
	}
	return out
}

// signSized writes what the extents of the parameters of a method depend on besides declarations.
func (u *unit) signSized(w *surface.Declaration, m *Method) {
	if !anyOf(m.sized) {
		return
	}
	fmt.Fprintln(w, m.sized)
	for _, c := range u.calls[m] {
		for _, x := range c.args {
			fmt.Fprint(w, spar.Text(x), ", ")
		}
		fmt.Fprintln(w)
		u.with(w, c.from.number)
	}
	for k := range m.member.Params {
		for _, x := range u.handedArrays(m, k).list {
			fmt.Fprintln(w, x.key())
			w.Depends(u.declared(x.number()))
		}
	}
}

// signLocals writes the local variables of a member that have one value.
func (u *unit) signLocals(w io.Writer, m spar.Placed) {
	fmt.Fprintln(w, m.Facts.Indices)
	for _, d := range m.Facts.Locals {
		fmt.Fprint(w, d.Name, " ", contains(m.Facts.Assigned, d.Name), " ")
		if d.Init != nil {
			fmt.Fprint(w, spar.Text(d.Init))
		}
		fmt.Fprintln(w)
	}
}

func anyOf(list []bool) bool {
	for _, x := range list {
		if x {
			return true
		}
	}
	return false
}
