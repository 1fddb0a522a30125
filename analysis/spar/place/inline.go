package place

import "github.com/parlens/parlens/analysis/symbolic"

// Inlined are the steps of a method that m calls, with the arguments put in, in
// the arena of m; false for a method with loops, branches or calls of its own.
func (p *Program) Inlined(m *Method, c *Call) ([]Step, bool) {
	to := p.Method(c.Model)
	s := &inlining{to: m, from: to, with: map[string]symbolic.Expr{}, here: c.At}
	for i, name := range to.Params {
		s.with[name] = c.Args[i]
	}
	return s.steps(to.Body)
}

// inlining puts the body of one method into another.
type inlining struct {
	to, from *Method
	with     map[string]symbolic.Expr // the parameters, in the arena of to
	here     Owner
}

func (in *inlining) put(e symbolic.Expr) symbolic.Expr {
	if e == 0 {
		return 0
	}
	return in.to.Arena.Subst(in.to.Arena.Import(in.from.Arena, e), in.with)
}

func (in *inlining) place(o Owner) Owner {
	if o.Here {
		return in.here
	}
	for i, g := range in.from.Grids {
		if g == o.Grid {
			o.Grid = in.to.Grids[i]
		}
	}
	coords := make([]Coord, len(o.Coords))
	for i, c := range o.Coords {
		coords[i] = Coord{c.Kind, in.put(c.E)}
	}
	o.Coords = coords
	return o
}

func (in *inlining) steps(steps []Step) ([]Step, bool) {
	var out []Step
	for _, s := range steps {
		switch s := s.(type) {
		case *Statement:
			inner, ok := in.steps(s.Steps)
			if !ok {
				return nil, false
			}
			g := *s
			g.Steps, g.On = inner, in.place(s.On)
			out = append(out, &g)
		case *Op:
			x := *s
			x.At, x.Size = in.place(s.At), in.put(s.Size)
			out = append(out, &x)
		case *Move:
			x := *s
			x.To, x.From, x.Stride = in.place(s.To), in.place(s.From), in.put(s.Stride)
			out = append(out, &x)
		default:
			return nil, false
		}
	}
	return out, true
}
