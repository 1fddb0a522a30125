package pamela

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/symbolic"
	"github.com/parlens/parlens/costmodel/calculus"
)

// Options are the choices of a compilation.
type Options struct {
	Include Include            // nil: nothing can be included
	Machine *File              // stands in for every file that is included; nil: they are
	Library *Library           // of included files; nil remembers none
	Set     map[string]float64 // values of numeric equations, which then are no parameters any more
	Trace   bool               // delays name the call in the file itself through which they were reached; for Weighted
	Only    string             // the one process to evaluate; others when Process asks for them, without messages of their own
}

// Model is a compiled model. It is not safe for concurrent use.
type Model struct {
	Tree        *Tree
	Diagnostics []Diagnostic // by file and place
	Results     []Result     // of the equations that have a value, in the order of the text

	arena  *symbolic.Arena
	eval   *evaluator
	simple map[symbolic.Expr]symbolic.Expr // simplified forms
	later  map[string]*Equation            // not evaluated yet
}

// Result is what an equation evaluates to. The symbols that are left are
// parameters of the model and, for an equation with parameters of its own,
// those.
type Result struct {
	Equation *Equation
	Params   []string // the equation's own parameters, as its expressions call them
	value    value
}

// Check compiles a model with everything at its default.
func Check(file, text string, include Include) *Model {
	return Compile(file, text, Options{Include: include})
}

// Compile reads, checks and evaluates a model. It never fails: equations
// without a value are missing in the results, and reported.
func Compile(file, text string, opt Options) *Model { return Read(file, text).Compile(opt) }

// Compile checks and evaluates a model that was read.
func (f *File) Compile(opt Options) *Model {
	tree, messages := f.parse(opt)
	r := reports{list: messages}
	s := check(tree, &r)
	override(tree, s, opt.Set, f.name, &r)
	arena := symbolic.NewArena()
	m := &Model{Tree: tree, arena: arena, simple: map[symbolic.Expr]symbolic.Expr{}, later: map[string]*Equation{}}
	m.eval = &evaluator{
		arena: arena, calculus: calculus.New(arena), scope: s, uses: infer(tree, s),
		known: map[string]result{}, numbers: map[any]int{}, divisors: newDivisors(arena), arrays: arraysOf(s),
	}
	m.eval.checkValues(opt.Set, f.name, &r)
	if opt.Trace {
		m.eval.trace = f.name
	}
	for _, e := range tree.Equations {
		switch {
		case s[e.Name] != e || e.isArray():
		case e.Kind == Process && s[opt.Only] != nil && e.Name != opt.Only:
			m.later[e.Name] = e
		default:
			m.result(e, &r)
		}
	}
	m.Diagnostics = r.list
	slices.SortStableFunc(m.Diagnostics, func(x, y Diagnostic) int {
		if x.File != y.File {
			return 0
		}
		return x.Span.Start - y.Span.Start
	})
	return m
}

// Arena owns the expressions of the outputs.
func (m *Model) Arena() *symbolic.Arena { return m.arena }

// result evaluates an equation on its own, its parameters as symbols. An
// equation whose parameters are resources or processes has a value only where
// it is called.
func (m *Model) result(e *Equation, r *reports) {
	f := &frame{equation: e}
	var params []string
	for _, p := range e.Params {
		u := m.eval.uses[target{e, p}]
		if u == asOther {
			return
		}
		if f.locals == nil {
			f.locals = map[string]value{}
		}
		name := m.localName(p, u)
		params = append(params, name)
		f.locals[p] = number(m.eval.symbolOf(name, u))
	}
	v, err := m.eval.equation(f)
	if err != nil {
		bad := err.(*failure)
		r.addNaming(bad.names, bad.file, bad.span, bad.code, bad.message)
		return
	}
	m.Results = append(m.Results, Result{e, params, v})
}

// localName is the symbol of an equation's parameter: its name, unless that is
// an equation, or the other kind of number in another equation.
func (m *Model) localName(p string, u use) string {
	t := symbolic.Index
	if u == asReal {
		t = symbolic.Real
	}
	for m.eval.scope[p] != nil || m.undefined(p, t) {
		p += "_"
	}
	return p
}

func (m *Model) undefined(p string, t symbolic.Type) bool {
	_, bad := m.arena.IsUndefined(m.arena.Sym(p, t))
	return bad
}

// override replaces equations by the values that are set.
func override(t *Tree, s scope, set map[string]float64, file string, r *reports) {
	for _, name := range slices.Sorted(maps.Keys(set)) {
		e := s[name]
		if e == nil || e.Kind != Numeric || len(e.Params) > 0 {
			r.add(file, source.Span{}, "set", "%s cannot be set: the model has no numeric equation of that name without parameters", name)
			continue
		}
		fixed := e.fixed(set[name])
		t.Equations[slices.Index(t.Equations, e)] = fixed
		s[name] = fixed
	}
}

// fixed is the equation of a number with a value, no parameter any more.
func (e *Equation) fixed(x float64) *Equation {
	out := *e
	out.Parameter = false
	out.Body = &Number{Place: place(e.NameSpan), Text: fmt.Sprint(math.Abs(x))}
	if x < 0 {
		out.Body = &Unary{Place: place(e.NameSpan), Op: "-", X: out.Body}
	}
	return &out
}

// checkValues reports sizes that are set to what no size is.
func (v *evaluator) checkValues(set map[string]float64, file string, r *reports) {
	for _, name := range slices.Sorted(maps.Keys(set)) {
		e := v.scope[name]
		if e == nil {
			continue
		}
		if why := wrong(v.uses[target{equation: e}], set[name]); why != "" {
			r.add(file, source.Span{}, "set", "%s cannot be %v: it is %s", name, set[name], why)
		}
	}
}

// wrong says what a value should be, or nothing when it is that.
func wrong(u use, x float64) string {
	whole := x == math.Trunc(x) && math.Abs(x) < 1<<53
	switch {
	case u == asSize && (x < 1 || !whole):
		return "a size, an integer of at least 1"
	case u == asIndex && (x < 0 || !whole):
		return "an integer of at least 0"
	case u == asReal && !(x >= 0 && !math.IsInf(x, 0)):
		return "a time or rate of at least 0"
	}
	return ""
}

// Default is the value that the text gives to a parameter, with those of others in it; false where it
// gives none, or these have no values.
func (m *Model) Default(name string, env map[string]float64) (float64, bool) {
	e := m.eval.scope[name]
	if e == nil || e.Kind != Numeric || !e.Parameter || e.Body == nil {
		return 0, false
	}
	x, err := m.eval.node(&frame{equation: e}, e.Body)
	if err != nil || x.sort != aNumber {
		return 0, false
	}
	v, err := m.arena.Eval(x.number, env)
	return v, err == nil
}

// Defaults are the values that the text gives to parameters, those in terms of others left out.
func (m *Model) Defaults() map[string]float64 {
	env := map[string]float64{}
	for _, e := range m.Tree.Equations {
		if e.Kind != Numeric || !e.Parameter || e.Body == nil || m.eval.scope[e.Name] != e {
			continue
		}
		x, err := m.eval.node(&frame{equation: e}, e.Body)
		if err != nil {
			continue
		}
		if c, ok := x.constant(m.arena); ok {
			env[e.Name] = c
		}
	}
	return env
}
