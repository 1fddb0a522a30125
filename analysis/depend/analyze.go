package depend

import "github.com/parlens/parlens/analysis/program"

// Analyze finds the dependences of a unit's loops.
func Analyze(u *program.Unit, o Options) *Result {
	_, r := run(u, o)
	return r
}

func run(u *program.Unit, o Options) (*analysis, *Result) {
	a := &analysis{o: o, ids: make(map[*program.Symbol]int32, len(u.Symbols)), names: map[variableKey]int32{}, alike: map[string]int32{}, seq: -1, answers: o.Answers}
	if a.answers == nil {
		a.answers = &Answers{}
	}
	a.answers.begin()
	a.survey(u.Body, nil, true)
	r := &Result{unit: u, byDo: make(map[*program.Do]*Loop, len(a.loops)), refs: make(map[*program.Ref]access, a.answers.refs)}
	c := &collector{analysis: a, result: r, seq: -1}
	a.answers.lend(a.loops)
	c.block(u.Body)
	for _, n := range a.nests {
		c.compare(n)
	}
	for _, l := range a.loops {
		out := a.conclude(l)
		r.Loops = append(r.Loops, out)
		r.byDo[l.do] = out
	}
	a.answers.takeBack(a.loops)
	a.answers.refs = len(r.refs)
	return a, r
}

// analysis holds what is known of a unit while it is analysed.
type analysis struct {
	o     Options
	ids   map[*program.Symbol]int32 // numbers of the symbols met
	syms  []*program.Symbol         // by number
	named []int32                   // by number: the number of the name in answers
	loops []*loop                   // in source order
	nests []*nest
	vars  []variable
	names map[variableKey]int32
	seq   int32 // number of the statement at hand

	alike   map[string]int32 // how many names and variables so far are described so
	slab    []term           // room for the terms of small forms
	tests   tester
	answers *Answers
}

// id numbers the symbols in the order in which they are met.
func (a *analysis) id(s *program.Symbol) int32 {
	n, ok := a.ids[s]
	if !ok {
		n = int32(len(a.syms))
		a.ids[s] = n
		a.syms = append(a.syms, s)
		a.named = append(a.named, a.lasting("name "+s.Name))
	}
	return n
}

// nest is an outermost loop with everything inside.
type nest struct {
	classes []*class // references with equal subscripts, in source order
	effects []effect // in source order
	jumps   bool     // some statement may end an iteration or a loop early
}

// effect is a statement that the analysis cannot see through.
type effect struct {
	reason  Reason
	loop    *loop
	pos     int32
	stores  bool              // it may store to any variable
	only    []*program.Symbol // if bounded, to no other than these
	bounded bool
	leaves  int // it may end the iterations of loops deeper than this early; no jump if negative
}

// loop is a DO loop. Its iterations are numbered by a variable x that grows
// with time.
type loop struct {
	do      *program.Do
	parent  *loop         // nil for an outermost loop
	nested  []*program.Do // the loops from the outermost to it
	depth   int32         // from 1
	shape   int32         // equal for loops of equal bounds in loops of equal shape
	nest    *nest
	x       int32 // the variable
	counter form  // x
	pos     int32
	index   form // the source's index
	known   bool // index is usable
	random  bool // the sign of the step is not known: x is the index itself

	bounds []form // each >= 0
	simple bool   // bounds hold for x alone and symbols that no loop changes
	trip   int64  // iterations if constant, else -1

	stores  set // symbols that the body may change
	any     bool
	jumps   bool // RETURN, STOP, CYCLE or EXIT inside
	scalars map[int32]*scalar
	order   []int32 // keys of scalars, in source order
	carried []found // dependences between its iterations
}

// at returns the enclosing loop (or l itself) of the depth.
func (l *loop) at(depth int32) *loop {
	for l != nil && l.depth > depth {
		l = l.parent
	}
	return l
}

// common returns the innermost loop around both, or nil.
func common(l, m *loop) *loop {
	for l != m && l != nil && m != nil {
		if l.depth > m.depth {
			l = l.parent
		} else {
			m = m.parent
		}
	}
	if l == m {
		return l
	}
	return nil
}

func depthOf(l *loop) int32 {
	if l == nil {
		return 0
	}
	return l.depth
}

// set is a bit set of small numbers.
type set []uint64

func (s *set) add(n int32) {
	for int(n>>6) >= len(*s) {
		*s = append(*s, 0)
	}
	(*s)[n>>6] |= 1 << (n & 63)
}

func (s set) has(n int32) bool { return int(n>>6) < len(s) && s[n>>6]>>(n&63)&1 == 1 }
