package machines

import "strings"

// Kept lists the times of a machine that are still those of another one, by their
// paths: what was copied and neither measured nor changed since. What was measured is
// never listed.
func (m *Machine) Kept(from *Machine) []string {
	var out []string
	if m.Array != nil || from.Array != nil {
		return nil
	}
	for _, name := range m.Names() {
		n, _ := m.Number(name)
		other, ok := from.Number(name)
		if ok && strings.HasSuffix(name, "_s") && n.Value != 0 && n.Value == other.Value && n.Provenance != Measured {
			out = append(out, name)
		}
	}
	return out
}
