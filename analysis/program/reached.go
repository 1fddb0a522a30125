package program

import (
	"slices"
	"strings"
)

// ReachedWith returns the variables of the unit, with their components, that a store to variables
// may change by way of pointers: where one of the two is a pointer, or in a structure that a
// pointer points at, and of the type of the other or of a component.
func (u *Unit) ReachedWith(stored []*Symbol) []*Symbol {
	var out []*Symbol
	for _, s := range stored {
		if s == nil || !u.aliased(s) {
			continue
		}
		for _, v := range u.Symbols {
			if v.Class == Variable && v != s && u.aliased(v) && (u.pointed(v) || u.pointed(s)) && meets(v, s) && !slices.Contains(out, v) {
				out = append(out, v)
			}
		}
	}
	return out
}

// meets reports whether a pointer of the type of one variable may point into the other.
func meets(x, y *Symbol) bool {
	return x.Type == y.Type || x.Type == Derived && y.Type != Real || y.Type == Derived && x.Type != Real
}

func (u *Unit) aliased(s *Symbol) bool { return s.Aliased || s.Pointer || u.whole(s).Aliased }

func (u *Unit) pointed(s *Symbol) bool { return s.Pointer || u.whole(s).Pointer }

// whole is the variable that a component is of.
func (u *Unit) whole(s *Symbol) *Symbol {
	name, _, component := strings.Cut(s.Name, "%")
	if w := u.Lookup(name); component && w != nil {
		return w
	}
	return s
}
