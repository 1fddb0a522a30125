package lower

import (
	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/hpf"
	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/symbolic"
)

// alignment says how the dimensions of its target depend on those of the
// aligned object.
type alignment struct {
	directive
	where  source.Span // of the alignee's name, in the directive
	target *object
	dims   []placement // one per dimension of the target
}

// placement is the index of one target dimension: scale*j + offset of the
// aligned object's dimension dim (Aligned), any (Replicated), or offset
// (Fixed).
type placement struct {
	kind   mapping.AxisKind
	dim    int
	scale  int64
	offset symbolic.Expr
}

// aligner resolves one ALIGN directive.
type aligner struct {
	*mapper
	x       *hpf.Align
	d       directive
	source  *object
	target  *object
	dummies map[string]int // dimension of each dummy
	colons  []int          // source dimensions written ":"
	used    map[int]bool   // source dimensions that a target subscript depends on
}

func (m *mapper) alignTo(x *hpf.Align, d directive) {
	a := &aligner{mapper: m, x: x, d: d, dummies: map[string]int{}, used: map[int]bool{}}
	if !a.resolve() || !a.sources() || !m.once(a.source, x.Alignee, d) {
		return
	}
	dims, ok := a.targets()
	if !ok {
		return
	}
	a.order = append(a.order, a.source)
	a.source.align = &alignment{directive: d, where: x.Alignee.Span(), target: a.target, dims: dims}
	a.checkBounds(dims)
}

// resolve finds the aligned array and the target.
func (a *aligner) resolve() bool {
	name, with := a.x.Alignee.String(), a.x.Target.Parts[0].Name
	if a.hidden(a.d, name) || a.hidden(a.d, with) {
		return false
	}
	if a.source = a.array(name); a.source == nil || a.source.sym == nil {
		a.unknown(a.d, a.x.Alignee.Span(), "unknown-array", "%s is not declared as an array", name)
		return false
	}
	if a.target = a.array(with); a.target == nil {
		a.unknown(a.d, a.targetName(), "unknown-template", "%s is neither a template nor an array", with)
		return false
	}
	return !a.sequential(a.source, a.x.Alignee, a.d)
}

// targetName returns the place of the target's name, without its subscripts.
func (a *aligner) targetName() source.Span {
	p := a.x.Target.Parts[0]
	at := p.At.Span()
	return source.Span{Start: at.Start, End: min(at.End, at.Start+max(1, len(p.Name)))}
}

// sources reads the alignee's list; an omitted one is ":" in every dimension.
func (a *aligner) sources() bool {
	rank := len(a.source.dims)
	if !a.x.Listed {
		for i := range rank {
			a.colons = append(a.colons, i)
		}
		return true
	}
	if len(a.x.Source) != rank {
		a.complain(a.d, a.x.Alignee.Span(), source.Error, "wrong-rank", "%s has rank %d, but %d subscripts are given", a.source.name, rank, len(a.x.Source))
		return false
	}
	for i, arg := range a.x.Source {
		switch arg := arg.(type) {
		case *fortran.Star:
		case *fortran.Range:
			a.colons = append(a.colons, i)
		case *fortran.Designator:
			if _, twice := a.dummies[arg.Parts[0].Name]; twice {
				a.complain(a.d, arg.Span(), source.Error, "directive-syntax", "%s stands for two dimensions", arg.Parts[0].Name)
				return false
			}
			a.dummies[arg.Parts[0].Name] = i
		default:
			a.complain(a.d, arg.Span(), source.Error, "directive-syntax", "only \":\", \"*\" and names may stand here")
			return false
		}
	}
	return true
}

// targets reads the target's subscripts.
func (a *aligner) targets() ([]placement, bool) {
	p := a.x.Target.Parts[0]
	rank := len(a.target.dims)
	if !p.Called() {
		return a.whole(rank)
	}
	if len(p.Args) != rank {
		a.complain(a.d, p.ArgsAt.Span(), source.Error, "wrong-rank", "%s has rank %d, but %d subscripts are given", a.target.name, rank, len(p.Args))
		return nil, false
	}
	dims := make([]placement, rank)
	triplets := 0
	for i, arg := range p.Args {
		switch arg := arg.(type) {
		case *fortran.Star:
			dims[i].kind = mapping.Replicated
		case *fortran.Range:
			dims[i] = a.triplet(arg, i, triplets)
			triplets++
		default:
			var ok bool
			if dims[i], ok = a.subscript(arg); !ok {
				return nil, false
			}
		}
	}
	if triplets != len(a.colons) {
		a.complain(a.d, p.ArgsAt.Span(), source.Warning, "wrong-rank", "%d \":\" of %s meet %d of %s", len(a.colons), a.source.name, triplets, a.target.name)
	}
	return dims, true
}

// whole pairs the dimensions by position, lower bound with lower bound.
func (a *aligner) whole(rank int) ([]placement, bool) {
	if len(a.colons) != rank {
		a.complain(a.d, a.targetName(), source.Error, "wrong-rank", "%d dimensions of %s meet %d of %s", len(a.colons), a.source.name, rank, a.target.name)
		return nil, false
	}
	dims := make([]placement, rank)
	for i := range dims {
		dims[i] = a.triplet(&fortran.Range{}, i, i)
	}
	return dims, true
}

// triplet pairs target dimension t, written lo:hi:step, with the k-th ":" of
// the alignee: index j meets (j - lower)*step + lo. Without a partner it is
// replicated.
func (a *aligner) triplet(r *fortran.Range, t, k int) placement {
	if k >= len(a.colons) {
		return placement{kind: mapping.Replicated}
	}
	ar, dim := a.out.Arena, a.colons[k]
	lo, step := a.target.dims[t].lower, int64(1)
	if r.Lo != nil {
		lo = a.index(r.Lo)
	}
	if r.Step != nil {
		switch v, ok := a.evaluate(a.index(r.Step)); {
		case ok && v != 0:
			step = v
		case ok:
			a.complain(a.d, r.Step.Span(), source.Error, "directive-syntax", "the stride is 0")
		}
	}
	first := ar.Mul(ar.Int(step), a.source.dims[dim].lower)
	return placement{mapping.Aligned, dim, step, ar.Sub(lo, first)}
}
