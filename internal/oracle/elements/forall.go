package elements

import "github.com/parlens/parlens/analysis/program"

// tuple gives values to the indices of a FORALL.
type tuple []binding

type binding struct {
	index *program.Symbol
	value int64
}

// bind runs body while the indices have the tuple's values. FORALL indices are
// local to it, so the variables of their names get their values back.
func (it *interpreter) bind(t tuple, body func()) {
	saved := make([]Value, len(t))
	for i, b := range t {
		v := it.variable(b.index)
		saved[i] = v.data[0]
		v.data[0] = integer(b.value)
		it.active[b.index]++
	}
	body()
	for i := len(t) - 1; i >= 0; i-- {
		it.variable(t[i].index).data[0] = saved[i]
		it.active[t[i].index]--
	}
}

// expand continues each tuple with every combination of the ranges, the first
// range fastest.
func (it *interpreter) expand(tuples []tuple, at int, ranges []program.IndexRange) []tuple {
	var all []tuple
	for _, t := range tuples {
		it.bind(t, func() {
			expanded := []tuple{t}
			for i := len(ranges) - 1; i >= 0; i-- {
				expanded = it.expandOne(expanded, at, ranges[i])
			}
			all = append(all, expanded...)
		})
	}
	return all
}

func (it *interpreter) expandOne(tuples []tuple, at int, r program.IndexRange) []tuple {
	lower, upper, step := it.limit(at, r.Lo), it.limit(at, r.Hi), int64(1)
	if r.Step != nil {
		step = it.limit(at, r.Step)
	}
	if step == 0 {
		it.fail("an index range with step 0")
	}
	var longer []tuple
	for _, t := range tuples {
		value := lower
		for n := trips(lower, upper, step); n > 0; n-- {
			longer = append(longer, append(append(tuple(nil), t...), binding{r.Var, value}))
			value += step
		}
	}
	return longer
}

// forall executes a FORALL for each of the tuples of the FORALLs around it.
func (it *interpreter) forall(s *program.Forall, outer []tuple) {
	at := s.Span().Start
	line := it.lineOf(at)
	if len(s.Body) == 0 || it.lineOf(s.Body[0].Span().Start) != line {
		it.ran(s, line, 1)
	}
	f := &frame{key: s, kind: parallelFrame, indices: map[*program.Symbol]bool{}}
	for _, r := range s.Ranges {
		f.indices[r.Var] = true
	}
	it.within(f, func() {
		tuples := it.expand(outer, at, s.Ranges)
		if s.Mask != nil {
			tuples = it.masked(s, tuples)
		}
		for _, inner := range s.Body {
			it.forallStatement(inner, tuples)
		}
	})
}

func (it *interpreter) forallStatement(s program.Stmt, tuples []tuple) {
	switch s := s.(type) {
	case *program.Assign:
		who := it.executors(s.LHS)
		if len(tuples) > 0 { // while the indices have values
			it.bind(tuples[0], func() { who = it.executors(s.LHS) })
		}
		it.within(&frame{key: s}, func() {
			it.elements(s, who, tuples, func([]int64) bool { return true })
		})
	case *program.Forall:
		it.forall(s, tuples)
	default:
		it.fail("only assignments and FORALL are executed in a FORALL")
	}
}

// masked returns the tuples for which the mask is true.
func (it *interpreter) masked(s *program.Forall, tuples []tuple) []tuple {
	var kept []tuple
	it.within(&frame{key: maskKey{s}}, func() {
		for _, t := range tuples {
			it.bind(t, func() {
				r := it.maskReader(s, s.Span().Start, s.Body)
				r.who = r.who.withoutSections(it)
				if it.maskTrue(r, s.Mask, nil) {
					kept = append(kept, t)
				}
			})
		}
	})
	return kept
}

// maskKey is the key of a mask's frame and reader.
type maskKey struct{ guards any }

// maskReader returns the reader of a mask: the executors of the first
// assignment that it guards.
func (it *interpreter) maskReader(guards any, at int, guarded []program.Stmt) reader {
	var first *program.Assign
	program.Statements(guarded, func(s program.Stmt) bool {
		if a, ok := s.(*program.Assign); ok && first == nil {
			first = a
		}
		return first == nil
	})
	if first == nil {
		it.fail("a mask that guards no assignment")
	}
	return reader{key: maskKey{guards}, group: first, at: at, who: it.executors(first.LHS)}
}

// maskTrue evaluates a mask for one element.
func (it *interpreter) maskTrue(r reader, mask program.Expr, position []int64) bool {
	it.step()
	ev := it.counted(position)
	v := ev.value(mask)
	if v.Type != program.Logical {
		it.fail("a mask that is not logical")
	}
	it.charge(r, it.members(it.place(r.who, position)), ev.tally)
	return v.true()
}
