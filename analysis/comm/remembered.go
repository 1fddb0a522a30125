package comm

import "github.com/parlens/parlens/analysis/symbolic"

// Outcome is what has been worked out about a statement, to be remembered: what
// it is made of must not be changed any more.
type Outcome struct {
	Groups    []Group
	Done      []Done
	Messages  []*Communication
	Delivered *Communication // the result, or nil
}

// Group is elements, by their places in what a statement became, that share
// their messages.
type Group struct {
	First, Last int
	Combines    bool // parts of a reduction are combined behind it
	Calls       bool // they call functions of the user
}

// Done is an element with the iterations that a processor executes.
type Done struct {
	Element    *Element
	Partition  *Partition
	Count      symbolic.Expr  // executions of the sequential program
	Local      symbolic.Expr  // iterations of a processor
	Executions symbolic.Expr  // of an array construct: iterations of its loops
	Combined   *Communication // of a reduction, behind it
}

// memory is what a workshop remembers of statements, by their keys: what the
// last builder asked for, and while one is at work, what the one before it did.
type memory struct {
	now, before map[string]*remembered
}

// remembered is what is known of statements with one key.
type remembered struct {
	key   string
	about []about
}

// mostAbout is what is asked about most statements: groups, messages, iterations.
const mostAbout = 3

type about struct {
	what    About
	of      *Asked
	outcome *Outcome
}

// About tells apart what is asked of one statement.
type About struct {
	What    int
	Element int           // which one, of what the statement became
	Fixed   int           // loops around that are told apart
	Share   symbolic.Expr // of the executions that conditions let through
}

// Forget forgets what nothing has asked for. It is to be called when all
// statements have been asked about.
func (b *Builder) Forget() {
	b.pinned = len(b.pins)
	b.memory.settle()
}

// settle lets go of what was remembered before.
func (m *memory) settle() {
	m.before = nil
	for _, r := range m.now {
		for i := range r.about {
			r.about[i].of.before = nil
		}
	}
}

// find finds the question's key in the memory, which keeps it.
func (q *Asked) find() {
	m := &q.b.memory
	q.before = m.before[string(q.key)]
	q.now = m.now[string(q.key)]
	if q.now == nil {
		q.now = q.b.room.remembered.one(remembered{about: q.b.room.about.some(mostAbout)[:0]})
		if q.before != nil {
			q.now.key = q.before.key
		} else {
			q.now.key = string(q.key)
		}
		m.now[q.now.key] = q.now
	}
}

// Recall returns what is remembered, as it would be worked out now: with the
// names, references and loops of this statement.
func (q *Asked) Recall(what About) (*Outcome, bool) {
	if q == nil || q.now == nil {
		return nil, false
	}
	for _, r := range [2]*remembered{q.now, q.before} {
		if r == nil {
			continue
		}
		for i := range r.about {
			if r.about[i].what != what {
				continue
			}
			t := transfer{from: r.about[i].of, to: q}
			out := t.outcome(r.about[i].outcome)
			if t.failed {
				return nil, false
			}
			if r != q.now {
				q.now.about = append(q.now.about, about{what, q, out})
			}
			return out, true
		}
	}
	return nil, false
}

// Around returns the loops around the statement.
func (q *Asked) Around() []*Loop { return q.loops }

// Remember keeps what has been worked out, unless it is made of more than the
// question has.
func (q *Asked) Remember(what About, o *Outcome) {
	if q == nil || q.now == nil {
		return
	}
	t := transfer{from: q, to: q}
	if t.outcome(o); !t.failed {
		q.now.about = append(q.now.about, about{what, q, o})
	}
}
