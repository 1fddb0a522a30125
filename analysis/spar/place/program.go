package place

import (
	"fmt"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/spar"
	"github.com/parlens/parlens/costmodel/symbolic"
)

// Options are the choices under which a program is placed.
type Options struct {
	Clamp  bool // the last processor keeps the elements that fit no block
	Bounds bool // every subscript is compared with its bounds
}

// Program is a placed program.
type Program struct {
	Arena       *symbolic.Arena
	Kinds       []Kind
	Grids       []*Grid
	Numerics    []Numeric // parameters and definitions, in their order
	Criticals   []Critical
	Variables   []*Variable // the arrays and scalars of the classes
	Methods     []*Method
	Main        *Method // nil without
	Known       []string
	Diagnostics []source.Diagnostic
	Annotations int // pragmas that state values of the model for single places
}

// Numeric is an equation of the model that a pragma, or a constant, makes.
type Numeric struct {
	Name      string
	Parameter bool
	Global    bool   // declared by a pragma of the file
	Text      string // its value in PAMELA; "" without
	Source    string // the name in the program that it stands for
	Why       string // "constant", "traced"; "" for a pragma
	Span      source.Span
}

// Critical is a value that only the run knows and the model needs: it is
// assumed, and can be set.
type Critical struct {
	Name    string
	Source  string // the name in the program; "" without
	Default float64
	Why     string
	Span    source.Span
}

// Method is a placed method.
type Method struct {
	Name     string // "adi.relax"
	Model    string // "adi_relax_0"
	Params   []string
	Notes    []string
	Span     source.Span // of the member
	NameSpan source.Span
	Located  bool // every call hands it a processor to run on
	Body     []Step

	member spar.Placed
	class  *class
	params []*Variable
}

// builder builds one program.
type builder struct {
	options   Options
	arena     *symbolic.Arena
	file      *spar.File
	program   *Program
	classes   []*class
	implied   bool // the processor array is declared nowhere
	assigned  map[string]bool
	counts    map[string]int // of model names
	criticals map[string]symbolic.Expr
	extents   map[*spar.Form]symbolic.Expr // of dimensions of which nothing is known
	numbers   int
	here      *scope          // in which pragmas read the names of variables
	local     map[string]bool // symbols of iterators and parameters
	start     int             // of the member under work
	reported  map[source.Diagnostic]bool
}

// assumedCount is the number of iterations of a loop that nothing bounds.
const assumedCount = 100

// unknownMark begins the symbols of values that only the run knows.
const unknownMark = "?"

// Build places a program. It never fails: what is not understood is reported
// and left out.
func Build(f *spar.File, opt Options) *Program {
	a := symbolic.NewArena()
	b := &builder{
		options: opt, arena: a, file: f, program: &Program{Arena: a}, assigned: map[string]bool{}, counts: map[string]int{},
		criticals: map[string]symbolic.Expr{}, extents: map[*spar.Form]symbolic.Expr{}, reported: map[source.Diagnostic]bool{}, local: map[string]bool{},
	}
	if p := f.Global.Get("boundscheck"); p != nil && p.Value != nil && p.Value.Text == "false" {
		b.options.Bounds = false
	}
	b.globals(f.Global)
	for _, t := range f.Types {
		b.declare(t, 0)
	}
	for _, c := range b.classes {
		b.definitionsOf(c)
	}
	for _, c := range b.classes {
		b.shapesOf(c)
	}
	b.start = 0
	b.findLocated()
	for _, m := range b.program.Methods {
		b.method(m)
	}
	b.breakCycles()
	b.program.Main = b.entry()
	return b.program
}

func (b *builder) report(at source.Span, severity source.Severity, code, message string) {
	d := source.Diagnostic{Span: at.Shift(b.start), Severity: severity, Code: code, Message: message}
	if !b.reported[d] {
		b.reported[d] = true
		b.program.Diagnostics = append(b.program.Diagnostics, d)
	}
}

// number returns the next number of a made-up name, as the paper writes it.
func (b *builder) number(prefix string) string {
	b.numbers++
	return fmt.Sprintf("%s_%04d", prefix, b.numbers-1)
}

// critical is a symbol for a value that the run alone knows.
func (b *builder) critical(prefix, why string, at source.Span, value float64) symbolic.Expr {
	name := b.number(prefix)
	b.program.Criticals = append(b.program.Criticals, Critical{Name: name, Default: value, Why: why, Span: at.Shift(b.start)})
	return b.arena.Sym(name, symbolic.Index)
}

// globals reads the pragmas of the file.
func (b *builder) globals(p *spar.Pragmas) {
	if p == nil {
		return
	}
	for _, x := range p.All("ProcessorType") {
		b.kinds(x)
	}
	for _, name := range []string{"Processors", "processors"} {
		for _, x := range p.All(name) {
			b.grids(x)
		}
	}
	b.swapped()
	for _, x := range p.All("Pamela") {
		b.define(x, nil)
	}
}

// swapped corrects ((name Type[n])): real sources swap the two.
func (b *builder) swapped() {
	if len(b.program.Grids) != 1 || len(b.program.Kinds) != 1 {
		return
	}
	g, k := b.program.Grids[0], b.program.Kinds[0]
	if g.Name == k.Name && g.Kind != k.Name {
		name := g.Kind
		g.Kind = k.Name
		b.program.Grids = nil
		fresh := b.newGrid(name, k.Name, g.Sizes, len(g.Sizes))
		fresh.At = g.At
	}
}

// entry is the method where the program starts: main of the first public
// class that has one, else of the first class.
func (b *builder) entry() *Method {
	var found *Method
	for _, m := range b.program.Methods {
		if m.member.Name != "main" || m.member.Body == nil {
			continue
		}
		if found == nil || m.class.public && !found.class.public {
			found = m
		}
	}
	return found
}
