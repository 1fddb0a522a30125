package place

import (
	"fmt"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/spar"
	"github.com/parlens/parlens/costmodel/symbolic"
)

// Variable is a variable, a parameter or an iterator.
type Variable struct {
	Name   string
	Model  string // in the model: adi_N_0, i_1
	Type   *spar.TypeRef
	Layout *Layout // of its elements; nil when it is not mapped
	Span   source.Span

	extents []symbolic.Expr // of the outer level, as far as they are known
	init    spar.Expr
	final   bool
	once    bool          // has one value from its declaration on
	value   symbolic.Expr // in the model, when that knows it
	open    bool          // its value is being worked out
	class   *class        // of a field; its initial value is read there
	start   int           // of the member that declares it
}

// Array tells whether the variable is an array.
func (v *Variable) Array() bool { return v.Type != nil && len(v.Type.Dims) > 0 }

// Rank is the number of subscripts of the outer level.
func (v *Variable) Rank() int {
	if !v.Array() {
		return 0
	}
	return v.Type.Dims[0].Rank
}

// class is a class of the file with its members by name.
type class struct {
	name    string
	public  bool
	outer   *class
	tree    *spar.Type
	start   int
	fields  map[string]*Variable
	methods map[string][]*Method
}

// declare enters a class, its fields and its methods.
func (b *builder) declare(t *spar.Type, start int) {
	b.declareIn(t, nil, start)
}

func (b *builder) declareIn(t *spar.Type, outer *class, start int) {
	c := &class{name: t.Name, tree: t, outer: outer, start: start, fields: map[string]*Variable{}, methods: map[string][]*Method{}}
	c.public = slices.Contains(t.Modifiers, "public")
	b.classes = append(b.classes, c)
	for _, m := range t.Members {
		m.Start += start
		switch m.Kind {
		case spar.Field:
			for _, d := range m.Names {
				v := &Variable{Name: d.Name, Model: b.model(c.name + "_" + d.Name), Type: d.Type, Span: d.NameSpan.Shift(m.Start), init: d.Init, final: m.Has("final"), class: c, start: m.Start}
				c.fields[d.Name] = v
				b.program.Variables = append(b.program.Variables, v)
			}
		case spar.Method, spar.Constructor:
			x := &Method{Name: c.name + "." + m.Name, Model: b.model(c.name + "_" + m.Name), Span: source.Span{Start: m.Start, End: m.End}, NameSpan: m.NameSpan.Shift(m.Start), member: m, class: c}
			if m.End == 0 {
				x.Span.End = m.NameSpan.End + m.Start
			}
			c.methods[m.Name] = append(c.methods[m.Name], x)
			b.program.Methods = append(b.program.Methods, x)
		case spar.Inner:
			b.declareIn(m.Inner, c, m.Start)
		}
		b.noteAssigned(m.Member)
	}
}

// model numbers the names of the model: the first adi_f is adi_f_0.
func (b *builder) model(name string) string {
	b.counts[name]++
	return fmt.Sprintf("%s_%d", name, b.counts[name]-1)
}

// definitionsOf reads the values that the pragmas of a class's members state,
// before any method is looked at: a method may stand before what it uses.
func (b *builder) definitionsOf(c *class) {
	s := &scope{b: b, class: c}
	for _, m := range c.tree.Members {
		b.start = m.Start + c.start
		if m.Kind != spar.Inner {
			for _, x := range m.Pragmas.All("Pamela") {
				b.define(x, s)
			}
		}
	}
}

// shapesOf reads the maps and extents of a class's fields.
func (b *builder) shapesOf(c *class) {
	s := &scope{b: b, class: c}
	for _, m := range c.tree.Members {
		b.start = m.Start + c.start
		for _, d := range m.Names {
			b.shape(c.fields[d.Name], m.Pragmas, s)
		}
	}
}

// shape finds the map and the extents of a variable: the map may stand on the
// declared type, on new, or on both.
func (b *builder) shape(v *Variable, notes *spar.Pragmas, s *scope) {
	v.once = v.final || !b.assigned[v.Name]
	if !v.Array() {
		return
	}
	var maps []*spar.Pragmas
	for _, d := range v.Type.Dims {
		maps = append(maps, d.Pragmas)
	}
	maps = append(maps, v.Type.Pragmas)
	if n, ok := strip(v.init).(*spar.NewArray); ok && len(n.Sizes) > 0 {
		for _, size := range n.Sizes {
			maps = append(maps, size.Pragmas)
		}
		b.sized(v, n, s)
	}
	maps = append(maps, notes)
	for _, p := range maps {
		if l := b.layoutOf(p, v.Rank()); l != nil {
			l.scope = s
			if v.Layout == nil {
				v.Layout = l
			} else if !sameMap(v.Layout, l) {
				b.report(l.Span, source.Warning, "spar-map", v.Name+" has two maps that differ; the first one counts")
			}
		}
	}
}

func sameMap(x, y *Layout) bool {
	if x.Grid != y.Grid || len(x.Index) != len(y.Index) || !slices.Equal(x.Params, y.Params) {
		return false
	}
	for i := range x.Index {
		if (x.Index[i] == nil) != (y.Index[i] == nil) || x.Index[i] != nil && x.Index[i].String() != y.Index[i].String() {
			return false
		}
	}
	return true
}

// sized notes the extents that new gives to the outer level.
func (b *builder) sized(v *Variable, n *spar.NewArray, s *scope) {
	if n.Sizes[0].Vector || len(n.Sizes[0].Subs) != v.Rank() {
		return
	}
	v.extents = nil
	for _, x := range n.Sizes[0].Subs {
		v.extents = append(v.extents, b.expr(x, s))
	}
}

// noteAssigned collects the names that are assigned to anywhere.
func (b *builder) noteAssigned(m *spar.Member) {
	if m.Body == nil {
		return
	}
	spar.Walk(m.Body, func(x spar.Expr) {
		switch x := x.(type) {
		case *spar.Assign:
			b.assigns(x.X)
		case *spar.Unary:
			if x.Op == "++" || x.Op == "--" {
				b.assigns(x.X)
			}
		}
	})
}

func (b *builder) assigns(x spar.Expr) {
	switch x := strip(x).(type) {
	case *spar.Name:
		b.assigned[x.Name] = true
	case *spar.Select:
		b.assigned[x.Name] = true
	case *spar.Tuple:
		for _, i := range x.Items {
			b.assigns(i)
		}
	}
}

// strip returns the expression behind its pragmas.
func strip(x spar.Expr) spar.Expr {
	for {
		m, ok := x.(*spar.Marked)
		if !ok {
			return x
		}
		x = m.X
	}
}

// scope holds the names that are visible at a place of a method.
type scope struct {
	b      *builder
	class  *class
	method *Method
	parent *scope
	names  map[string]*Variable
	on     *Owner  // where the statements around run; nil: the method's place
	loops  []*loop // around, outermost first
	partly bool    // in a reduction: every processor has a partial result of its own
}

// inner opens a block.
func (s *scope) inner() *scope {
	out := *s
	out.parent, out.names = s, map[string]*Variable{}
	return &out
}

// add declares a name in the innermost block.
func (s *scope) add(v *Variable) *Variable {
	v.start = s.b.start
	s.names[v.Name] = v
	return v
}

// find returns the variable of a name, nil when there is none.
func (s *scope) find(name string) *Variable {
	for at := s; at != nil; at = at.parent {
		if v := at.names[name]; v != nil {
			return v
		}
	}
	for c := s.class; c != nil; c = c.outer {
		if v := c.fields[name]; v != nil {
			return v
		}
	}
	return nil
}

// variable returns the variable that a name or a selection stands for.
func (s *scope) variable(x spar.Expr) *Variable {
	switch x := strip(x).(type) {
	case *spar.Name:
		return s.find(x.Name)
	case *spar.Select:
		if owner, ok := strip(x.X).(*spar.Name); ok {
			if owner.Name == "this" {
				return s.class.fields[x.Name]
			}
			if c := s.b.className(owner.Name); c != nil && s.find(owner.Name) == nil {
				return c.fields[x.Name]
			}
		}
	}
	return nil
}

func (b *builder) className(name string) *class {
	name = name[strings.LastIndexByte(name, '.')+1:]
	for _, c := range b.classes {
		if c.name == name {
			return c
		}
	}
	return nil
}

// callee returns the method of the file that a call means, nil for any other.
func (s *scope) callee(x *spar.Call) *Method {
	name, classes := "", []*class{}
	switch f := strip(x.Fun).(type) {
	case *spar.Name:
		name = f.Name
		for c := s.class; c != nil; c = c.outer {
			classes = append(classes, c)
		}
	case *spar.Select:
		name = f.Name
		owner, ok := strip(f.X).(*spar.Name)
		switch {
		case ok && owner.Name == "this":
			classes = append(classes, s.class)
		case ok && s.find(owner.Name) != nil:
			if v := s.find(owner.Name); v.Type != nil && len(v.Type.Dims) == 0 {
				classes = append(classes, s.b.className(v.Type.Base))
			}
		case ok:
			classes = append(classes, s.b.className(owner.Name))
		}
	}
	for _, c := range classes {
		if c == nil {
			continue
		}
		for _, m := range c.methods[name] {
			if len(m.member.Params) == len(x.Args) {
				return m
			}
		}
	}
	return nil
}
