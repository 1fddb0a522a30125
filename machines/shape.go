package machines

import "strings"

// Machines of one shape have the same formulas: they differ in times that enter them as
// symbols and are not looked at while they are made, or only compared with each other.

// symbolic reports whether a number, by its path, enters formulas as a symbol.
func symbolic(path string) bool {
	part, _, _ := strings.Cut(path, ".")
	return strings.HasSuffix(path, "_s") && (compared(path) || part == "memory" || part == "communication" || part == "io")
}

// compared reports whether a time is compared with others of its kind: which operations of
// a processor take longer decides what stands in formulas.
func compared(path string) bool {
	part, key, _ := strings.Cut(path, ".")
	return strings.HasSuffix(key, "_s") && (part == "processing" || part == "library") || hit(path)
}

// hit reports whether a time is that of a load or store that hits. It is compared with
// those of library functions only, to name what binds a loop, and to tell transfers where
// these are added up.
func hit(path string) bool { return path == "memory.fetch_hit_s" || path == "memory.store_hit_s" }

// Shape is the machine that stands for all of its shape.
func (m *Machine) Shape() *Machine {
	if m.shape != nil {
		return m.shape
	}
	return m
}

// Shaping returns the changes that make other formulas. What was measured of collective
// operations goes with any change of the network: where there is some, changes of the same
// numbers that leave them as they are take the place of the others. Formulas of totals
// name nothing.
func (m *Machine) Shaping(changes []Change, totals bool) []Change {
	if m.Compute == nil || m.Array != nil {
		return changes // it can have none
	}
	var out []Change
	for _, c := range changes {
		switch on, _, err := m.change(c); {
		case err != nil || !m.sameFormulas(on, totals):
			out = append(out, c)
		case m.Compute.Communication != nil && len(m.Compute.Communication.Measured) > 0:
			out = append(out, c.none())
		}
	}
	return out
}

// none is a change of the same numbers that leaves them as they are.
func (c Change) none() Change {
	if variables[c.Name].load {
		return Change{Name: c.Name}
	}
	return Change{Name: c.Name, Value: 1, Relative: true}
}

// sameFormulas reports whether a change leaves formulas as they are: all numbers that it
// acts on enter them as symbols, and of those that are compared it acts on all, by the
// same factor, or on none.
func (m *Machine) sameFormulas(on func(path string) bool, totals bool) bool {
	some, all := false, true
	unnamed := totals && m.Composition != "transfers-added"
	for _, name := range m.Names() {
		switch {
		case compared(name) && !(unnamed && hit(name)):
			some, all = some || on(name), all && on(name)
		case on(name) && !symbolic(name):
			return false
		}
	}
	return all || !some
}

// As returns the machine as one of the shape of another, unless only one of them has some
// time: terms that take none are left out.
func (m *Machine) As(shape *Machine) *Machine {
	for _, name := range m.Names() {
		a, _ := m.Number(name)
		if b, _ := shape.Number(name); (a.Value == 0) != (b.Value == 0) {
			return m
		}
	}
	out := *m
	out.shape = shape.Shape()
	return &out
}
