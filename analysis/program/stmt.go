package program

import (
	"slices"
	"unicode"

	"github.com/parlens/parlens/analysis/source"
)

// Stmt is an executable statement or construct.
type Stmt interface {
	Span() source.Span
	Turn() string
	TakeTurn(n int)
	stmt()
}

// Node is the part that all statements share: their place.
type Node struct {
	At   source.Span
	turn string
}

// Turn tells the iterations of loops apart that stand one behind the other, with a letter for
// each loop: "" elsewhere.
func (n Node) Turn() string { return n.turn }

// TakeTurn makes the statement one of an iteration, from 0.
func (n *Node) TakeTurn(iteration int) { n.turn = string(rune('A'+iteration)) + n.turn }

// Span returns the source range of the statement (of a construct: its first
// statement), relative to the unit.
func (n Node) Span() source.Span { return n.At }
func (n *Node) stmt()            {}

// Assign is LHS = RHS: scalar, element, section or whole array.
type Assign struct {
	Node
	LHS *Ref
	RHS Expr

	Descriptor bool // ALLOCATE's of an extent (Symbol.Extents): its cost is that of the ALLOCATE
	Of         *Ref // the component of one element of an array of structures whose extent it is: all elements share it

	Moves  bool     // it may communicate in an Explicit unit: GMOVE
	Remote []string // arrays that it may read from anywhere in an Explicit unit
}

// IndexRange is `Var = Lo:Hi:Step` of a FORALL or DO CONCURRENT; a nil Step
// is 1.
type IndexRange struct {
	Var          *Symbol
	Lo, Hi, Step Expr
}

// Forall is a FORALL statement or construct: for each assignment, every right
// side is evaluated before anything is stored.
type Forall struct {
	Node
	End         source.Span
	Ranges      []IndexRange
	Mask        Expr // nil without one
	Body        []Stmt
	Independent *Independent
}

// Where is a WHERE statement or construct. The masks of Else branches exclude
// the earlier ones; a nil mask is a plain ELSEWHERE.
type Where struct {
	Node
	End      source.Span
	Branches []WhereBranch
}

// WhereBranch is one masked part of a Where.
type WhereBranch struct {
	Mask Expr
	Body []Stmt
}

// DoKind tells the forms of DO apart.
type DoKind uint8

// The forms of DO.
const (
	DoCount DoKind = iota
	DoWhile
	DoForever
	DoConcurrent
)

// Do is a loop. Counted loops have Var, Lo, Hi and perhaps Step; DoWhile has
// Cond; DoConcurrent has Ranges and perhaps Cond as its mask.
type Do struct {
	Node
	Name         string // of the construct, lower case; "" without one
	End          source.Span
	Kind         DoKind
	Var          *Symbol
	Lo, Hi, Step Expr
	Cond         Expr
	Ranges       []IndexRange
	Body         []Stmt
	Independent  *Independent
	Remote       []string // arrays that its body may read from anywhere in an Explicit unit
	Jumps        bool     // it is made of GO TOs, from a label to the last jump back to it
}

// Independent is what an INDEPENDENT directive before a loop promises.
type Independent struct {
	At        source.Span
	New       []string
	Reduction []string
	OnHome    *Ref // nil without ON HOME
	Across    *Across
}

// Across says of the loops that a directive stands before that their iterations do depend
// on each other, through arrays: Widths are how far they read below and above an element.
// The values of earlier iterations are new ones, and passed on from processor to processor.
type Across struct {
	Explicit
	Stages Expr // the parts in which they are passed on; nil leaves that to the run-time system
}

// Of reports whether an array is one of those. None is of a nil Across.
func (x *Across) Of(s *Symbol) bool { return x != nil && slices.Contains(x.Variables, s) }

// Private reports whether the directive makes a variable one of each iteration, or,
// of an array that REDUCTION names, one of each processor. A nil directive makes none.
func (d *Independent) Private(s *Symbol) bool {
	return d != nil && (slices.Contains(d.New, s.Name) || s.Rank() > 0 && slices.Contains(d.Reduction, s.Name))
}

// If is an IF construct, or a logical IF (one branch, one statement).
type If struct {
	Node
	End      source.Span
	Branches []Branch
	Else     []Stmt
}

// Branch is a condition with its block.
type Branch struct {
	At   source.Span
	Cond Expr
	Body []Stmt
}

// CallStmt is CALL name(args).
type CallStmt struct {
	Node
	Name string
	Args []Arg
	// Dynamic says that the object's type, which only the run time knows, may bind another
	// procedure: this one is that of its declared type.
	Dynamic bool
	// Function is the reference to a function that changes something, which another statement
	// evaluates: this one only says what it changes. nil for a CALL.
	Function *Call
	// Doubtful says of such a statement that it is not known how often the function is
	// evaluated: what it changes has no value any more.
	Doubtful bool
}

// Remap is an executable directive, REDISTRIBUTE or REALIGN, that gives arrays
// other mappings.
type Remap struct {
	Node
	Keyword string // lower case
	Arrays  []*Symbol
	Varies  bool // in a loop: another iteration may move others, or elsewhere
}

// Transfer is a RETURN, STOP, CYCLE or EXIT.
type Transfer struct {
	Node
	Keyword string // lower case
	Target  string // the construct that a CYCLE or EXIT names, lower case; "" for the innermost loop
}

// TransferList is what a statement of input and output transfers: nothing for OPEN
// and the like.
type TransferList struct {
	Items    []TransferItem
	Input    bool // the items get values
	Internal bool // from or to a variable
	Group    bool // by NAMELIST: what the input does not name keeps its value
}

// Buffers reports whether an assignment is the [TransferItem.Copied] of an item.
func (s *Assign) Buffers() bool {
	from, ok := s.RHS.(*Ref)
	return s.LHS.Sym.Buffer || ok && from.Sym.Buffer
}

// TransferItem is an item of a PRINT, WRITE or READ.
type TransferItem struct {
	Value  Expr
	Ranges []IndexRange // of the implied DOs that it stands in, the outermost first
	// Copied is the assignment of the item to, or from, a variable of the same shape
	// that stands for the buffer of input and output; nil where the item is no variable.
	Copied *Assign
}

// Unmodelled is a statement that is read and kept but has no cost model yet:
// I/O, ALLOCATE, GO TO, or text that was not understood. Reason says why.
type Unmodelled struct {
	Node
	Keyword string // lower case; "" when not understood
	Text    string
	Reason  string
	Free    bool   // costs nothing by nature (CONTINUE, FORMAT, ...)
	Target  string // of a GO TO: the label that it jumps to; "" where several may be meant
	Forward bool   // of a GO TO: the label stands behind it, in a block around it
	Leaves  int    // how many loops a GO TO forward leaves
	// Receives are the variables of input, output and allocation that get a value
	// which is not known: items of READ, IOSTAT= and the like.
	Receives []*Symbol
	PointsAt *Symbol // by a pointer assignment, what the pointer comes to point at; nil where that is no variable
	// List is what a statement of input and output transfers, nil for other statements.
	List *TransferList
}

// Points is the keyword of a pointer assignment, which changes the pointer and nothing that it
// points at.
const Points = "=>"

// structured are the statements of which it is known what they assign.
var structured = map[string]bool{
	"print": true, "write": true, "read": true, "open": true, "close": true, "inquire": true, "rewind": true, "backspace": true, "endfile": true,
	Points: true, "flush": true, "wait": true, "allocate": true, "deallocate": true, "goto": true,
}

// Structured reports whether Receives are all the variables that the statement changes.
func (u *Unmodelled) Structured() bool { return structured[u.Keyword] }

// Names reports whether the statement names a variable (lower case): what stands
// in quotes is text.
func (u *Unmodelled) Names(variable string) bool {
	quote, word := rune(0), ""
	for _, c := range u.Text + " " {
		c = unicode.ToLower(c)
		letter := c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z'
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case letter:
			word += string(c)
			continue
		case c == '\'' || c == '"':
			quote = c
		}
		if word == variable {
			return true
		}
		word = ""
	}
	return false
}
