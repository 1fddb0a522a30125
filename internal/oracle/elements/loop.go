package elements

import "github.com/parlens/parlens/analysis/program"

// do executes a DO loop of any form.
func (it *interpreter) do(s *program.Do) signal {
	at := s.Span().Start
	it.ran(s, it.lineOf(at), 1)
	if it.isParallel(s) {
		it.homes = append(it.homes, it.homeOf(s))
		defer func() { it.homes = it.homes[:len(it.homes)-1] }()
	}
	run := map[program.DoKind]func(*program.Do) signal{
		program.DoCount: it.countedDo, program.DoWhile: it.while, program.DoForever: it.while, program.DoConcurrent: it.concurrent,
	}[s.Kind]
	sig := run(s)
	for _, r := range it.sums.in[s] {
		it.combineParts(r)
	}
	return sig
}

// combineParts records the combination that ends a reduction loop. Without a
// mapped home everybody has computed the whole.
func (it *interpreter) combineParts(r *loopReduction) {
	home := it.firstMapped(0, r.first.RHS)
	if r.clause {
		home = nil
		if h := it.home(); h != nil {
			home = h.ref
		}
	}
	if home != nil {
		it.combined(r, r.symbol.Name, home, r.first.Span().Start)
		it.reductions[r].Values += int64(len(it.variable(r.symbol).data)) - 1
	}
}

// frameOf returns a new frame for a loop.
func (it *interpreter) frameOf(s *program.Do) *frame {
	indices := map[*program.Symbol]bool{s.Var: true}
	for _, r := range s.Ranges {
		indices[r.Var] = true
	}
	inside := loopInside{do: s.Kind != program.DoConcurrent, promised: s.Independent != nil || s.Kind == program.DoConcurrent, unordered: it.unordered(s)}
	if it.isParallel(s) {
		return &frame{key: s, kind: parallelFrame, indices: indices, moved: it.movedIn(s.Body), loopInside: inside}
	}
	stores := it.storedIn(s.Body)
	for _, v := range it.inductions(s) { // as good as the index
		indices[v] = true
		delete(stores, v)
	}
	return &frame{key: s, kind: loopFrame, indices: indices, stores: stores, moved: it.movedIn(s.Body), loopInside: inside}
}

// countedDo executes DO v = lo, hi, step.
func (it *interpreter) countedDo(s *program.Do) (sig signal) {
	at := s.Span().Start
	lower, upper, step := it.limit(at, s.Lo), it.limit(at, s.Hi), int64(1)
	if s.Step != nil {
		step = it.limit(at, s.Step)
	}
	if step == 0 {
		it.fail("a loop with step 0")
	}
	v, n := it.variable(s.Var), trips(lower, upper, step)
	var order []int
	if s.Independent != nil && it.opt.Order != nil {
		order = it.opt.Order(int(n))
	}
	v.data[0] = integer(lower)
	it.within(it.frameOf(s), func() {
		it.active[s.Var]++
		defer func() { it.active[s.Var]-- }()
		for k := range n {
			if order != nil {
				v.data[0] = integer(lower + int64(order[k])*step)
			}
			if sig = it.iteration(s); it.ends(s, sig) {
				return
			}
			v.data[0] = integer(v.data[0].I + step)
		}
		if order != nil {
			v.data[0] = integer(lower + n*step)
		}
	})
	return it.afterLoop(s, sig)
}

// while executes DO WHILE and DO without a condition.
func (it *interpreter) while(s *program.Do) (sig signal) {
	it.within(it.frameOf(s), func() {
		for !it.ends(s, sig) {
			it.step()
			if s.Cond != nil && !it.condition(s, s.Span().Start, s.Cond) {
				return
			}
			sig = it.iteration(s)
		}
	})
	return it.afterLoop(s, sig)
}

// concurrent executes DO CONCURRENT, one iteration after the other.
func (it *interpreter) concurrent(s *program.Do) (sig signal) {
	tuples := it.expand([]tuple{nil}, s.Span().Start, s.Ranges)
	it.within(it.frameOf(s), func() {
		for _, t := range tuples {
			it.bind(t, func() {
				if s.Cond == nil || it.condition(s, s.Span().Start, s.Cond) {
					sig = it.iteration(s)
				}
			})
			if it.ends(s, sig) {
				return
			}
		}
	})
	return it.afterLoop(s, sig)
}

// ends reports whether the signal ends the loop: all but a CYCLE of its own.
func (it *interpreter) ends(s *program.Do, sig signal) bool {
	return sig >= exit || sig == cycle && !it.meant(s)
}

// meant reports whether the CYCLE or EXIT under way is one of this loop.
func (it *interpreter) meant(s *program.Do) bool { return it.target == "" || it.target == s.Name }

// afterLoop returns what a loop passes on: its own CYCLE and EXIT end in it.
func (it *interpreter) afterLoop(s *program.Do, sig signal) signal {
	if sig > exit || sig != goOn && !it.meant(s) {
		return sig
	}
	return goOn
}

// iteration executes the body once and notes who took part.
func (it *interpreter) iteration(s *program.Do) signal {
	f := it.frames[len(it.frames)-1]
	it.enterIteration(s)
	if n := len(it.homes); n > 0 && it.homes[n-1].of == s {
		it.homes[n-1].begin(it)
	}
	sig := it.block(s.Body)
	line := it.lineOf(s.Span().Start)
	for p, took := range f.took {
		if took {
			it.share(line, p).Iterations++
			f.took[p] = false
		}
	}
	return sig
}
