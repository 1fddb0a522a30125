// Package explain tells what a data-parallel compiler makes of a unit, for given
// sizes and processors: who owns what, which iterations run where, what has to
// move between whom, how often, and why it cannot be moved further out. It knows
// no machine number. All numbers are those of the closed forms of packages
// mapping, comm and aag; what they list is counted out one by one only to be
// shown.
package explain

import (
	"github.com/parlens/parlens/analysis/aag"
	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/inspector"
	"github.com/parlens/parlens/analysis/lower"
	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/values"
)

// Unit is the explanation of one program unit. Lines count from 1 in its text.
type Unit struct {
	Name, Kind     string
	Start, End     int
	Processors     []int    // extents of the arrangement; empty when nothing is mapped
	names          []string // of the coordinates
	Values         []Value
	Arrays         []Array         // mapped ones, in the order of the program
	Loops          []Loop          // DO loops, by line
	Statements     []Statement     // by line
	Communications []Communication // by line
	Reused         []Reused        // by line
	Unknown        []Note          // what is not explained, and why
}

// Reused is a communication of a line that does not happen: that of line By has
// brought the same elements, and nothing has stored any of them since.
type Reused struct {
	Line, By int
	Text     string
}

// Value is a number that the explanation rests on.
type Value struct {
	Name, Value, Source string
	Line                int // 0 when it belongs to none
}

// Note says something of a line.
type Note struct {
	Line int
	Text string
}

// Array says how an array lies on the processors.
type Array struct {
	Name     string
	Line     int    // of the declaration
	Declared string // "real, 4 bytes: A(256,0:257)"
	Chain    []Note // alignments, then the distribution
	Remaps   []Note // what later directives or calls make of it: "from (*,BLOCK) to (BLOCK,*)"
	Owners   []Owner
	Copies   int     // of every element; 0 where the parts are not listed
	Locals   []Local // every processor's part, or classes of processors with parts of one shape
	Overlap  []Width // overlap areas that the communications of the unit fill
	Bytes    int     // of one element
	Unlisted string  // why there are no parts
}

// Owner is what one dimension of the arrangement says about who owns an element.
type Owner struct {
	Dim     int    // of the arrangement, from 1
	Formula string // "(i - 1) div block1", in the indices i, j, ... of the array; "any" for copies
	Block   string // "block1 = ceil(n/p1) = 128", or ""
}

// Width is how far overlap areas reach along an array dimension.
type Width struct {
	Dim       int // of the array, from 1
	Low, High int64
	Declared  string // by SHADOW, "" without one
}

// Local is the part of an array on a processor.
type Local struct {
	Class
	Part     string // of the first processor: "1:128,129:256"
	Extents  []int64
	Elements int64
	Memory   int64 // bytes, with overlap areas
}

// Class is a set of processors for which something is the same.
type Class struct {
	Processors int
	First      []int // coordinates of the first of them
}

// Loop says who makes which iterations of a DO loop.
type Loop struct {
	Line, End int
	Header    string // "j = 2, n - 1"
	Why       string
	Rules     []Rule // empty: every processor makes all iterations
}

// Rule is what one dimension of the arrangement says about the iterations of a
// loop.
type Rule struct {
	Loop    string // "j = 2, n - 1"
	Dim     int    // of the arrangement, from 1; 0 where another arrangement decides
	Formula string // in the coordinate: "j = max(2, block2*c2 + 1) : min(block2*(c2 + 1), n - 1)"
	Block   string // "block2 = ceil(n/p2) = 128", or ""
	Shares  []Share
}

// Share is what a coordinate takes of a loop.
type Share struct {
	Coordinate  int
	Coordinates int    // that take as many; 1 where every one is listed
	Indices     string // of the first of them
	Count       int
}

// Statement says who executes a statement.
type Statement struct {
	Line, End  int
	Text       string
	What       string // "assignment", "mask", "partial reduction", ...
	Home       string // "the owner of B(i,j)"
	Rules      []Rule
	Guards     []string    // conditions on the processor
	Iterations []Iteration // executions in one call of the unit
	Bound      bool
}

// Iteration is how often a class of processors executes a statement.
type Iteration struct {
	Class
	Count float64
}

// Input is what an explanation is made from. The graph's builder must not be in
// use by others meanwhile.
type Input struct {
	Unit  *lower.Unit
	Text  *source.Text // of the unit
	Graph *aag.Graph
	// Layouts are those that the arrays have when the unit begins, in the arena of
	// the graph's builder, which ends with those that its last remapping gave.
	Layouts map[*program.Symbol]mapping.Layout
	Grid    []int                     // extents of the arrangement
	Value   func(name string) float64 // of every symbol, the extents of the arrangement among them

	Evolutions []*values.Evolution                           // of scalars that change from iteration to iteration of loops
	Subscript  inspector.Subscript                           // of what no formula gives; nil: unknown
	Known      func(*comm.Communication) *comm.Communication // the communication as the numbers have it; nil: as it is

	Pause func() // is called before each unit of the graph; nil: nothing waits

	First, Last int // the lines of the text that are asked for; see asked.go. 0, 0: all
}

// The limits of what is listed one by one.
const (
	mostListed     = 16   // pairs, processors, coordinates
	mostProcessors = 1024 // for which anything is counted
	mostPaired     = 64   // whose pairs are listed
)

// explainer builds the explanation of a unit.
type explainer struct {
	Input
	n     *inspector.Numbers
	all   [][]int // coordinates of all processors
	joint [][]int // the same in the joint grid
	out   *Unit
	nests map[source.Span][]*program.Do // DO loops around each statement
	whole map[source.Span]program.Stmt  // the outermost FORALL or WHERE around each statement
	moves map[source.Span]bool          // statements that do nothing themselves but remap arrays
	shown map[int]bool                  // lines on which statements begin that are explained
}

// New explains a unit. What cannot be explained is said in it.
func New(in Input) *Unit {
	x := &explainer{Input: in, nests: map[source.Span][]*program.Do{}, whole: map[source.Span]program.Stmt{}, moves: map[source.Span]bool{}, shown: map[int]bool{}}
	x.out = &Unit{Name: in.Unit.Name, Kind: in.Unit.Kind.String(), Start: 1, End: in.Text.Lines(), Processors: in.Grid}
	if n := product(in.Grid); n > mostProcessors {
		x.unknown(source.Span{}, "the numbers of more than %d processors are not listed", mostProcessors)
		return x.out
	}
	if x.Pause == nil {
		x.Pause = func() {}
	}
	n, err := inspector.NewNumbers(in.Graph.Builder, in.Grid, in.Value)
	if err != nil {
		x.unknown(source.Span{}, "%v", err)
		return x.out
	}
	n.Subscript = in.Subscript
	if g := in.Graph.Builder.Grid; g != nil {
		x.out.names = g.Coordinates()
	}
	x.n, x.all = n, n.Processors()
	_, x.joint = n.Joint()
	x.around(in.Unit.Body, nil)
	x.work()
	x.communications()
	x.reused()
	x.arrays()
	return x.out
}

// around finds the loops and array constructs around every statement.
func (x *explainer) around(body []program.Stmt, nest []*program.Do) {
	program.Statements(body, func(s program.Stmt) bool {
		x.nests[s.Span()] = nest
		switch s := s.(type) {
		case *program.Remap, *program.CallStmt:
			x.moves[s.Span()] = true
		case *program.If:
			for _, b := range s.Branches {
				x.nests[b.Cond.Span()] = nest
			}
		case *program.Do:
			x.around(s.Body, append(nest[:len(nest):len(nest)], s))
			return false
		case *program.Forall:
			x.inside(s, s.Body)
		case *program.Where:
			for _, b := range s.Branches {
				x.inside(s, b.Body)
			}
		}
		return true
	})
}

// inside notes the construct around the statements of its body; outer ones come
// first.
func (x *explainer) inside(s program.Stmt, body []program.Stmt) {
	program.Statements(body, func(inner program.Stmt) bool {
		if x.whole[inner.Span()] == nil {
			x.whole[inner.Span()] = s
		}
		return true
	})
}

func (x *explainer) line(at source.Span) int { return x.Text.LineOf(at.Start) }

func product(extents []int) int {
	n := 1
	for _, e := range extents {
		n *= e
	}
	return n
}
