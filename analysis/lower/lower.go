// Package lower gives parsed Fortran its meaning: names become symbols with
// types and shapes, statements become the program tree, and HPF directives
// become layouts. It never fails; what it cannot use is reported and left out,
// and the rest of the unit is lowered all the same.
package lower

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"weak"

	"github.com/parlens/parlens/analysis/dialect"
	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/hpf"
	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/symbolic"
)

// File is a lowered source file.
type File struct {
	Units       []*Unit
	Diagnostics []source.Diagnostic // sorted; places in the file
}

// Unit is a program unit with its mappings.
type Unit struct {
	*program.Unit                                    // places relative to Start
	Start, End    int                                // byte range in the file
	Arena         *symbolic.Arena                    // of all symbolic expressions below
	Layouts       map[*program.Symbol]mapping.Layout // arrays that directives map; all others are replicated
	Grid          *mapping.Grid                      // the unit's processor arrangement; nil when nothing is mapped
	Values        []Value                            // in the order of the source
	Directives    []Distribute                       // in the order of the source
	Remaps        map[*program.Remap][]mapping.Move  // what executable mapping directives do
	Shadows       map[*program.Symbol][]Shadow       // widths that SHADOW gives, one per dimension
	Commons       []Common                           // in the order of the source
	Chains        map[*program.Symbol]*Link          // of the arrays in Layouts: alignments, then the distribution

	// Given are dummies whose values differ between processors, in Arena: set by who
	// models a call in a program that passes messages.
	Given map[*program.Symbol]symbolic.Expr
	// Taken is 1 on the processors that make the call, in Arena, where others do not; 0: all do.
	Taken symbolic.Expr

	Described map[string]bool // dummies whose mapping, with "*" or by INHERIT, is that of the actual argument
	Bound     []string        // the procedures that calls through objects and generic names mean, in order of the calls

	Followers []Follower // in the order of the source

	again   func() *Unit     // lowers it once more
	whole   *whole           // of a bare unit
	effects *program.Effects // of a bare unit
}

// OnlyBlocks tells whether arrays can be mapped in blocks only: DVM has no other formats, and in
// XcalableMP a shadow, that only directives bring up to date, lies around a block.
func (u *Unit) OnlyBlocks(arrays []*program.Symbol) bool {
	shadowed := func(a *program.Symbol) bool { return u.Shadows[a] != nil }
	return u.Explicit && (u.IOProcessor || slices.ContainsFunc(arrays, shadowed))
}

// Value is a PARAMETER. Index is its value as an integer expression, which may
// name other PARAMETERs; 0 when it has no such form.
type Value struct {
	Name   string
	Expr   program.Expr
	Index  symbolic.Expr
	Source string // "constant"
	At     source.Span
}

// Distribute is a DISTRIBUTE directive for one target. A directive with a list
// of targets stands for several, which share At and FormatsAt.
type Distribute struct {
	At        source.Span
	FormatsAt source.Span // of "(BLOCK,*)"; empty where the directive gives no formats
	Target    string
	Formats   []mapping.Format // one per dimension of the target
	Onto      string           // "" without ONTO
	OntoGrid  *mapping.Grid
	Arrays    []*program.Symbol // that the directive maps, directly or through ALIGN
}

// Shadow is how far the local part of an array reaches into its neighbours'
// parts: Low elements below, High above; 0 where no number is known.
type Shadow struct{ Low, High symbolic.Expr }

// Lower lowers all units of a file.
func Lower(parsed *fortran.File) *File {
	f := &File{Diagnostics: append([]source.Diagnostic(nil), parsed.Diagnostics...)}
	resolver := inFile(parsed)
	for _, u := range parsed.Units {
		unit, problems := resolver.Environment(u).LowerUnit(u)
		f.Units = append(f.Units, unit)
		for _, d := range Problems(u, problems) {
			d.Span = d.Span.Shift(u.Start)
			f.Diagnostics = append(f.Diagnostics, d)
		}
	}
	f.Diagnostics = append(f.Diagnostics, CheckCommons(f.Units, func(unit int, at source.Span) source.Span { return at.Shift(f.Units[unit].Start) })...)
	slices.SortStableFunc(f.Diagnostics, func(x, y source.Diagnostic) int { return cmp.Compare(x.Span.Start, y.Span.Start) })
	return f
}

// LowerUnit lowers one unit that uses no module; see Environment.
func LowerUnit(u *fortran.Unit) (*Unit, []source.Diagnostic) { return Environment{}.LowerUnit(u) }

// At returns the unit at another place of a file. It shares all else.
func (u *Unit) At(start, end int) *Unit {
	if u.Start == start && u.End == end {
		return u
	}
	moved := *u
	moved.Start, moved.End = start, end
	return &moved
}

// Bare returns the unit without its statements, which take most of the memory:
// the names, values and mappings stay, and Fork has the statements again. The
// unit itself must not be used any more.
func (u *Unit) Bare() *Unit {
	bare, inner := *u, *u.Unit
	inner.Body = nil
	bare.Remaps = nil
	bare.Unit = &inner
	bare.whole, bare.effects = &whole{unit: weak.Make(u)}, u.effectsOf()
	bare.Arena.Freeze()
	return &bare
}

// Effects returns what callers have to know of the statements of a bare unit.
func (u *Unit) Effects() *program.Effects { return u.effects }

// OtherGrids returns the arrangements besides Grid that arrays are mapped onto,
// those of another shape, ordered by place and name.
func (u *Unit) OtherGrids() []*mapping.Grid {
	var out []*mapping.Grid
	add := func(l mapping.Layout) {
		if g := l.Grid; g != nil && !g.SameShape(u.Grid) && !slices.Contains(out, g) {
			out = append(out, g)
		}
	}
	for _, l := range u.Layouts {
		add(l)
	}
	for _, moves := range u.Remaps {
		for _, m := range moves {
			add(m.To)
		}
	}
	slices.SortFunc(out, func(g, h *mapping.Grid) int {
		return cmp.Or(cmp.Compare(g.At.Start, h.At.Start), cmp.Compare(g.Name, h.Name), cmp.Compare(g.Rank(), h.Rank()))
	})
	return out
}

// Fork returns an equal unit whose arena is its own, for who builds on in it.
func (u *Unit) Fork() *Unit {
	own := u.whole.take()
	if own == nil {
		own = u.again()
	}
	return own.At(u.Start, u.End)
}

// lowerer holds what is known about a unit while it is lowered.
type lowerer struct {
	*importer
	statements   *statements // those that are executed
	env          Environment
	unit         *fortran.Unit
	out          *Unit
	scope        *scope
	declared     []*declaration // in order of first appearance
	found        map[*program.Symbol]*declaration
	known        map[*program.Symbol]int64   // values of PARAMETERs
	groups       map[string][]string         // names in the groups of NAMELISTs
	shadowGroups map[string]dialect.Exchange // of SHADOW_GROUP
	functions    map[string]statementFunction
	expansions   int               // of statement functions, so far
	types        map[string]bool   // derived types and generic names
	macros       map[string]bool   // names that the preprocessor replaces
	elsewhere    bool              // names may be declared in a used module or an included file
	spec         []directive       // specification directives, those of the hosts first
	attributes   []directive       // DYNAMIC, INHERIT, SEQUENCE, SHADOW, RANGE
	again        []*hpf.Distribute // REDISTRIBUTE, anywhere
	readings     map[directiveText]hpf.Reading
	alike        map[string]string // see shapedLike; nil until it has been asked for
	teams        []program.Expr    // of CHANGE TEAM constructs around: images have other numbers there
	images       bool              // coarrays on other images, or the images' numbers, have been named
	masked       bool              // inside WHERE
	tasks        int               // TASKs around: nodes have numbers of their own there
	ahead        *[]program.Stmt   // calls that a statement makes first; nil where none can be made
	target       *program.Ref      // what the statement assigns to
	all          fortran.Expr      // all that it assigns
	objectTypes  *objects          // once it has been asked for
	saved        map[string]bool   // what SAVE names, once it has been asked for
	quiet        bool              // problems are reported elsewhere
	problems     []source.Diagnostic
}

// newLowerer prepares for a unit; a prefix is for the symbols of an interface.
func newLowerer(u *fortran.Unit, env Environment, prefix string) *lowerer {
	l := &lowerer{
		importer: newImporter(), env: env, unit: u, types: map[string]bool{}, groups: map[string][]string{}, shadowGroups: map[string]dialect.Exchange{}, macros: map[string]bool{},
		found: map[*program.Symbol]*declaration{}, known: map[*program.Symbol]int64{},
		readings: map[directiveText]hpf.Reading{},
		out: &Unit{
			Unit: &program.Unit{Name: u.Name, Path: path(u), Kind: u.Kind, KeepsValues: keepsValues(u.Body)}, Start: u.Start, End: u.End,
			Arena: symbolic.NewArena(), Layouts: map[*program.Symbol]mapping.Layout{}, Chains: map[*program.Symbol]*Link{},
		},
	}
	l.statements = &statements{lowerer: l, homed: map[*fortran.Statement]bool{}}
	var host *scope
	if u.Host != nil {
		host = l.inherit(u.Host)
	}
	l.scope = newScope(l.out.Unit, host)
	l.scope.prefix, l.scope.adopt = prefix, l.adopt
	return l
}

// path is the name of a unit behind those of its hosts: "module:procedure".
func path(u *fortran.Unit) string {
	if u.Host == nil {
		return u.Name
	}
	return path(u.Host) + ":" + u.Name
}

// inherit declares the names of the host, without their places, and takes over
// its mapping directives.
func (l *lowerer) inherit(u *fortran.Unit) *scope {
	outer := newLowerer(u, l.env, "")
	outer.out.Arena, outer.importer = l.out.Arena, l.importer
	outer.out.Layouts, outer.out.Chains = l.out.Layouts, l.out.Chains // of what the host uses from modules
	outer.declare()
	outer.commons()
	outer.besideMembers()
	l.elsewhere, l.macros = outer.elsewhere, outer.macros
	maps.Copy(l.groups, outer.groups)
	for _, s := range outer.scope.names {
		s.Declared, s.Shared = source.Span{}, true
		if s.Storage == "" {
			s.Storage = path(u) + "%" + s.Name
		}
	}
	for _, d := range outer.spec {
		d.inherited, d.at = true, source.Span{}
		l.spec = append(l.spec, d)
	}
	for _, d := range outer.attributes {
		d.inherited, d.at = true, source.Span{}
		l.attributes = append(l.attributes, d)
	}
	return outer.scope
}

func (l *lowerer) report(at source.Span, severity source.Severity, code, format string, args ...any) {
	l.reportAbout(nil, at, severity, code, format, args...)
}

// reportAbout is report with the data of the diagnostic.
func (l *lowerer) reportAbout(data any, at source.Span, severity source.Severity, code, format string, args ...any) {
	if l.quiet {
		return
	}
	l.problems = append(l.problems, source.Diagnostic{Span: at, Severity: severity, Code: code, Message: fmt.Sprintf(format, args...), Data: data})
}
