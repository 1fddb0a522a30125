package plan

import (
	"strings"

	"github.com/parlens/parlens/analysis/lower"
	"github.com/parlens/parlens/analysis/program"
)

// dimension is one of an array, known by its storage.
type dimension struct {
	array string
	dim   int // from 0
}

// affinity is how often two dimensions are walked along together: a loop index stands,
// plus or minus a constant, in the subscripts of both (Li and Chen's alignment
// preferences). Each loop around counts as loopWeight iterations.
type affinity map[[2]dimension]float64

const (
	loopWeight = 8
	maxDepth   = 6 // of loops that make a difference
	callRounds = 4 // how deep preferences of procedures go up the calls
)

func (a affinity) add(x, y dimension, weight float64) {
	if x.array == y.array {
		return
	}
	a[[2]dimension{x, y}] += weight
	a[[2]dimension{y, x}] += weight
}

// unitOf is a unit with its statements.
type unitOf struct {
	*lower.Unit
	index int
	known *Unit
	same  map[string]string // keys that stand for one array of an included text, by those of its copies
}

// key names an array across units, as Symbol.Storage does where others see it. Components lie
// with their structures, whose dimensions are their first ones.
func (u unitOf) key(s *program.Symbol) string {
	key := s.Storage
	if key == "" {
		key = u.Name + "%" + s.Name
	}
	if _, inside, is := strings.Cut(s.Name, "%"); is {
		key = strings.TrimSuffix(key, "%"+inside)
	}
	if one, copied := u.same[key]; copied {
		return one
	}
	return key
}

// isComponent tells whether a variable is a component of another one.
func isComponent(s *program.Symbol) bool { return strings.Contains(s.Name, "%") }

// affinities reads the preferences of all units, those of procedures also for the
// arrays that are passed to them.
func affinities(units []unitOf) affinity {
	each := make([]affinity, len(units))
	byName := map[string]int{}
	for i, u := range units {
		each[i] = affinity{}
		preferences(u, u.Body, 1, 0, each[i])
		byName[u.Name] = i
	}
	passed := make([]affinity, len(units))
	for range callRounds {
		for i, u := range units {
			passed[i] = throughCalls(u, units, byName, each)
		}
		grown := false
		for i := range units {
			for pair, w := range passed[i] {
				if each[i][pair] == 0 {
					each[i][pair] = w
					grown = true
				}
			}
		}
		if !grown {
			break
		}
	}
	all := affinity{}
	for _, a := range each {
		for pair, w := range a {
			all[pair] += w
		}
	}
	return all
}

func preferences(u unitOf, body []program.Stmt, weight float64, depth int, into affinity) {
	for _, s := range body {
		inner, deeper := weight, depth
		switch s := s.(type) {
		case *program.Do, *program.Forall:
			if depth < maxDepth {
				inner, deeper = weight*loopWeight, depth+1
			}
		case *program.Assign:
			assigned(u, s, weight, into)
		}
		for block := range program.Blocks(s) {
			preferences(u, block, inner, deeper, into)
		}
	}
}

// assigned relates the left side with each array on the right.
func assigned(u unitOf, s *program.Assign, weight float64, into affinity) {
	left := walked(s.LHS)
	if len(left) == 0 {
		return
	}
	program.Walk(s.RHS, func(e program.Expr) bool {
		r, is := e.(*program.Ref)
		if !is {
			return true
		}
		for d, x := range left {
			for e, y := range walked(r) {
				if x != nil && x == y {
					into.add(dimension{u.key(s.LHS.Sym), d}, dimension{u.key(r.Sym), e}, weight)
				}
			}
		}
		return true
	})
}

// walked says by what each dimension of a reference is walked along: a loop's index, or
// the number of a dimension of the section; nil where it is neither.
func walked(r *program.Ref) []any {
	if r.Sym.Rank() == 0 {
		return nil
	}
	out := make([]any, r.Sym.Rank())
	section := 0
	for d := range out {
		switch {
		case len(r.Subs) == 0 || d < len(r.Subs) && r.Subs[d].Triplet:
			out[d] = section
			section++
		case d < len(r.Subs):
			if v := shifted(r.Subs[d].Lo); v != nil {
				out[d] = v
			}
		}
	}
	return out
}

// shifted returns the variable of a subscript i, i+c or i-c.
func shifted(e program.Expr) *program.Symbol {
	if b, is := e.(*program.Binary); is && (b.Op == program.Add || b.Op == program.Sub) {
		if constant(b.Y) {
			e = b.X
		} else if constant(b.X) && b.Op == program.Add {
			e = b.Y
		}
	}
	if r, is := e.(*program.Ref); is && r.Sym.Rank() == 0 && r.Sym.Class != program.Parameter {
		return r.Sym
	}
	return nil
}

func constant(e program.Expr) bool {
	_, known := program.ConstInt(e, nil)
	return known
}

// throughCalls are the preferences of the procedures that a unit calls, for the arrays
// that it passes.
func throughCalls(u unitOf, units []unitOf, byName map[string]int, each []affinity) affinity {
	out := affinity{}
	eachCall(u, units, byName, func(callee int, actual map[dimension]dimension) {
		for pair, w := range each[callee] {
			x, okX := actual[pair[0]]
			y, okY := actual[pair[1]]
			if okX && okY && x.array != y.array {
				out[[2]dimension{x, y}] = w
			}
		}
	})
	return out
}

// eachCall visits the CALLs of a unit that lead to others, with the dimensions that the
// dummies' stand for.
func eachCall(u unitOf, units []unitOf, byName map[string]int, visit func(callee int, actual map[dimension]dimension)) {
	program.Statements(u.Body, func(s program.Stmt) bool {
		call, is := s.(*program.CallStmt)
		if !is {
			return true
		}
		i, known := byName[call.Name]
		if !known || i == u.index {
			return true
		}
		callee, actual := units[i], map[dimension]dimension{}
		for k, a := range call.Args {
			if r, is := a.Value.(*program.Ref); is && k < len(callee.Dummies) {
				dummy := callee.Dummies[k]
				actual[dimension{callee.key(dummy), wholeArray}] = dimension{u.key(r.Sym), wholeArray}
				for d, e := range dimensions(r, dummy.Rank()) {
					actual[dimension{callee.key(dummy), d}] = dimension{u.key(r.Sym), e}
				}
			}
		}
		visit(i, actual)
		return true
	})
}

// dimensions are those of an array that a dummy of some rank gets: of a whole array or
// section its own, of an element that stands for what is behind it the first ones. There
// are none where the ranks do not fit.
func dimensions(r *program.Ref, rank int) []int {
	var out []int
	for d := range r.Sym.Rank() {
		if len(r.Subs) == 0 || d < len(r.Subs) && r.Subs[d].Triplet || r.Rank() == 0 && len(out) < rank {
			out = append(out, d)
		}
	}
	if len(out) != rank {
		return nil
	}
	return out
}
