package arrayprogram

import (
	"math"

	"github.com/parlens/parlens/analysis/program"
)

// do executes a loop: as array operations where the compiler makes some of it.
func (f *frame) do(s *program.Do, times float64) {
	f.executed(s.At, times, 1)
	switch {
	case s.Kind == program.DoConcurrent:
		f.concurrent(s, times)
	case s.Kind == program.DoCount && s.Var != nil:
		f.counted(s, times)
	default:
		f.while(s, times)
	}
}

// counted executes a loop with an index.
func (f *frame) counted(s *program.Do, times float64) {
	i, ok := f.index(s)
	if !ok {
		f.fail(s.At, "the bounds of the loop are not known")
		f.forget(s)
		return
	}
	form := f.form(s)
	f.note(s.At, form.why)
	l := f.loop(s, form)
	l.Entries += times
	if !form.array {
		l.Iterations += times * i.trips
		f.iterate(s, i, times)
		return
	}
	indices, elements := map[*program.Symbol]*index{}, 1.0
	for _, do := range form.nest {
		i, ok := f.index(do)
		if !ok {
			f.fail(do.At, "the bounds of the loop are not known")
			return
		}
		if do != s {
			inner := f.loop(do, form)
			inner.Entries += times * elements
			inner.Iterations += times * elements * i.trips
		}
		indices[do.Var] = i
		elements *= i.trips
	}
	l.Iterations += times * i.trips
	if elements > 0 {
		f.execute(s, form, indices, elements, times)
		f.storeByIndex(s, int64(i.lo), int64(i.trips))
	}
	f.assign(s.Var, i.lo+i.trips*i.step, true)
}

func (f *frame) index(s *program.Do) (*index, bool) {
	lo, okL := f.size(s.Lo)
	hi, okH := f.size(s.Hi)
	step, okS := 1.0, true
	if s.Step != nil {
		step, okS = f.size(s.Step)
	}
	if !okL || !okH || !okS || step == 0 {
		return nil, false
	}
	return &index{lo, step, math.Max(0, math.Floor((hi-lo+step)/step))}, true
}

// loop returns the entry of a loop of the unit itself.
func (f *frame) loop(s *program.Do, form form) *Loop {
	l := f.loops[s]
	if l == nil {
		l = &Loop{At: s.At, End: s.End, Depth: f.around, Array: form.array, Why: form.why}
		f.loops[s] = l
		if f.depth == 0 {
			f.out.Loops = append(f.out.Loops, l)
		}
	}
	return l
}

// maxIterations bounds the iterations of a loop that are executed one by one; of more,
// the middle ones of as many groups stand for their neighbours. After too many steps
// the middle one of those that are left does.
const maxIterations = 4096

// iterate executes a serial loop. If no size, section, condition or index array in it
// changes from one iteration to the next, one stands for all.
func (f *frame) iterate(s *program.Do, i *index, times float64) {
	if i.trips == 0 {
		return
	}
	f.scalarOperations(s.At, i.trips, times) // the control of the loop
	groups := 1.0
	if f.changes(s) {
		groups = math.Min(i.trips, maxIterations)
		f.out.Sampled = f.out.Sampled || groups < i.trips
	}
	f.around++
	for first, g := 0.0, 1.0; first < i.trips; g++ {
		last := math.Floor(g * i.trips / groups)
		if groups > 1 && f.spent() { // what is left is one group
			f.out.Sampled, groups, last = true, 1, i.trips
		}
		f.assign(s.Var, i.lo+math.Floor((first+last-1)/2)*i.step, true)
		f.iteration(s, times*(last-first))
		first = last
	}
	f.around--
	if groups < i.trips {
		f.forget(s.Body...)
	}
	f.storeByIndex(s, int64(i.lo), int64(i.trips))
	f.assign(s.Var, i.lo+i.trips*i.step, true)
}

func (f *frame) iteration(s *program.Do, times float64) {
	before := f.registers
	f.registers = newRegisters()
	f.block(s.Body, times)
	f.registers = before
}

// assumedIterations is the number of iterations of a loop whose end is not known.
const assumedIterations = 100

// while executes a loop that ends by a condition.
func (f *frame) while(s *program.Do, times float64) {
	l := f.loop(s, form{why: "serial: it ends by a condition"})
	l.Entries += times
	f.note(s.At, l.Why)
	f.around++
	defer func() { f.around-- }()
	done := 0.0
	for ; s.Cond != nil && done < maxIterations; done++ {
		holds, known := f.number(s.Cond)
		if known && holds == 0 {
			return
		}
		if !known && done == 0 || f.spent() {
			break
		}
		if !known {
			return
		}
		l.Iterations += times
		f.serial(s.At, nil, []program.Expr{s.Cond}, times)
		f.iteration(s, times)
	}
	f.forget(s.Body...)
	n := math.Max(0, f.trips(s)-done)
	l.Iterations += times * n
	f.iteration(s, times*n)
	f.forget(s.Body...)
}

// trips is the number of iterations of a loop whose end is not known: as counted, set
// or assumed.
func (f *frame) trips(s *program.Do) float64 {
	if f.observe != nil && len(s.Body) > 0 {
		loop, ok := f.observe(s.At)
		inside, okB := f.observe(s.Body[0].Span())
		if ok && okB && loop.Executions > 0 {
			return inside.Executions / loop.Executions
		}
	}
	name := f.named("iterations", s.At)
	if x, ok := f.opt.Values[name]; ok && x >= 0 {
		return x
	}
	f.assume(Assumption{Name: name, Value: assumedIterations, Why: "the loop ends by a condition that is not known before run time", At: s.At, Settable: true})
	return assumedIterations
}

// changes reports whether an iteration may take another time than the one before:
// whether what the loop changes decides sizes, sections, conditions or index arrays.
func (f *frame) changes(s *program.Do) bool {
	changed := map[*program.Symbol]bool{s.Var: true}
	reads := map[*program.Symbol][]*program.Symbol{} // what an assignment in the loop reads
	var decisive []*program.Symbol
	look := func(list *[]*program.Symbol, es ...program.Expr) {
		for _, e := range es {
			program.Walk(e, func(x program.Expr) bool {
				if r, is := x.(*program.Ref); is {
					*list = append(*list, r.Sym)
				}
				return true
			})
		}
	}
	program.Statements(s.Body, func(x program.Stmt) bool {
		switch x := x.(type) {
		case *program.Assign:
			changed[x.LHS.Sym] = true
			var list []*program.Symbol
			look(&list, x.RHS)
			reads[x.LHS.Sym] = append(reads[x.LHS.Sym], list...)
		case *program.Do:
			look(&decisive, x.Lo, x.Hi, x.Step, x.Cond)
			if x.Var != nil {
				changed[x.Var] = true
			}
		case *program.If:
			for _, b := range x.Branches {
				if _, known := f.number(b.Cond); known || onlyScalars(b.Cond) {
					look(&decisive, b.Cond)
				}
			}
		case *program.CallStmt:
			for _, a := range x.Args {
				if r, is := a.Value.(*program.Ref); is {
					changed[r.Sym] = true
				}
				if program.RankOf(a.Value) == 0 {
					look(&decisive, a.Value)
				}
			}
		}
		for e := range program.Exprs(x) {
			program.Walk(e, func(y program.Expr) bool {
				if r, is := y.(*program.Ref); is && r.Rank() > 0 {
					for _, sub := range r.Subs {
						if sub.Triplet || program.RankOf(sub.Lo) > 0 {
							look(&decisive, sub.Lo, sub.Hi, sub.Stride)
						}
					}
				}
				return true
			})
		}
		return true
	})
	for seen := map[*program.Symbol]bool{}; len(decisive) > 0; {
		v := decisive[0]
		decisive = decisive[1:]
		if seen[v] {
			continue
		}
		seen[v] = true
		if changed[v] && (v.Rank() == 0 && len(reads[v]) > 0 || v == s.Var) {
			return true
		}
		decisive = append(decisive, reads[v]...)
	}
	return false
}

func onlyScalars(e program.Expr) bool {
	only := true
	program.Walk(e, func(x program.Expr) bool {
		r, is := x.(*program.Ref)
		only = only && (!is || r.Sym.Rank() == 0 && r.Sym.Type == program.Integer)
		return only
	})
	return only
}
