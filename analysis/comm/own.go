package comm

import (
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/symbolic"
)

// Own is the value of a scalar on each processor, where the program computes it
// from the processor's number or the number of processors.
type Own map[*program.Symbol]symbolic.Expr

// Named returns the value of the variable with a name, 0 without one.
func (o Own) Named(name string) symbolic.Expr {
	for s, v := range o {
		if s.Name == name {
			return v
		}
	}
	return 0
}

// Told returns the variables that a call of a procedure gives the number of the
// process, or the number of processes.
func (b *Builder) Told(u *program.Unit, s *program.CallStmt) map[*program.Symbol]program.MessageOp {
	if b.Procedures == nil {
		return nil
	}
	p, _ := b.Procedures(s.Name)
	if p == nil || len(p.Tells) == 0 {
		return nil
	}
	out := map[*program.Symbol]program.MessageOp{}
	for i, a := range s.Args {
		dummy := dummyOf(p.Unit, a.Keyword, i)
		if r, ok := a.Value.(*program.Ref); ok && dummy != nil && r.Sym.Rank() == 0 && p.Tells[dummy.Name] != program.NoMessage {
			out[r.Sym] = p.Tells[dummy.Name]
		}
	}
	for _, theirs := range p.Unit.Symbols {
		if op := p.Tells[theirs.Name]; theirs.Shared && op != program.NoMessage {
			if ours := u.Lookup(theirs.Name); ours != nil && !ours.Dummy {
				out[ours] = op
			}
		}
	}
	return out
}

// Number is the processor's number, from 0.
func (b *Builder) Number() symbolic.Expr { return b.number() }

// Size is the number of processors.
func (b *Builder) Size() symbolic.Expr { return b.size() }

// own adds what the names of processor numbers stand for.
func (b *Builder) own(with map[string]symbolic.Expr) map[string]symbolic.Expr {
	if b.Own == nil {
		return with
	}
	for s, v := range b.Own {
		if _, index := with[s.Name]; !index {
			with[s.Name] = v
		}
	}
	with["mpi_proc_null"] = b.A.Int(-1)
	with["this_image()"] = b.A.Add(b.number(), b.A.Int(1))
	with["num_images()"] = b.size()
	return with
}

// At returns a value as it is on the processor with a number.
func (b *Builder) At(v, number symbolic.Expr) symbolic.Expr {
	with := map[string]symbolic.Expr{}
	for _, s := range b.A.Free(b.Coords[0]) {
		with[s.Name] = number
	}
	return b.A.Subst(v, with)
}

// DependsOnProcessor reports whether a value may differ between processors or
// with their number.
func (b *Builder) DependsOnProcessor(e symbolic.Expr) bool {
	names := map[string]bool{}
	for _, x := range append(b.Coords[:len(b.Coords):len(b.Coords)], b.size()) {
		for _, s := range b.A.Free(x) {
			names[s.Name] = true
		}
	}
	return b.mentionsAny(e, names)
}

// DiffersByProcessor reports whether a value mentions the processor's number.
func (b *Builder) DiffersByProcessor(e symbolic.Expr) bool {
	names := map[string]bool{}
	for _, x := range b.Coords {
		for _, s := range b.A.Free(x) {
			names[s.Name] = true
		}
	}
	return b.mentionsAny(e, names)
}
