package pamela

import "slices"

// PAMELA knows one kind of number; the symbolic layer computes sizes and
// indices in integers and times in reals. infer finds out which is which: a
// name that bounds a loop, numbers a resource or stands under div or mod is an
// index, directly or through the names that it defines; what bounds a range
// from above or divides is a size and at least 1.

// use is how a name is used.
type use uint8

const (
	asReal  use = iota // a time or rate, at least 0
	asIndex            // an integer, at least 0
	asSize             // an integer, at least 1
	asOther            // no number: a resource or a process
)

// target is a name: an equation, or one of its parameters.
type target struct {
	equation *Equation
	param    string // "": the equation itself
}

type inference struct {
	scope   scope
	uses    map[target]use
	loops   []string // indices of the open loops
	changed bool
}

// infer follows the uses until nothing changes.
func infer(t *Tree, s scope) map[target]use {
	f := &inference{scope: s, uses: map[target]use{}}
	for f.changed = true; f.changed; {
		f.changed = false
		for _, e := range t.Equations {
			if e.Body != nil {
				u := f.uses[target{equation: e}]
				if e.isArray() {
					u = asSize // a number of servers
				}
				f.node(e, e.Body, u)
			}
		}
	}
	return f.uses
}

func (f *inference) note(t target, u use) {
	if u > f.uses[t] {
		f.uses[t] = u
		f.changed = true
	}
}

// node visits an expression of e whose value is used in a way.
func (f *inference) node(e *Equation, n Node, u use) {
	switch n := asRead(n).(type) {
	case *Name:
		f.name(e, n, u)
	case *Unary:
		f.node(e, n.X, min(u, asIndex))
	case *Binary:
		f.binary(e, n, u)
	case *Branch:
		f.node(e, n.Cond, asReal)
		f.node(e, n.Then, u)
		if n.Else != nil {
			f.node(e, n.Else, u)
		}
	case *Loop:
		f.node(e, n.Lo, asIndex)
		f.node(e, n.Hi, asSize)
		f.loops = append(f.loops, n.Index)
		f.node(e, n.Body, min(u, asIndex))
		f.loops = f.loops[:len(f.loops)-1]
	case *List:
		for _, x := range n.Items {
			f.node(e, x, asReal)
		}
	}
}

// binary: a sum or difference of sizes is an index at least; the parts of N-1
// as an upper bound are sizes where they are names alone.
func (f *inference) binary(e *Equation, n *Binary, u use) {
	switch n.Op {
	case "+", "-":
		_, constant := asRead(n.Y).(*Number)
		if u == asSize && !constant {
			u = asIndex
		}
		f.node(e, n.X, u)
		f.node(e, n.Y, min(u, asIndex))
	case "*", "/":
		f.node(e, n.X, u)
		f.node(e, n.Y, u)
	case ";":
		f.node(e, n.X, asOther)
		f.node(e, n.Y, asOther)
	case "div", "mod":
		f.node(e, n.X, asIndex)
		f.node(e, n.Y, asSize)
	case "==", "!=", "<", "<=", ">", ">=":
		f.comparison(e, n)
	default:
		f.node(e, n.X, asReal)
		f.node(e, n.Y, asReal)
	}
}

// comparison: what is compared with an index is one.
func (f *inference) comparison(e *Equation, n *Binary) {
	u := asReal
	if f.isIndex(e, n.X) || f.isIndex(e, n.Y) {
		u = asIndex
	}
	f.node(e, n.X, u)
	f.node(e, n.Y, u)
}

// isIndex tells whether a name is known to be an integer.
func (f *inference) isIndex(e *Equation, n Node) bool {
	name, ok := asRead(n).(*Name)
	if !ok {
		return false
	}
	if slices.Contains(f.loops, name.Name) {
		return true
	}
	t := target{equation: f.scope[name.Name]}
	if slices.Contains(e.Params, name.Name) {
		t = target{e, name.Name}
	}
	return f.uses[t] == asIndex || f.uses[t] == asSize
}

func (f *inference) name(e *Equation, n *Name, u use) {
	if slices.Contains(f.loops, n.Name) {
		return
	}
	for _, p := range e.Params {
		if p == n.Name {
			f.note(target{e, p}, u)
			return
		}
	}
	if def := f.scope[n.Name]; def != nil {
		f.note(target{equation: def}, u)
		for i, x := range n.Args {
			f.node(e, x, f.argument(def, i))
		}
		return
	}
	for i, x := range n.Args {
		f.node(e, x, builtinUse(n.Name, i, u))
	}
}

// argument is how an equation uses its ith argument.
func (f *inference) argument(def *Equation, i int) use {
	switch {
	case def.isArray():
		return []use{asIndex, asSize}[min(i, 1)]
	case i < len(def.Params):
		return f.uses[target{def, def.Params[i]}]
	}
	return asReal
}

func builtinUse(name string, i int, u use) use {
	switch name {
	case "unitvec":
		return asIndex
	case "use":
		if i == 0 {
			return asOther
		}
	case "max", "min":
		return u
	}
	return asReal
}
