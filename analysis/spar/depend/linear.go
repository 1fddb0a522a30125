package depend

import (
	"fmt"
	"slices"

	"github.com/parlens/parlens/analysis/spar"
)

// subs are the subscripts of an element as forms.
func (s *scan) subs(x *spar.Index) []form {
	var out []form
	switch {
	case x.Vector:
		parts, _ := s.components(x.Subs[0])
		out = slices.Clone(parts)
	default:
		for _, y := range x.Subs {
			out = append(out, s.form(y))
		}
	}
	if s.rough > 0 {
		for i := range out {
			out[i] = form{}
		}
	}
	return out
}

// form is the value of a subscript.
func (s *scan) form(x spar.Expr) form {
	switch x := x.(type) {
	case *spar.Literal, nil:
		return s.program.literal(x, s.class, 0)
	case *spar.Marked:
		return s.form(x.X)
	case *spar.Cast:
		return s.form(x.X)
	case *spar.Name, *spar.Select:
		if m, _, subs := s.path(x); m != nil && len(subs) == 0 && len(m.subs) == 0 {
			return m.value
		}
	case *spar.Index:
		if v, ok := x.X.(*spar.Name); ok && len(x.Subs) == 1 {
			k := s.form(x.Subs[0])
			if m := s.names.find(v.Name); m != nil && m.vector != nil && k.isConstant() && 0 <= k.c && k.c < vectorParts {
				return m.vector[k.c]
			}
		}
	case *spar.Unary:
		if x.Op == "-" {
			return constant(0).plus(s.form(x.X), -1)
		}
	case *spar.Binary:
		return s.binary(x)
	}
	return form{}
}

func (s *scan) binary(x *spar.Binary) form {
	l, r := s.form(x.X), s.form(x.Y)
	switch x.Op {
	case "+":
		return l.plus(r, 1)
	case "-":
		return l.plus(r, -1)
	case "*":
		return l.times(r)
	case "/":
		if l.isConstant() && r.isConstant() && r.c != 0 {
			return constant(l.c / r.c)
		}
	case "%": // l less a multiple of r
		if l.known && r.isConstant() && r.c != 0 {
			q := fmt.Sprintf("quotient of %v+%d by %d", l.coef, l.c, r.c)
			s.moving[q], s.made[q] = true, []string{}
			for name := range l.coef {
				if of, quotient := s.made[name]; quotient {
					s.made[q] = append(s.made[q], of...)
				} else if s.moving[name] {
					s.made[q] = append(s.made[q], name)
				}
			}
			return l.plus(atom(q), -r.c)
		}
	}
	return form{}
}

// components are those of a vector: an iterator, a tuple, their sums with
// numbers. ok is false for what is no vector.
func (s *scan) components(x spar.Expr) (out []form, ok bool) {
	switch x := x.(type) {
	case *spar.Tuple:
		for _, item := range x.Items {
			out = append(out, s.form(item))
		}
		for len(out) < vectorParts {
			out = append(out, constant(0))
		}
		return out, true
	case *spar.Name:
		if m := s.names.find(x.Name); m != nil && m.vector != nil {
			return m.vector, true
		}
		if list := s.constants(x.Name); list != nil {
			return list, true
		}
		m := s.named(x.Name)
		return make([]form, vectorParts), m != nil && s.tuple(x.Name)
	case *spar.Select:
		return make([]form, vectorParts), false
	case *spar.Call:
		f, sized := x.Fun.(*spar.Select)
		return make([]form, vectorParts), sized && f.Name == "getSize" && len(x.Args) == 0
	case *spar.Binary:
		k := 0
		switch x.Op {
		case "+":
			k = 1
		case "-":
			k = -1
		default:
			return nil, false
		}
		l, isLeft := s.components(x.X)
		r, isRight := s.components(x.Y)
		if !isLeft && !isRight {
			return nil, false
		}
		if !isLeft {
			l = slices.Repeat([]form{s.form(x.X)}, vectorParts)
		}
		if !isRight {
			r = slices.Repeat([]form{s.form(x.Y)}, vectorParts)
		}
		for i := range min(len(l), len(r)) {
			out = append(out, l[i].plus(r[i], k))
		}
		return out, true
	}
	return nil, false
}

// constants are the components of a vector of the class that nothing changes.
func (s *scan) constants(name string) []form {
	c := s.program.classes[s.class]
	if c == nil || c.fields[name] == nil || s.names.find(name) != nil || !c.fields[name].member.Has("final") {
		return nil
	}
	t, ok := c.fields[name].d.Init.(*spar.Tuple)
	if !ok {
		return nil
	}
	out := make([]form, max(vectorParts, len(t.Items)))
	for k := range out {
		if out[k] = constant(0); k < len(t.Items) {
			out[k] = s.program.literal(t.Items[k], s.class, 0)
		}
	}
	return out
}

// length is how many components of a vector are known, at most vectorParts.
func (s *scan) length(x spar.Expr) int {
	n := vectorParts
	spar.WalkExpr(x, func(y spar.Expr) {
		switch y := y.(type) {
		case *spar.Tuple:
			n = min(n, len(y.Items))
		case *spar.Name:
			if c := s.program.classes[s.class]; c != nil && c.fields[y.Name] != nil {
				if t, ok := c.fields[y.Name].d.Init.(*spar.Tuple); ok {
					n = min(n, len(t.Items))
				}
			}
		}
	})
	return n
}

// tuple tells whether a variable of the class is a tuple.
func (s *scan) tuple(name string) bool {
	c := s.program.classes[s.class]
	if c == nil || c.fields[name] == nil {
		return false
	}
	t := c.fields[name].d.Type
	return t != nil && len(t.Dims) == 0 && len(t.Tuple) > 0
}
