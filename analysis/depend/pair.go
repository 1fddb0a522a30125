package depend

import "github.com/parlens/parlens/analysis/program"

// maxLoops bounds how deep a nest is compared; deeper ones are assumed to
// depend.
const maxLoops = 16

// maxCompared bounds the pairs of a nest that have to be compared because none
// like them was.
const maxCompared = 1 << 14

// outcome is a dependence between references of two shapes.
type outcome struct {
	level   int32 // of the loop that carries it; 0 within one iteration
	forward bool  // from the first shape to the second
	doubt   string
	vector  []Step
}

// found is a dependence between two classes.
type found struct {
	source, sink *class
	*outcome
}

// tester compares pairs of classes.
type tester struct {
	a    *analysis
	p, q *class
	near *loop // innermost loop around both
	c    int32 // its depth

	dist     [maxLoops + 1]int64 // of q's iteration less p's, by depth, where sure
	sure     [maxLoops + 1]bool
	rough    bool // dist and the numbers of iterations do not say everything
	doubt    string
	free     freedom
	solver   solver
	system   system
	question question

	cut      map[pairKey]*pairOutcomes // what a limit cut short
	recent   [256]lookup               // by q's shape
	out      []outcome                 // of the pair at hand
	compared int                       // in the nest
	sizes    int32                     // which variables are sizes; see Answers.pairs
}

// pairKey is what the outcomes of a pair depend on.
type pairKey struct {
	p, q int32 // shapes
	c    int32 // loops around both
	self bool  // the same class
}

// lookup is what is known of a pair.
type lookup struct {
	key pairKey
	out *pairOutcomes
}

// compare finds the dependences within a nest.
func (a *analysis) compare(n *nest) {
	byArray := map[*program.Symbol][]*class{}
	var order []*program.Symbol
	for _, k := range n.classes {
		if byArray[k.sym] == nil {
			order = append(order, k.sym)
		}
		byArray[k.sym] = append(byArray[k.sym], k)
	}
	t := &a.tests
	t.a, t.compared, t.solver.total = a, 0, 0
	if t.cut == nil {
		t.cut, t.sizes = map[pairKey]*pairOutcomes{}, a.sizes()
	}
	for _, sym := range order {
		t.array(byArray[sym])
	}
}

// array takes every store to an array together with every reference to it.
func (t *tester) array(classes []*class) {
	for i, p := range classes {
		if !p.write {
			continue
		}
		for j, q := range classes {
			if q.write && j < i {
				continue
			}
			t.p, t.q, t.near = p, q, common(p.loop, q.loop)
			t.c = depthOf(t.near)
			t.enter(t.outcomes())
		}
	}
}

// outcomes returns the dependences between references like p and q.
func (t *tester) outcomes() *pairOutcomes {
	key := pairKey{t.p.shape, t.q.shape, t.c, t.p == t.q}
	last := &t.recent[key.q%int32(len(t.recent))]
	if last.key == key {
		return last.out
	}
	*last = lookup{key, t.answered(key)}
	return last.out
}

// enter files the outcomes for the pair at hand.
func (t *tester) enter(x *pairOutcomes) {
	for i := range x.out {
		o := &x.out[i]
		source, sink := t.p, t.q
		if !o.forward {
			source, sink = sink, source
		}
		f := found{source, sink, o}
		if o.level == 0 && source.min >= sink.max {
			continue
		}
		if source.write && !sink.write {
			sink.pin(f, t.near)
		}
		if o.level == 0 {
			continue
		}
		if l := t.near.at(o.level); x.listed[i] != l {
			x.listed[i] = l
			l.carried = append(l.carried, f)
		}
	}
}

// pair finds the dependences between p, which stores, and q.
func (t *tester) pair() {
	t.rough, t.doubt = false, ""
	clear(t.sure[:])
	t.compared++
	switch {
	case t.p.loop.depth > maxLoops || t.q.loop.depth > maxLoops:
		t.assume("the loops are nested too deeply to compare")
		return
	case !t.subscripts():
		return
	case t.compared > maxCompared:
		t.assume("there are too many references to compare")
		return
	}
	if t.rough {
		t.freed()
	}
	for level := int32(1); level <= t.c; level++ {
		t.carried(level, 1)
		if t.p != t.q {
			t.carried(level, -1)
		}
	}
	if t.p != t.q {
		t.within()
	}
}

// assume reports all dependences that p and q could have, but for those of loops in whose
// iterations they surely touch other elements.
func (t *tester) assume(doubt string) {
	far := false // some loop around has other iterations for them
	for level := int32(1); level <= t.c && !far; level++ {
		if same := t.sure[level] && t.dist[level] == 0; !same {
			t.report(level, 1, doubt, nil)
			t.report(level, -1, doubt, nil)
		}
		far = t.sure[level] && t.dist[level] != 0
	}
	if !far {
		t.report(0, 1, doubt, nil)
		t.report(0, -1, doubt, nil)
	}
}

func (t *tester) report(level int32, sign int64, doubt string, vector []Step) {
	t.out = append(t.out, outcome{level: level, forward: sign > 0, doubt: doubt, vector: vector})
}

// carried tests for a dependence carried by the loop at the level: from p to q
// for sign 1, from q to p for -1.
func (t *tester) carried(level int32, sign int64) {
	for k := int32(1); k < level; k++ {
		if t.sure[k] && t.dist[k] != 0 {
			return
		}
	}
	l := t.near.at(level)
	if t.sure[level] && (t.dist[level] == 0 || t.dist[level] > 0 != (sign > 0) && !l.random) || l.trip == 1 {
		return
	}
	a := some
	if t.rough {
		a = t.directed(level, sign, l.random)
	}
	if a == none {
		return
	}
	t.report(level, sign, t.doubts(a, level, order{level, sign}), t.steps(level, sign))
}

// directed asks the solver. Where the step's sign is not known, either order of
// the index may be the order in time.
func (t *tester) directed(level int32, sign int64, random bool) answer {
	if a, ok := t.anyway(); ok {
		return a
	}
	a := t.ask(level, order{level, sign})
	if random && a != some {
		if b := t.ask(level, order{level, -sign}); b == some || a == none {
			return b
		}
	}
	return a
}

// within tests for dependences inside one iteration of all common loops.
func (t *tester) within() {
	for k := int32(1); k <= t.c; k++ {
		if t.sure[k] && t.dist[k] != 0 {
			return
		}
	}
	a := some
	if t.rough {
		var ok bool
		if a, ok = t.anyway(); !ok {
			a = t.ask(0)
		}
	}
	if a != none {
		doubt := t.doubts(a, 0)
		t.report(0, 1, doubt, t.steps(0, 1))
		t.report(0, -1, doubt, t.steps(0, -1))
	}
}
