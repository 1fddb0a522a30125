package program

import (
	"maps"
	"slices"
)

// HandedOn is a dummy in an argument of a CALL.
type HandedOn struct {
	Dummy              string
	Procedure, Keyword string
	Place              int // from 0
}

// gives notes that a call gets a variable, which it may change.
func (e *effects) gives(v *Symbol, to HandedOn) {
	if v.Dummy {
		to.Dummy = v.Name
		e.given = append(e.given, to)
		return
	}
	e.changes(v)
}

// handsOn ends the reading: of the dummies that calls get those are left of which nothing else
// changes all. Here they are changed by the calls: [Effects.Kept] knows no other procedure.
func (e *effects) handsOn() {
	e.Otherwise = map[string][]string{}
	for _, x := range e.given {
		parts, structure := e.Parts[x.Dummy]
		if e.Kept[x.Dummy] || structure && !slices.Contains(parts, "") {
			e.HandedOn = append(e.HandedOn, x)
			e.Otherwise[x.Dummy] = slices.Clone(parts)
		}
	}
	for _, x := range e.given {
		e.changes(e.unit.Lookup(x.Dummy))
	}
}

// ChangedBy returns the dummies that a unit never changes, and of those of a derived type the
// components that it may change, where changed tells the same of what the procedures that it calls
// get: none, some, or all ("").
func (e *Effects) ChangedBy(changed func(HandedOn) []string) (kept map[string]bool, parts map[string][]string) {
	kept, parts = maps.Clone(e.Kept), maps.Clone(e.Parts)
	all := maps.Clone(e.Otherwise)
	for _, x := range e.HandedOn {
		all[x.Dummy] = slices.Concat(all[x.Dummy], changed(x))
	}
	for dummy, list := range all {
		slices.Sort(list)
		if _, structure := parts[dummy]; structure {
			parts[dummy] = slices.Compact(list)
		}
		if len(list) == 0 {
			kept[dummy] = true
		}
	}
	return kept, parts
}
