package depend

import (
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
	case *spar.New:
		s.create(x)
	case *spar.Choice:
		s.read(x.Cond)
		s.tested(s.zeros(x.Cond), func() { s.read(x.Then) })
		s.tested(nil, func() { s.read(x.Else) })
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
	if with, rest, ok := combines(x, op, y); ok && s.reduces {
		s.read(rest)
		for _, write := range []bool{false, true} {
			s.with = with
			s.visit(x, write)
		}
		return
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
	with := s.with
	s.with = ""
	s.subscripts(x)
	m, name, subs := s.path(x)
	if write && s.elsewhere(x) {
		s.doubt(x.At(), "what "+spar.Text(x)+" refers to may be shared")
	}
	if m != nil && write && (m.shared || m.refers && len(subs) > 0) {
		s.doubt(x.At(), "what "+name+" refers to may be shared")
	}
	if m == nil || m.private {
		return
	}
	at := x.At()
	if len(s.open) > 1 {
		at = place{}
	}
	s.shown[m.key] = name
	if all := append(slices.Clone(m.subs), subs...); len(all) > 0 {
		s.accesses = append(s.accesses, access{m.key, m.base, m.part, m.holder, name, all, write, at, slices.Clone(s.guards), s.tests > 0, with})
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
				if m := s.own(x.Name); m != nil {
					return m, x.Name, nil
				}
				if m := s.ofSelf(x.Name); m != nil {
					return m, m.name, nil
				}
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
		return m.selecting(x.Name), name + "." + x.Name, subs
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
	if m := s.own(name); m != nil {
		return m
	}
	if m := s.ofSelf(name); m != nil {
		return m
	}
	return s.field(s.class, name)
}

// field is a variable that a class has or inherits; nil for any other name.
func (s *scan) field(of, name string) *meaning {
	line := s.program.lineage(of)
	i := slices.IndexFunc(line, func(c *class) bool { return c.fields[name] != nil })
	if i < 0 {
		return nil
	}
	class := line[i].tree.Name
	key := class + "." + name
	m := &meaning{key: key, base: variable{class: class, name: name}, value: atom(key)}
	if x := s.program.final(class, name, 0); x.known {
		m.value = x
	}
	return m
}
