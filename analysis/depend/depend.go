// Package depend finds the data dependences of a unit's loops: which iterations
// use what other iterations store, whether a loop's iterations could run in any
// order, and inside which loop a value that is read must have been stored.
//
// A pair of references is first compared subscript by subscript (Goff, Kennedy,
// Tseng: Practical dependence testing, 1991: ZIV and strong SIV). What that does
// not settle becomes a system of linear equations and inequalities in the
// iterations of both references: bounds, also triangular and symbolic ones,
// guards, sections, and one direction at a time. The equations are solved in
// integers (the generalised GCD test), the inequalities eliminated variable by
// variable with their constants rounded (Banerjee's inequalities, as extended by
// Wolfe, Tseng: The power test, 1992, and Pugh: The Omega test, 1991).
//
// The answer errs to one side only: a dependence that cannot be excluded is
// reported, with the reason for the doubt.
package depend

import (
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// Open stands for "not known" at the upper end of a range; -Open at the lower.
const Open int64 = 1<<63 - 1

// Options say what may be relied upon.
type Options struct {
	// Fixed takes PARAMETERs at the values that the source gives them. Otherwise
	// they are symbols, at least 1 where the source's value is, so that the result
	// also holds for other sizes. As a factor or a step a PARAMETER is always
	// taken at its value.
	Fixed bool
	// Range returns what is known of an integer scalar where no loop around
	// assigns it: lo <= value <= hi, either end open. Nil knows nothing.
	Range func(*program.Symbol) (lo, hi int64)
	// Calls returns the variables that a CALL may change, false when it may change
	// any. Nil knows of none.
	Calls func(*program.CallStmt) (changed []*program.Symbol, known bool)
	// Functions reports whether a user's function changes nothing but what is its
	// own. Nil knows of none that does not.
	Functions func(*program.Call) bool
	// Answers are those of earlier analyses, or nil.
	Answers *Answers
}

// Result holds the dependences of one unit. It is not changed by its methods.
type Result struct {
	Loops []*Loop // in the order of the source; without DO CONCURRENT

	unit *program.Unit
	byDo map[*program.Do]*Loop
	refs map[*program.Ref]access
}

// Loop returns what is known of a DO loop; nil for DO CONCURRENT, whose
// iterations are independent by their form.
func (r *Result) Loop(do *program.Do) *Loop { return r.byDo[do] }

// Verdict says whether the iterations of a loop depend on each other.
type Verdict uint8

// The verdicts. Independent holds once the Private scalars are private, the
// Reductions are combined and the Inductions are computed from the index; a loop
// with an INDEPENDENT directive has only those that the directive names, which
// are left out here.
const (
	Independent Verdict = iota
	Carries
	Unknown
)

var verdictNames = [...]string{"independent", "carries", "unknown"}

// String returns "independent", "carries" or "unknown".
func (v Verdict) String() string { return verdictNames[v] }

// Loop is the result for one DO loop.
type Loop struct {
	Do      *program.Do
	Depth   int // DO loops around it, itself included
	Verdict Verdict
	Why     string // one line for a person

	// Private scalars are assigned before they are used in every iteration. What
	// they hold after the loop is the last iteration's.
	Private    []*program.Symbol
	Inductions []*program.Symbol // scalars that change by a constant each iteration
	Reductions []Reduction
	Unknown    []Reason // what the analysis cannot see through

	arrays []found       // carried dependences on arrays; none of a loop with a directive
	others []*Dependence // all others; see carried.go
}

// Reduction is a variable that only accumulates in a loop, by one operator: "+"
// (also for differences), "*", "min", "max", ".and.", ".or.".
type Reduction struct {
	Sym       *program.Symbol
	Operator  string
	Locations []*program.Symbol // scalars that remember where a guarded min or max was found
}

// Reason is something that may cause a dependence, with its place.
type Reason struct {
	At   source.Span
	Text string
}

// Kind is a kind of dependence.
type Kind uint8

// The kinds: a store before a read, a read before a store, two stores.
const (
	True Kind = iota
	Anti
	Output
)

var kindNames = [...]string{"true", "anti", "output"}

// String returns "true", "anti" or "output".
func (k Kind) String() string { return kindNames[k] }

// Dependence says that Sink touches what Source touched before it.
type Dependence struct {
	Kind         Kind
	Sym          *program.Symbol
	Source, Sink *program.Ref
	Loops        []*program.Do // around both, outermost first
	Level        int           // which of Loops carries it, from 1; 0: within one iteration of all
	Vector       []Step        // of Loops
	Reduction    string        // operator, when both ends belong to one accumulation
	Doubt        string        // why it is only assumed; "" when the subscripts decide
	// Certain: it happens in every execution in which the loops are long enough.
	// Found for loops with an INDEPENDENT directive only.
	Certain bool
}
