package comm

import "github.com/parlens/parlens/analysis/symbolic"

// Answer is what a query gave, to be remembered: what it is made of must not be
// changed any more.
type Answer struct {
	Groups       []Group
	Computations []Computation
	Messages     []*Communication
	Delivered    *Communication // the result, or nil
}

// Group is elements, by their places in what a statement became, that share
// their messages.
type Group struct {
	First, Last int
	Combines    bool // parts of a reduction are combined behind it
	Calls       bool // they call functions of the user
}

// Computation is an element with the iterations that a processor executes.
type Computation struct {
	Element    *Element
	Partition  *Partition
	Count      symbolic.Expr  // executions of the sequential program
	Local      symbolic.Expr  // iterations of a processor
	Executions symbolic.Expr  // of an array construct: iterations of its loops
	Combined   *Communication // of a reduction, behind it
	Number     int64          // the same for equal statements of the cache, and for no others
}

// memory is what a cache keeps about statements, by their keys: what the
// last builder asked for, and while one is at work, what the one before it did.
type memory struct {
	now, before map[string]*answers
}

// answers are what is known of statements with one key.
type answers struct {
	key string
	all []answer
}

// mostAnswers is how many answers most statements have: groups, messages, iterations.
const mostAnswers = 3

type answer struct {
	what   Part
	of     *Query
	answer *Answer
}

// Part says which answer about a statement is wanted.
type Part struct {
	What    int
	Element int           // which one, of what the statement became
	Fixed   int           // loops around that are distinguished
	Share   symbolic.Expr // of the executions that conditions let through
}

// Forget forgets the answers that no query has looked up since the last call. It is
// to be called after the last statement.
func (b *Builder) Forget() {
	b.pinned = len(b.pins)
	b.memory.settle()
}

// settle drops the answers of the builder before.
func (m *memory) settle() {
	m.before = nil
	for _, r := range m.now {
		for i := range r.all {
			r.all[i].of.before = nil
		}
	}
}

// find looks up the answers of the query's key.
func (q *Query) find() {
	m := &q.b.memory
	q.before = m.before[string(q.key)]
	q.now = m.now[string(q.key)]
	if q.now == nil {
		q.now = q.b.slabs.answers.one(answers{all: q.b.slabs.each.some(mostAnswers)[:0]})
		if q.before != nil {
			q.now.key = q.before.key
		} else {
			q.now.key = string(q.key)
		}
		m.now[q.now.key] = q.now
	}
}

// Lookup returns what is remembered, as it would be worked out now: with the
// names, references and loops of this statement.
func (q *Query) Lookup(what Part) (*Answer, bool) {
	if q == nil || q.now == nil {
		return nil, false
	}
	for _, r := range [2]*answers{q.now, q.before} {
		if r == nil {
			continue
		}
		for i := range r.all {
			if r.all[i].what != what {
				continue
			}
			t := transfer{from: r.all[i].of, to: q}
			out := t.answer(r.all[i].answer)
			if t.failed {
				return nil, false
			}
			if r != q.now {
				q.now.all = append(q.now.all, answer{what, q, out})
			}
			return out, true
		}
	}
	return nil, false
}

// Around returns the loops around the statement.
func (q *Query) Around() []*Loop { return q.loops }

// Store keeps what has been worked out, unless it is made of more than the
// query names.
func (q *Query) Store(what Part, o *Answer) {
	if q == nil || q.now == nil {
		return
	}
	t := transfer{from: q, to: q}
	if t.answer(o); !t.failed {
		q.now.all = append(q.now.all, answer{what, q, o})
	}
}
