package place

import "github.com/parlens/parlens/costmodel/symbolic"

// Inlined are the steps of a called method with the arguments put in; false
// for a method with loops, branches or calls of its own.
func (c *Call) Inlined(a *symbolic.Arena) ([]Step, bool) {
	with := map[string]symbolic.Expr{}
	for i, p := range c.Method.Params {
		with[p] = c.Args[i]
	}
	return substituted(a, c.Method.Body, with, c.At)
}

func substituted(a *symbolic.Arena, steps []Step, with map[string]symbolic.Expr, here Owner) ([]Step, bool) {
	put := func(e symbolic.Expr) symbolic.Expr {
		if e == 0 {
			return 0
		}
		return a.Subst(e, with)
	}
	place := func(o Owner) Owner {
		if o.Here {
			return here
		}
		return o.substituted(a, with)
	}
	var out []Step
	for _, s := range steps {
		switch s := s.(type) {
		case *Statement:
			inner, ok := substituted(a, s.Steps, with, here)
			if !ok {
				return nil, false
			}
			g := *s
			g.Steps, g.On = inner, place(s.On)
			out = append(out, &g)
		case *Op:
			x := *s
			x.At, x.Size = place(s.At), put(s.Size)
			out = append(out, &x)
		case *Move:
			x := *s
			x.To, x.From, x.Stride = place(s.To), place(s.From), put(s.Stride)
			out = append(out, &x)
		default:
			return nil, false
		}
	}
	return out, true
}

func (o Owner) substituted(a *symbolic.Arena, with map[string]symbolic.Expr) Owner {
	coords := make([]Coord, len(o.Coords))
	for i, c := range o.Coords {
		coords[i] = c
		if c.Kind == at {
			coords[i].E = a.Subst(c.E, with)
		}
	}
	o.Coords = coords
	return o
}
