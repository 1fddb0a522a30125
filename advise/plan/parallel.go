package plan

import (
	"maps"
	"slices"

	"github.com/parlens/parlens/analysis/lower"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/workspace"
)

// parallelism is how often parallel loops walk along dimensions of arrays. The owner of an
// element computes it: where that dimension is distributed the iterations of the loop are
// shared out, and what the iterations do stays within processors. Only the outermost
// parallel loop of a nest counts.
type parallelism map[dimension]float64

// wholeArray stands for all dimensions of an array.
const wholeArray = -1

// parallelisms reads the parallel loops of all units, those of procedures also for the
// arrays that are passed to them.
func (p *Program) parallelisms(units []unitOf) parallelism {
	own := make([]parallelism, len(units))
	byName := map[string]int{}
	for i, u := range units {
		own[i] = parallelism{}
		w := walker{program: p, unit: u, into: own[i]}
		w.block(u.known.Through.Body, nil, 1, 0)
		byName[u.Name] = i
	}
	return inAll(units, byName, own)
}

// Weigh finds for the groups without directives how much of the work on their arrays is
// shared out with each dimension, from what part of the time some lines of a unit take. The
// other loops of a nest count too, as far as they are parallel.
func (p *Program) Weigh(time func(f *workspace.File, u *lower.Unit, first, last int) float64) {
	own := make([]parallelism, len(p.units))
	byName := map[string]int{}
	for i, u := range p.units {
		own[i] = parallelism{}
		w := walker{program: p, unit: u, into: parallelism{}, work: own[i], time: time}
		w.block(u.known.Through.Body, nil, 1, 0)
		byName[u.Name] = i
	}
	work := inAll(p.units, byName, own)
	for i := range p.Groups {
		g := &p.Groups[i]
		if len(g.arrays) == 0 {
			continue
		}
		g.Work, g.Shared = 0, make([]float64, len(g.arrays[0].bounds))
		for _, a := range g.arrays {
			g.Work += work[dimension{a.key, wholeArray}]
			for e := range g.Shared {
				if d := a.along(e); d >= 0 {
					g.Shared[e] += work[dimension{a.key, d}]
				}
			}
		}
		for e := range g.Shared {
			if g.Work > 0 {
				g.Shared[e] /= g.Work
			}
		}
	}
}

// inAll adds up what units say of arrays, those of procedures also of the arrays that are passed
// to them.
func inAll(units []unitOf, byName map[string]int, own []parallelism) parallelism {
	each := own
	for range callRounds {
		next := make([]parallelism, len(units))
		for i, u := range units {
			next[i] = maps.Clone(own[i])
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
	work    parallelism // the time of assignments, where it is known
	time    func(f *workspace.File, u *lower.Unit, first, last int) float64
	within  []parallelism // what the parallel loops around walk along in what is assigned in them, as 1
}

// block goes through statements with the parallel loops around them, from the outermost.
func (w *walker) block(body []program.Stmt, parallel []*program.Symbol, weight float64, depth int) {
	for _, s := range body {
		inner, deeper, along := weight, depth, parallel
		switch s := s.(type) {
		case *program.Do:
			if depth < maxDepth {
				inner, deeper = weight*loopWeight, depth+1
			}
			parallelToo := w.parallel(s)
			if parallelToo {
				along = append(slices.Clip(parallel), s.Var)
			}
			if w.work != nil {
				before := w.within
				if parallelToo {
					w.within = append(slices.Clip(before), w.assignedAlong(s))
				}
				w.around(s.At)
				w.block(s.Body, along, inner, deeper)
				w.within = before
				continue
			}
		case *program.Assign:
			if w.work != nil {
				w.assigns(s, parallel)
				continue
			}
			if len(parallel) > 0 {
				w.walks(s.LHS, parallel[0], weight)
				w.walks(s.RHS, parallel[0], weight)
			}
		case *program.CallStmt:
			for _, a := range s.Args {
				if len(parallel) > 0 {
					w.walks(a.Value, parallel[0], weight)
				}
			}
		}
		for b := range program.Blocks(s) {
			w.block(b, along, inner, deeper)
		}
	}
}

// assigns counts an assignment by its time, and the dimensions that parallel loops go
// through, those of sections among them.
func (w *walker) assigns(s *program.Assign, parallel []*program.Symbol) {
	along, shared := walked(s.LHS), false
	for d, x := range along {
		if v, index := x.(*program.Symbol); x != nil && (!index || slices.Contains(parallel, v)) {
			w.work[dimension{w.unit.key(s.LHS.Sym), d}] += w.timeOf(s.At)
			shared = true
		}
	}
	if !shared && len(parallel) > 0 {
		w.around(s.At)
		return
	}
	if len(along) > 0 {
		w.work[dimension{w.unit.key(s.LHS.Sym), wholeArray}] += w.timeOf(s.At)
	}
}

// around counts what belongs to the iterations of the parallel loops around: scalars, work
// arrays, the loops themselves. It is shared out as the arrays that the loops assign.
func (w *walker) around(at source.Span) {
	along, arrays := parallelism{}, 0
	for _, loop := range w.within {
		for d := range loop {
			if along[d] == 0 && d.dim == wholeArray {
				arrays++
			}
			along[d] = 1
		}
	}
	for d := range along {
		w.work[d] += w.timeOf(at) / float64(arrays)
	}
}

func (w *walker) timeOf(at source.Span) float64 {
	text, start := w.unit.known.File.Text, w.unit.Start
	return w.time(w.unit.known.File, w.unit.Unit, text.LineOf(start+at.Start), text.LineOf(start+max(at.Start, at.End-1)))
}

// assignedAlong are the dimensions that a loop walks along in what is assigned in it, and the
// arrays.
func (w *walker) assignedAlong(do *program.Do) parallelism {
	out := parallelism{}
	program.Statements(do.Body, func(x program.Stmt) bool {
		if a, is := x.(*program.Assign); is {
			for d, x := range walked(a.LHS) {
				if x == do.Var {
					out[dimension{w.unit.key(a.LHS.Sym), d}], out[dimension{w.unit.key(a.LHS.Sym), wholeArray}] = 1, 1
				}
			}
		}
		return true
	})
	return out
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
