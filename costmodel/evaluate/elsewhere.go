package evaluate

import (
	"slices"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/lower"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/report"
)

// elsewhere finds the declarations of the arrays that the unit takes over
// mapped from a host or a module, perhaps of another file. That is no part of
// what is remembered of the unit, since it depends on other texts.
func elsewhere(u *report.Unit, snap *workspace.Snapshot, f *workspace.File, of *lower.Unit) {
	if !slices.ContainsFunc(u.Mappings, func(m report.Mapping) bool { return m.Line == 0 }) {
		return
	}
	units := snap.Syntax(f).Units
	i := slices.IndexFunc(units, func(x *fortran.Unit) bool { return x.Start == of.Start && x.Name == of.Name })
	for k := range u.Mappings {
		m := &u.Mappings[k]
		if i < 0 || m.Line > 0 {
			continue
		}
		file, line := snap.Declared(f, units[i], m.Array)
		if m.Line = line; file.Path != f.Path && line > 0 {
			m.File = file.Path
		}
	}
}
