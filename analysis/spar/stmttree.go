package spar

import "github.com/parlens/parlens/analysis/source"

// Stmt is a statement: *Block, *Local, *ExprStmt, *If, *While, *For, *Loop,
// *Each, *Switch, *Jump, *Try, *Synchronized, *Print, *Delete, *Empty,
// *LocalType or *Bad.
type Stmt interface {
	At() source.Span
	Proper() source.Span // without the pragmas before it
	Notes() *Pragmas     // before the statement; nil without
	base() *stmtBase
}

// stmtBase is what all statements have. The span begins at the pragmas.
type stmtBase struct {
	place
	pragmas *Pragmas
	first   int // where the statement itself begins, behind its pragmas
	Label   string
}

// Proper is the span of the statement without the pragmas before it.
func (b *stmtBase) Proper() source.Span { return source.Span{Start: b.first, End: max(b.first, b.End)} }

// Notes returns the pragmas before the statement.
func (b *stmtBase) Notes() *Pragmas { return b.pragmas }

func (b *stmtBase) base() *stmtBase { return b }

// Block is { Body }.
type Block struct {
	stmtBase
	Body []Stmt
}

// Local is a declaration of variables.
type Local struct {
	stmtBase
	Final bool
	Names []*Declarator
}

// ExprStmt is an expression that is executed: an assignment, a call, ++, new.
type ExprStmt struct {
	stmtBase
	X Expr
}

// If is if (Cond) Then else Else.
type If struct {
	stmtBase
	Cond       Expr
	Then, Else Stmt // Else may be nil
}

// While is while (Cond) Body, or do Body while (Cond).
type While struct {
	stmtBase
	Do   bool
	Cond Expr
	Body Stmt
}

// For is Java's for.
type For struct {
	stmtBase
	Init []Stmt // declarations or expressions
	Cond Expr   // nil without
	Step []Expr
	Body Stmt
}

// Loop is for or foreach with cardinalities; the last one varies fastest.
type Loop struct {
	stmtBase
	Word   string // "for" or "foreach"
	Inline bool
	Cards  []*Card
	Body   Stmt
}

// Card is Name :- Low : High : Stride. High is exclusive.
type Card struct {
	Span     source.Span
	Name     string
	NameSpan source.Span
	Low      Expr // nil is 0
	High     Expr
	Stride   Expr // nil is 1
}

// Each executes its statements in any order.
type Each struct {
	stmtBase
	Body *Block
}

// Switch is switch (X) { case ... }.
type Switch struct {
	stmtBase
	X     Expr
	Cases []Case
}

// Case is one group of a switch.
type Case struct {
	Span  source.Span
	Value Expr // nil: default
	Body  []Stmt
}

// Jump is break, continue, return or throw.
type Jump struct {
	stmtBase
	Word   string
	Target string // of break and continue; "" without
	X      Expr   // of return and throw; nil without
}

// Try is try Body catch ... finally.
type Try struct {
	stmtBase
	Body    *Block
	Catches []*Block
	Finally *Block
}

// Synchronized is synchronized (X) Body.
type Synchronized struct {
	stmtBase
	X    Expr
	Body *Block
}

// Print is __print(...) or __println(...).
type Print struct {
	stmtBase
	Word string
	Args []Expr
}

// Delete is __delete X.
type Delete struct {
	stmtBase
	X Expr
}

// Empty is ";".
type Empty struct{ stmtBase }

// LocalType is a class in a method.
type LocalType struct {
	stmtBase
	Type *Type
}

// Bad is a statement that was not understood.
type Bad struct{ stmtBase }
