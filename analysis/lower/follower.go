package lower

import (
	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// Follower is an array that is aligned with a dummy which no directive distributes:
// where its elements lie is known once a call gives the dummy a mapping.
type Follower struct {
	Sym, With *program.Symbol

	at   source.Span // of its ALIGN directive
	dims []placement // one per dimension of With
}

// Places tells where the elements lie along each dimension of With: Kind, Dim, Scale and
// Offset.
func (f *Follower) Places() []mapping.Axis {
	var out []mapping.Axis
	for _, p := range f.dims {
		out = append(out, mapping.Axis{Kind: p.kind, Dim: p.dim, Scale: p.scale, Offset: p.offset})
	}
	return out
}

// follower records an array at the end of whose alignments a dummy stands.
func (m *mapper) follower(o *object) {
	if with := o.root.sym; o != o.root && with != nil && with.Dummy {
		m.out.Followers = append(m.out.Followers, Follower{o.sym, with, o.align.at, o.rooted})
	}
}

// Inherit maps a dummy as its actual argument, and with it what is aligned with it.
// The mapping's expressions are in u's arena.
func (u *Unit) Inherit(dummy *program.Symbol, l mapping.Layout) {
	u.Layouts[dummy] = l
	for _, f := range u.Followers {
		if f.With == dummy {
			u.Layouts[f.Sym] = u.aligned(f, l)
		}
	}
}

// aligned returns the mapping of an array that is aligned with one mapped as l.
func (u *Unit) aligned(f Follower, l mapping.Layout) mapping.Layout {
	out := mapping.Layout{Grid: l.Grid, At: f.at}
	for _, x := range l.Axes {
		if x.Kind == mapping.Aligned {
			p := compose(u.Arena, placement{x.Kind, x.Dim, x.Scale, x.Offset}, f.dims)
			x.Kind, x.Dim, x.Scale, x.Offset = p.kind, p.dim, p.scale, p.offset
		}
		out.Axes = append(out.Axes, x)
	}
	return out
}
