package program

import "strings"

// ReachedWith returns the variables of the unit, with their components, that a store to a variable
// may change by way of a pointer: where one of the two is a pointer, and of the type of the other
// or of a component.
func (u *Unit) ReachedWith(stored *Symbol) []*Symbol {
	name, _, _ := strings.Cut(stored.Name, "%")
	whole := u.Lookup(name)
	if whole == nil || !whole.Aliased {
		return nil
	}
	var out []*Symbol
	for _, v := range u.Symbols {
		if v == whole || !v.Aliased || !v.Pointer && !whole.Pointer || strings.Contains(v.Name, "%") {
			continue
		}
		for _, part := range append([]*Symbol{v}, v.Parts...) {
			if part.Type == stored.Type || part.Type == Derived && stored.Type != Real || stored.Type == Derived {
				out = append(out, part)
			}
		}
	}
	return out
}
