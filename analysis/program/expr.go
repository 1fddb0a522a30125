package program

import (
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/source"
)

// Expr is a node of an operator tree.
type Expr interface {
	Span() source.Span
	expr()
}

// Op is an operator of a Unary or Binary node.
type Op uint8

// The operators.
const (
	Add Op = iota
	Sub
	Mul
	Div
	Pow
	Neg
	Plus
	Concat
	Eq
	Ne
	Lt
	Le
	Gt
	Ge
	And
	Or
	Not
	Eqv
	Neqv
	Defined // a user's .op.
)

var opNames = [...]string{"+", "-", "*", "/", "**", "-", "+", "//", "==", "/=", "<", "<=", ">", ">=", ".and.", ".or.", ".not.", ".eqv.", ".neqv.", ".op."}

// String returns the Fortran spelling.
func (o Op) String() string { return opNames[o] }

type node struct{ At source.Span }

// Span returns the source range of the node, relative to the unit.
func (n node) Span() source.Span { return n.At }
func (n node) expr()             {}

// Const is a literal. Integers stand in Int, reals in Real, logicals in Int
// (0 or 1), characters in Text.
type Const struct {
	node
	Type  Type
	Bytes int
	Int   int64
	Real  float64
	Text  string
}

// Ref names a variable, an array element (all subscripts scalar), an array
// section (some subscript a triplet or a vector) or a whole array (no
// subscripts, Sym.Rank() > 0).
type Ref struct {
	node
	Sym   *Symbol
	Subs  []Subscript
	Image Expr // of a coarray on another image: its number, from 1; nil for one's own

	// Definition tells the values that a variable has at different uses apart: 0 for
	// the first one. See package reaching.
	Definition int
	Value      Expr // of a scalar argument that follows the indices of loops: what it is; else nil

	// Along are the indices of loops around, outermost first, each iteration of which has a
	// value of its own of this scalar, which no formula gives: nil for others.
	Along []*Symbol
}

// Subscript is one subscript. With Triplet, Lo, Hi and Stride may be nil
// (meaning the bound, the bound and 1); otherwise Lo is the subscript.
type Subscript struct {
	Triplet        bool
	Lo, Hi, Stride Expr
}

// Unary is an operator with one operand.
type Unary struct {
	node
	Op Op
	X  Expr
}

// Binary is an operator with two operands.
type Binary struct {
	node
	Op   Op
	X, Y Expr

	typ   Type // Unknown: to be asked of the operands
	bytes int
}

// Call is a reference to an intrinsic or user function.
type Call struct {
	node
	Name string // lower case
	Sym  *Symbol
	Args []Arg
}

// Arg is an actual argument; Keyword is "" when positional.
type Arg struct {
	Keyword string
	Value   Expr
}

// Opaque is an expression that the front end read but does not model
// (constructors, component references, ...). Text is the source.
type Opaque struct {
	node
	Text   string
	Reason string
	Values []Expr // of an array constructor: its elements, where they are few and all known; nil otherwise
	Typed  bool   // an array constructor that says its type, which its items need not have
	Runs   []Run  // of an array constructor without them: what it is made of; nil where that is not known
}

// Items returns what is evaluated for the elements of an array constructor.
func (e *Opaque) Items() []Expr {
	out := e.Values[:len(e.Values):len(e.Values)]
	for _, run := range e.Runs {
		out = append(out, run.Item)
	}
	return out
}

// Run is a part of an array constructor: an implied DO, an array, or an item. With several of
// them none names an array.
type Run struct {
	Item  Expr // of an implied DO with the elements of arrays that it takes as sections, along which its index runs
	Count Expr // of its elements
}

// IntConst returns an integer literal.
func IntConst(at source.Span, v int64) *Const {
	return &Const{node: node{at}, Type: Integer, Bytes: 4, Int: v}
}

// RealConst returns a real literal of the given width in bytes.
func RealConst(at source.Span, v float64, bytes int) *Const {
	return &Const{node: node{at}, Type: Real, Bytes: bytes, Real: v}
}

// LogicalConst returns a logical literal.
func LogicalConst(at source.Span, v bool) *Const {
	c := &Const{node: node{at}, Type: Logical, Bytes: 4}
	if v {
		c.Int = 1
	}
	return c
}

// TextConst returns a character literal.
func TextConst(at source.Span, text string) *Const {
	return &Const{node: node{at}, Type: Character, Bytes: len(text), Text: text}
}

// NewRef returns a reference.
func NewRef(at source.Span, sym *Symbol, subs ...Subscript) *Ref {
	return &Ref{node: node{at}, Sym: sym, Subs: subs}
}

// NewUnary returns op x.
func NewUnary(at source.Span, op Op, x Expr) *Unary { return &Unary{node: node{at}, Op: op, X: x} }

// NewBinary returns x op y.
func NewBinary(at source.Span, op Op, x, y Expr) *Binary {
	e := &Binary{node: node{at}, Op: op, X: x, Y: y}
	e.typ, e.bytes = typeOfBinary(e) // so that long sums need not be asked level by level
	return e
}

// NewCall returns name(args).
func NewCall(at source.Span, name string, sym *Symbol, args ...Arg) *Call {
	return &Call{node: node{at}, Name: name, Sym: sym, Args: args}
}

// NewOpaque returns an expression that is kept as text.
func NewOpaque(at source.Span, text, reason string) *Opaque {
	return &Opaque{node: node{at}, Text: text, Reason: reason}
}

// Element returns the scalar subscript x.
func Element(x Expr) Subscript { return Subscript{Lo: x} }

// Name is what formulas call the value of a scalar or an array element: "n",
// "n(1)"; "n#2" is the second value that n has.
func (r *Ref) Name() string {
	if len(r.Subs) == 0 && r.Definition == 0 {
		return r.Sym.Name
	}
	return Named(r)
}

// VariableOf returns the variable in a name that formulas have for a value: "n" of
// "n#2(1)", all of an [ExtentName].
func VariableOf(name string) string {
	if IsExtent(name) {
		return Written(name)
	}
	if i := strings.IndexAny(name, "#("); i >= 0 {
		return name[:i]
	}
	return name
}

// Written returns a name as the program writes it: without the numbers of
// definitions.
func Written(name string) string {
	if !strings.Contains(name, "#") {
		return name
	}
	var out strings.Builder
	number := false
	for _, c := range name {
		number = c == '#' || number && '0' <= c && c <= '9'
		if !number {
			out.WriteRune(c)
		}
	}
	return out.String()
}

// IsElement reports whether r names an array element.
func (r *Ref) IsElement() bool { return len(r.Subs) > 0 && r.Rank() == 0 }

// NamesInteger reports whether r is an integer scalar, or an element of an integer array
// with constant subscripts.
func (r *Ref) NamesInteger() bool {
	if r.Sym.Class != Variable || r.Sym.Type != Integer || r.Image != nil || r.Rank() > 0 {
		return false
	}
	constant := func(s Subscript) bool {
		switch e := s.Lo.(type) {
		case *Const:
			return true
		case *Ref:
			return e.Sym.Class == Parameter
		}
		return false
	}
	return !slices.ContainsFunc(r.Subs, func(s Subscript) bool { return !constant(s) })
}

// Rank returns the rank of the section that r denotes: 0 for a scalar or an
// element. A vector subscript counts as one dimension.
func (r *Ref) Rank() int {
	if len(r.Subs) == 0 {
		return r.Sym.Rank()
	}
	rank := 0
	for _, s := range r.Subs {
		if s.Triplet || RankOf(s.Lo) > 0 {
			rank++
		}
	}
	return rank
}
