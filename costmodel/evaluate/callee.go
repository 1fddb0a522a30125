package evaluate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/aag"
	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/lower"
	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/symbolic"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/machines"
)

// A CALL costs what the procedure costs with the caller's values and, for the
// dummies that lie as their actual arguments do, the caller's mappings. So the
// procedure is modelled once for every set of mappings that it is called with,
// and evaluated for every call.

// procedure is a procedure as its callers see it.
type procedure struct {
	unit  *lower.Unit // without statements
	text  *source.Text
	calls map[string]*procedure // what it calls itself, by name
	alone bool                  // it has no host, no module and no COMMON block
	shown *comm.Procedure       // what callers see, once one has asked
	file  string                // that it stands in
	line  int                   // of its first statement in the file
}

// constants returns a unit's integer PARAMETERs.
func constants(u *lower.Unit) map[string]int64 {
	out := map[string]int64{}
	for _, v := range u.Values {
		if v.Index == 0 {
			continue
		}
		if x, ok := u.Arena.ConstInt(v.Index); ok {
			out[v.Name] = x
		}
	}
	return out
}

// procedures finds what the units of a file call.
type procedures struct {
	snap  *workspace.Snapshot
	known map[*program.Unit]*procedure
}

// called returns the procedures that a unit calls and that can be seen: those
// of the same file (its own internal ones first), of the modules that it uses,
// of other open files, and of files on disk.
func (p *procedures) called(f *workspace.File, at int) map[string]*procedure {
	out := map[string]*procedure{}
	unit := p.snap.Syntax(f).Units[at]
	lowered := p.snap.Program(f).Units[at]
	for _, name := range slices.Concat(callNames(unit.Body), lowered.Bound, functionNames(lowered.Unit)) {
		if file, i := p.find(f, unit, name); i >= 0 {
			out[name] = p.procedure(file, i)
		}
	}
	return out
}

func (p *procedures) find(f *workspace.File, from *fortran.Unit, name string) (*workspace.File, int) {
	if i := indexOf(p.snap.Syntax(f), from, name); i >= 0 {
		return f, i
	}
	for h := from; h != nil; h = h.Host {
		for _, module := range h.Modules {
			file, unit := p.snap.Module(f, module)
			if unit == nil {
				continue
			}
			if i := indexOf(p.snap.Syntax(file), unit, name); i >= 0 && p.snap.Syntax(file).Units[i].Host == unit {
				return file, i
			}
		}
	}
	for _, path := range p.snap.OpenFiles() {
		other, err := p.snap.File(path)
		if err != nil {
			continue
		}
		if i := indexOf(p.snap.Syntax(other), nil, name); i >= 0 {
			return other, i
		}
	}
	return p.onDisk(f, name)
}

// onDisk finds a procedure in a file that is not open. Those that stand beside a
// main program belong to that one; where several files are left, which of them
// is meant is not known.
func (p *procedures) onDisk(f *workspace.File, name string) (*workspace.File, int) {
	var file *workspace.File
	at := -1
	for _, other := range p.snap.Procedures(f, name) {
		syntax := p.snap.Syntax(other)
		i := indexOf(syntax, nil, name)
		if i < 0 || slices.ContainsFunc(syntax.Units, func(u *fortran.Unit) bool { return u.Kind == program.Main }) {
			continue
		}
		if file != nil {
			return nil, -1
		}
		file, at = other, i
	}
	return file, at
}

// indexOf finds a procedure of a file that a unit may call: an internal one of
// it or of its host, or one that stands for itself. -1: none.
func indexOf(file *fortran.File, from *fortran.Unit, name string) int {
	found := -1
	for i, u := range file.Units {
		if u.Name != name || u.Kind != program.Subroutine && u.Kind != program.Function {
			continue
		}
		switch {
		case from != nil && (u.Host == from || u.Host != nil && u.Host == from.Host):
			return i
		case u.Host == nil:
			found = i
		}
	}
	return found
}

func (p *procedures) procedure(f *workspace.File, i int) *procedure {
	u := p.snap.Program(f).Units[i]
	if x := p.known[u.Unit]; x != nil {
		return x
	}
	text := strings.Clone(f.Text.Slice(source.Span{Start: u.Start, End: u.End}))
	syntax := p.snap.Syntax(f).Units[i]
	x := &procedure{unit: u, text: source.NewText(text), file: f.Path, line: f.Text.LineOf(u.Start), alone: syntax.Host == nil && !slices.ContainsFunc(syntax.Modules, holdsVariables) && !sharesStorage(syntax.Body)}
	p.known[u.Unit] = x
	x.calls = p.called(f, i)
	return x
}

// functionNames lists the procedures that a unit names otherwise than in a CALL.
func functionNames(u *program.Unit) []string {
	var out []string
	for _, s := range u.Symbols {
		if s.Class == program.Procedure {
			out = append(out, s.Name)
		}
	}
	return out
}

// holdsVariables reports whether a module may hold variables of the program:
// those of MPI hold none.
func holdsVariables(module string) bool { return module != "mpi" && module != "mpi_f08" }

// callNames lists the subroutines that statements call, each once, in order.
func callNames(body []*fortran.Node) []string {
	var out []string
	var parsed func(p *fortran.Parsed)
	parsed = func(p *fortran.Parsed) {
		if p == nil {
			return
		}
		if c, ok := p.Stmt.(*fortran.Call); ok {
			if d, ok := c.Procedure.(*fortran.Designator); ok && len(d.Parts) == 1 && !slices.Contains(out, d.Parts[0].Name) {
				out = append(out, d.Parts[0].Name)
			}
		}
		parsed(p.Action)
	}
	for _, n := range body {
		parsed(n.Parsed)
		for _, b := range n.Blocks {
			for _, name := range callNames(b.Body) {
				if !slices.Contains(out, name) {
					out = append(out, name)
				}
			}
		}
	}
	return out
}

// identity tells apart what a unit calls, directly or not: equal for the same
// units.
func identity(calls map[string]*procedure) string {
	var b strings.Builder
	seen := map[*procedure]bool{}
	var walk func(map[string]*procedure)
	walk = func(calls map[string]*procedure) {
		names := make([]string, 0, len(calls))
		for name := range calls {
			names = append(names, name)
		}
		slices.Sort(names)
		for _, name := range names {
			x := calls[name]
			fmt.Fprintf(&b, "%s=%p ", name, x.unit.Unit)
			if !seen[x] {
				seen[x] = true
				walk(x.calls)
			}
		}
	}
	walk(calls)
	return b.String()
}

// calling is what a model is built with besides its unit: the procedures, and
// those that are being modelled around it.
type calling struct {
	calls  map[string]*procedure
	chain  []*program.Unit // of the procedures around, outermost first
	shared map[string]*model
	set    map[string]float64 // by the user
}

// calls returns what the models of a unit, and of all that it calls, are built
// with.
func callingOf(s settings.Settings, unit *program.Unit, calls map[string]*procedure) *calling {
	return &calling{calls: calls, chain: []*program.Unit{unit}, shared: map[string]*model{}, set: s.Values}
}

// given returns the values that are set for a unit of the text.
func (c *calling) given(text *source.Text) map[string]settings.Directed {
	if c == nil {
		return valuesOf(nil, text)
	}
	return valuesOf(c.set, text)
}

// deepestCall bounds how many procedures call each other.
const deepestCall = 12

// see answers comm.Builder.Procedures.
func (c *calling) see(name string) (*comm.Procedure, string) {
	p := c.calls[name]
	switch {
	case p == nil:
		return nil, "its source is not known here"
	case slices.Contains(c.chain, p.unit.Unit):
		return nil, "it calls itself, directly or through others"
	case len(c.chain) >= deepestCall:
		return nil, fmt.Sprintf("procedures call each other more than %d deep", deepestCall)
	}
	return p.show(), ""
}

// unseen reports whether the source of the procedure of a call is not known.
func (c *calling) unseen(s *program.CallStmt) bool {
	return c.calls[s.Name] == nil && program.MessageOf(s) == nil
}

// callee returns the model of a call's procedure under the mappings that its
// dummies inherit.
func (c *calling) callee(u *aag.AAU, b *comm.Builder, m *machines.Machine) *model {
	p := c.calls[u.Callee]
	inherited, key := inheritance(p, u.Called.Called, b)
	values, more := differing(u.Called.Called, u.Called.Own, b)
	key = fmt.Sprintf("%p %s%s", p.unit.Unit, key, more)
	if x := c.shared[key]; x != nil {
		return x
	}
	own := p.unit.Fork()
	inherit(own, inherited, b)
	give(own, values, b)
	inner := &calling{calls: p.calls, chain: append(slices.Clone(c.chain), p.unit.Unit), shared: c.shared, set: c.set}
	x := safeModel(own, p.text, m, inner)
	c.shared[key] = x
	return x
}

// inheritance returns the mappings that dummies take over, by name, and a key
// that is equal for equal ones. An arrangement of another rank than the
// procedure's own passes nothing on.
func inheritance(p *procedure, called *comm.Called, b *comm.Builder) (map[string]mapping.Layout, string) {
	out := map[string]mapping.Layout{}
	key := ""
	for _, d := range called.Of.Unit.Dummies {
		l, ok := called.Inherited[d]
		if !ok || l.Replicated() || p.unit.Grid != nil && p.unit.Grid.Rank() != b.Grid.Rank() {
			continue
		}
		l.Axes = l.Axes[:b.Grid.Rank()] // those of other arrangements are copies
		if l.Replicated() {
			continue
		}
		out[d.Name] = l
		key += d.Name
		for _, x := range l.Axes {
			key += fmt.Sprint(" ", x.Kind, x.Dim, x.Scale, written4(b.A, x.Offset, x.Lower, x.Extent, x.Format.Param), x.Format.Kind, x.Format.Table)
		}
	}
	return out, key
}

func written4(a *symbolic.Arena, es ...symbolic.Expr) string {
	s := ""
	for _, e := range es {
		if e != 0 {
			s += a.String(e)
		}
		s += ","
	}
	return s
}

// inherit gives dummies the mappings of their actual arguments. What the
// caller's formulas name is called caller%name in the procedure.
func inherit(u *lower.Unit, layouts map[string]mapping.Layout, b *comm.Builder) {
	if len(layouts) == 0 {
		return
	}
	if u.Grid == nil {
		u.Grid = &mapping.Grid{Name: b.Grid.Name, Declared: make([]symbolic.Expr, b.Grid.Rank())}
		for _, e := range b.Grid.Extents {
			u.Grid.Extents = append(u.Grid.Extents, u.Arena.Import(b.A, e))
		}
	}
	for _, d := range u.Dummies {
		l, ok := layouts[d.Name]
		if !ok {
			continue
		}
		out := mapping.Layout{Grid: u.Grid}
		for _, x := range l.Axes {
			for _, e := range []*symbolic.Expr{&x.Offset, &x.Lower, &x.Extent, &x.Format.Param} {
				if *e != 0 {
					*e = u.Arena.Import(b.A, foreign(b, *e))
				}
			}
			out.Axes = append(out.Axes, x)
		}
		u.Layouts[d] = out
	}
}

const callerPrefix = "caller%"

func foreign(b *comm.Builder, e symbolic.Expr) symbolic.Expr {
	own := map[string]bool{}
	for _, x := range b.Grid.Extents {
		for _, s := range b.A.Free(x) {
			own[s.Name] = true
		}
	}
	with := map[string]symbolic.Expr{}
	for _, s := range b.A.Free(e) {
		if !own[s.Name] {
			with[s.Name] = b.A.Sym(callerPrefix+s.Name, s.Type)
		}
	}
	return b.A.Subst(e, with)
}
