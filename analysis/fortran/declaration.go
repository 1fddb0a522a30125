package fortran

// Stmt is a parsed statement: a pointer to one of the structs of this package
// whose comment shows its production.
type Stmt any

// TypeDecl declares entities: REAL(8), DIMENSION(n) :: a, b = 0.
type TypeDecl struct {
	Type     TypeSpec `parser:"@@"`
	Attrs    []Attr   `parser:"( ( ',' @@ )* '::' )? ','?"`
	Entities []Entity `parser:"@@ ( ',' @@ )*"`
}

// Entities are what a statement gives a type or a shape; none for other statements.
func Entities(s Stmt) []Entity {
	switch d := s.(type) {
	case *TypeDecl:
		return d.Entities
	case *DimensionDecl:
		return d.Entities
	}
	return nil
}

// TypeSpec is a type with its kind, width or length.
type TypeSpec struct {
	Base string `parser:"( @( 'integer' | 'real' | 'complex' | 'logical' | 'character' | 'byte' ) | @'double' @( 'precision' | 'complex' ) | @( 'type' | 'class' ) )"`
	Star Length `parser:"( '*' @@ )?"`
	Args []Arg  `parser:"( '(' @@ ( ',' @@ )* ')' )?"`
}

// Attr is an attribute of a declaration.
type Attr struct {
	Keyword string `parser:"@Word"`
	Intent  string `parser:"( '(' @( 'in' | 'out' | 'inout' ) @'out'? ')'"`
	Args    []Arg  `parser:"| '(' @@ ( ',' @@ )* ')' )?"`
	Coarray []Arg  `parser:"( '[' @@ ( ',' @@ )* ']' )?"`
}

// Entity is a declared name.
type Entity struct {
	Name    Name       `parser:"@@"`
	Star    Length     `parser:"( '*' @@ )?"`
	Dims    []Arg      `parser:"( '(' @@ ( ',' @@ )* ')' )?"`
	Coarray []Arg      `parser:"( '[' @@ ( ',' @@ )* ']' )?"`
	Length  Length     `parser:"( '*' @@ )?"`
	Init    Expr       `parser:"( ( '=' | '=>' ) @@"`
	Data    []Constant `parser:"| '/' @@ ( ',' @@ )* '/' )?"`
}

// DimensionDecl is DIMENSION a(10), b(n,n), and likewise ALLOCATABLE, TARGET
// and the other attributes whose names may carry a shape.
type DimensionDecl struct {
	Keyword  string   `parser:"@( 'dimension' | 'allocatable' | 'pointer' | 'target' | 'codimension' | 'contiguous' ) '::'?"`
	Entities []Entity `parser:"@@ ( ',' @@ )*"`
}

// NamesDecl gives an attribute to names: EXTERNAL f, INTRINSIC sqrt.
type NamesDecl struct {
	Keyword string `parser:"@( 'external' | 'intrinsic' ) '::'?"`
	Names   []Name `parser:"@@ ( ',' @@ )*"`
}

// ParameterDecl is PARAMETER (n = 10, h = 0.1).
type ParameterDecl struct {
	Values []NamedValue `parser:"'parameter' ( '(' @@ ( ',' @@ )* ')' | @@ ( ',' @@ )* )"`
}

// NamedValue is name = value.
type NamedValue struct {
	Name  Name `parser:"@@ '='"`
	Value Expr `parser:"@@"`
}

// Implicit is IMPLICIT NONE or rules by first letter.
type Implicit struct {
	None  bool           `parser:"'implicit' ( @'none' ( '(' ( 'type' | 'external' ) ( ',' ( 'type' | 'external' ) )* ')' )?"`
	Rules []ImplicitRule `parser:"| @@ ( ',' @@ )* )"`
}

// ImplicitRule is a type with its letters; Lists holds a kind or length first
// where there is one, and the letters (names, or differences of names) last.
type ImplicitRule struct {
	Base  string     `parser:"( @( 'integer' | 'real' | 'complex' | 'logical' | 'character' | 'byte' ) | @'double' @( 'precision' | 'complex' ) | @( 'type' | 'class' ) )"`
	Star  Length     `parser:"( '*' @@ )?"`
	Lists []ArgsList `parser:"@@ @@?"`
}

// ArgsList is a list in parentheses.
type ArgsList struct {
	Args []Arg `parser:"'(' @@ ( ',' @@ )* ')'"`
}

// Use is USE module, ONLY: names.
type Use struct {
	Nature string    `parser:"'use' ( ( ',' @Word )? '::' )?"`
	Module Name      `parser:"@@"`
	Only   bool      `parser:"( ',' @'only' ':' )? ','?"`
	Names  []UseName `parser:"( @@ ( ',' @@ )* )?"`
}

// UseName is a used name, perhaps renamed (Local => Name), or an operator.
type UseName struct {
	Operator string `parser:"( @( 'operator' | 'assignment' | 'read' | 'write' ) '(' @( Dotted | Punct | Word ) ')'"`
	Local    Name   `parser:"| @@ )"`
	Target   Name   `parser:"( '=>' ( @@"`
	Defined  string `parser:"| 'operator' '(' @Dotted ')' ) )?"`
}

// Data is DATA a, b /1, 2/, c /3*0/.
type Data struct {
	Sets []DataSet `parser:"'data' @@ ( ','? @@ )*"`
}

// DataSet is a list of objects with its values.
type DataSet struct {
	Objects []Variable `parser:"@@ ( ',' @@ )*"`
	Values  []Constant `parser:"'/' @@ ( ',' @@ )* '/'"`
}

// Common is COMMON /block/ a, b(10).
type Common struct {
	Blocks []CommonBlock `parser:"'common' @@ ( ','? @@ )*"`
}

// CommonBlock is a block with its members; Name is nil for blank COMMON.
type CommonBlock struct {
	Name    Name     `parser:"( '/' @@? '/' | '//' )?"`
	Members []Entity `parser:"@@ ( ',' @@ )*"`
}
