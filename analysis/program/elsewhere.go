package program

import (
	"strconv"
	"strings"
)

// Variables that several units see, under names of their own, and what stands for parts of them.

// StandsWhere reports whether a shared variable is one of another unit.
func (s *Symbol) StandsWhere(theirs *Symbol) bool {
	return s.Shared && s.Storage == theirs.Storage && (s.Storage != "" || s.Name == theirs.Name)
}

// StorageOf is where a variable of the unit stands for other units, which may call it otherwise:
// the procedures that it contains see its own. "" for one that no other unit sees.
func (u *Unit) StorageOf(s *Symbol) string {
	if s.Storage != "" || s.Shared || s.Dummy || s.Class != Variable || u.Path == "" {
		return s.Storage
	}
	return u.Path + "%" + s.Name
}

// StandsWhere reports whether a variable of the unit is one of another unit.
func (u *Unit) StandsWhere(s, theirs *Symbol) bool {
	return s.StandsWhere(theirs) || !s.Shared && theirs.Storage != "" && u.StorageOf(s) == theirs.Storage
}

// Contains reports whether a unit is one of the procedures that this one contains.
func (u *Unit) Contains(inner *Unit) bool {
	return u.Path != "" && strings.HasPrefix(inner.Path, u.Path+":")
}

// Part returns what stands for a part of a variable in expressions: an element of a
// vector, an extent of the grid behind a communicator. Its name is the variable's and
// the suffix: "dims(1)".
func (s *Symbol) Part(suffix string) *Symbol {
	out := &Symbol{Name: s.Name + suffix, Type: Integer, Array: s, Dummy: s.Dummy, Shared: s.Shared}
	if s.Storage != "" {
		out.Storage = s.Storage + suffix
	}
	return out
}

// ElementNumber is the place (from 0) of an element, "(2)", in a vector whose lower bound is
// constant.
func (s *Symbol) ElementNumber(suffix string) (int, bool) {
	lower, known := s.FirstIndex()
	inside, element := strings.CutPrefix(suffix, "(")
	at, err := strconv.ParseInt(strings.TrimSuffix(inside, ")"), 10, 64)
	return int(at - lower), known && element && err == nil && at >= lower
}

// FirstIndex is the lower bound of a vector; false for other arrays, and for a vector that is
// allocated or whose bound is not constant.
func (s *Symbol) FirstIndex() (int64, bool) {
	switch {
	case s.Rank() != 1 || s.Dims[0].Upper == nil && !s.Dummy:
		return 0, false
	case s.Dims[0].Lower == nil:
		return 1, true
	}
	return ConstInt(s.Dims[0].Lower, nil)
}

// Elsewhere returns what stands for a shared variable, or for a part of one, in a unit that
// does not name it, under a name that no text can write; nil for others.
func (s *Symbol) Elsewhere() *Symbol {
	if whole, suffix := s.PartOf(); whole != nil {
		if out := whole.Elsewhere(); out != nil {
			return out.Part(suffix)
		}
		return nil
	}
	if !s.Shared || s.Storage == "" {
		return nil
	}
	out := *s
	out.Name = " " + s.Storage
	return &out
}

// Elsewhere is that of a variable of the unit in one that it calls: one that it contains sees its
// own variables too.
func (u *Unit) Elsewhere(s *Symbol, in *Unit) *Symbol {
	whole, suffix := s.PartOf()
	if whole == nil {
		whole = s
	}
	seen := *whole
	if !whole.Shared && u.Contains(in) {
		seen.Storage = u.StorageOf(whole)
		seen.Shared = seen.Storage != ""
	}
	out := seen.Elsewhere()
	if out != nil && suffix != "" {
		return out.Part(suffix)
	}
	return out
}

// PartOf returns the variable that a [Symbol.Part], or a part of one, is of, and its suffix;
// nil for other variables.
func (s *Symbol) PartOf() (whole *Symbol, suffix string) {
	if IsExtent(s.Name) {
		return nil, ""
	}
	for whole = s.Array; whole != nil && whole.Array != nil; {
		whole = whole.Array
	}
	if whole == nil {
		return nil, ""
	}
	return whole, strings.TrimPrefix(s.Name, whole.Name)
}

// Whole is the variable that a [Symbol.Part] is of, and any other variable itself.
func (s *Symbol) Whole() *Symbol {
	if whole, _ := s.PartOf(); whole != nil {
		return whole
	}
	return s
}

// DummyPart returns the dummy of a derived type that a variable of the unit is a component
// of, and the rest of its name, "%dims"; nil for others.
func (u *Unit) DummyPart(s *Symbol) (dummy *Symbol, suffix string) {
	whole, rest, component := strings.Cut(s.Name, "%")
	if !component || s.Storage != "" {
		return nil, ""
	}
	if d := u.Lookup(whole); d != nil && d.Dummy {
		return d, "%" + rest
	}
	return nil, ""
}
