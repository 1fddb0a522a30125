package evaluate

import (
	"slices"

	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/workspace"
)

// mostRoots bounds the programs that are looked through for calls of a procedure.
const mostRoots = 16

// roots returns the units that come to a procedure by their calls and that nothing
// calls: those of its own file, and where none of them is a program, the programs of
// other files, or of one of them only.
func (p *procedures) roots(f *workspace.File, at int, only string) []*procedure {
	var out []*procedure
	above := p.above(f, at)
	found := false
	for i, u := range p.units(f) {
		if i == at || u.Kind == program.Module || u.Kind == program.BlockData {
			continue
		}
		if x := p.procedure(f, i); above[x] && (u.Kind == program.Main || !p.calledIn(f)[x]) {
			out = append(out, x)
			found = found || u.Kind == program.Main
		}
	}
	if found {
		return slices.DeleteFunc(out, func(x *procedure) bool { return x.unit.Kind != program.Main })
	}
	unit := p.units(f)[at].Unit
	reaching := func(x *procedure) bool { return x.unit.Unit != unit && reaches(x, unit, map[*procedure]bool{}) }
	var programs []*procedure
	for _, other := range p.snap.ProgramsOver(f) {
		if only != "" && other.Path != only {
			continue
		}
		for i, u := range p.units(other) {
			if u.Kind == program.Main && len(programs) < mostRoots {
				if x := p.procedure(other, i); reaching(x) {
					programs = append(programs, x)
				}
			}
		}
	}
	if len(programs) > 0 {
		return programs
	}
	return out
}

// above returns the procedures that come to a unit of a file by their calls, of those
// that the file comes to.
func (p *procedures) above(f *workspace.File, at int) map[*procedure]bool {
	from := p.callersFrom(f)
	out := map[*procedure]bool{}
	var walk func(*procedure)
	walk = func(x *procedure) {
		for _, caller := range from[x] {
			if !out[caller] {
				out[caller] = true
				walk(caller)
			}
		}
	}
	walk(p.procedure(f, at))
	return out
}

// callersFrom returns who calls each procedure that a file comes to.
func (p *procedures) callersFrom(f *workspace.File) map[*procedure][]*procedure {
	if p.callers[f] != nil {
		return p.callers[f]
	}
	out, seen := map[*procedure][]*procedure{}, map[*procedure]bool{}
	var walk func(*procedure)
	walk = func(x *procedure) {
		if seen[x] {
			return
		}
		seen[x] = true
		for _, called := range x.calls {
			out[called] = append(out[called], x)
			walk(called)
		}
	}
	for i := range p.units(f) {
		walk(p.procedure(f, i))
	}
	p.callers[f] = out
	return out
}

// calledIn are the procedures that another unit of a file calls.
func (p *procedures) calledIn(f *workspace.File) map[*procedure]bool {
	if p.calledBy[f] == nil {
		out := map[*procedure]bool{}
		for i := range p.units(f) {
			x := p.procedure(f, i)
			for _, called := range x.calls {
				out[called] = out[called] || called != x
			}
		}
		p.calledBy[f] = out
	}
	return p.calledBy[f]
}

// reaches reports whether a procedure comes to a unit by its calls.
func reaches(p *procedure, u *program.Unit, seen map[*procedure]bool) bool {
	if seen[p] {
		return false
	}
	seen[p] = true
	for _, c := range p.calls {
		if c.unit.Unit == u || reaches(c, u, seen) {
			return true
		}
	}
	return false
}
