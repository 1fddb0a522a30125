package place

import (
	"slices"
	"sync"

	"github.com/parlens/parlens/analysis/memo"
	"github.com/parlens/parlens/analysis/notation"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/spar"
	"github.com/parlens/parlens/analysis/symbolic"
)

// Options are the choices under which a program is placed.
type Options struct {
	Clamp  bool // the last processor keeps the elements that fit no block
	Bounds bool // every subscript is compared with its bounds

	// Gathered is the scheme of a compiler that gathers messages: what an
	// independent iteration declares lives where the iteration stores, and
	// functions of numbers are computed where their arguments are. In the scheme
	// of paper 004 both are everywhere.
	Gathered bool
}

// Program is a placed program. What is said of its classes is in Arena; every
// method has an arena of its own.
type Program struct {
	Arena       *symbolic.Arena
	Kinds       []Kind
	Grids       []*Grid
	Numerics    []Numeric // parameters and definitions, in their order
	Criticals   []Critical
	Variables   []*Variable // the arrays and scalars of the classes
	Methods     []*Method
	Main        *Method // nil without
	Roots       []Root  // main; every method of the file where there is none
	Known       []string
	Diagnostics []source.Diagnostic
	Annotations int // pragmas that state values of the model for single places
	Endless     []Endless
	LastBlocks  []LastBlock // where the last processor does not keep what fits no block
	Loose       bool        // owners besides these may be beyond the processors

	starts   []int // where members begin in the file, by number
	own      int   // members of the file itself
	members  []spar.Placed
	models   map[string]*Method
	numbered map[int]*Method // by member, those of the file
	guard    *sync.Mutex
}

// Numeric is an equation of the model that a pragma, or a constant, makes.
type Numeric struct {
	Name      string
	Parameter bool
	Global    bool          // declared by a pragma of the file
	Value     notation.Node // nil without
	Source    string        // the name in the program that it stands for
	Why       string        // "constant", "traced"; "" for a pragma
	Needed    bool          // the model depends on it
	Span      source.Span
}

// Critical is a value that only the run knows and the model needs: it is
// assumed, and can be set.
type Critical struct {
	Name    string
	Source  string // the name in the program; "" without
	Default float64
	Why     string
	Answer  Answer
	Needed  bool // the model depends on it
	Span    source.Span
}

// Answer is the pragma that states a critical variable.
type Answer int

// The answers.
const (
	NoAnswer    Answer = iota
	ByName             // (@name value)
	ByCondition        // (cond p)
	ByShare            // (share p)
	ByLower            // (lower e), the first iteration
	ByUpper            // (upper e), the last iteration, counted from 0
)

// answers are those of the prefixes of made-up names.
var answers = map[string]Answer{"cd": ByCondition, "lb": ByLower, "ub": ByUpper}

// Method is a placed method. Spans in its body are read with Program.At.
type Method struct {
	Name     string // "adi.relax"
	Model    string // "adi_relax_0"
	Params   []string
	Notes    []string
	Span     source.Span // of the member
	NameSpan source.Span
	Located  bool // every call hands it a processor to run on
	Foreign  bool // another file declares it
	Arena    *symbolic.Arena
	Grids    []*Grid // those of the program, with extents of the method's arena
	Body     []Step
	ID       string // equal for equal bodies

	member    spar.Placed
	number    int // of the member
	class     *class
	recursive bool // it calls itself, perhaps through others
	finite    bool // its text says how often it does
	tasked    bool // every call stands in a loop whose iterations are dealt out whole
	callees   []*Call
	needs     needs
	sized     []bool     // by parameter: its extents are needed
	origins   []extentOf // of Params
}

// Method returns the method of a name in the model; nil for any other.
func (p *Program) Method(model string) *Method { return p.models[model] }

// MethodAt is the method of the file in which a place of the model's is; nil where there is none.
func (p *Program) MethodAt(at int) *Method { return p.numbered[at/memberSpace] }

// Reads tells whether the body of a method names something.
func (m *Method) Reads(name string) bool { return slices.Contains(m.member.Facts.Read, name) }

// Lock keeps others from the arenas of the methods, which versions of a program
// share.
func (p *Program) Lock() { p.guard.Lock() }

// Unlock ends what Lock began.
func (p *Program) Unlock() { p.guard.Unlock() }

// assumedCount is the number of iterations of a loop that nothing bounds.
const assumedCount = 100

// UnknownMark begins the symbols of values that only the run knows.
const UnknownMark = "?"

// Builder places programs. Methods that have not changed are taken from the table, if
// there is one.
type Builder struct {
	Options Options
	Memo    *memo.Table
}

// Build places a program with a builder that remembers nothing.
func Build(f *spar.File, opt Options, others ...*spar.File) *Program {
	return Builder{Options: opt}.Build(f, others...)
}

// Build places a program: what a file declares, with the classes of other files
// that it names. It never fails: what is not understood is reported and left out.
func (p Builder) Build(f *spar.File, others ...*spar.File) *Program {
	u := newUnit(f, others, p.Options)
	b := u.builder()
	b.ownGrid()
	var last []LastBlock
	if !p.Options.Clamp {
		last = b.lastBlocks()
	}
	out := &Program{Arena: b.arena, Kinds: b.kindList, Numerics: b.numerics, Criticals: b.criticalList, LastBlocks: last, starts: u.starts, own: u.own, members: u.members, models: map[string]*Method{}, numbered: map[int]*Method{}}
	out.guard = memo.Get(p.Memo, guardKey{}, guardKey.lock)
	out.take(b.diagnostics)
	out.Grids = b.grids
	out.Main = u.entry
	u.surface.Finish(b.shared())
	for _, m := range u.methods {
		key := bodyKey{m.member.Member, u.surface.Seen(p.Memo, m.member.Member, u.declared(m.number), u.clashesOf(m.member))}
		out.add(m, memo.GetFrom(p.Memo, key, methodOf{b, m}, bodyKey.place))
	}
	for _, c := range u.classes {
		if c.foreign {
			continue
		}
		for _, v := range b.fieldsOf(c) {
			v.Inner = b.innerMap(v)
			v.Span = out.At(v.Span)
			if v.Layout != nil {
				v.Layout.start = out.At(source.Span{Start: v.Layout.start}).Start
			}
			out.Variables = append(out.Variables, v)
		}
	}
	out.findEndless()
	out.settle()
	out.findRoots()
	out.findNeeded()
	return out
}

// guardKey names the lock of all methods, which programs share.
type guardKey struct{}

func (guardKey) lock() *sync.Mutex { return &sync.Mutex{} }

// bodyKey names the placed body of a method: its member, and what the rest of
// the program tells about itself.
type bodyKey struct {
	member *spar.Member
	sees   string
}

// methodOf is a method with what the program around it says.
type methodOf struct {
	declarations *builder
	method       *Method
}

// add enters a method with its placed body, and what that adds to the program.
func (p *Program) add(m *Method, b *body) {
	m.Arena, m.Grids, m.Params, m.Notes, m.Body, m.ID, m.callees = b.arena, b.grids, b.params, b.notes, b.steps, b.id, b.callees
	p.Loose = p.Loose || b.loose
	m.origins, m.finite, m.needs = b.origins, b.finite, b.needs
	p.Methods = append(p.Methods, m)
	p.models[m.Model] = m
	if !m.Foreign {
		p.numbered[m.number] = m
	}
	p.Known = append(p.Known, b.known...)
	p.Annotations += b.annotations
	p.take(b.diagnostics)
	for _, n := range b.numerics {
		if !slices.ContainsFunc(p.Numerics, func(x Numeric) bool { return x.Name == n.Name && notation.Text(x.Value) == notation.Text(n.Value) }) {
			p.Numerics = append(p.Numerics, n)
		}
	}
	for _, c := range b.criticals {
		if !slices.ContainsFunc(p.Criticals, func(x Critical) bool { return x.Name == c.Name }) {
			p.Criticals = append(p.Criticals, c)
		}
	}
	for _, d := range b.defaults {
		for i, n := range p.Numerics {
			if n.Parameter && n.Name == d.Name && n.Value == nil {
				p.Numerics[i] = d
			}
		}
	}
}

// take enters diagnostics, each once.
func (p *Program) take(list []source.Diagnostic) {
	for _, d := range list {
		if p.Foreign(d.Span) {
			continue // a message of that file
		}
		d.Span = p.At(d.Span)
		if !slices.Contains(p.Diagnostics, d) {
			p.Diagnostics = append(p.Diagnostics, d)
		}
	}
}

// settle brings the places of values into the file.
func (p *Program) settle() {
	for i := range p.Numerics {
		p.Numerics[i].Span = p.At(p.Numerics[i].Span)
	}
	for i := range p.Criticals {
		p.Criticals[i].Span = p.At(p.Criticals[i].Span)
	}
}
