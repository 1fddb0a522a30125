package evaluate

import (
	"fmt"
	"slices"

	"github.com/parlens/parlens/analysis/aag"
	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/lower"
	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/symbolic"
)

// passed is what the model of a procedure takes over from a call: the mappings
// of actual arguments, and values that differ between processors. Its
// expressions are the caller's; what they name is called caller%name in the
// procedure.
type passed struct {
	from   *comm.Builder
	axes   map[string][]mapping.Axis // by dummy
	values map[string]symbolic.Expr  // by dummy or shared variable
	others []*program.Symbol         // those of the values that the procedure does not name, but what it calls may
	taken  symbolic.Expr             // by which processors the call is made; 0: by all
	modes  map[string]int64          // of dummies that say along which dimension, or how far, an array is moved
	key    string                    // equal for what gives equal models; "" for nothing
}

// newPassed finds what a call passes to the model of its procedure. It builds in
// the caller's arena.
func newPassed(c *aag.Callee, g *aag.Graph) *passed {
	called, own, b := c.Called, c.Own, g.Builder
	p := &passed{from: b, axes: inheritance(called, b), values: differing(called, own, g.Unit, b), taken: c.Taken, modes: modes(called, b)}
	p.through(called, own, g.Unit)
	if len(p.axes) > 0 || len(p.values) > 0 || p.taken != 0 {
		p.key = digest(b.A, p.axes, p.values, p.taken, b.Grid.Name, b.Grid.Extents, len(b.Coords))
	}
	if len(p.modes) > 0 {
		p.key += fmt.Sprint(p.modes)
	}
	return p
}

// gives reports whether the procedure's model takes over the value of a name.
func (p *passed) gives(name string) bool { return p.values[name] != 0 }

// give changes a procedure into one that is called so.
func (p *passed) give(u *lower.Unit) {
	if p != nil {
		inherit(u, p.axes, p.from)
		p.giveValues(u)
	}
}

// modes returns the dummies that DIM and SHIFT of array functions name, and that the
// call gives constants.
func modes(called *comm.Called, b *comm.Builder) map[string]int64 {
	out := map[string]int64{}
	for _, name := range called.Of.Modes {
		v, passed := called.Values[name]
		if !passed {
			continue
		}
		with := map[string]symbolic.Expr{}
		for parameter, x := range b.Constants {
			with[parameter] = b.A.Int(x)
		}
		if x, constant := b.A.ConstInt(b.A.Subst(v, with)); constant {
			out[name] = x
		}
	}
	return out
}

// inheritance returns the mappings that dummies take over, by name. An
// arrangement of another rank than the procedure's own passes nothing on. A processor that
// calls alone has all of each.
func inheritance(called *comm.Called, b *comm.Builder) map[string][]mapping.Axis {
	out := map[string][]mapping.Axis{}
	if called.Alone {
		for d, l := range called.Of.Layouts {
			if d.Dummy && !l.Replicated() {
				out[d.Name] = make([]mapping.Axis, l.Grid.Rank())
			}
		}
		return out
	}
	grid := called.Of.Grid
	for _, d := range called.Of.Unit.Dummies {
		l, ok := called.Inherited[d]
		if !ok || l.Replicated() || grid != nil && grid.Rank() != b.Grid.Rank() {
			continue
		}
		l.Axes = l.Axes[:b.Grid.Rank()] // those of other arrangements are copies
		if l.Replicated() {
			continue
		}
		axes := slices.Clone(l.Axes)
		for i := range axes {
			x := &axes[i]
			for _, e := range []*symbolic.Expr{&x.Offset, &x.Lower, &x.Extent, &x.Format.Param} {
				if *e != 0 {
					*e = foreign(b, *e)
				}
			}
		}
		out[d.Name] = axes
	}
	return out
}

// inherit gives dummies the mappings of their actual arguments.
func inherit(u *lower.Unit, axes map[string][]mapping.Axis, b *comm.Builder) {
	if len(axes) == 0 {
		return
	}
	takeGrid(u, b)
	names := here(u, b)
	for _, d := range u.Dummies {
		of, ok := axes[d.Name]
		if !ok {
			continue
		}
		out := mapping.Layout{Grid: u.Grid}
		for _, x := range of {
			for _, e := range []*symbolic.Expr{&x.Offset, &x.Lower, &x.Extent, &x.Format.Param} {
				if *e != 0 {
					*e = u.Arena.Subst(u.Arena.Import(b.A, *e), names)
				}
			}
			out.Axes = append(out.Axes, x)
		}
		u.Inherit(d, out)
	}
}

// takeGrid gives a unit without an arrangement that of its caller.
func takeGrid(u *lower.Unit, b *comm.Builder) {
	if u.Grid != nil {
		return
	}
	u.Grid = &mapping.Grid{Name: b.Grid.Name, Declared: make([]symbolic.Expr, b.Grid.Rank())}
	for _, e := range b.Grid.Extents {
		with := map[string]symbolic.Expr{}
		for _, s := range b.A.Free(e) {
			name := s.Name
			for u.Lookup(name) != nil {
				name += "_"
			}
			with[s.Name] = u.Arena.Sym(name, s.Type)
		}
		u.Grid.Extents = append(u.Grid.Extents, u.Arena.Subst(u.Arena.Import(b.A, e), with))
	}
	u.Grid.NameCoordinates(isScalar(u))
}

// isScalar tells whether a name is that of a scalar of a unit.
func isScalar(u *lower.Unit) func(name string) bool {
	return func(name string) bool { s := u.Lookup(name); return s != nil && s.Rank() == 0 }
}

// here are the caller's numbers of processors, and coordinates, in a unit that has its grid.
func here(u *lower.Unit, b *comm.Builder) map[string]symbolic.Expr {
	with := map[string]symbolic.Expr{}
	for g, e := range b.Grid.Extents {
		for _, s := range b.A.Free(e) {
			with[s.Name] = u.Grid.Extents[g]
		}
		with[b.Grid.Coordinate(g)] = u.Arena.Sym(u.Grid.Coordinate(g), symbolic.Index)
	}
	return with
}

const callerPrefix = "caller%"

func foreign(b *comm.Builder, e symbolic.Expr) symbolic.Expr {
	own := map[string]bool{}
	for _, x := range b.Grid.Extents {
		for _, s := range b.A.Free(x) {
			own[s.Name] = true
		}
	}
	with := map[string]symbolic.Expr{}
	for _, s := range b.A.Free(e) {
		if !own[s.Name] {
			with[s.Name] = b.A.Sym(callerPrefix+s.Name, s.Type)
		}
	}
	return b.A.Subst(e, with)
}
