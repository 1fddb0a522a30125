package fortran

// Equivalence is EQUIVALENCE (a, b(1)), (c, d): the objects of a set begin at
// the same place in memory.
type Equivalence struct {
	Sets []ObjectList `parser:"'equivalence' @@ ( ',' @@ )*"`
}

// ObjectList is a list of variables in parentheses.
type ObjectList struct {
	Objects []Variable `parser:"'(' @@ ( ',' @@ )* ')'"`
}

// Namelist is NAMELIST /group/ a, b.
type Namelist struct {
	Groups []NameGroup `parser:"'namelist' @@ ( ','? @@ )*"`
}

// NameGroup is a group of a NAMELIST.
type NameGroup struct {
	Name  Name   `parser:"'/' @@ '/'"`
	Names []Name `parser:"@@ ( ',' @@ )*"`
}

// Entry is ENTRY name (dummies), another beginning of a procedure.
type Entry struct {
	Name    Name    `parser:"'entry' @@"`
	Dummies []Dummy `parser:"( '(' ( @@ ( ',' @@ )* )? ')' )?"`
	Result  Name    `parser:"( 'result' '(' @@ ')'"`
	Bind    []Arg   `parser:"| 'bind' '(' @@ ( ',' @@ )* ')' )*"`
}

// AttributeDecl gives an attribute to names: SAVE a, /blk/, PUBLIC :: f,
// operator(+), INTENT(IN) x, BIND(C) :: s. Without names it is for all.
type AttributeDecl struct {
	Keyword string           `parser:"@Word"`
	Intent  string           `parser:"( '(' ( @( 'in' | 'out' | 'inout' ) @'out'?"`
	Args    []Arg            `parser:"| @@ ( ',' @@ )* ) ')' )? '::'?"`
	Names   []AttributedName `parser:"( @@ ( ',' @@ )* )?"`
}

// AttributedName is what AttributeDecl names: a variable, a procedure, an
// operator, or a COMMON block.
type AttributedName struct {
	Block    Name   `parser:"'/' @@ '/'"`
	Operator string `parser:"| ( 'operator' | 'assignment' | 'read' | 'write' ) '(' @( Dotted | Punct | Word ) ')'"`
	Name     Name   `parser:"| @@"`
	Dims     []Arg  `parser:"( '(' @@ ( ',' @@ )* ')' )?"`
	Coarray  []Arg  `parser:"( '[' @@ ( ',' @@ )* ']' )?"`
}

// Enumerators is ENUMERATOR :: a, b = 3; one without a value is one more than
// the one before, the first one 0.
type Enumerators struct {
	Values []Enumerator `parser:"'enumerator' '::'? @@ ( ',' @@ )*"`
}

// Enumerator is a constant of an enumeration.
type Enumerator struct {
	Name  Name `parser:"@@"`
	Value Expr `parser:"( '=' @@ )?"`
}
