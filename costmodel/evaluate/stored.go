package evaluate

import (
	"slices"

	"github.com/parlens/parlens/analysis/program"
)

// stored is the storage of the shared variables that a procedure, or what it calls, may
// change, and whether the order of its calls matters besides.
type stored struct {
	shared []string // sorted
	any    bool     // not only these

	stateful bool // the order of its calls matters, see [program.Effects]
}

// storesOf finds what the procedures of a strongly connected component may change:
// they have all of it in common. What is below them is known.
func storesOf(component []*procedure) {
	var all stored
	for _, p := range component {
		all.add(p, component)
	}
	slices.Sort(all.shared)
	all.shared = slices.Compact(all.shared)
	for _, p := range component {
		p.stored = all
	}
}

func (all *stored) add(p *procedure, component []*procedure) {
	own := p.unit.Effects()
	all.shared = append(all.shared, own.Stored.Shared...)
	all.any = all.any || own.Stored.Any
	all.stateful = all.stateful || own.Stateful
	for _, name := range own.Procedures {
		switch inner := p.calls[name]; {
		case inner == nil:
			all.any = all.any || !program.OfRuntime(name)
			all.stateful = true
		case !slices.Contains(component, inner):
			all.any = all.any || inner.stored.any
			all.stateful = all.stateful || inner.stored.stateful
			all.shared = append(all.shared, inner.stored.shared...)
		}
	}
	for _, x := range own.Stored.Passed {
		if inner := p.calls[x.Procedure]; inner != nil && !slices.Contains(component, inner) {
			if d := inner.unit.DummyOf(x.Keyword, x.Place); d != nil && inner.shown.Keeps(d) {
				continue
			}
		}
		all.shared = append(all.shared, x.Storage...)
	}
}
