package depend

// order is a constraint on a loop's iterations: with sign 1 q's is later than
// p's, with -1 earlier, with 0 it is the same.
type order struct {
	level int32
	sign  int64
}

// system maps the variables of a pair of classes to columns. A variable has one
// column where both classes see the same value, else one for each.
type system struct {
	columns [2][]int32 // by side and variable: column, valid if stamp is current
	stamps  [2][]int32
	stamp   int32
	vars    []int32 // by column-1: variable
	owner   []int8  // by column-1: 0 for p, 1 for q, 2 shared

	store, index int32 // deepest loops on whose values both agree
}

// begin prepares for a dependence carried at the level (0: by none, under c
// common loops).
func (s *system) begin(variables int, level, c int32) {
	for side := range s.columns {
		for len(s.columns[side]) < variables {
			s.columns[side] = append(s.columns[side], 0)
			s.stamps[side] = append(s.stamps[side], 0)
		}
	}
	s.stamp++
	s.vars, s.owner = s.vars[:0], s.owner[:0]
	s.store, s.index = level-1, level-1
	if level == 0 {
		s.store, s.index = c-1, c
	}
}

// column returns the column of a variable as a side sees it.
func (s *system) column(a *analysis, side int8, v int32) int32 {
	shared := a.vars[v].store <= s.store && a.vars[v].index <= s.index
	at := side
	if shared {
		at = 0
	}
	if s.stamps[at][v] != s.stamp {
		s.stamps[at][v] = s.stamp
		s.vars = append(s.vars, v)
		owner := side
		if shared {
			owner = 2
		}
		s.owner = append(s.owner, owner)
		s.columns[at][v] = int32(len(s.vars))
	}
	return s.columns[at][v]
}

// part is a form seen by a side, with a factor: one or more parts are a row.
type part struct {
	side   int8
	factor int64
	form   form
}

// question lists the rows of a system before its columns are known.
type question struct {
	parts     []part
	ends      []int // of each row, in parts
	equations int   // the first rows are equations
}

func (q *question) reset() { q.parts, q.ends, q.equations = q.parts[:0], q.ends[:0], 0 }

func (q *question) add(parts ...part) {
	q.parts = append(q.parts, parts...)
	q.ends = append(q.ends, len(q.parts))
}

// each adds a row for every form.
func (q *question) each(side int8, forms []form) {
	for _, f := range forms {
		q.add(part{side, 1, f})
	}
}

// ask decides whether p and q can touch the same element in iterations that
// agree in the loops outside the level and are ordered at it; extra orders
// narrow the question further.
func (t *tester) ask(level int32, extra ...order) answer {
	return t.decide(level, false, extra...)
}

// decide lists the rows, then lets the solver decide. With always it asks
// whether there are solutions whatever the symbols' values, if only the sizes
// are large enough.
func (t *tester) decide(level int32, always bool, extra ...order) answer {
	if t.solver.total > maxNestWork {
		return maybe
	}
	s := &t.system
	s.begin(len(t.a.vars), level, t.c)
	t.rows(level, extra)
	for i := range t.question.parts {
		p := &t.question.parts[i]
		for _, u := range p.form.t {
			s.column(t.a, p.side, u.v)
		}
	}
	t.remainders()
	t.solver.reset(len(s.vars))
	if t.solver.failed {
		return maybe
	}
	from := 0
	for i, end := range t.question.ends {
		out := t.fill(t.question.parts[from:end]...)
		from = end
		if i < t.question.equations {
			t.solver.equal = append(t.solver.equal, out)
		} else {
			t.solver.least = append(t.solver.least, out)
		}
	}
	t.facts()
	t.symbols(always)
	return t.a.answers.solve(&t.solver)
}

// rows lists the equations, then the inequalities of a question.
func (t *tester) rows(level int32, extra []order) {
	q := &t.question
	q.reset()
	for d := range t.p.dims {
		if x, y := &t.p.dims[d], &t.q.dims[d]; x.known && y.known {
			q.add(part{0, 1, x.form}, part{1, -1, y.form})
		}
	}
	q.equations = len(q.ends)
	shared := level - 1
	if level == 0 {
		shared = t.c
	}
	t.p.limitsOf(q, 0, 0)
	t.q.limitsOf(q, 1, shared)
	for _, o := range extra {
		l := t.near.at(o.level)
		switch o.sign {
		case 0:
			q.add(part{1, 1, l.counter}, part{0, -1, l.counter})
			q.add(part{0, 1, l.counter}, part{1, -1, l.counter})
		default:
			q.add(part{1, o.sign, l.counter}, part{0, -o.sign, l.counter}, part{0, 1, form{c: -1}})
		}
	}
}

// remainders adds what holds of the variables of the rows beside their ranges.
func (t *tester) remainders() {
	for i := 0; i < len(t.system.vars); i++ { // the list grows
		side := t.system.owner[i] % 2 // both sides see what is shared
		for _, f := range t.a.vars[t.system.vars[i]].within {
			t.question.add(part{side, 1, f})
			for _, u := range f.t {
				t.system.column(t.a, side, u.v)
			}
		}
	}
}

// limitsOf adds the constraints that hold where a class is executed, except
// those of the outer loops that the other side has listed.
func (k *class) limitsOf(q *question, side int8, outer int32) {
	for l := k.loop; l != nil && l.depth > outer; l = l.parent {
		q.each(side, l.bounds)
	}
	for g := k.guard; g != nil; g = g.up {
		q.each(side, g.forms)
	}
	q.each(side, k.limits)
}

// fill adds up the parts of a row.
func (t *tester) fill(parts ...part) []int64 {
	r := t.solver.row()
	for i := range parts {
		p := &parts[i]
		r[0] += p.factor * p.form.c
		for _, u := range p.form.t {
			r[t.system.column(t.a, p.side, u.v)] += p.factor * u.k
		}
	}
	for _, v := range r {
		t.solver.failed = t.solver.failed || v > limit || v < -limit
	}
	return r
}

// facts adds the known ranges of the variables.
func (t *tester) facts() {
	for i, v := range t.system.vars {
		x := &t.a.vars[v]
		if x.lo != -Open && x.lo >= -limit {
			r := t.solver.row()
			r[i+1], r[0] = 1, -x.lo
			t.solver.least = append(t.solver.least, r)
		}
		if x.hi != Open && x.hi <= limit {
			r := t.solver.row()
			r[i+1], r[0] = -1, x.hi
			t.solver.least = append(t.solver.least, r)
		}
	}
}

// symbols tells the solver which columns are no iterations or places.
func (t *tester) symbols(always bool) {
	t.solver.symbols, t.solver.sizes = nil, nil
	if !always {
		return
	}
	n := len(t.system.vars) + 1
	t.solver.symbols, t.solver.sizes = make([]bool, n), make([]bool, n)
	for i, v := range t.system.vars {
		x := &t.a.vars[v]
		t.solver.symbols[i+1] = !x.iterates()
		t.solver.sizes[i+1] = x.size
	}
}

// iterates reports whether the variable runs over a range.
func (v *variable) iterates() bool {
	return v.kind == counterVariable || v.kind >= placeVariable || v.follows
}
