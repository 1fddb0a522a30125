package hpf

import "github.com/parlens/parlens/analysis/fortran"

// The productions. Each is the grammar of a group of directives.

type arrangements struct {
	Keyword string   `parser:"@( 'processors' | 'template' ) '::'?"`
	Objects []object `parser:"@@ ( ',' @@ )*"`
}

type object struct {
	Name fortran.Name  `parser:"@@"`
	Dims []fortran.Arg `parser:"( '(' @@ ( ',' @@ )* ')' )?"`
}

// distribution is [*] (formats) | * [ONTO arrangement].
type distribution struct {
	Star    bool          `parser:"( @'*'?"`
	Open    fortran.Open  `parser:"@@"`
	Formats []Format      `parser:"@@ ( ',' @@ )*"`
	Close   fortran.Close `parser:"@@"`
	Any     bool          `parser:"| @'*' )?"`
	Onto    *onto         `parser:"@@?"`
}

type onto struct {
	Star    bool          `parser:"'onto' ( @'*'?"`
	Name    fortran.Name  `parser:"@@"`
	Section []fortran.Arg `parser:"( '(' @@ ( ',' @@ )* ')' )?"`
	Any     bool          `parser:"| @'*' )"`
}

type distribute struct {
	Keyword string       `parser:"@( 'distribute' | 'redistribute' )"`
	Target  fortran.Name `parser:"@@"`
	Dist    distribution `parser:"@@"`
}

// alignment is WITH [*] target.
type alignment struct {
	Star   bool             `parser:"'with' @'*'?"`
	Target fortran.Variable `parser:"@@"`
}

type align struct {
	Keyword  string    `parser:"@( 'align' | 'realign' )"`
	Alignees []object  `parser:"@@ ( ',' @@ )*"`
	With     alignment `parser:"@@"`
}

// combined is attribute {, attribute} :: object {, object}.
type combined struct {
	Attrs   []attribute `parser:"@@ ( ',' @@ )* '::'"`
	Objects []object    `parser:"@@ ( ',' @@ )*"`
}

type attribute struct {
	Keyword   string        `parser:"( @( 'processors' | 'template' | 'dynamic' | 'inherit' )"`
	Dimension []fortran.Arg `parser:"| 'dimension' '(' @@ ( ',' @@ )* ')'"`
	Dist      *listedDist   `parser:"| @@"`
	Align     *listedAlign  `parser:"| @@"`
	Shadow    []fortran.Arg `parser:"| 'shadow' '(' @@ ( ',' @@ )* ')'"`
	Range     []ranges      `parser:"| 'range' @@+ )"`
}

type listedDist struct {
	Keyword string       `parser:"@( 'distribute' | 'redistribute' )"`
	Dist    distribution `parser:"@@"`
}

type listedAlign struct {
	Keyword string        `parser:"@( 'align' | 'realign' )"`
	Listed  bool          `parser:"( @'('"`
	Source  []fortran.Arg `parser:"@@ ( ',' @@ )* ')' )?"`
	With    alignment     `parser:"@@"`
}

type ranges struct {
	Formats []rangeFormat `parser:"'(' @@ ( ',' @@ )* ')'"`
}

type rangeFormat struct {
	All    bool   `parser:"( @'all'"`
	Format Format `parser:"| @@ )"`
}

// layout is CM Fortran's LAYOUT a(:NEWS, :SERIAL).
type layout struct {
	Arrays []laidOut `parser:"'layout' @@ ( ',' @@ )*"`
}

type laidOut struct {
	Name  fortran.Name  `parser:"@@"`
	Open  fortran.Open  `parser:"@@"`
	Axes  []axis        `parser:"@@ ( ',' @@ )*"`
	Close fortran.Close `parser:"@@"`
}

// axis is [weight] :NEWS, :SEND or :SERIAL; an axis without a word is NEWS.
type axis struct {
	Weight fortran.Expr `parser:"@@?"`
	Word   string       `parser:"':' @( 'news' | 'send' | 'serial' )?"`
}

// names is DYNAMIC a, b and the like.
type names struct {
	No      bool         `parser:"@'no'?"`
	Keyword string       `parser:"@( 'dynamic' | 'inherit' | 'sequence' ) '::'?"`
	Names   []listedName `parser:"( @@ ( ',' @@ )* )?"`
}

// listedName is a variable, or a COMMON block between slashes.
type listedName struct {
	Name  fortran.Name `parser:"( @@"`
	Block fortran.Name `parser:"| '/' @@ '/'"`
	Blank bool         `parser:"| @'//' | @'/' '/' )"`
}

type shadow struct {
	Name   fortran.Name  `parser:"'shadow' @@"`
	Widths []fortran.Arg `parser:"'(' @@ ( ',' @@ )* ')'"`
}

type valueRange struct {
	Name   fortran.Name `parser:"'range' @@"`
	Ranges []ranges     `parser:"@@+"`
}

type independent struct {
	Indices []string `parser:"'independent' ( '(' @Word ( ',' @Word )* ')' )?"`
	Clauses []clause `parser:"( ','? @@ )*"`
}

type clause struct {
	New       []fortran.Arg `parser:"( 'new' '(' @@ ( ',' @@ )* ')'"`
	Op        string        `parser:"| 'reduction' '(' ( @( Punct | Dotted | Word ) ':' )?"`
	Reduction []fortran.Arg `parser:"  @@ ( ',' @@ )* ')'"`
	OnHome    fortran.Arg   `parser:"| 'on' 'home'? '(' @@ ')'"`
	Local     bool          `parser:"| @'resident'"`
	Resident  []fortran.Arg `parser:"  ( '(' @@ ( ',' @@ )* ')' )? )"`
}

// on is ON HOME (reference) or ON (processors), with clauses; BEGIN opens a
// region.
type on struct {
	Home    fortran.Arg `parser:"'on' ( 'home' '(' @@ ')'"`
	Procs   fortran.Arg `parser:"| '(' @@ ')' )"`
	Clauses []clause    `parser:"( ','? @@ )*"`
	Begin   bool        `parser:"( ','? @'begin' )?"`
}

type resident struct {
	Refs  []fortran.Arg `parser:"'resident' ( '(' @@ ( ',' @@ )* ')' )?"`
	Begin bool          `parser:"( ','? @'begin' )?"`
}
