package depend

// freedom says which of the common loops do not matter to a pair: nothing but
// their own bounds mentions their iterations. Any order of such a loop's
// iterations has the answer of all others.
type freedom struct {
	mentioned [maxLoops + 1]bool // by depth
	varying   bool               // something else changes with the iterations
	asked     bool
	all       answer // where every common loop is free: of any question
}

// freed fills freedom for the pair at hand.
func (t *tester) freed() {
	t.free = freedom{}
	for d := range t.p.dims {
		t.mention(0, t.p.dims[d].form, t.q.dims[d].form)
	}
	for _, k := range [2]*class{t.p, t.q} {
		for l := k.loop; l != nil; l = l.parent {
			t.mention(l.depth, l.bounds...)
			if !l.simple || l.random {
				t.free.mentioned[l.depth] = true
			}
		}
		for g := k.guard; g != nil; g = g.up {
			t.mention(0, g.forms...)
		}
		t.mention(0, k.limits...)
	}
}

// mention notes the iterations in the forms, except that of the loop whose
// bounds they are.
func (t *tester) mention(own int32, forms ...form) {
	for _, f := range forms {
		for _, u := range f.t {
			v := &t.a.vars[u.v]
			switch {
			case v.kind != counterVariable:
				t.free.varying = t.free.varying || !v.fixed() && v.index != everyTime
			case v.index != own:
				t.free.mentioned[v.index] = true
			}
		}
	}
}

// irrelevant reports whether the loop is free.
func (t *tester) irrelevant(level int32) bool {
	return !t.free.varying && !t.free.mentioned[level]
}

// anyway returns the answer that all questions about the pair have, if every
// common loop is free.
func (t *tester) anyway() (answer, bool) {
	for k := int32(1); k <= t.c; k++ {
		if !t.irrelevant(k) {
			return maybe, false
		}
	}
	if !t.free.asked {
		t.free.all, t.free.asked = t.ask(0), true
	}
	return t.free.all, true
}
