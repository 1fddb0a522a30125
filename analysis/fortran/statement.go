package fortran

// Assignment is variable = expr, or pointer => target.
type Assignment struct {
	LHS     Variable `parser:"@@"`
	Pointer bool     `parser:"( '=' | @'=>' )"`
	RHS     Expr     `parser:"@@"`
}

// Do is DO in all its forms; without Var, While and Header it is endless.
type Do struct {
	Label  string     `parser:"'do' @Int? ','?"`
	While  Expr       `parser:"( 'while' '(' @@ ')'"`
	Header *Header    `parser:"| 'concurrent' @@"`
	Local  []Locality `parser:"@@*"`
	Var    Name       `parser:"| @@ '='"`
	Lo     Expr       `parser:"@@ ','"`
	Hi     Expr       `parser:"@@"`
	Step   Expr       `parser:"( ',' @@ )? )?"`
}

// Header is the part of FORALL and DO CONCURRENT in parentheses.
type Header struct {
	Type    *TypeSpec `parser:"'(' ( @@ '::' )?"`
	Indices []Index   `parser:"@@ ( ',' @@ )*"`
	Mask    Expr      `parser:"( ',' @@ )? ')'"`
}

// Index is name = lo:hi:step.
type Index struct {
	Name Name `parser:"@@ '='"`
	Lo   Expr `parser:"@@ ':'"`
	Hi   Expr `parser:"@@"`
	Step Expr `parser:"( ':' @@ )?"`
}

// Locality is LOCAL(x), SHARED(y), REDUCE(+:s) or DEFAULT(NONE).
type Locality struct {
	Keyword string   `parser:"@Word '('"`
	Op      string   `parser:"( @( Punct | Dotted | Word ) ':' )?"`
	Names   []string `parser:"@Word ( ',' @Word )* ')'"`
}

// Forall begins a FORALL construct, or is the head of a FORALL statement.
type Forall struct {
	Header Header `parser:"'forall' @@"`
}

// If begins an IF construct (Then) or is the head of a logical or arithmetic
// IF.
type If struct {
	Cond   Expr     `parser:"'if' '(' @@ ')'"`
	Then   bool     `parser:"( @'then'"`
	Labels []string `parser:"| @Int ',' @Int ',' @Int )?"`
}

// ElseIf is ELSE IF (cond) THEN.
type ElseIf struct {
	Cond Expr `parser:"'else' 'if' '(' @@ ')' 'then'"`
	Name Name `parser:"@@?"`
}

// Else is ELSE.
type Else struct {
	Name Name `parser:"'else' @@?"`
}

// Where begins a WHERE construct, or is the head of a WHERE statement.
type Where struct {
	Mask Expr `parser:"'where' '(' @@ ')'"`
}

// ElseWhere is ELSEWHERE, perhaps with a mask.
type ElseWhere struct {
	Mask Expr `parser:"'else' 'where' ( '(' @@ ')' )?"`
	Name Name `parser:"@@?"`
}

// Select begins SELECT CASE, SELECT TYPE or SELECT RANK; in the latter two, Name
// may stand for the selector.
type Select struct {
	Of       string `parser:"'select' @( 'case' | 'type' | 'rank' )"`
	Name     Name   `parser:"'(' ( @@ '=>' )?"`
	Selector Arg    `parser:"@@ ')'"`
}

// Case is a CASE, TYPE IS, CLASS IS, CLASS DEFAULT or RANK statement; its
// Values are kept only for CASE.
type Case struct {
	Keyword string `parser:"@( 'case' | 'type' | 'class' | 'rank' ) 'is'?"`
	Default bool   `parser:"( @'default'"`
	Values  []Arg  `parser:"| '(' @@ ( ',' @@ )* ')' )"`
	Name    Name   `parser:"@@?"`
}

// Call is CALL name(args).
type Call struct {
	Procedure Variable `parser:"'call' @@"`
}

// Transfer is RETURN, STOP, ERROR STOP, CYCLE or EXIT.
type Transfer struct {
	Keyword string `parser:"@( 'return' | 'error' 'stop' | 'stop' | 'cycle' | 'exit' | 'pause' )"`
	Value   Expr   `parser:"@@?"`
	Options []Arg  `parser:"( ',' @@ )*"`
}

// Opaque is a statement that is known by its keyword: CONTINUE, SEQUENCE, and
// DEFINE FILE and the like of old compilers, which are kept as text.
type Opaque struct{ Keyword string }

// Enclosing begins a construct whose head is a word: BLOCK, ENUM, and
// STRUCTURE, UNION and MAP of old compilers.
type Enclosing struct{ Keyword string }

// Associate begins ASSOCIATE (name => selector, ...).
type Associate struct {
	Names []Association `parser:"'associate' '(' @@ ( ',' @@ )* ')'"`
}

// Association gives a name to a variable or to the value of an expression.
type Association struct {
	Name     Name `parser:"@@ '=>'"`
	Selector Expr `parser:"@@"`
}

// End closes a construct or a unit; What is the word after END ("" for none).
type End struct {
	What string
	Name string
}

// Contains separates a unit from the procedures inside it.
type Contains struct{}
