package program

import "slices"

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

// handsOn ends the reading: of the dummies that calls get those are left which nothing else
// changes. They are none of [Effects.Kept], which knows no other procedure.
func (e *effects) handsOn() {
	for _, x := range e.given {
		if e.Kept[x.Dummy] {
			e.HandedOn = append(e.HandedOn, x)
		}
	}
	for _, x := range e.given {
		e.changes(e.unit.Lookup(x.Dummy))
	}
}

// KeptBy returns the dummies that a unit never changes, where keeps tells whether the procedures that
// it calls change what they get.
func (e *Effects) KeptBy(keeps func(HandedOn) bool) []string {
	var out []string
	for name := range e.Kept {
		out = append(out, name)
	}
	for _, x := range e.HandedOn {
		others := slices.ContainsFunc(e.HandedOn, func(y HandedOn) bool { return y.Dummy == x.Dummy && !keeps(y) })
		if !others && !slices.Contains(out, x.Dummy) {
			out = append(out, x.Dummy)
		}
	}
	slices.Sort(out)
	return out
}
