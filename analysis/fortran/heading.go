package fortran

// Heading begins a program unit.
type Heading interface{ UnitName() string }

// ProgramHeading is PROGRAM name.
type ProgramHeading struct {
	Name Name `parser:"'program' @@ ( '(' ( Word | ',' | '=' | Int )* ')' )?"`
}

// ModuleHeading is MODULE name, or SUBMODULE (parent) name.
type ModuleHeading struct {
	Parent []string `parser:"( 'module' | 'submodule' '(' @Word ( ':' @Word )? ')' )"`
	Name   Name     `parser:"@@"`
}

// BlockDataHeading is BLOCK DATA name.
type BlockDataHeading struct {
	Name Name `parser:"'block' 'data' @@?"`
}

// ProcedureHeading begins a function or subroutine.
type ProcedureHeading struct {
	Prefixes []Prefix `parser:"@@*"`
	Keyword  string   `parser:"@( 'subroutine' | 'function' | 'procedure' )"`
	Name     Name     `parser:"@@"`
	Star     Length   `parser:"( '*' @@ )?"`
	Dummies  []Dummy  `parser:"( '(' ( @@ ( ',' @@ )* )? ')' )?"`
	Result   Name     `parser:"( 'result' '(' @@ ')'"`
	Bind     []Arg    `parser:"| 'bind' '(' @@ ( ',' @@ )* ')' )*"`
}

// Dummy is a dummy argument; the alternate return "*" has no name.
type Dummy struct {
	Name Name `parser:"@@ | '*'"`
}

// Prefix is a word before FUNCTION or SUBROUTINE: a type, PURE, RECURSIVE,
// EXTRINSIC(kind) and so on.
type Prefix struct {
	Word string    `parser:"( @( 'pure' | 'impure' | 'elemental' | 'recursive' | 'module' | 'non_recursive' | 'extrinsic' | 'attributes' )"`
	Args []Arg     `parser:"( '(' @@ ( ',' @@ )* ')' )?"`
	Type *TypeSpec `parser:"| @@ )"`
}

func nameText(n Name) string {
	if n == nil {
		return ""
	}
	return n.String()
}

// UnitName returns the name, "" for none.
func (h *ProgramHeading) UnitName() string { return nameText(h.Name) }

// UnitName returns the name.
func (h *ModuleHeading) UnitName() string { return nameText(h.Name) }

// UnitName returns the name, "" for none.
func (h *BlockDataHeading) UnitName() string { return nameText(h.Name) }

// UnitName returns the name.
func (h *ProcedureHeading) UnitName() string { return nameText(h.Name) }
