package place

import (
	"github.com/parlens/parlens/analysis/notation"
	"github.com/parlens/parlens/analysis/symbolic"
)

// A value that nothing depends on is not asked for: an argument that a method does not
// use, or hands on to one that does not use it.

// findNeeded finds the values that the model depends on.
func (p *Program) findNeeded() {
	n := &needing{program: p, names: map[string]bool{}, params: map[*Method]map[string]bool{}}
	for changed := true; changed; {
		n.changed = false
		for _, m := range p.Methods {
			n.method = m
			n.steps(m.Body)
		}
		changed = n.changed
	}
	for _, r := range p.Roots {
		for i, x := range r.Args {
			if n.params[r.Method][r.Method.Params[i]] {
				n.method = r.Method
				n.symbols(p.Arena, x)
			}
		}
	}
	for changed := true; changed; { // numbers in which others stand
		n.changed = false
		for _, x := range p.Numerics {
			if n.names[x.Name] && !x.Parameter {
				n.formulas(x.Value)
			}
		}
		changed = n.changed
	}
	for i := range p.Criticals {
		p.Criticals[i].Needed = n.names[p.Criticals[i].Name]
	}
	for i := range p.Numerics {
		p.Numerics[i].Needed = n.names[p.Numerics[i].Name]
	}
}

// needing collects the names on which steps depend.
type needing struct {
	program *Program
	method  *Method                     // whose steps they are
	names   map[string]bool             // of the program
	params  map[*Method]map[string]bool // of each method
	changed bool
}

func (n *needing) need(name string) {
	if n.params[n.method] == nil {
		n.params[n.method] = map[string]bool{}
	}
	if !n.params[n.method][name] {
		n.params[n.method][name], n.names[name], n.changed = true, true, true
	}
}

func (n *needing) formulas(list ...notation.Node) {
	for _, x := range list {
		notation.EachName(x, n.need)
	}
}

func (n *needing) symbols(a *symbolic.Arena, es ...symbolic.Expr) {
	for _, e := range es {
		if e == 0 {
			continue
		}
		for _, s := range a.Free(e) {
			n.need(s.Name)
		}
	}
}

func (n *needing) owners(list ...Owner) {
	for _, o := range list {
		for _, name := range o.Symbols(n.method.Arena) {
			n.need(name)
		}
	}
}

func (n *needing) steps(steps []Step) {
	a := n.method.Arena
	for _, s := range steps {
		switch s := s.(type) {
		case *Statement:
			n.owners(s.On)
			n.steps(s.Steps)
		case *Op:
			n.owners(s.At)
			n.symbols(a, s.Size)
		case *Move:
			n.owners(s.To, s.From)
			n.symbols(a, s.Stride)
		case *Cost:
			n.owners(s.At)
			n.formulas(s.Time)
		case *Loop:
			n.symbols(a, s.Lo, s.Hi)
			n.formulas(s.LoStated, s.HiStated)
			n.steps(s.Body)
		case *Branch:
			n.formulas(s.Cond)
			n.steps(s.Then)
			n.steps(s.Else)
		case *Call:
			n.owners(s.At)
			to := n.program.Method(s.Model)
			for i, x := range s.Args {
				if n.params[to][to.Params[i]] {
					n.symbols(a, x)
				}
			}
		}
	}
}
