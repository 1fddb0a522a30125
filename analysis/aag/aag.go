// Package aag builds the application abstraction graph of a unit (paper 003,
// section 2.2): a tree of application abstraction units with, on each, what it
// executes, how often on which processor, and which communications stand
// between them. Volumes and counts are expressions; no machine number enters.
package aag

import (
	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/symbolic"
)

// Kind is a class of application abstraction unit (paper 003, table 1).
type Kind uint8

// The classes of the paper, and Void. Start and End stand around the whole graph.
const (
	Seq       Kind = iota // statements without communication
	IterD                 // a loop without communication in its body
	IterSync              // a loop with communication in its body
	IterND                // a loop whose iterations are not known
	CondtD                // a condition without communication in its branches
	CondtSync             // a condition with communication in a branch
	Comm                  // a communication
	SyncSeq               // a statement that needs one: a reduction
	Call                  // a call of a procedure
	Void                  // a statement without an estimate
	Sync                  // processors wait for others: an explicit synchronization
	Spawn                 // the processes of a program that passes messages begin
	IO                    // input or output
	Start                 // the beginning of the unit
	End                   // the end of a flow of control
)

var kindNames = [...]string{"Seq", "IterD", "IterSync", "IterND", "CondtD", "CondtSync", "Comm", "SyncSeq", "Call", "Void", "Sync", "Spawn", "IO", "Start", "End"}

// String returns the name in the paper.
func (k Kind) String() string { return kindNames[k] }

// AAU is one unit of the graph.
type AAU struct {
	Kind  Kind
	At    source.Span
	Tag   int    // its place in Graph.Units
	Depth int    // DO loops around it
	Part  string // of what is built several times around it, a letter for each, outermost first: "1" in the first iteration of a peeled loop and "2" in the others; "a", "b", ... behind the branches of a condition, see fork.go; "A", "B", ... in the iterations of a loop that stand one behind the other

	Element   *comm.Element   // Seq: what one iteration does
	Copies    bool            // Seq: it copies what a remap has brought, or more where two mappings are one by chance
	Number    int64           // Seq: of what it was made of, see comm.Computation; 0 for none
	Executes  bool            // Seq: one of its iterations is an execution of the statement; Comm: the statement is what asks for it
	Partition *comm.Partition // Seq, IterD: who executes which iterations; Call: the same where not everybody does
	Loops     []*comm.Loop    // Seq: all ranges around the element, outermost first
	Local     symbolic.Expr   // Seq: iterations on the processor; IterD: iterations of the header; Comm: 1 where it happens
	Entries   symbolic.Expr   // IterD: how often the processor starts the loop
	Count     symbolic.Expr   // executions of the sequential program per call of the unit
	Repeat    []*comm.Loop    // the DO loops around it that Local and volumes leave out: those distinguished

	// Conditions on the indices of loops are in the amounts; Weight is the share
	// that all others let through (1 without any), and Share is the same for the
	// leaves of terms: 1 inside the branches of a CondtSync.
	Weight symbolic.Expr
	Share  symbolic.Expr

	Loop     *comm.Loop // Iter...
	Body     []*AAU     // Iter..., in order
	Branches []Branch   // Condt...
	// Tested and Taken are how often the processor tests a condition of a Condt...,
	// and takes a branch.
	Tested, Taken symbolic.Expr

	Comm *comm.Communication // Comm, SyncSeq

	Bytes      symbolic.Expr // IO: what all executions transfer
	Internal   bool          // IO: from or to a variable
	Everywhere bool          // IO: every processor does it, not only the first

	Reason string  // Void: why there is no estimate, where its Count is not 0; IterD: why it is not shared; IO: what is left out
	Callee string  // Call
	Called *Callee // Call: the procedure, where it can be seen
}

// Branch is one branch of a condition: it is taken with Weight of what the
// branches before it left.
type Branch struct {
	At     source.Span
	Weight symbolic.Expr
	Body   []*AAU
}

// Graph is the application abstraction graph of a unit.
type Graph struct {
	Unit    *program.Unit
	Builder *comm.Builder
	Body    []*AAU
	Units   []*AAU // all units; a tag is an index
	Loops   []LoopInfo
	Assumed []Assumed

	Problems []source.Diagnostic // references that no directive brings the values for
	Kept     []Kept
}

// Kept is a message that is not sent, since an earlier one has brought the same
// elements and nothing has stored any of them since.
type Kept struct {
	Comm, By *comm.Communication
	part     string
}

// Keeps tells where in the unit the references begin that no message is sent
// for since an earlier one has brought their elements; part is as in AAU.
func (g *Graph) Keeps() func(at int, part string) bool {
	type place struct {
		at   int
		part string
	}
	kept := map[place]bool{}
	for _, k := range g.Kept {
		for _, r := range k.Comm.References() {
			kept[place{r.Span().Start, k.part}] = true
		}
	}
	return func(at int, part string) bool { return kept[place{at, part}] }
}

// LoopInfo is a loop or array construct of the source.
type LoopInfo struct {
	At, End  source.Span
	Depth    int
	Total    symbolic.Expr // iterations per call of the unit, of the sequential program
	Entries  symbolic.Expr // times it is started
	Parallel bool
	Sync     bool
	Serial   bool // the processors take their iterations one after the other
	Why      string
	part     string // of the peeled loops around it and its own; see peel.go
}

// Assumed is a symbol that the analysis had to introduce because the program
// does not say: the iterations of a DO WHILE, the weight of a branch.
type Assumed struct {
	Name    string
	Kind    string // "iterations", "weight", "left"
	Default float64
	At      source.Span
	Why     string
	Early   bool // it says how often a loop or the unit is left before its end: taken not to happen
}

// Endless is the number of iterations of a loop that is not left before its end.
const Endless = 1 << 40
