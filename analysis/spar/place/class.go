package place

import (
	"slices"

	"github.com/parlens/parlens/analysis/spar"
)

// classOf tells what an expression computes with, by the rules of Java's
// numeric promotion.
func (b *builder) classOf(x spar.Expr, s *scope) Class {
	switch x := x.(type) {
	case *worth:
		return Integer
	case *spar.Literal:
		return literalClass(x)
	case *spar.Marked:
		return b.classOf(x.X, s)
	case *spar.Cast:
		return classOfType(x.Type)
	case *spar.Complex:
		return ComplexNumber
	case *spar.InstanceOf:
		return Boolean
	case *spar.Unary:
		if x.Op == "!" {
			return Boolean
		}
		return b.classOf(x.X, s)
	case *spar.Binary:
		return b.binaryClass(x, s)
	case *spar.Assign:
		return b.classOf(x.X, s)
	case *spar.Choice:
		return max(b.classOf(x.Then, s), b.classOf(x.Else, s))
	case *spar.Name:
		if v := s.find(x.Name); v != nil {
			return classOfType(v.Type)
		}
		return Reference
	case *spar.Select:
		return b.selectClass(x, s)
	case *spar.Index:
		return b.elementClass(x, s)
	case *spar.Call:
		return b.callClass(x, s)
	}
	return Reference
}

// baseBytes are the sizes of the types that are shorter or longer than 8 bytes.
var baseBytes = map[string]int{"boolean": 1, "byte": 1, "short": 2, "char": 2, "int": 4, "float": 4, "complex": 16}

// bytesOf is the size of a value of a type, a reference where it is an array.
func (b *builder) bytesOf(t *spar.TypeRef, s *scope) int {
	n := baseBytes[t.Base]
	switch {
	case len(t.Dims) > 0 || n == 0 && len(t.Tuple) == 0:
		return 8
	case n > 0:
		return n
	}
	for _, x := range t.Tuple {
		n += b.bytesOf(x, s)
	}
	if t.Count != nil {
		n *= max(1, b.tupleLength(t, s))
	}
	return n
}

// bytes is the size of the value of a node.
func (m *worker) bytes(n *node) int {
	if n.element != nil {
		t := n.element.Var.Type
		if v := m.scope.variable(n.x); v != nil { // of an object
			t = v.Type
		}
		return m.b.elementBytes(t, len(n.element.Subs), m.scope)
	}
	if n.x == nil {
		return 8
	}
	size := 8
	switch m.b.classOf(n.x, m.scope) {
	case Integer:
		size = 4
	case ComplexNumber:
		size = 16
	case Boolean:
		return 1
	}
	return m.wide(n, size)
}

// wide is the size of a value that has at least so much: of a vector, or of what is computed
// component by component of some.
func (m *worker) wide(n *node, size int) int {
	switch x := n.x.(type) {
	case *spar.Tuple:
		size = 0
		for _, k := range n.kids {
			size += m.bytes(k)
		}
	case *spar.Binary, *spar.Unary, *spar.Choice:
		for _, k := range n.kids {
			size = max(size, m.bytes(k))
		}
	case *spar.Name:
		if v := m.scope.find(x.Name); v != nil && v.Type != nil {
			return max(size, m.b.bytesOf(v.Type, m.scope))
		}
	}
	return size
}

// elementBytes is the size of what so many subscripts name of an array: an array in it, an
// element, or a component of one.
func (b *builder) elementBytes(t *spar.TypeRef, subs int, s *scope) int {
	rank := 0
	for _, d := range t.Dims {
		rank += d.Rank
	}
	switch {
	case subs < len(t.Dims):
		return 8
	case subs > rank && len(t.Tuple) > 0:
		return b.bytesOf(t.Tuple[0], s)
	}
	return b.bytesOf(&spar.TypeRef{Base: t.Base, Tuple: t.Tuple, Count: t.Count}, s)
}

func literalClass(x *spar.Literal) Class {
	switch x.Kind {
	case "int", "char":
		return Integer
	case "float":
		return Float
	case "imaginary":
		return ComplexNumber
	case "boolean":
		return Boolean
	}
	return Reference
}

// classOfType is the class of a type without its dimensions removed: an array
// is a reference.
func classOfType(t *spar.TypeRef) Class {
	if t == nil || len(t.Dims) > 0 {
		return Reference
	}
	return baseClass(t.Base)
}

func baseClass(base string) Class {
	switch base {
	case "byte", "short", "char", "int", "long":
		return Integer
	case "float", "double":
		return Float
	case "complex":
		return ComplexNumber
	case "boolean":
		return Boolean
	}
	return Reference
}

func (b *builder) binaryClass(x *spar.Binary, s *scope) Class {
	switch x.Op {
	case "==", "!=", "<", "<=", ">", ">=", "&&", "||":
		return Boolean
	}
	l, r := b.classOf(x.X, s), b.classOf(x.Y, s)
	switch {
	case l == ComplexNumber || r == ComplexNumber:
		return ComplexNumber
	case l == Float || r == Float:
		return Float
	}
	return max(l, r)
}

func (b *builder) selectClass(x *spar.Select, s *scope) Class {
	if v := s.variable(x); v != nil {
		return classOfType(v.Type)
	}
	if x.Name == "length" {
		return Integer
	}
	return Reference
}

// subscripted is the variable that an element is of, and how many subscripts it has.
func (s *scope) subscripted(x *spar.Index) (v *Variable, levels int) {
	var base spar.Expr = s.grouped(x)
	for {
		i, ok := spar.Unmarked(base).(*spar.Index)
		if !ok {
			return s.variable(base), levels
		}
		levels++
		base = i.X
	}
}

// elementClass is the class of an element: subscripts take away dimensions.
func (b *builder) elementClass(x *spar.Index, s *scope) Class {
	v, levels := s.subscripted(x)
	if v == nil || v.Type == nil || levels < len(v.Type.Dims) {
		return Reference
	}
	if v.Type.Base == "" && len(v.Type.Tuple) > 0 {
		return classOfType(v.Type.Tuple[0])
	}
	return baseClass(v.Type.Base)
}

func (b *builder) callClass(x *spar.Call, s *scope) Class {
	if m, _ := s.declared(x); m != nil {
		return classOfType(m.member.Type)
	}
	f, ok := spar.Unmarked(x.Fun).(*spar.Select)
	if !ok {
		return Reference
	}
	switch of := spar.Text(f.X); {
	case f.Name == "getSize" || f.Name == "getRoom":
		return Integer
	case of == "Complex" && slices.Contains([]string{"real", "imag", "abs", "norm", "arg"}, f.Name):
		return Float
	case len(x.Args) > 0 && slices.Contains([]string{"abs", "min", "max"}, f.Name):
		return b.classOf(x.Args[0], s)
	case of == "Math":
		return Float
	case of == "Complex":
		return ComplexNumber
	}
	return Reference
}
