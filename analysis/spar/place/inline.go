package place

import (
	"github.com/parlens/parlens/analysis/notation"
	"github.com/parlens/parlens/analysis/symbolic"
)

// Inlined are the steps of a method that m calls, with the arguments put in, in
// the arena of m; false for a method with loops, branches or calls of its own.
func (p *Program) Inlined(m *Method, c *Call) ([]Step, bool) {
	if !straight(p.Method(c.Model).Body) {
		return nil, false
	}
	return p.Expanded(m, c), true
}

// straight tells whether steps have no loops, branches or calls in them.
func straight(steps []Step) bool {
	for _, s := range steps {
		switch s := s.(type) {
		case *Statement:
			if !straight(s.Steps) {
				return false
			}
		case *Op, *Move:
		default:
			return false
		}
	}
	return true
}

// Expanded are the steps of any method that m calls, with the arguments put in, in the
// arena of m. Its iterators have names that no other method uses.
func (p *Program) Expanded(m *Method, c *Call) []Step {
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
	with     map[string]symbolic.Expr // the parameters and iterators, in the arena of to
	here     Owner
}

func (in *inlining) put(e symbolic.Expr) symbolic.Expr {
	if e == 0 {
		return 0
	}
	return in.to.Arena.ImportAs(in.from.Arena, e, in.with)
}

// putIn puts the parameters into what a pragma says, or a condition.
func (in *inlining) putIn(n notation.Node) notation.Node {
	return notation.Put(n, func(name string) notation.Node {
		if e, ok := in.with[name]; ok {
			return in.to.Arena.Tree(e)
		}
		return nil
	})
}

// symbols are those that stand in the expressions of names of the method.
func (in *inlining) symbols(names []string) []string {
	if names == nil {
		return nil
	}
	out := []string{}
	for _, name := range names {
		e, ok := in.with[name]
		if !ok {
			out = append(out, name)
			continue
		}
		free := freeIn(in.to.Arena, e)
		if free == nil {
			return nil
		}
		out = append(out, free...)
	}
	return out
}

// run is where the method does something: what all processors have, the one that the call
// hands on (paper 004, section 2.2).
func (in *inlining) run(o Owner) Owner {
	if o.IsReplicated() {
		return in.here
	}
	return in.place(o)
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

func (in *inlining) steps(steps []Step) []Step {
	var out []Step
	for _, s := range steps {
		out = append(out, in.step(s))
	}
	return out
}

func (in *inlining) all(list []symbolic.Expr) []symbolic.Expr {
	var out []symbolic.Expr
	for _, e := range list {
		out = append(out, in.put(e))
	}
	return out
}

func (in *inlining) step(s Step) Step {
	switch s := s.(type) {
	case *Statement:
		x := *s
		x.Steps, x.On = in.steps(s.Steps), in.place(s.On)
		return &x
	case *Op:
		x := *s
		x.At, x.Size = in.run(s.At), in.put(s.Size)
		return &x
	case *Move:
		x := *s
		x.To, x.From, x.Stride, x.Along, x.Most = in.place(s.To), in.place(s.From), in.put(s.Stride), in.symbols(s.Along), in.put(s.Most)
		x.Values, x.Extents, x.Of = in.all(s.Values), in.all(s.Extents), ""
		if s.Local() {
			x.To = in.run(s.To)
			x.From = x.To
		}
		return &x
	case *Call:
		x := *s
		x.At, x.Args = in.run(s.At), in.all(s.Args)
		return &x
	case *Cost:
		x := *s
		x.At, x.Time = in.run(s.At), in.putIn(s.Time)
		return &x
	case *Branch:
		x := *s
		x.Cond, x.Then, x.Else = in.putIn(s.Cond), in.steps(s.Then), in.steps(s.Else)
		if s.Test != nil {
			x.Test = &Test{s.Test.Op, in.put(s.Test.X), in.put(s.Test.Y)}
		}
		return &x
	case *Loop:
		return in.loop(s)
	}
	return s
}

// loop is a loop of the method, with an iterator that is named after both.
func (in *inlining) loop(l *Loop) *Loop {
	x := *l
	x.Lo, x.Hi, x.LoStated, x.HiStated = in.put(l.Lo), in.put(l.Hi), in.putIn(l.LoStated), in.putIn(l.HiStated)
	x.Index = l.Index + "_" + in.from.Model
	in.to.Arena.AssumeAs(x.Index, in.from.Arena, l.Index) // a power of it stays whole
	outer, had := in.with[l.Index]
	in.with[l.Index] = in.to.Arena.Sym(x.Index, symbolic.Index)
	x.Body = in.steps(l.Body)
	if delete(in.with, l.Index); had {
		in.with[l.Index] = outer
	}
	return &x
}
