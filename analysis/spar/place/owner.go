package place

import (
	"strings"

	"github.com/parlens/parlens/analysis/symbolic"
)

// Where a coordinate lies along one dimension of a processor array.
type coordKind uint8

const (
	at     coordKind = iota // on the coordinate E
	all                     // on every coordinate: replicated
	anyone                  // nobody cares: "_"
)

// Coord is the owner along one dimension of a processor array.
type Coord struct {
	Kind coordKind
	E    symbolic.Expr
}

// Owner says where a value lives, or where something is executed.
type Owner struct {
	Grid   *Grid // nil: replicated on all processors, or Here
	Coords []Coord
	Here   bool // on the processor that was handed to the method
}

// Replicated is the owner of what all processors have.
var Replicated = Owner{}

// Here is the processor that a method runs on.
var Here = Owner{Here: true}

// IsReplicated tells whether all processors have the value.
func (o Owner) IsReplicated() bool {
	if o.Here {
		return false
	}
	for _, c := range o.Coords {
		if c.Kind == at {
			return false
		}
	}
	return true
}

// declared tells whether the owner is R: not mapped at all.
func (o Owner) declared() bool { return o.Grid == nil && !o.Here }

// careless tells whether no dimension matters.
func (o Owner) careless() bool {
	for _, c := range o.Coords {
		if c.Kind != anyone {
			return false
		}
	}
	return o.Grid != nil
}

// Equal tells whether two owners are the same, as expressions.
func (o Owner) Equal(v Owner) bool {
	if o.Here || v.Here || o.Grid != v.Grid || len(o.Coords) != len(v.Coords) {
		return o.Here == v.Here && o.Grid == v.Grid
	}
	for i := range o.Coords {
		if o.Coords[i] != v.Coords[i] {
			return false
		}
	}
	return true
}

// Readable tells whether a value that lives at v can be read at o without a
// message.
func (o Owner) Readable(v Owner) bool {
	switch {
	case v.declared() || v.careless() || v.IsReplicated():
		return true
	case o.careless():
		return true
	case o.declared():
		return false
	case o.Here || v.Here:
		return o.Here && v.Here
	case o.Grid != v.Grid:
		return false
	}
	for i, c := range v.Coords {
		if c.Kind != all && c.Kind != anyone && o.Coords[i].Kind != anyone && c != o.Coords[i] {
			return false
		}
	}
	return true
}

// merge finds one owner for two that fit together.
func merge(o, v Owner) (Owner, bool) {
	switch {
	case o.declared():
		return v, true
	case v.declared():
		return o, true
	case o.Here || v.Here:
		return o, o.Here && v.Here
	case o.Grid != v.Grid:
		return o, false
	}
	out := Owner{Grid: o.Grid, Coords: make([]Coord, len(o.Coords))}
	for i, c := range o.Coords {
		d := v.Coords[i]
		switch {
		case c == d:
			out.Coords[i] = c
		case c.Kind == all:
			out.Coords[i] = d
		case d.Kind == all:
			out.Coords[i] = c
		case c.Kind == anyone:
			out.Coords[i] = d
		case d.Kind == anyone:
			out.Coords[i] = c
		default:
			return o, false
		}
	}
	return out, true
}

// reduce merges the owners that fit together: the first entry goes into every
// later one that it merges with, or else stays.
func reduce(list []Owner) []Owner {
	var out []Owner
	list = append([]Owner{}, list...)
	for len(list) > 0 {
		first, rest := list[0], list[1:]
		merged := false
		for i, o := range rest {
			if m, ok := merge(first, o); ok {
				rest[i], merged = m, true
			}
		}
		if !merged {
			out = append(out, first)
		}
		list = rest
	}
	return out
}

// unknown returns the symbol of a value that only the run knows and on which
// the owner depends; "" when the owner is known.
func (o Owner) unknown(a *symbolic.Arena) string {
	for _, c := range o.Coords {
		if c.Kind != at {
			continue
		}
		for _, s := range a.Free(c.E) {
			if strings.HasPrefix(s.Name, UnknownMark) {
				return strings.TrimPrefix(s.Name, UnknownMark)
			}
		}
	}
	return ""
}

// dry tells whether a coordinate depends on an iterator of a loop that is only
// looked at.
func (o Owner) dry(a *symbolic.Arena) bool {
	for _, name := range o.Symbols(a) {
		if strings.HasPrefix(name, dryMark) {
			return true
		}
	}
	return false
}

// mentions tells whether a coordinate depends on a symbol.
func (o Owner) mentions(a *symbolic.Arena, name string) bool {
	for _, c := range o.Coords {
		if c.Kind == at {
			for _, s := range a.Free(c.E) {
				if s.Name == name {
					return true
				}
			}
		}
	}
	return false
}

// Symbols are the names that the coordinates depend on, in no order of
// meaning.
func (o Owner) Symbols(a *symbolic.Arena) []string {
	var out []string
	for _, c := range o.Coords {
		if c.Kind == at {
			for _, s := range a.Free(c.E) {
				out = append(out, s.Name)
			}
		}
	}
	return out
}

// Place is the coordinate along each dimension of the processor array; those that are
// free count as 0, and so do all of an owner that only the run knows.
func (o Owner) Place(a *symbolic.Arena) []symbolic.Expr {
	known := o.unknown(a) == ""
	out := make([]symbolic.Expr, len(o.Coords))
	for d, c := range o.Coords {
		if out[d] = a.Int(0); known && c.Kind == at {
			out[d] = c.E
		}
	}
	return out
}

// Number is the processor's place in its array, in row order.
func (o Owner) Number(a *symbolic.Arena) symbolic.Expr {
	n := a.Int(0)
	for d, e := range o.Place(a) {
		n = a.Add(a.Mul(n, o.Grid.Extents[d]), e)
	}
	return n
}

// Free are the dimensions in which the owner is every processor.
func (o Owner) Free() []int {
	var out []int
	for d, c := range o.Coords {
		if c.Kind == all {
			out = append(out, d)
		}
	}
	return out
}

// With returns the owner with one coordinate given.
func (o Owner) With(d int, e symbolic.Expr) Owner {
	coords := append([]Coord{}, o.Coords...)
	coords[d] = Coord{Kind: at, E: e}
	o.Coords = coords
	return o
}
