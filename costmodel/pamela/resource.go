package pamela

import (
	"fmt"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/symbolic"
	"github.com/parlens/parlens/costmodel/calculus"
)

// isArray tells whether an equation declares an array of resources.
func (e *Equation) isArray() bool { return e.Kind == Resource && e.Parameter }

// arraysOf are the names of the arrays of a model, in alphabetical order, so
// that the order of its equations changes nothing.
func arraysOf(s scope) []string {
	var names []string
	for name, e := range s {
		if e.isArray() {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// Arrays are the declarations of the arrays of resources, in alphabetical
// order; the Array of a calculus.Load or calculus.Run is an index into them.
func (m *Model) Arrays() []*Equation {
	var out []*Equation
	for _, name := range m.eval.arrays {
		out = append(out, m.eval.scope[name])
	}
	return out
}

// Declarations declare the arrays of resources, in the language, for equations
// that name them: those of a model with several arrays. Else there are none.
func (m *Model) Declarations() string {
	text := ""
	if all := m.Arrays(); len(all) > 1 {
		for _, e := range all {
			text += head(e) + "\n"
		}
	}
	return text
}

// array is a resource of an array: its arguments are the number, 0 when left
// out, and the number of servers, that of the declaration when left out.
func (v *evaluator) array(f *frame) (value, error) {
	e := f.equation
	at, _ := slices.BinarySearch(v.arrays, e.Name)
	x := value{sort: aResource, array: at, number: v.arena.Int(0)}
	if i, ok := f.locals["0"]; ok {
		x.number = i.number
	}
	var err error
	if m, ok := f.locals["1"]; ok {
		x.servers = m.number
	} else if e.Body != nil {
		x.servers, err = v.declaredServers(f, x.number)
	}
	return x, err
}

// declaredServers is the number of servers that a declaration gives the
// resource of a number: "resource parameter disks(i) = 4".
func (v *evaluator) declaredServers(f *frame, number symbolic.Expr) (symbolic.Expr, error) {
	g := &frame{equation: f.equation, locals: map[string]value{}, loops: f.loops, calls: f.calls + 1, parent: f, origin: f.origin}
	if len(g.equation.Params) > 0 {
		g.locals[g.equation.Params[0]] = value{sort: aNumber, number: number}
	}
	m, err := v.number(g, g.equation.Body)
	if err != nil {
		return 0, err
	}
	return m, v.serves(g, g.equation.Body, m)
}

// serves reports numbers of servers that are too small.
func (v *evaluator) serves(f *frame, n Node, m symbolic.Expr) error {
	if c, ok := v.arena.Const(m); ok && c < 1 {
		return f.fail(n, "resource", "a resource has at least 1 server, not %v", c)
	}
	return nil
}

// arrayArguments checks the constants among the arguments of a resource array.
func (v *evaluator) arrayArguments(f *frame, n *Name, g *frame, array bool) error {
	if !array {
		return nil
	}
	if i, ok := g.locals["0"]; ok {
		if c, ok := i.constant(v.arena); ok && c < 0 {
			return f.fail(n.Args[0], "resource", "a resource cannot have the negative number %v", c)
		}
	}
	if m, ok := g.locals["1"]; ok {
		return v.serves(f, n.Args[1], m.number)
	}
	return nil
}

// choice is a resource that is one of two, of different arrays or with
// different numbers of servers.
type choice struct {
	cond      symbolic.Expr
	then, els value
}

// chooseResource is if between resources.
func (v *evaluator) chooseResource(f *frame, n *Branch, cond, x, y value) (value, error) {
	if !cond.truth {
		return value{}, f.fail(n.Cond, "probability", "a resource cannot be chosen by probability")
	}
	if x.choice == nil && y.choice == nil && x.array == y.array && x.servers == y.servers {
		x.number = v.arena.Cond(cond.number, x.number, y.number)
		return x, nil
	}
	return value{sort: aResource, choice: &choice{cond.number, x, y}}, nil
}

// used is the use of a resource, like the delay l in all else: a branch where the
// resource is chosen.
func (v *evaluator) used(f *frame, n Node, r value, l calculus.Delay) value {
	if c := r.choice; c != nil {
		then, els := v.used(f, n, c.then, l), v.used(f, n, c.els, l)
		return processOf(&calculus.If{Span: f.place(n), Cond: c.cond, Then: then.process, Else: els.process})
	}
	l.Array, l.Resource, l.Servers = r.array, r.number, r.servers
	return v.delay(f, n, l)
}

// unitvec is the vector with 1 at a resource. A number is one of the only array
// of the model.
func (v *evaluator) unitvec(f *frame, n *Name) (value, error) {
	if v.sortOf(f, n.Args[0]) == aResource {
		r, err := v.node(f, n.Args[0])
		return vectorOf(v.unitAt(r, v.arena.Int(1))), err
	}
	i, err := v.index(f, n.Args[0])
	if err == nil {
		err = v.oneArray(f, n.Args[0])
	}
	return vectorOf(calculus.Vector{{At: i, Amount: v.arena.Int(1)}}), err
}

func (v *evaluator) unitAt(r value, amount symbolic.Expr) calculus.Vector {
	a := v.arena
	if c := r.choice; c != nil {
		return v.calculus.Plus(v.unitAt(c.then, a.Cond(c.cond, amount, a.Int(0))), v.unitAt(c.els, a.Cond(c.cond, a.Int(0), amount)))
	}
	return calculus.Vector{{Array: r.array, At: r.number, Amount: amount}}
}

// oneArray reports positions of a vector that could be in several arrays.
func (v *evaluator) oneArray(f *frame, n Node) error {
	if len(v.arrays) < 2 {
		return nil
	}
	return f.fail(n, "which-array", "the model has several arrays of resources, %s: say which one is meant, as in unitvec(%s(0))",
		strings.Join(v.arrays, ", "), v.arrays[0])
}

// resourceText writes a resource as a call of its array; a vector's position is
// the number alone where there is one array only.
func (m *Model) resourceText(array int, number string) string {
	name := "fcfs"
	if array < len(m.eval.arrays) {
		name = m.eval.arrays[array]
	}
	return fmt.Sprintf("%s(%s)", name, number)
}

func (m *Model) positionText(array int, number string) string {
	if len(m.eval.arrays) > 1 {
		number = m.resourceText(array, number)
	}
	return "unitvec(" + number + ")"
}
