package machines

import (
	"regexp"
	"strings"
)

// Origin says where the numbers of a machine come from, taken together.
type Origin struct {
	Numbers map[Provenance]int // how many there are of each provenance
	Where   string             // what most of the measured ones were measured on and with, "" without any
}

// spread ends the sources of numbers that parlens measure writes.
var spread = regexp.MustCompile(`; .*$`)

// Origin counts the numbers of the compute unit by their provenance.
func (m *Machine) Origin() Origin {
	out := Origin{Numbers: map[Provenance]int{}}
	where := map[string]int{}
	for _, name := range m.Names() {
		n, _ := m.Number(name)
		out.Numbers[n.Provenance]++
		if place := strings.TrimSpace(spread.ReplaceAllString(n.Source, "")); n.Provenance == Measured && place != "" {
			where[place]++
			if most := where[out.Where]; where[place] > most || where[place] == most && place < out.Where {
				out.Where = place
			}
		}
	}
	return out
}
