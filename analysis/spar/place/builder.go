package place

import (
	"fmt"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/spar"
	"github.com/parlens/parlens/analysis/symbolic"
)

// builder works with an arena of its own: one for the declarations (0), one for
// each method.
type builder struct {
	*unit
	base         *builder // of the declarations, from which this one was forked; nil for that one
	arena        *symbolic.Arena
	kindList     []Kind
	grids        []*Grid
	numerics     []Numeric
	criticalList []Critical
	known        []string
	diagnostics  []source.Diagnostic
	annotations  int
	callees      []*Call

	fields    map[*field]*Variable
	variables map[string]*Variable // by their names in the model
	implied   bool                 // the processor array is declared nowhere
	own       map[string]bool      // names that the method assigns to
	numbered  map[string]int       // model names of the method
	tag       string               // in names of equations that belong to the method
	criticals map[string]symbolic.Expr
	largest   map[string]float64 // of the values of a constructor's parameter, where calls do not agree; 0 where they are not known
	handed    map[*Method]map[extentOf]extent
	extents   map[*spar.Form]symbolic.Expr // of dimensions of which nothing is known
	numbers   int
	here      *scope          // in which pragmas read the names of variables
	local     map[string]bool // symbols of iterators and parameters
	start     int             // of the member under work
	reported  map[source.Diagnostic]bool
	quiet     int   // above 0 where statements are only looked at: nothing is reported
	making    []int // members whose parameters are being looked for, one through another
	open      int   // variables whose values are
	circles   int   // values that rested on themselves
	functions int   // that are being followed, one in another
	loose     bool  // an owner may be beyond the processors
}

// builder reads the declarations, and the values that methods state.
func (u *unit) builder() *builder {
	a := symbolic.NewArena()
	b := &builder{
		unit: u, arena: a, fields: map[*field]*Variable{}, variables: map[string]*Variable{}, own: map[string]bool{}, numbered: map[string]int{},
		largest: map[string]float64{}, criticals: map[string]symbolic.Expr{}, extents: map[*spar.Form]symbolic.Expr{}, handed: map[*Method]map[extentOf]extent{}, reported: map[source.Diagnostic]bool{}, local: map[string]bool{},
	}
	b.globals(u.file.Global)
	for _, c := range u.classes {
		for _, f := range c.order {
			b.fields[f] = &Variable{
				Name: f.declarator.Name, Model: f.model, Type: f.declarator.Type, Span: f.declarator.NameSpan.Shift(f.number * memberSpace),
				init: f.declarator.Init, final: f.member.Has("final"), class: c,
			}
			if x, ok := u.sets[f]; ok {
				b.fields[f].init, b.fields[f].by = x.value, x.number
			}
			b.fields[f].once = b.fields[f].final || !b.isAssigned(b.fields[f]) // a size may be read before its class is
			b.variables[f.model] = b.fields[f]
		}
	}
	b.genericFields()
	for i, m := range u.members {
		b.start = (i + 1) * memberSpace
		if m.Kind != spar.Inner {
			for _, x := range m.Pragmas.All("Pamela") {
				b.annotateMember(m, x, &scope{b: b, u: u, class: u.owners[i]})
			}
		}
	}
	if u.entry != nil {
		b.stated(u.entry)
	}
	for _, m := range u.methods {
		if m != u.entry {
			b.stated(m)
		}
	}
	for _, c := range u.classes {
		for _, f := range c.order {
			b.start = f.number * memberSpace
			b.shape(b.fields[f], f.member.Pragmas, &scope{b: b, u: u, class: c})
		}
	}
	b.start = 0
	return b
}

// stated enters the values that pragmas in a method give to variables of the
// classes. They hold in all methods: where the program starts comes first.
func (b *builder) stated(m *Method) {
	s := &scope{b: b, u: b.unit, class: m.class}
	b.start = m.number * memberSpace
	for _, p := range m.member.Facts.Defines {
		if b.aboutFields(p.Value, s) {
			b.define(p, s)
		}
	}
}

// aboutFields tells whether a form names variables of the classes only.
func (b *builder) aboutFields(f *spar.Form, s *scope) bool {
	if f.Kind == spar.VarForm && s.find(f.Text) == nil {
		return false
	}
	return !slices.ContainsFunc(f.Items, func(x *spar.Form) bool { return !b.aboutFields(x, s) })
}

// ownGrid makes the processor array that a program without declarations names
// in the bodies of its methods.
func (b *builder) ownGrid() {
	p := b.firstPlace()
	if p == nil || len(b.grids) > 0 || p.Value == nil {
		return
	}
	name, rank := "P", 1
	switch f := p.Value; {
	case f.Head() == "lambda" && len(f.Items) == 3:
		name, rank = arrayOf(f.Items[2])
	case p.Name == "on":
		name, rank = arrayOf(f)
	}
	if name != "" && name != "_all" && name != "_" {
		b.findGrid(name, rank, p.Span)
	}
}

// arrayOf is the processor array that an owner names, with its rank.
func arrayOf(f *spar.Form) (string, int) {
	if f.Head() == "at" && len(f.Items) >= 2 && f.Items[1].Kind == spar.SymbolForm {
		return f.Items[1].Text, len(f.Items) - 2
	}
	if f.Kind == spar.SymbolForm {
		return f.Text, 1
	}
	return "", 0
}

// fieldsOf are the variables of a class, in their order.
func (b *builder) fieldsOf(c *class) []*Variable {
	var out []*Variable
	for _, f := range c.order {
		out = append(out, b.field(f))
	}
	return out
}

// model numbers a name of the method, apart from those of the declarations.
func (b *builder) model(name string) string {
	name = strings.ReplaceAll(name, ".", "_") // of a component
	n := b.counts[name] + b.numbered[name]
	b.numbered[name]++
	return fmt.Sprintf("%s_%d", name, n)
}

// equation is the name of an equation about something of this method: the names
// of local variables and numbers are those of one method only.
func (b *builder) equation(name string) string { return b.tag + name }

// tagOf begins the names of a method's equations: nothing for the method where
// the program starts, as the paper writes them.
func (u *unit) tagOf(m *Method) string {
	if m == u.entry {
		return ""
	}
	name := strings.TrimSuffix(m.Model, "_0")
	return strings.TrimPrefix(name, m.class.name+"_") + "_"
}

func (b *builder) report(at source.Span, severity source.Severity, code, message string) {
	d := source.Diagnostic{Span: at.Shift(b.start), Severity: severity, Code: code, Message: message}
	if b.quiet == 0 && !b.reported[d] {
		b.reported[d] = true
		b.diagnostics = append(b.diagnostics, d)
	}
}

// number returns the next number of a made-up name, as the paper writes it.
func (b *builder) number(prefix string) string { return b.equation(b.localNumber(prefix)) }

// localNumber is number for an index, whose name is the method's own anyway.
func (b *builder) localNumber(prefix string) string {
	b.numbers++
	return fmt.Sprintf("%s_%04d", prefix, b.numbers-1)
}

// named is the variable of a name in the model; nil for any other name.
func (b *builder) named(model string) *Variable {
	if v := b.variables[model]; v != nil || b.base == nil {
		return v
	}
	if v := b.base.variables[model]; v != nil {
		return b.field(v.class.fields[v.Name])
	}
	return nil
}

// asks tells whether a value rests on critical variables.
func (b *builder) asks(v symbolic.Expr) bool {
	return v != 0 && slices.ContainsFunc(b.arena.Free(v), func(s symbolic.Symbol) bool {
		return slices.ContainsFunc(b.criticalList, func(c Critical) bool { return c.Name == s.Name })
	})
}

// critical is a symbol for a value that the run alone knows.
func (b *builder) critical(prefix, why string, at source.Span, value float64, answer Answer) symbolic.Expr {
	name := b.number(prefix)
	b.criticalList = append(b.criticalList, Critical{Name: name, Default: value, Why: why, Answer: answer, Span: at.Shift(b.start)})
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
			b.gridsOf(x)
		}
	}
	b.swapped()
	for _, x := range p.All("Pamela") {
		b.define(x, nil)
	}
}

// swapped corrects ((name Type[n])): real sources swap the two.
func (b *builder) swapped() {
	if len(b.grids) != 1 || len(b.kindList) != 1 {
		return
	}
	g, k := b.grids[0], b.kindList[0]
	if g.Name == k.Name && g.Kind != k.Name {
		name := g.Kind
		g.Kind = k.Name
		b.grids = nil
		fresh := b.newGrid(name, k.Name, g.Sizes, len(g.Sizes))
		fresh.At = g.At
	}
}
