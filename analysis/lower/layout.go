package lower

import (
	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/symbolic"
)

// layouts composes alignments with distributions: every mapped array gets one
// axis per grid dimension.
func (m *mapper) layouts() {
	for _, o := range m.order {
		if o.sym == nil {
			continue
		}
		if !m.follow(o) {
			continue
		}
		if o.root.dist == nil {
			m.follower(o)
			continue
		}
		m.out.Layouts[o.sym] = m.layout(o)
		m.out.Chains[o.sym] = m.chain(o)
		m.listArray(o.root, o.sym)
	}
}

// follow finds the object at the end of o's alignments, which is not aligned
// itself, and how its dimensions depend on those of o.
func (m *mapper) follow(o *object) bool {
	switch {
	case o.state != fresh:
		return o.state == done
	case o.align == nil:
		o.root, o.rooted, o.state = o, m.identity(o), done
		return true
	}
	o.state = following
	target := o.align.target
	if !m.follow(target) {
		o.state = cyclic
		m.complain(o.align.directive, o.align.where, source.Error, "align-cycle", "%s is aligned to itself through other arrays", o.name)
		return false
	}
	o.root, o.state = target.root, done
	o.rooted = make([]placement, len(target.rooted))
	for i, p := range target.rooted {
		o.rooted[i] = compose(m.out.Arena, p, o.align.dims)
	}
	return true
}

func (m *mapper) identity(o *object) []placement {
	dims := make([]placement, len(o.dims))
	for i := range dims {
		dims[i] = placement{mapping.Aligned, i, 1, m.out.Arena.Int(0)}
	}
	return dims
}

// compose substitutes inner (dimensions of the target in terms of the aligned
// object) into p (a dimension of the root in terms of the target).
func compose(a *symbolic.Arena, p placement, inner []placement) placement {
	if p.kind != mapping.Aligned {
		return p
	}
	q := inner[p.dim]
	if q.kind == mapping.Replicated {
		return q
	}
	q.offset = a.Add(a.Mul(a.Int(p.scale), q.offset), p.offset)
	q.scale *= p.scale
	return q
}

// layout turns the placements on the distributed dimensions of the root into
// axes.
func (m *mapper) layout(o *object) mapping.Layout {
	root, dims := o.root, o.rooted
	out := mapping.Layout{Grid: root.dist.grid, At: root.dist.at}
	if o.align != nil {
		out.At = o.align.at
	}
	if out.Grid == nil {
		return m.everywhere(out)
	}
	out.Axes = make([]mapping.Axis, out.Grid.Rank())
	for g, p := range root.dist.parts {
		if p.one {
			out.Axes[g] = p.alone(m.out.Arena)
		}
	}
	dealt := root.dist.dealt()
	for i, f := range root.dist.formats {
		if f.Kind == mapping.Collapsed {
			continue
		}
		p, g := dims[i], dealt[0]
		dealt, out.Axes[g] = dealt[1:], mapping.Axis{
			Kind: p.kind, Dim: p.dim, Scale: p.scale, Offset: p.offset,
			Lower: root.dims[i].lower, Extent: root.dims[i].extent, Format: f,
		}
		switch taken := root.dist.part(g); {
		case taken == part{}:
		case p.kind == mapping.Replicated:
			m.copiesEverywhere(o)
		default:
			out.Axes[g] = taken.on(m.out.Arena, out.Axes[g])
		}
	}
	return out
}

// everywhere returns the layout of what every processor has, on the unit's first
// arrangement.
func (m *mapper) everywhere(l mapping.Layout) mapping.Layout {
	l.Grid = m.out.Grid
	if l.Grid == nil {
		l.Grid = m.gridOf(m.implied(1))
	}
	l.Axes = make([]mapping.Axis, l.Grid.Rank())
	return l
}

// listArray adds an array to the directive that distributes its root.
func (m *mapper) listArray(root *object, sym *program.Symbol) {
	for i := range m.out.Directives {
		if d := &m.out.Directives[i]; d.Target == root.name {
			d.Arrays = append(d.Arrays, sym)
		}
	}
}
