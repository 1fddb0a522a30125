// Package program is the typed tree that every front end lowers to: program
// units, symbols, statements and operator trees, free of any source syntax.
// It knows no mapping and no machine; spans are relative to their unit's first
// byte, so that text before a unit never changes it.
package program

import (
	"slices"

	"github.com/parlens/parlens/analysis/source"
)

// Type is an element type. Its width stands in Symbol.Bytes.
type Type uint8

// The element types.
const (
	Unknown Type = iota
	Integer
	Real
	Complex
	Logical
	Character
	Derived
)

// Class says what a symbol names.
type Class uint8

// The classes of symbols.
const (
	Variable Class = iota
	Parameter
	Procedure
	Intrinsic
	ConstructIndex // of a FORALL, DO CONCURRENT or implied DO: local to it
)

// Symbol is a name of a unit. Names are in lower case.
type Symbol struct {
	Name      string
	Class     Class
	Type      Type
	Bytes     int      // bytes of one element; 4 for a default REAL or INTEGER
	AnyLength bool     // a CHARACTER whose length is that of the argument, or not constant
	Dims      []Bounds // nil for a scalar
	Value     Expr     // of a Parameter, or a constant DATA or initial value
	Dummy     bool
	Shared    bool // a variable of a host, of a module or in COMMON: other units have it too
	// Storage says where a Shared variable stands, so that units can tell that they
	// mean the same: "/block/offset:type" in COMMON, "module%name", "host%name"; ""
	// where it is not known.
	Storage   string
	Aliased   bool            // a POINTER or TARGET: it may have another name
	Pointer   bool            // a POINTER among these
	Overlaid  bool            // by EQUIVALENCE or pointers of Cray: parts of it may be parts of others
	Over      []Overlap       // the other variables of the unit that EQUIVALENCE lays over it
	Impure    bool            // a procedure whose interface is seen and promises no purity
	ByElement bool            // a procedure whose interface is seen and says that it is ELEMENTAL
	Parts     []*Symbol       // of a variable of a derived type: its components that are named
	Initial   map[string]Expr // constant values of its components, by path ("grid%n"): they are never changed
	Extents   []*Symbol       // of an array whose shape ALLOCATE decides: the variables that it assigns
	Array     *Symbol         // of such a variable: the array
	Shadow    []Width         // that a directive gives it, by dimension; 0 where it is not known
	Result    []Bounds        // of a function that returns an array: its dimensions, in the function's dummies
	Dummies   []*Symbol       // those dummies, in the order of the arguments, and then what else the function declares
	Buffer    bool            // it stands for the buffer of input and output, and is no variable of the unit
	Intent    string          // of a dummy: "in", "out", "inout"; "" where nothing is said
	Declared  source.Span     // empty when implicitly typed
}

// Overlap is a variable that has storage in common with another one.
type Overlap struct {
	Sym     *Symbol
	Bytes   int64 // from the beginning of the other one to its own
	Unclear bool  // the place is not known
}

// Overlapping returns what EQUIVALENCE lays over a variable: who changes one changes the other.
func (s *Symbol) Overlapping() []*Symbol { return WithOverlapping([]*Symbol{s})[1:] }

// WithOverlapping adds what EQUIVALENCE lays over variables.
func WithOverlapping(list []*Symbol) []*Symbol {
	for _, s := range list {
		if s == nil {
			continue
		}
		for _, o := range s.Over {
			if !slices.Contains(list, o.Sym) {
				list = append(slices.Clip(list), o.Sym)
			}
		}
	}
	return list
}

// Rank returns the number of dimensions.
func (s *Symbol) Rank() int { return len(s.Dims) }

// Bounds are the declared bounds of one dimension. Lower is never nil; a nil
// Upper is deferred, assumed or `*`.
type Bounds struct{ Lower, Upper Expr }

// UnitKind tells program units apart.
type UnitKind uint8

// The kinds of program units. A Fragment is statements without a unit, as in
// an include file.
const (
	Main UnitKind = iota
	Subroutine
	Function
	Module
	BlockData
	Fragment
)

var unitKindNames = [...]string{"program", "subroutine", "function", "module", "block data", "fragment"}

// String returns the Fortran name of the kind.
func (k UnitKind) String() string { return unitKindNames[k] }

// Unit is a program unit.
type Unit struct {
	Name    string // lower case; "" for an unnamed main program or a fragment
	Path    string // the name behind those of its hosts, which other units of the name do not have
	Kind    UnitKind
	Span    source.Span // of the header statement or the unit's first statement, relative to the unit
	Symbols []*Symbol   // in order of first appearance
	Dummies []*Symbol
	Result  *Symbol         // of a function
	Body    []Stmt          // executable part
	Labels  map[string]Stmt // executable statements with a label, without leading zeros

	// Explicit says that only directives communicate (XcalableMP, DVM): any other
	// reference to what a processor does not hold is an error of the program.
	Explicit bool

	// IOProcessor says that input and output go through one processor although only
	// directives communicate: DVM's run-time system collects and deals out whole arrays.
	IOProcessor bool

	// Messages says that the unit passes messages itself (MPI, coarrays) and maps
	// nothing: every processor executes all of it, on data of its own.
	Messages bool

	// ComputesShadows says that loops also compute what lies in the shadows of what they
	// assign: DVM's SHADOW_COMPUTE.
	ComputesShadows bool

	// KeepsValues says that variables of the unit's own may keep their values from one call to
	// the next: by SAVE, DATA or an initial value.
	KeepsValues bool

	// Extrinsic is the kind of an EXTRINSIC procedure, "hpf_local" for instance; "" of others.
	Extrinsic string

	// Numbered says that it asks for the number of the processor in its arrangement, on which
	// what it does in scalars depends.
	Numbered bool
	// CountsProcessors says that the unit asks how many processors there are: what its
	// scalar code computes depends on that.
	CountsProcessors bool
}

// CountsProcessors reports whether a function without arguments returns the number of all
// processors: one of the system inquiry functions of HPF and of XcalableMP.
func CountsProcessors(function string) bool {
	return function == "number_of_processors" || function == "xmp_all_num_nodes"
}

// ReturnedTo is the keyword of the argument that a function which returns an array or a
// structure leaves it in: the result is the last of its dummies.
const ReturnedTo = "(result)"

// IsSubroutine reports whether the unit is one, or a function that returns an array or a
// structure, which is called like one.
func (u *Unit) IsSubroutine() bool {
	return u.Kind == Subroutine || u.Kind == Function && u.Result != nil && (u.Result.Rank() > 0 || u.Result.Type == Derived)
}

// DummyOf returns the dummy that an argument with a keyword, or at a place, stands for,
// or nil.
func (u *Unit) DummyOf(keyword string, place int) *Symbol {
	if keyword == ReturnedTo {
		return u.Result
	}
	if keyword == "" && place < len(u.Dummies) {
		return u.Dummies[place]
	}
	for _, d := range u.Dummies {
		if keyword != "" && d.Name == keyword {
			return d
		}
	}
	return nil
}

// Lookup returns the symbol with the (lower-case) name, or nil.
func (u *Unit) Lookup(name string) *Symbol {
	for _, s := range u.Symbols {
		if s.Name == name {
			return s
		}
	}
	return nil
}
