package evaluate

import (
	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/workspace"
)

// entries returns which of the names that a unit calls, beside procedures that are known, are
// other beginnings of procedures of its file, and of which ones; nil where none is.
func (p *procedures) entries(f *workspace.File, unit *fortran.Unit, known map[string]*procedure) map[string]string {
	var out map[string]string
	for _, name := range unit.Calls {
		if known[name] != nil {
			continue
		}
		if of := p.beginnings(f)[name]; of != "" {
			if out == nil {
				out = map[string]string{}
			}
			out[name] = of
		}
	}
	return out
}

// beginnings are the ENTRYs of a file, with the procedures that they stand in.
func (p *procedures) beginnings(f *workspace.File) map[string]string {
	if p.begun[f] == nil {
		p.begun[f] = map[string]string{}
		for _, u := range p.snap.Syntax(f).Units {
			fortran.EachOwn(u.Body, func(n *fortran.Node) {
				if e, is := n.Stmt.(*fortran.Entry); is {
					p.begun[f][e.Name.String()] = u.Name
				}
			})
		}
	}
	return p.begun[f]
}
