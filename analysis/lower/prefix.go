package lower

import (
	"slices"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/hpf"
	"github.com/parlens/parlens/analysis/source"
)

// kinds are those of EXTRINSIC: the languages and models of HPF 2.0, chapters 6
// and 11.
var kinds = []string{"hpf", "hpf_local", "hpf_serial", "f77_local", "f77_serial", "f90", "f90_local", "f90_serial", "fortran", "fortran_local", "c", "c_local", "hpf_craft"}

// prefixes checks what PURE and EXTRINSIC promise of a procedure.
func (l *lowerer) prefixes() {
	h := l.unit.Heading
	if h == nil {
		return
	}
	proc, ok := h.Stmt.(*fortran.ProcedureHeading)
	if !ok {
		return
	}
	for i := range proc.Prefixes {
		switch p := &proc.Prefixes[i]; p.Word {
		case "extrinsic":
			l.extrinsic(p, h)
		}
	}
}

// extrinsic checks the kind of an EXTRINSIC procedure. One that runs on each
// processor by itself, or on one, sees no mapping (HPF 1.1, section 6).
func (l *lowerer) extrinsic(p *fortran.Prefix, h *fortran.Statement) {
	if len(p.Args) != 1 {
		return
	}
	d, ok := p.Args[0].(*fortran.Designator)
	if !ok {
		return
	}
	kind := d.Parts[0].Name
	if !slices.Contains(kinds, kind) {
		l.report(h.Place(d.Span()), source.Warning, "unknown-extrinsic", "no kind of procedure is called %s", kind)
		return
	}
	l.out.Extrinsic = kind
	if kind == "hpf" || kind == "hpf_local" || kind == "hpf_craft" {
		return
	}
	for _, x := range l.spec {
		switch x.Directive.(type) {
		case *hpf.Distribute, *hpf.Align:
			if !x.inherited {
				l.report(x.at, source.Error, "local-mapping", "a procedure of kind %s sees its own part of the data only: nothing can be mapped in it", kind)
			}
		}
	}
}
