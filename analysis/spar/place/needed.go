package place

import (
	"github.com/parlens/parlens/analysis/notation"
	"github.com/parlens/parlens/analysis/symbolic"
)

// A value that nothing depends on is not asked for: an argument that a method does not
// use, or hands on to one that does not use it.

// needs are the names on which the steps of a body depend, apart from what its calls hand on.
type needs struct {
	names []string
	calls []handing
}

// handing are the names in each argument of a call.
type handing struct {
	to   string // the method, by its name in the model
	args [][]string
}

// needsOf collects the needs of a body.
func needsOf(a *symbolic.Arena, steps []Step) needs {
	c := &needsCollector{arena: a, seen: map[string]bool{}}
	c.steps(steps)
	return c.needs
}

type needsCollector struct {
	needs
	arena *symbolic.Arena
	seen  map[string]bool
}

func (c *needsCollector) need(name string) {
	if !c.seen[name] {
		c.seen[name] = true
		c.names = append(c.names, name)
	}
}

func (c *needsCollector) formulas(list ...notation.Node) {
	for _, x := range list {
		notation.EachName(x, c.need)
	}
}

func (c *needsCollector) symbols(es ...symbolic.Expr) {
	for _, e := range es {
		for _, name := range freeNames(c.arena, e) {
			c.need(name)
		}
	}
}

func (c *needsCollector) owners(list ...Owner) {
	for _, o := range list {
		for _, name := range o.Symbols(c.arena) {
			c.need(name)
		}
	}
}

func (c *needsCollector) steps(steps []Step) {
	for _, s := range steps {
		switch s := s.(type) {
		case *Statement:
			c.owners(s.On)
			c.steps(s.Steps)
		case *Op:
			c.owners(s.At)
			c.symbols(s.Size)
		case *Move:
			c.owners(s.To, s.From)
			c.symbols(s.Stride)
		case *Cost:
			c.owners(s.At)
			c.formulas(s.Time)
		case *Loop:
			c.symbols(s.Lo, s.Hi)
			c.formulas(s.LoStated, s.HiStated)
			c.steps(s.Body)
		case *Branch:
			c.formulas(s.Cond)
			c.steps(s.Then)
			c.steps(s.Else)
		case *Call:
			c.owners(s.At)
			h := handing{to: s.Model}
			for _, x := range s.Args {
				h.args = append(h.args, freeNames(c.arena, x))
			}
			c.calls = append(c.calls, h)
		}
	}
}

// freeNames are the symbols in an expression; none for what is not there.
func freeNames(a *symbolic.Arena, e symbolic.Expr) []string {
	if e == 0 {
		return nil
	}
	var out []string
	for _, s := range a.Free(e) {
		out = append(out, s.Name)
	}
	return out
}

// findNeeded finds the values that the model depends on.
func (p *Program) findNeeded() {
	n := &needing{names: map[string]bool{}, params: map[*Method]map[string]bool{}}
	for _, m := range p.Methods {
		n.need(m, m.needs.names...)
	}
	for n.changed = true; n.changed; {
		n.changed = false
		for _, m := range p.Methods {
			for _, c := range m.needs.calls {
				to := p.Method(c.to)
				for i, names := range c.args {
					if n.params[to][to.Params[i]] {
						n.need(m, names...)
					}
				}
			}
		}
	}
	for _, r := range p.Roots {
		for i, x := range r.Args {
			if n.params[r.Method][r.Method.Params[i]] {
				n.need(r.Method, freeNames(p.Arena, x)...)
			}
		}
	}
	for n.changed = true; n.changed; { // numbers in which others stand
		n.changed = false
		for _, x := range p.Numerics {
			if n.names[x.Name] && !x.Parameter {
				notation.EachName(x.Value, func(name string) { n.need(nil, name) })
			}
		}
	}
	for i := range p.Criticals {
		p.Criticals[i].Needed = n.names[p.Criticals[i].Name]
	}
	for i := range p.Numerics {
		p.Numerics[i].Needed = n.names[p.Numerics[i].Name]
	}
}

// needing are the names that are needed.
type needing struct {
	names   map[string]bool             // of the program
	params  map[*Method]map[string]bool // of each method
	changed bool
}

// need enters names that a method depends on; nil is none.
func (n *needing) need(m *Method, names ...string) {
	if n.params[m] == nil {
		n.params[m] = map[string]bool{}
	}
	for _, name := range names {
		if !n.params[m][name] {
			n.params[m][name], n.names[name], n.changed = true, true, true
		}
	}
}
