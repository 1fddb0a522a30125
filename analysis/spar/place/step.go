package place

import (
	"github.com/parlens/parlens/analysis/notation"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/symbolic"
)

// Step is a part of a placed method: *Statement, *Op, *Move, *Call, *Cost,
// *Loop or *Branch.
type Step interface{ step() }

// Statement groups the steps of one statement of the program.
type Statement struct {
	Span  source.Span // absolute in the file
	Text  string      // the statement on one line
	Notes []string    // its pragmas, one line each
	On    Owner       // where it runs, when Owned
	Owned bool
	Steps []Step
}

// Op is one operation: an operator, a subscript, a library function.
type Op struct {
	Span  source.Span
	Name  string // "plus", "times", "sqrt"
	Class Class  // of its operands
	At    Owner
	Size  symbolic.Expr // elements of an allocation; else none
	Parts int           // components of a vector that it is done for, one by one; 0 and 1 for once
}

// Move brings one value from where it is to where it is needed. Where both are
// the same it is a load or store of that processor's memory.
type Move struct {
	Span     source.Span
	To, From Owner
	Array    string          // whose element it is; "" for a result
	Along    []string        // symbols with which the value changes; nil where that is not known
	Values   []symbolic.Expr // of the subscripts, of an element
	Extents  []symbolic.Expr // of the array, along those; none where they are not known
	Most     symbolic.Expr   // how many different ones a processor has at most; none when not known
	Bytes    int             // of the value
	Stride   symbolic.Expr   // elements between successive accesses of the inner loop; none when not known
	Unknown  string          // the value on which the owner depends, when only the run knows it
	Away     bool            // it is To of which only the run knows where that is, not From
	Assigns  bool            // it is what an assignment stores
	Of       string          // the text of the element, where the method assigns nothing to the name that it begins with; else ""
	Into     string          // the array in which it stores an element; "" where it stores none
	Parts    int             // components of a vector that are stored one by one; 0 and 1 for one value
	Handed   bool            // it is what a call is handed by reference: nothing is done where it is at hand
}

// Local tells whether the value stays on its processor.
func (m *Move) Local() bool { return m.To.Readable(m.From) && m.Unknown == "" }

// Call executes a method.
type Call struct {
	Span  source.Span
	Name  string // of the method, in the program
	Model string // of the method, in the model: see Program.Method
	At    Owner
	Args  []symbolic.Expr // of its numeric parameters
}

// Cost takes a time that a pragma states, in seconds.
type Cost struct {
	Span source.Span
	At   Owner
	Time notation.Node
}

// Loop repeats its body.
type Loop struct {
	Span        source.Span
	Index       string // symbol of the iteration
	Lo, Hi      symbolic.Expr
	LoStated    notation.Node // the bounds when pragmas state them; else nil
	HiStated    notation.Node
	Parallel    bool
	Independent bool
	Why         string // Parallel, or why not
	Name        string // of the iterator in the program; "" without
	Body        []Step
	End         int // offset behind the loop
}

// Stated tells whether a pragma states one of the bounds.
func (l *Loop) Stated() bool { return l.LoStated != nil || l.HiStated != nil }

// Branch executes Then with a probability.
type Branch struct {
	Span       source.Span
	Cond       notation.Node // a comparison, or a number between 0 and 1
	Test       *Test         // the condition, when it is one comparison of known numbers
	Known      bool          // the condition is true or false by numbers that the model has, not with a probability
	Then, Else []Step
}

// Test is X Op Y, with Op as PAMELA has it.
type Test struct {
	Op   string
	X, Y symbolic.Expr
}

func (*Statement) step() {}
func (*Op) step()        {}
func (*Move) step()      {}
func (*Call) step()      {}
func (*Cost) step()      {}
func (*Loop) step()      {}
func (*Branch) step()    {}

// Class tells what an operation computes with.
type Class uint8

// The classes.
const (
	Integer Class = iota
	Float
	ComplexNumber
	Boolean
	Reference
)

var classNames = [...]string{"int", "float", "complex", "boolean", "reference"}

// String returns the name of the class.
func (c Class) String() string { return classNames[c] }

// Communicates tells whether steps, or methods that they call, move values
// between processors.
func (p *Program) Communicates(steps []Step) bool { return p.communicating(steps, map[string]bool{}) }

func (p *Program) communicating(steps []Step, seen map[string]bool) bool {
	for _, s := range steps {
		found := false
		switch s := s.(type) {
		case *Statement:
			found = p.communicating(s.Steps, seen)
		case *Loop:
			found = p.communicating(s.Body, seen)
		case *Branch:
			found = p.communicating(s.Then, seen) || p.communicating(s.Else, seen)
		case *Move:
			found = !s.Local()
		case *Call:
			if !seen[s.Model] {
				seen[s.Model] = true
				found = p.communicating(p.Method(s.Model).Body, seen)
			}
		}
		if found {
			return true
		}
	}
	return false
}
