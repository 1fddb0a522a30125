package depend

import (
	"fmt"
	"slices"

	"github.com/parlens/parlens/analysis/spar"
)

// read goes through an expression that is evaluated.
func (s *scan) read(x spar.Expr) {
	switch x := x.(type) {
	case nil:
	case *spar.Assign:
		s.assign(x.X, x.Op, x.Y, x.At())
	case *spar.Unary:
		if x.Op == "++" || x.Op == "--" {
			s.assign(x.X, "+=", nil, x.At())
			return
		}
		s.read(x.X)
	case *spar.Name, *spar.Index, *spar.Select:
		s.visit(x, false)
	case *spar.Call:
		s.call(x)
	case *spar.Choice:
		s.read(x.Cond)
		s.perhaps(func() { s.read(x.Then) })
		s.perhaps(func() { s.read(x.Else) })
	default:
		for _, y := range spar.Operands(x) {
			s.read(y)
		}
	}
}

// assign is an assignment of y to x, combined with what x has by an operator.
func (s *scan) assign(x spar.Expr, op string, y spar.Expr, at place) {
	if t, ok := x.(*spar.Tuple); ok {
		s.read(y)
		for _, item := range t.Items {
			s.assign(item, "=", nil, at)
		}
		return
	}
	if m, ok := x.(*spar.Marked); ok {
		s.assign(m.X, op, y, at)
		return
	}
	if key, name := s.scalar(x); key != "" {
		if with, rest, ok := combines(x, op, y); ok && !s.assigned[key] {
			s.read(rest)
			s.shown[key] = name
			s.combined[key] = append(s.combined[key], with)
			return
		}
	}
	s.read(y)
	if op != "=" {
		s.visit(x, false)
	}
	s.visit(x, true)
}

// associative are the operators that combine values in any order.
var associative = map[string]string{"+": "+", "-": "+", "*": "*", "&": "&", "|": "|", "^": "^", "&&": "&&", "||": "||"}

// combines tells whether an assignment combines x with a value: x += e, x = x + e,
// x = max(x, e).
func combines(x spar.Expr, op string, y spar.Expr) (with string, rest spar.Expr, ok bool) {
	if op != "=" {
		with = associative[op[:len(op)-1]]
		return with, y, with != "" && !mentions(y, x)
	}
	switch y := y.(type) {
	case *spar.Binary:
		with = associative[y.Op]
		switch {
		case with == "":
		case spar.Text(y.X) == spar.Text(x) && !mentions(y.Y, x):
			return with, y.Y, true
		case spar.Text(y.Y) == spar.Text(x) && !mentions(y.X, x) && y.Op != "-":
			return with, y.X, true
		case with == "+" || with == "*": // x + a + b
			if inner, rest, ok := combines(x, op, y.X); ok && inner == with && !mentions(y.Y, x) {
				return with, &spar.Binary{Op: y.Op, X: rest, Y: y.Y}, true
			}
		}
	case *spar.Call:
		f, isMath := y.Fun.(*spar.Select)
		if !isMath || spar.Text(f.X) != "Math" || f.Name != "max" && f.Name != "min" || len(y.Args) != 2 {
			return "", nil, false
		}
		for i, a := range y.Args {
			if spar.Text(a) == spar.Text(x) && !mentions(y.Args[1-i], x) {
				return f.Name, y.Args[1-i], true
			}
		}
	}
	return "", nil, false
}

// mentions tells whether an expression has another one in it.
func mentions(y, x spar.Expr) bool {
	found := false
	spar.WalkExpr(y, func(z spar.Expr) { found = found || spar.Text(z) == spar.Text(x) })
	return found
}

// scalar is the key of a shared variable without subscripts; "" for anything else.
func (s *scan) scalar(x spar.Expr) (key, name string) {
	m, name, subs := s.path(x)
	if m == nil || m.private || len(subs) > 0 || len(m.subs) > 0 {
		return "", ""
	}
	return m.key, name
}

// visit enters an access to what an expression names.
func (s *scan) visit(x spar.Expr, write bool) {
	s.subscripts(x)
	m, name, subs := s.path(x)
	if m == nil || m.private {
		return
	}
	at := x.At()
	if len(s.open) > 1 {
		at = place{}
	}
	s.shown[m.key] = name
	if all := append(slices.Clone(m.subs), subs...); len(all) > 0 {
		s.accesses = append(s.accesses, access{m.key, name, all, write, at})
		return
	}
	switch {
	case write:
		if _, known := s.stored[m.key]; !known {
			s.stored[m.key] = at
		}
		s.assigned[m.key] = true
	case !s.assigned[m.key]:
		if _, known := s.carried[m.key]; !known {
			s.carried[m.key] = at
		}
	}
}

// subscripts reads the subscripts of an element.
func (s *scan) subscripts(x spar.Expr) {
	switch x := x.(type) {
	case *spar.Index:
		s.subscripts(x.X)
		for _, y := range x.Subs {
			s.read(y)
		}
	case *spar.Select:
		s.subscripts(x.X)
	case *spar.Marked:
		s.subscripts(x.X)
	case *spar.Name:
	default:
		s.read(x)
	}
}

// path is what an expression names, with its subscripts; nil where that is
// nothing of the program.
func (s *scan) path(x spar.Expr) (*meaning, string, []form) {
	switch x := x.(type) {
	case *spar.Marked:
		return s.path(x.X)
	case *spar.Name:
		m := s.named(x.Name)
		if m != nil && m.name != "" {
			return m, m.name, nil
		}
		return m, x.Name, nil
	case *spar.Select:
		if owner, ok := x.X.(*spar.Name); ok && s.names.find(owner.Name) == nil {
			if owner.Name == "this" {
				return s.field(s.class, x.Name), x.Name, nil
			}
			if s.program.classes[owner.Name] != nil {
				return s.field(owner.Name, x.Name), owner.Name + "." + x.Name, nil
			}
		}
		m, name, subs := s.path(x.X)
		if m == nil || m.private {
			return m, name, subs
		}
		of := *m
		of.key, of.value = m.key+"."+x.Name, atom(m.key+"."+x.Name)
		return &of, name + "." + x.Name, subs
	case *spar.Index:
		if _, regrouped := x.Regroup(); regrouped != nil {
			x = regrouped
		}
		m, name, subs := s.path(x.X)
		if m == nil || m.vector != nil {
			return nil, "", nil
		}
		return m, name, append(subs, s.subs(x)...)
	}
	return nil, "", nil
}

// named is what a name stands for: of the method, else a variable of a class.
func (s *scan) named(name string) *meaning {
	if m := s.names.find(name); m != nil {
		return m
	}
	return s.field(s.class, name)
}

func (s *scan) field(class, name string) *meaning {
	c := s.program.classes[class]
	if c == nil || c.fields[name] == nil {
		return nil
	}
	key := class + "." + name
	m := &meaning{key: key, value: atom(key)}
	if x := s.program.final(class, name, 0); x.known {
		m.value = x
	}
	return m
}

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
