package fortran

// Heads and members of derived types and interfaces.

// TypeHead begins a derived type: TYPE, EXTENDS(base) :: name. Attrs are
// ABSTRACT, EXTENDS(base), BIND(C), PUBLIC and PRIVATE; Params are those of a
// parameterised type.
type TypeHead struct {
	Attrs  []Attr `parser:"'type' ( ( ',' @@ )* '::' )?"`
	Name   Name   `parser:"@@"`
	Params []Name `parser:"( '(' @@ ( ',' @@ )* ')' )?"`
}

// Extends returns the name of the type that is extended, nil without one.
func (t *TypeHead) Extends() *Designator {
	for _, a := range t.Attrs {
		if a.Keyword == "extends" && len(a.Args) == 1 {
			d, _ := a.Args[0].(*Designator)
			return d
		}
	}
	return nil
}

// InterfaceHead begins INTERFACE name, INTERFACE OPERATOR(+), INTERFACE
// ASSIGNMENT(=), INTERFACE READ(FORMATTED) or ABSTRACT INTERFACE.
type InterfaceHead struct {
	Abstract bool     `parser:"@'abstract'? 'interface'"`
	Spec     *Generic `parser:"@@?"`
}

// Generic is what may be generic: a name, or (Of) an operator, an assignment,
// or the input or output of a derived type; Defined is what its parentheses
// hold.
type Generic struct {
	Of      string `parser:"( @( 'operator' | 'assignment' | 'read' | 'write' ) '('"`
	Defined string `parser:"@( Dotted | Punct | Word ) ')'"`
	Name    Name   `parser:"| @@ )"`
}

// GenericBinding is GENERIC :: spec => bindings of a derived type, or of a
// scope (Fortran 2018).
type GenericBinding struct {
	Access   Name    `parser:"'generic' ( ',' @@ )? '::'"`
	Spec     Generic `parser:"@@ '=>'"`
	Bindings []Name  `parser:"@@ ( ',' @@ )*"`
}

// Final is FINAL :: procedures, of a derived type.
type Final struct {
	Names []Name `parser:"'final' '::'? @@ ( ',' @@ )*"`
}

// ProcedureDecl is PROCEDURE in its three meanings: bindings of a derived type,
// declarations of procedures and pointers to them, and the members of a generic
// interface. Interface is a name or a type, nil without one.
type ProcedureDecl struct {
	Interface *ProcedureType `parser:"'procedure' ( '(' @@? ')' )?"`
	Attrs     []Attr         `parser:"( ( ',' @@ )* '::' )?"`
	Entities  []NamedBinding `parser:"@@ ( ',' @@ )*"`
}

// ProcedureType is the interface or the type in PROCEDURE(...).
type ProcedureType struct {
	Type *TypeSpec `parser:"@@"`
	Name Name      `parser:"| @@"`
}

// NamedBinding is name, or name => what it is bound to.
type NamedBinding struct {
	Name Name `parser:"@@"`
	To   Expr `parser:"( '=>' @@ )?"`
}

// Has reports whether the statement gives an attribute.
func (p *ProcedureDecl) Has(attribute string) bool {
	for _, a := range p.Attrs {
		if a.Keyword == attribute {
			return true
		}
	}
	return false
}

// ModuleProcedure is MODULE PROCEDURE names: members of a generic interface,
// or the beginning of a procedure whose interface stands in an ancestor.
type ModuleProcedure struct {
	Names []Name `parser:"'module' 'procedure' '::'? @@ ( ',' @@ )*"`
}

// Import is IMPORT in an interface body: of the names, or of all. Only holds
// ONLY, NONE or ALL (Fortran 2018) where it stands.
type Import struct {
	Only  string `parser:"'import' ( ',' @( 'only' | 'none' | 'all' ) ':'? )? '::'?"`
	Names []Name `parser:"( @@ ( ',' @@ )* )?"`
}

// CrayPointer is POINTER (p, pointee), ...: p holds the address of pointee.
type CrayPointer struct {
	Pairs []PointerPair `parser:"'pointer' @@ ( ',' @@ )*"`
}

// PointerPair is (pointer, pointee), where the pointee may have bounds.
type PointerPair struct {
	Pointer Name   `parser:"'(' @@ ','"`
	Pointee Entity `parser:"@@ ')'"`
}

// Record is RECORD /structure/ a, b(10), an old declaration.
type Record struct {
	Groups []RecordGroup `parser:"'record' @@ ( ',' @@ )*"`
}

// RecordGroup is a list of variables of one structure.
type RecordGroup struct {
	Structure Name     `parser:"'/' @@ '/'"`
	Entities  []Entity `parser:"@@ ( ',' @@ )*"`
}
