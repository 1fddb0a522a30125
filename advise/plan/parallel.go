package plan

import (
	"github.com/parlens/parlens/analysis/depend"
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
		through, pure := depend.Through(u.Unit.Unit, u.see)
		w := walker{u, depend.Analyze(through, depend.Options{Functions: pure}), own[i]}
		w.block(through.Body, nil, 1, 0)
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
	unit  unitOf
	tests *depend.Result
	into  parallelism
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
				w.assigned(s, parallel, weight)
			}
		}
		for b := range program.Blocks(s) {
			w.block(b, along, inner, deeper)
		}
	}
}

// parallel tells whether the iterations of a loop may be shared out: a directive says so, or
// nothing that one stores is used by another.
func (w *walker) parallel(do *program.Do) bool {
	if do.Independent != nil || do.Kind == program.DoConcurrent {
		return do.Var != nil
	}
	l := w.tests.Loop(do)
	return l != nil && do.Var != nil && l.Verdict == depend.Independent && len(l.Unknown) == 0 && len(l.Inductions) == 0
}

// assigned counts the dimensions of both sides that a loop's index walks along.
func (w *walker) assigned(s *program.Assign, index *program.Symbol, weight float64) {
	count := func(e program.Expr) bool {
		if r, is := e.(*program.Ref); is {
			for d, x := range walked(r) {
				if x == index {
					w.into[dimension{w.unit.key(r.Sym), d}] += weight
				}
			}
		}
		return true
	}
	count(s.LHS)
	program.Walk(s.RHS, count)
}

// spread is, for each group without directives, the dimension that parallel loops walk along
// most; the later one of those that they walk along as much, which is stored in one piece.
func (p *Program) spread(walks parallelism) {
	for i := range p.Groups {
		g := &p.Groups[i]
		g.Parallel = -1
		most := 0.0
		for e := range g.Rank {
			sum := 0.0
			for _, a := range g.arrays {
				if d := a.along(e); d >= 0 {
					sum += walks[dimension{a.key, d}]
				}
			}
			if sum > 0 && sum >= most {
				g.Parallel, most = e, sum
			}
		}
	}
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

// AlongLoops is the plan in which each group without directives is dealt in blocks along the
// dimension that parallel loops walk along most. Tables, and what no parallel loop walks
// along, have no directives.
func (p *Program) AlongLoops() Plan {
	out := p.Now()
	largest := 0.0
	for _, g := range p.Groups {
		largest = max(largest, g.size())
	}
	for i, g := range p.Groups {
		table := g.size() > 0 && g.size() < tableSize*largest
		if g.Now != nil || g.Parallel < 0 || table {
			continue
		}
		f := make([]string, g.Rank)
		for d := range f {
			f[d] = Star
		}
		f[g.Parallel] = "BLOCK"
		out.Formats[i] = f
	}
	return out
}
