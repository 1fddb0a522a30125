package interpret

import (
	"slices"

	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/symbolic"
	"github.com/parlens/parlens/costmodel/memory"
)

// step is how far the reference goes with each iteration of a loop.
func (s *streams) step(x *comm.Access, l *comm.Loop) memory.Step {
	for d, sub := range x.Subs {
		switch {
		case sub.Irregular && sub.Offset != 0:
			if n, known := s.growth(sub.Offset, l); !known || n != 0 {
				return s.together(x, d, l)
			}
		case sub.Irregular:
			return memory.Step{}
		case sub.Loop == l:
			scale := max(sub.Scale, -sub.Scale)
			if distance := s.distance(x, d); distance != 0 && scale > 0 {
				return memory.Step{Bytes: s.i.a.Mul(s.i.a.Int(scale), distance)}
			}
			return memory.Step{}
		case s.i.mentions(sub.Offset, l):
			return s.moved(x, d, sub.Offset, l)
		}
	}
	for d, sub := range x.Subs {
		if in := sub.Loop; in != nil && in != l && !sub.Irregular && s.i.mentions(in.Lo, l) && s.i.mentions(in.Hi, l) {
			return s.moved(x, d, in.Lo, l)
		}
	}
	return memory.Step{Idle: true}
}

// moved is how far a loop moves what another one runs along in dimension d: by how much an
// expression grows. Runs whose first place nothing foretells (the rows of a sparse matrix)
// follow one another.
func (s *streams) moved(x *comm.Access, d int, by symbolic.Expr, l *comm.Loop) memory.Step {
	a, distance := s.i.a, s.distance(x, d)
	if distance == 0 {
		return memory.Step{}
	}
	along := 0
	if in := x.Subs[d].Loop; in != nil {
		along = slices.Index(s.loops, in) + 1
	}
	n, known := s.growth(by, l)
	switch {
	case known && n == 0:
		return memory.Step{Idle: true}
	case known:
		return memory.Step{Bytes: a.Mul(a.Int(max(n, -n)), distance), Along: along}
	case by == x.Subs[d].Offset || along == 0:
		return memory.Step{}
	}
	return memory.Step{Bytes: a.Mul(s.trips[along-1], distance), Along: along}
}

// growth is by how much an expression grows with each iteration of a loop.
func (s *streams) growth(e symbolic.Expr, l *comm.Loop) (int64, bool) {
	return s.i.a.ConstInt(s.grows(e, l))
}

func (s *streams) grows(e symbolic.Expr, l *comm.Loop) symbolic.Expr {
	a := s.i.a
	next := a.Subst(e, map[string]symbolic.Expr{l.Name: a.Add(a.Sym(l.Name, symbolic.Index), a.Int(1))})
	return a.Sub(next, e)
}

// together is how far one of several loops moves a subscript that follows all of them:
// x(i+j), or that goes in steps that are not constant. The innermost of them runs along the
// dimension.
func (s *streams) together(x *comm.Access, d int, l *comm.Loop) memory.Step {
	a, distance := s.i.a, s.distance(x, d)
	n := s.grows(x.Subs[d].Offset, l)
	if distance == 0 || s.i.mentions(n, l) {
		return memory.Step{}
	}
	if n = s.halfway(n); !s.known(n) {
		n = a.Int(1) // the least, as the step has no value here
	}
	step := memory.Step{Bytes: a.Mul(a.Max(n, a.Neg(n)), distance)}
	for at, in := range s.loops {
		if in == l {
			break
		}
		if by := s.grows(x.Subs[d].Offset, in); !s.i.mentions(by, in) && by != a.Int(0) {
			step.Along = at + 1
			break
		}
	}
	return step
}

// halfway gives the indices of the loops in a step the middle of their ranges.
func (s *streams) halfway(n symbolic.Expr) symbolic.Expr {
	a := s.i.a
	for _, l := range s.loops {
		if s.i.mentions(n, l) {
			n = a.Subst(n, map[string]symbolic.Expr{l.Name: a.FloorDiv(a.Add(l.Lo, l.Hi), a.Int(2))})
		}
	}
	return n
}

// distance is the bytes between elements whose subscripts of dimension d differ
// by one; 0 where the extents before it are not among the sizes that the loops
// depend on.
func (s *streams) distance(x *comm.Access, d int) symbolic.Expr {
	a := s.i.a
	bytes := a.Int(int64(x.Sym.Bytes))
	for before := range d {
		extent := s.i.extent(x.Sym, before)
		if !s.known(extent) {
			return 0
		}
		bytes = a.Mul(bytes, extent)
	}
	return bytes
}

// known reports whether an extent has a value wherever the loops have: it must
// not make another name matter.
func (s *streams) known(extent symbolic.Expr) bool {
	if extent == 0 {
		return false
	}
	if _, undefined := s.i.a.IsUndefined(extent); undefined {
		return false
	}
	if s.names == nil {
		s.names = s.i.a.Free(append(slices.Clone(s.trips), s.i.sizes()...)...)
	}
	for _, name := range s.i.a.Free(extent) {
		if !slices.Contains(s.names, name) {
			return false
		}
	}
	return true
}
