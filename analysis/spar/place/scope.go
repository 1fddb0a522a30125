package place

import (
	"strings"

	"github.com/parlens/parlens/analysis/notation"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/spar"
	"github.com/parlens/parlens/analysis/symbolic"
)

// Variable is a variable, a parameter or an iterator.
type Variable struct {
	Name   string
	Model  string // in the model: adi_N_0, i_1
	Type   *spar.TypeRef
	Layout *Layout // of its elements; nil when it is not mapped
	Inner  *Layout // of the arrays that are its elements, where these are made; nil without
	Span   source.Span

	extents []symbolic.Expr // of the outer level, as far as they are known
	items   []symbolic.Expr // the integers in an array of the method, where they stay and are known
	home    *Owner          // of a variable that an independent iteration declares
	parts   int             // components of an iterator that is a vector
	of      *Element        // that it is another name of; nil for none
	init    spar.Expr
	final   bool
	once    bool          // has one value from its declaration on
	stands  bool          // that value stands for it, whatever is unknown in it
	value   symbolic.Expr // in the model, when that knows it
	traced  symbolic.Expr // what that value is, when a name stands for it
	now     symbolic.Expr // at the place that is worked on, of a variable of the method
	truth   notation.Node // of a boolean variable of the method that is assigned once, where it is known; else nil
	holds   symbolic.Expr // truth as 1 or 0; none where that is not known
	open    bool          // its value is being worked out
	asked   bool          // of a parameter: all calls pass what one only the run knows, and it is asked for by the parameter's name
	class   *class        // of a field; its initial value is read there
	param   int           // of a generic class: which one, from 1; else 0
	by      int           // number of the member whose statement gives the field its one value; 0: the declaration does
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
	foreign bool // of another file
	made    bool // the program makes objects of it
	shared  bool // some outside of tasks
	outer   *class
	lineage []*class // it, and what it extends and implements
	tree    *spar.Type
	text    string // of a class within another one: the member that it is, or is in
	fields  map[string]*field
	order   []*field
	params  []*field // integer parameters of a generic class
	methods map[string][]*Method
}

// field is a variable of a class.
type field struct {
	declarator *spar.Declarator
	member     *spar.Member
	number     int // of the member
	model      string
	param      int // of a parameter of a generic class: which one, from 1; else 0
}

// shape finds the map and the extents of a variable: the map may stand on the
// declared type, on new, or on both.
func (b *builder) shape(v *Variable, notes *spar.Pragmas, s *scope) {
	v.once = v.final || !b.isAssigned(v)
	if !v.Array() {
		return
	}
	var maps []*spar.Pragmas
	for _, d := range v.Type.Dims {
		maps = append(maps, d.Pragmas)
	}
	maps = append(maps, v.Type.Pragmas)
	n, ok := spar.Unmarked(v.init).(*spar.NewArray)
	where := s
	if v.isField() && v.init == nil {
		var at made
		if at, ok = b.madeFor(v.class, v.Name, false); ok {
			n, where = at.NewArray, b.makingScope(at.number)
		}
	}
	if ok && len(n.Sizes) > 0 {
		for _, size := range n.Sizes {
			maps = append(maps, size.Pragmas)
		}
		b.sized(v, n, where)
	}
	if list, ok := v.listed(); ok {
		v.extents = []symbolic.Expr{b.arena.Int(int64(len(list.Items)))}
	}
	maps = append(maps, notes)
	if f := pamelaOf(notes, "size"); f != nil && v.Rank() == 1 {
		b.here = s
		v.extents = []symbolic.Expr{b.formNumber(f, nil)}
	}
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

// sized notes the extents that new gives to the outer level.
func (b *builder) sized(v *Variable, n *spar.NewArray, s *scope) {
	list := b.sizesOf(n.Sizes[0], s)
	if len(list) != v.Rank() {
		return
	}
	v.extents = nil
	for _, x := range list {
		v.extents = append(v.extents, b.expr(x, s))
	}
}

// sizesOf are the sizes of one level of a new array, also those of new T@v.
func (b *builder) sizesOf(z spar.Size, s *scope) []spar.Expr {
	if z.Vector {
		list, _ := b.vector(z.Subs[0], s)
		return list
	}
	return z.Subs
}

// isAssigned tells whether a variable is assigned to: one of a class anywhere,
// any other in the method.
func (b *builder) isAssigned(v *Variable) bool {
	return b.own[v.Name] || v.isField() && v.by == 0 && b.assigned[v.Name]
}

// scope holds the names that are visible at a place of a method.
type scope struct {
	b      *builder // nil where only methods are looked up
	u      *unit
	class  *class
	method *Method
	parent *scope
	names  map[string]*Variable
	on     *Owner   // where the statements around run; nil: the method's place
	loops  []*loop  // around, outermost first
	partly bool     // in a reduction: every processor has a partial result of its own
	parts  []string // the variables and elements that these are results of, as texts

	resident bool       // what is used is at hand, wherever that is
	home     *Owner     // of the iteration of an independent loop around; nil without
	moves    []string   // the symbols of that loop's iterators
	task     *scope     // around the iteration that was dealt out whole; nil without
	inSwitch int        // 1 more than the loops around the innermost switch; 0 without
	groupEnd *spar.Jump // with which the group of that switch ends
}

// inner opens a block.
func (s *scope) inner() *scope {
	out := *s
	out.parent, out.names = s, map[string]*Variable{}
	return &out
}

// add declares a name in the innermost block.
func (s *scope) add(v *Variable) *Variable {
	s.names[v.Name], s.b.variables[v.Model] = v, v
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
		if v := s.field(c, name); v != nil {
			return v
		}
	}
	return nil
}

// field is the variable that a class has or inherits; nil for any other name.
func (s *scope) field(c *class, name string) *Variable {
	for _, d := range c.lineage {
		switch f := d.fields[name]; {
		case f == nil:
		case s.b == nil:
			return &Variable{Name: name, Type: f.declarator.Type, class: d}
		default:
			return s.b.field(f)
		}
	}
	return nil
}

// variable returns the variable that a name or a selection stands for. All objects of a
// class share those of its fields: what holds for one of them must hold for every one.
func (s *scope) variable(x spar.Expr) *Variable {
	switch x := spar.Unmarked(x).(type) {
	case *spar.Name:
		return s.find(x.Name)
	case *spar.Select:
		if c := s.classAt(x.X); c != nil {
			return s.field(c, x.Name)
		}
	}
	return nil
}

// classAt is the class of what stands before a dot: this, a class, an object, an element
// of an array of objects, or what a method returns; nil for anything else.
func (s *scope) classAt(x spar.Expr) *class {
	x = spar.Unmarked(x)
	switch x := x.(type) {
	case *spar.Name:
		switch {
		case x.Name == "this":
			return s.class
		case x.Name == "super" && s.class != nil && len(s.class.lineage) > 1:
			return s.class.lineage[1]
		case s.find(x.Name) == nil:
			return s.u.className(x.Name)
		}
	case *spar.New:
		return s.u.className(x.Type.Base)
	case *spar.Cast:
		return s.u.className(x.Type.Base)
	case *spar.Call:
		if m, _ := s.declared(x); m != nil && m.member.Type != nil && len(m.member.Type.Dims) == 0 {
			return s.u.className(m.member.Type.Base)
		}
		return nil
	}
	dims := 0
	if i, ok := x.(*spar.Index); ok {
		x, dims = i.X, 1
	}
	if v := s.variable(x); v != nil && v.Type != nil && len(v.Type.Dims) == dims {
		return s.u.className(v.Type.Base)
	}
	return nil
}

func (u *unit) className(name string) *class {
	name = name[strings.LastIndexByte(name, '.')+1:]
	for _, c := range u.classes {
		if c.name == name {
			return c
		}
	}
	return nil
}

// constructor is what new executes; nil where the class declares none, or is of a
// library.
func (u *unit) constructor(x *spar.New) *Method {
	if c := u.className(x.Type.Base); c != nil {
		return c.constructor(len(x.Args))
	}
	return nil
}

func (c *class) constructor(args int) *Method {
	for _, m := range c.methods[c.name] {
		if m.member.Kind == spar.Constructor && len(m.member.Params) == args {
			return m
		}
	}
	return nil
}
