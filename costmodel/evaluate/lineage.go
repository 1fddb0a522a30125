package evaluate

import (
	"maps"
	"slices"

	"github.com/parlens/parlens/analysis/memo"
	"github.com/parlens/parlens/analysis/program"
)

// lineage names a procedure with all that it calls, directly or not: equal ones
// are the same one.
type lineage struct {
	unit  *program.Unit
	lines int
	sees  string
	calls *lineages
}

type lineages struct {
	first *lineage
	rest  *lineages
}

func (l lineages) itself() *lineages { return &l }

func (l lineage) itself() *lineage { return &l }

// lineage returns the procedure's, remembered by what it is made of.
func (p *procedure) lineage(known *memo.Table) *lineage {
	if p.from == nil {
		one := lineage{unit: p.unit.Unit, lines: p.lines, sees: p.sees()}
		for _, name := range slices.Sorted(maps.Keys(p.calls)) {
			if !p.circular[name] {
				next := lineages{p.calls[name].lineage(known), one.calls}
				one.calls = memo.Get(known, next, lineages.itself)
			}
		}
		p.from = memo.Get(known, one, lineage.itself)
	}
	return p.from
}
