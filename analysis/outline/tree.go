package outline

import (
	"cmp"
	"slices"
)

// Entry is a symbol of the file's outline with what is declared inside it.
type Entry struct {
	*Symbol
	Inside []Entry
}

// Outline returns the units of the file with their declarations and the
// procedures inside them, in source order. Statements without a unit have no
// entry of their own; their declarations stand at the top.
func (f *File) Outline() []Entry {
	var out []Entry
	for _, u := range f.Units {
		if u.Host != nil {
			continue
		}
		e := u.entry()
		if u.Symbol.Kind == Fragment {
			out = append(out, e.Inside...)
		} else {
			out = append(out, e)
		}
	}
	return out
}

func (u *Unit) entry() Entry {
	e := Entry{Symbol: u.Symbol}
	for _, s := range u.Symbols {
		if s.Origin != nil {
			continue // it stands in another text
		}
		e.Inside = append(e.Inside, entryOf(s))
	}
	for _, b := range u.blocks {
		if b.hidden {
			continue
		}
		for _, s := range b.symbols {
			e.Inside = append(e.Inside, entryOf(s))
		}
	}
	for _, inner := range u.Inside {
		e.Inside = append(e.Inside, inner.entry())
	}
	slices.SortStableFunc(e.Inside, func(a, b Entry) int { return cmp.Compare(a.At.Start, b.At.Start) })
	return e
}

func entryOf(s *Symbol) Entry {
	e := Entry{Symbol: s}
	for _, c := range s.Children {
		e.Inside = append(e.Inside, entryOf(c))
	}
	return e
}
