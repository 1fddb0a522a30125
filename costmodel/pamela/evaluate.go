package pamela

import (
	"fmt"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/symbolic"
	"github.com/parlens/parlens/costmodel/calculus"
)

// Limits of substitution. Beyond them an equation has no value, and says so.
const (
	maxCalls = 128     // equations inside equations
	maxSteps = 1 << 19 // expressions visited, for the whole model
	maxNodes = 1 << 20 // symbolic nodes of the whole model
)

// failure is why an equation has no value.
type failure struct {
	file    string
	span    source.Span
	code    string
	message string
	names   Names
}

func (f *failure) Error() string { return f.message }

// evaluator substitutes: equations become expressions and process terms, in
// which parameters alone are left.
type evaluator struct {
	arena    *symbolic.Arena
	calculus *calculus.Calculus
	scope    scope
	uses     map[target]use
	known    map[string]result
	numbers  map[any]int // of the processes and choices that are arguments
	steps    int
	divisors *divisors
	files    []string // of the delays, by their tag
	arrays   []string // of resources, in alphabetical order
	counts   bool     // inside a sum
	trace    string   // the file whose calls the delays are to name; "" for none
}

type result struct {
	value value
	err   error
	open  bool // being evaluated: a cycle
}

// frame is one equation being evaluated.
type frame struct {
	equation *Equation
	locals   map[string]value
	loops    int // that are open, over all frames
	calls    int
	parent   *frame
	origin   source.Span // the call in the traced file through which other files were reached
	call     source.Span // whose arguments are being evaluated
}

func (f *frame) fail(n Node, code, format string, args ...any) error {
	return &failure{f.equation.File, f.at(n), code, fmt.Sprintf(format, args...), namesIn(args)}
}

// at is the place of a node, or of what is around one that has none.
func (f *frame) at(n Node) source.Span {
	switch at := n.At(); {
	case !at.Empty():
		return at.Shift(f.equation.base)
	case !f.call.Empty():
		return f.call
	}
	return f.equation.NameSpan
}

// equation is the value of an equation for these arguments, computed once.
func (v *evaluator) equation(f *frame) (value, error) {
	key := v.key(f)
	r, ok := v.known[key]
	switch {
	case ok && r.open:
		return value{}, &failure{f.equation.File, f.equation.NameSpan, "cycle", "defined by itself: " + f.chain(), Names(f.chain())}
	case ok:
		return r.value, r.err
	}
	v.known[key] = result{open: true}
	x, err := v.compute(f)
	v.known[key] = result{value: x, err: err}
	return x, err
}

func (v *evaluator) compute(f *frame) (value, error) {
	e := f.equation
	switch {
	case f.calls > maxCalls:
		return value{}, &failure{e.File, e.NameSpan, "recursion", fmt.Sprintf("%d equations deep: %s", maxCalls, f.chain()), Names(f.chain())}
	case e.Parameter && e.Kind == Numeric:
		return number(v.symbol(e)), nil
	case e.isArray():
		return v.array(f)
	case e.Body == nil:
		return value{}, &failure{e.File, e.NameSpan, "no-body", e.Name + " has no right-hand side", Names(e.Name)}
	}
	x, err := v.node(f, e.Body)
	if err != nil {
		return value{}, err
	}
	return x, v.fits(f, x)
}

// fits checks that an equation's value is of its kind.
func (v *evaluator) fits(f *frame, x value) error {
	want := map[Kind][]sort{Numeric: {aNumber, aVector}, Process: {aProcess}, Resource: {aResource}}[f.equation.Kind]
	if slices.Contains(want, x.sort) {
		return nil
	}
	return f.fail(f.equation.Body, "kind", "%s is a %s equation, but this is %s", f.equation.Name, f.equation.Kind, x.sort)
}

// symbol is the symbol of a numeric parameter.
func (v *evaluator) symbol(e *Equation) symbolic.Expr {
	u := v.uses[target{equation: e}]
	return v.symbolOf(e.Name, u)
}

func (v *evaluator) symbolOf(name string, u use) symbolic.Expr {
	switch u {
	case asReal:
		v.arena.Assume(name, 0, symbolic.Unbounded)
		return v.arena.Sym(name, symbolic.Real)
	case asIndex:
		v.arena.Assume(name, 0, symbolic.Unbounded)
	case asSize:
		v.arena.Assume(name, 1, symbolic.Unbounded)
	}
	return v.arena.Sym(name, symbolic.Index)
}

// chain names the equations that led here.
func (f *frame) chain() string {
	var names []string
	for g := f; g != nil && len(names) < 6; g = g.parent {
		names = append(names, g.equation.Name)
	}
	slices.Reverse(names)
	return strings.Join(names, " -> ")
}

// node is the value of an expression.
func (v *evaluator) node(f *frame, n Node) (value, error) {
	if v.steps++; v.steps > maxSteps || v.arena.Len() > maxNodes {
		return value{}, f.fail(n, "too-large", "the model becomes too large when its equations are put into each other")
	}
	switch n := asRead(n).(type) {
	case *Number:
		return v.literal(f, n)
	case *Name:
		return v.name(f, n)
	case *Unary:
		return v.unary(f, n)
	case *Binary:
		return v.binary(f, n)
	case *Branch:
		return v.branch(f, n)
	case *Loop:
		return v.loop(f, n)
	case *List:
		return v.list(f, n)
	}
	return processOf(&calculus.Serial{}), nil
}

// number is the value of an expression that must be a number.
func (v *evaluator) number(f *frame, n Node) (symbolic.Expr, error) {
	x, err := v.node(f, n)
	if err != nil {
		return 0, err
	}
	if x.sort != aNumber {
		return 0, f.fail(n, "kind", "this is %s where a number is wanted", x.sort)
	}
	return x.number, v.defined(f, n, x.number)
}

// defined reports expressions without a value.
func (v *evaluator) defined(f *frame, n Node, e symbolic.Expr) error {
	if why, bad := v.arena.IsUndefined(e); bad {
		return f.fail(n, "undefined", "this has no value: %s", why)
	}
	return nil
}

// index is the value of an expression that must be an integer; reals are
// rounded down.
func (v *evaluator) index(f *frame, n Node) (symbolic.Expr, error) {
	x, err := v.number(f, n)
	if err != nil {
		return 0, err
	}
	if c, ok := v.arena.Const(x); ok && c != float64(int64(c)) {
		return 0, f.fail(n, "not-integer", "%v is not an integer", c)
	}
	return v.arena.Floor(x), nil
}

func (v *evaluator) name(f *frame, n *Name) (value, error) {
	if x, ok := f.locals[n.Name]; ok && f.equation.Body != nil {
		if n.Call {
			return value{}, f.fail(n, "arguments", "%s is not a function here", n.Name)
		}
		return x, nil
	}
	if least := builtins[n.Name]; least != 0 && n.Call {
		if got := len(n.Args); got < least-1 || got > least-1 && !anyNumber[n.Name] {
			return value{}, f.fail(n, "arguments", "%s takes %d arguments, not %d", n.Name, least-1, got)
		}
		return v.builtin(f, n)
	}
	def := v.scope[n.Name]
	if def == nil {
		return value{}, f.fail(n, "unknown-name", "%s is not defined", n.Name)
	}
	return v.call(f, n, def)
}

// call evaluates the arguments, then the equation.
func (v *evaluator) call(f *frame, n *Name, def *Equation) (value, error) {
	array := def.isArray()
	most := len(def.Params)
	if array {
		most = 2
	}
	if len(n.Args) > most || len(n.Args) < len(def.Params) && !array {
		return value{}, f.fail(n, "arguments", "%s takes %d arguments, not %d", n.Name, len(def.Params), len(n.Args))
	}
	g := &frame{equation: def, loops: f.loops, calls: f.calls + 1, parent: f, origin: f.origin}
	around := f.call
	if f.call = f.at(n); v.trace != "" && f.equation.File == v.trace && def.File != v.trace {
		g.origin = f.call
	}
	for i, arg := range n.Args {
		x, err := v.node(f, arg)
		if err == nil && array {
			x.number, err = v.index(f, arg)
		}
		if err != nil {
			return value{}, err
		}
		if g.locals == nil {
			g.locals = map[string]value{}
		}
		if array {
			g.locals[fmt.Sprint(i)] = x
		} else {
			g.locals[def.Params[i]] = x
		}
	}
	f.call = around
	if err := v.arrayArguments(f, n, g, array); err != nil {
		return value{}, err
	}
	return v.equation(g)
}
