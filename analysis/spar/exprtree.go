package spar

import "github.com/parlens/parlens/analysis/source"

// Expr is an expression: *Literal, *Name, *Unary, *Binary, *Assign, *Choice,
// *Cast, *InstanceOf, *Index, *Call, *Select, *New, *NewArray, *ArrayInit,
// *Tuple, *Complex, *Marked, *TypeExpr or *SizeOf.
type Expr interface{ At() source.Span }

// Literal is a constant. Kind is "int", "float", "imaginary", "char",
// "string", "boolean" or "null".
type Literal struct {
	place
	Kind string
	Text string
}

// Name is a simple name, "this" or "super".
type Name struct {
	place
	Name string
}

// Unary is Op X, or X Op for the ++ and -- behind an operand.
type Unary struct {
	place
	Op   string
	X    Expr
	Post bool
}

// Binary is X Op Y; a user's infix operator is \name.
type Binary struct {
	place
	Op   string
	X, Y Expr
}

// Assign is X Op Y with Op "=", "+=" and so on.
type Assign struct {
	place
	Op   string
	X, Y Expr
}

// Choice is Cond ? Then : Else.
type Choice struct {
	place
	Cond, Then, Else Expr
}

// Cast is (Type) X.
type Cast struct {
	place
	Type *TypeRef
	X    Expr
}

// InstanceOf is X instanceof Type.
type InstanceOf struct {
	place
	X    Expr
	Type *TypeRef
}

// Index is X[Subs...], or X @ v with the one vector v.
type Index struct {
	place
	X      Expr
	Subs   []Expr
	Vector bool
}

// Regroup reads u@h[i] as older sources mean it, u@(h[i]): this version of the
// language reads (u@h)[i]. It returns nil for any other expression.
func (x *Index) Regroup() (h *Name, regrouped *Index) {
	u, ok := x.X.(*Index)
	if !ok || x.Vector || !u.Vector {
		return nil, nil
	}
	if h, ok = u.Subs[0].(*Name); !ok {
		return nil, nil
	}
	v := &Index{place: place{h.Start, x.End}, X: h, Subs: x.Subs}
	return h, &Index{place: x.place, X: u.X, Subs: []Expr{v}, Vector: true}
}

// Call is Fun(Args...); Fun is a *Name or a *Select.
type Call struct {
	place
	Fun  Expr
	Args []Expr
}

// Select is X.Name.
type Select struct {
	place
	X        Expr
	Name     string
	NameSpan source.Span
}

// New is new Type(Args...), perhaps of an inner class of Outer, perhaps with a
// class body.
type New struct {
	place
	Outer Expr
	Type  *TypeRef
	Args  []Expr
	Body  *Type
}

// NewArray is new Type[n, m] <$..$> [*], or new Type[*] { ... }. Type has no
// dimensions; Dims are those without size.
type NewArray struct {
	place
	Type  *TypeRef
	Sizes []Size
	Dims  []Dim
	Init  *ArrayInit
}

// Size is the size of one array level: one expression per subscript, or one
// vector behind "@".
type Size struct {
	Subs    []Expr
	Vector  bool
	Pragmas *Pragmas
}

// ArrayInit is { a, b }.
type ArrayInit struct {
	place
	Items []Expr
}

// Tuple is [a, b].
type Tuple struct {
	place
	Items []Expr
}

// Complex is complex(re, im).
type Complex struct {
	place
	Re, Im Expr
}

// Marked is an expression behind pragmas, which reach to its right end.
type Marked struct {
	place
	Pragmas *Pragmas
	X       Expr
}

// Unmarked returns the expression behind its pragmas.
func Unmarked(x Expr) Expr {
	for {
		m, ok := x.(*Marked)
		if !ok {
			return x
		}
		x = m.X
	}
}

// TypeExpr is a type where an expression may stand: T.class, an argument of a
// generic class.
type TypeExpr struct{ *TypeRef }

// SizeOf is __sizeof(Type).
type SizeOf struct {
	place
	Type *TypeRef
}

// One is the 1 that ++ and -- add, at the place of the operator.
func One(x *Unary) *Literal { return &Literal{x.place, "int", "1"} }
