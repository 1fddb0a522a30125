package evaluate

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/report"
)

// outside finds a procedure that no module provides in another file: in the nearest
// one that has it, open or not. Those that stand beside a main program belong to that
// one; a file without a main program may belong to it too where nobody else has the
// name. Where several files are as near, the first one is taken, and rivals are the
// others.
func (p *procedures) outside(f *workspace.File, name string) (file *workspace.File, at int, rivals []string) {
	at = -1
	mayShare, near := !p.holdsMain(f), 0
	for _, candidate := range p.snap.Procedures(f, name) {
		i := p.indexOf(candidate.File, nil, name)
		switch {
		case i < 0 || file != nil && candidate.Near < near:
			continue
		case p.holdsMain(candidate.File):
			if mayShare && file == nil {
				file, at, near = candidate.File, i, -1
			}
			continue
		case file == nil || near < 0:
			file, at, near = candidate.File, i, candidate.Near
		default:
			rivals = append(rivals, candidate.Path)
		}
	}
	return file, at, rivals
}

func (p *procedures) holdsMain(f *workspace.File) bool {
	return slices.ContainsFunc(p.snap.Syntax(f).Units, func(u *fortran.Unit) bool { return u.Kind == program.Main })
}

// chosen notes the procedures that a unit calls of which several files have one.
func chosen(u *report.Unit, procs *procedures, f *workspace.File, of *procedure) {
	for _, name := range slices.Sorted(maps.Keys(of.calls)) {
		if of.calls[name].of == f {
			continue
		}
		file, i, rivals := procs.outside(f, name)
		if len(rivals) == 0 || file.Path != of.calls[name].file || i != of.calls[name].at {
			continue
		}
		for k := range rivals {
			rivals[k] = filepath.Base(rivals[k])
		}
		u.Assumptions = append(slices.Clip(u.Assumptions), report.Assumption{
			Name: name, Value: filepath.Base(file.Path), Provenance: report.Assumed,
			Source: fmt.Sprintf("assumed: there is one of this name in %s too", strings.Join(rivals, " and ")),
		})
	}
}
