package plan

import (
	"slices"

	"github.com/parlens/parlens/analysis/program"
)

// parallelism is how often parallel loops walk along dimensions of arrays. The owner of an
// element computes it: where that dimension is distributed the iterations of the loop are
// shared out, and what the iterations do stays within processors. Only the outermost
// parallel loop of a nest counts.
type parallelism map[dimension]float64

// parallelisms reads the parallel loops of all units, those of procedures also for the
// arrays that are passed to them.
func (p *Program) parallelisms(units []unitOf) parallelism {
	own := make([]parallelism, len(units))
	byName := map[string]int{}
	for i, u := range units {
		own[i] = parallelism{}
		w := walker{p, u, own[i]}
		w.block(u.known.Through.Body, nil, 1, 0)
		byName[u.Name] = i
	}
	each := own
	for range callRounds {
		next := make([]parallelism, len(units))
		for i, u := range units {
			next[i] = parallelism{}
			for d, w := range own[i] {
				next[i][d] = w
			}
			eachCall(u, units, byName, func(callee int, actual map[dimension]dimension) {
				for d, w := range each[callee] {
					if to, passed := actual[d]; passed {
						next[i][to] += w
					}
				}
			})
		}
		each = next
	}
	all := parallelism{}
	for _, p := range each {
		for d, w := range p {
			all[d] += w
		}
	}
	return all
}

// walker goes through the loops of a unit.
type walker struct {
	program *Program
	unit    unitOf
	into    parallelism
}

func (w *walker) block(body []program.Stmt, parallel *program.Symbol, weight float64, depth int) {
	for _, s := range body {
		inner, deeper, along := weight, depth, parallel
		switch s := s.(type) {
		case *program.Do:
			if depth < maxDepth {
				inner, deeper = weight*loopWeight, depth+1
			}
			if along == nil && w.parallel(s) {
				along = s.Var
			}
		case *program.Assign:
			if parallel != nil {
				w.walks(s.LHS, parallel, weight)
				w.walks(s.RHS, parallel, weight)
			}
		case *program.CallStmt:
			for _, a := range s.Args {
				if parallel != nil {
					w.walks(a.Value, parallel, weight)
				}
			}
		}
		for b := range program.Blocks(s) {
			w.block(b, along, inner, deeper)
		}
	}
}

// parallel tells whether the iterations of a loop may be shared out: a directive says so, or
// nothing that one stores is used by another, but for work arrays that each has for itself.
func (w *walker) parallel(do *program.Do) bool {
	if do.Independent != nil || do.Kind == program.DoConcurrent {
		return do.Var != nil
	}
	l := w.unit.known.Tests().Loop(do)
	if l == nil || do.Var == nil {
		return false
	}
	_, independent := w.program.NewArrays(w.unit.known, l)
	return independent
}

// walks counts the dimensions in an expression that a loop's index walks along. A section has
// a loop for each of its dimensions, in a procedure that it is passed to too.
func (w *walker) walks(x program.Expr, index *program.Symbol, weight float64) {
	program.Walk(x, func(e program.Expr) bool {
		r, is := e.(*program.Ref)
		if !is {
			return true
		}
		all, along := weight, walked(r)
		for d := range along {
			if d < len(r.Subs) && r.Subs[d].Triplet {
				all *= loopWeight
			}
		}
		for d, x := range along {
			if x == index {
				w.into[dimension{w.unit.key(r.Sym), d}] += all
			}
		}
		return true
	})
}

// spread is, for each group without directives, the dimension that parallel loops walk along
// most.
func (p *Program) spread(walks parallelism) {
	for i := range p.Groups {
		p.Groups[i].Parallel = walks.along(p.Groups[i].arrays)
	}
}

// along is the dimension of a root that parallel loops walk along most in the arrays of its
// group; the later one of those that they walk along as much, which is stored in one piece.
func (walks parallelism) along(group []*Array) int {
	out, most := -1, 0.0
	if len(group) == 0 {
		return out
	}
	for e := range group[0].bounds {
		sum := 0.0
		for _, a := range group {
			if d := a.along(e); d >= 0 {
				sum += walks[dimension{a.key, d}]
			}
		}
		if sum > 0 && sum >= most {
			out, most = e, sum
		}
	}
	return out
}

// size is that of the group's largest array, in elements; 0 where none is known.
func (g *Group) size() float64 {
	out := 0.0
	for _, a := range g.arrays {
		out = max(out, a.size)
	}
	return out
}

// along is the array's dimension that follows one of its root, -1 if none does.
func (a *Array) along(e int) int {
	if a.with == nil {
		return e
	}
	for d, to := range a.with {
		if to == e {
			return d
		}
	}
	return -1
}

// tableSize is the part of the largest array's elements below which an array is a table,
// which all processors have.
const tableSize = 1.0 / 256

// Tables tells which groups without directives are tables.
func (p *Program) Tables() []bool {
	largest := 0.0
	for _, g := range p.Groups {
		largest = max(largest, g.size())
	}
	out := make([]bool, len(p.Groups))
	for i, g := range p.Groups {
		out[i] = g.Now == nil && g.size() > 0 && g.size() < tableSize*largest
	}
	return out
}

// AlongLoops is the plan in which each group without directives is dealt in blocks along the
// dimension that parallel loops walk along most. Tables, and what no parallel loop walks
// along, have no directives.
func (p *Program) AlongLoops() Plan {
	out, table := p.Now(), p.Tables()
	for i, g := range p.Groups {
		if g.Now != nil || g.Parallel < 0 || table[i] {
			continue
		}
		f := slices.Repeat([]string{Star}, g.Rank)
		f[g.Parallel] = "BLOCK"
		out.Formats[i] = f
	}
	return out
}
