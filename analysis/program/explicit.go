package program

// ExplicitKind is a communication that a program itself asks for.
type ExplicitKind uint8

// The kinds of explicit communication.
const (
	Reflect ExplicitKind = iota // shadows of arrays are brought up to date
	Bcast                       // variables of one processor go to all
	Combine                     // variables of all processors are combined, for all
	Barrier                     // all wait for all
)

var explicitNames = [...]string{"reflect", "bcast", "reduction", "barrier"}

// String returns the directive's name.
func (k ExplicitKind) String() string { return explicitNames[k] }

// Explicit is a directive that communicates, in a unit where nothing else does
// (Unit.Explicit).
type Explicit struct {
	Node
	Kind      ExplicitKind
	Variables []*Symbol
	Widths    [][]Width // Reflect: of each variable, by dimension
	Faces     []bool    // Reflect: of each variable, whether the corners are left out
	Operation string    // Combine: "+", "max", ...
}

// Width is how many elements of the neighbours an array keeps on both sides of
// its own, along one dimension.
type Width struct {
	Low, High int64
	Ring      bool // the ends of the dimension are neighbours
}
