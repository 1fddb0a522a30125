package comm

import (
	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/symbolic"
)

// Procedure is a subroutine or function that a unit calls and that can be seen
// from there.
type Procedure struct {
	Unit    *program.Unit
	Layouts map[*program.Symbol]mapping.Layout
	Grid    *mapping.Grid
	Arena   *symbolic.Arena  // of the layouts
	Values  map[string]int64 // of integer PARAMETERs
	// Processors is the arrangement that it maps arrays onto, or the first one that
	// something it calls does.
	Processors Arrangement
	Closed     bool // it touches nothing but its arguments and variables of its own
	Stateful   bool // the order of its calls matters: it, or what it calls, keeps values, does input and output or ends the program
	// Untouched are mapped arrays of a host or module that it sees and that
	// neither it nor what it calls names.
	Untouched map[*program.Symbol]bool
	Kept      map[string]bool     // dummies that it never changes, besides those of INTENT(IN)
	Parts     map[string][]string // components of dummies that it may change, see [program.Effects]
	Ignored   map[string]bool     // scalar dummies whose values at the beginning it does not read
	Sections  []program.Section   // of its dummy arrays that it touches
	Targets   []*program.Ref      // what it stores to of each shared array first
	// Described are the dummies whose mapping is that of the actual argument, by "*" or INHERIT.
	Described map[string]bool
	// Followers are the dummies that are aligned with one that has the mapping of its actual
	// argument.
	Followers map[*program.Symbol]Follower
	Extrinsic string // its kind, see [program.Unit]
	Passes    bool   // it, or what it calls, passes messages
	Ends      bool   // it ends the program whenever it is called
	// Stored is the storage of the shared variables that it, or what it calls, may
	// change; Known, whether that is all.
	Stored []string
	Known  bool
	Leaves Left
	// Modes are the dummies that DIM and SHIFT of array functions name.
	Modes []string
	// Statements is how many executable ones it has.
	Statements int
	// Formula is what a function returns that does nothing but compute, in its dummies; nil for
	// others.
	Formula program.Expr
}

// Follower tells where the elements of a dummy lie: along which dimension of another dummy
// (from 0), with the Kind, Dim, Scale and Offset of the axis there.
type Follower struct {
	With *program.Symbol
	Dims []mapping.Axis
}

// Own is what a caller calls a name of the procedure that it has no value for.
func (p *Procedure) Own(name string) string { return name + "(" + p.Unit.Name + ")" }

// Arrangement is the shape of a processor arrangement as a text declares it.
type Arrangement struct {
	Rank    int       // 0: there is none
	Extents [15]int64 // 0 where the text gives no number
}
