// Package events executes process terms processor by processor and message by
// message: the simulation that clock readings are checked against. It shares no
// code with them: there is a list of what each processor does, a table of the
// messages, and processors that go on as soon as what they wait for has happened.
package events

import (
	"errors"
	"slices"

	"github.com/parlens/parlens/costmodel/process"
)

// Outcome is what has happened when all processors have stopped. Times are in
// seconds, processors are numbered with the last coordinate fastest.
type Outcome struct {
	Clocks   []float64
	Work     []float64 // without waits and without transmissions that are waited for
	Meetings int       // exchanges
	Messages int
}

// ErrWeighted is about a branch around an exchange that is neither taken nor
// left: no single execution has its expected time.
var ErrWeighted = errors.New("a branch around an exchange has a weight between 0 and 1")

// ErrApart is about a branch around an exchange that some processors take and
// others do not: the clocks are then those of all taking it.
var ErrApart = errors.New("some processors go through an exchange that others do not")

// ErrLong is about a program of too many actions.
var ErrLong = errors.New("too many actions")

// Run executes s with the values of its symbols. Actions bounds what all
// processors do together.
func Run(s *process.SPMD, env map[string]float64, actions int) (*Outcome, error) {
	v := newValues(s, env)
	count, err := v.processors()
	if err != nil {
		return nil, err
	}
	m := &machine{count: count, clock: make([]float64, count), work: make([]float64, count), done: make([][]float64, count), sent: make([][]float64, count), link: make([]float64, count)}
	var through []process.Term // that synchronise
	for p := range count {
		l := &list{values: v, p: p, left: actions / count, marks: map[int]int{}}
		v.at(p)
		if err := l.term(s.Body, 1); err != nil {
			return nil, err
		}
		if p == 0 {
			through = l.through
		} else if !slices.Equal(through, l.through) {
			return nil, ErrApart
		}
		m.lists = append(m.lists, l.actions)
	}
	m.pair()
	if err := m.run(); err != nil {
		return nil, err
	}
	return &Outcome{m.clock, m.work, len(m.meetings), m.messages}, nil
}

// machine is the processors and the table of their exchanges.
type machine struct {
	count    int
	lists    [][]action
	meetings []meeting
	clock    []float64
	work     []float64
	messages int
	done     [][]float64 // when each processor has ended its stages
	sent     [][]float64 // when each has come to its marks
	link     []float64   // when the last message that left at a mark has come to each
}

// action is some work, a part in the next exchange, or the beginning or end of a
// stage of a pipeline.
type action struct {
	work   float64
	part   *part // nil: none
	awaits *stage
	ends   int // number of the stage from 1; 0: none
	sends  bool
}

// stage is one strip of a pipeline on one processor.
type stage struct {
	number  int // among the processor's, from 1
	from    []int
	message float64
}

// part is what one processor has to do with one exchange.
type part struct {
	all     bool // everybody meets
	comes   bool // some message
	from    []int
	message float64 // transmission time of all that comes
	follows float64 // share of it that the next of the same sender waits for
	queued  float64 // time that it waits for those before
	call    float64 // what sending it takes those who do
	early   bool    // it travels before the processor asks for it
	held    bool    // those who send it wait for it to arrive
	left    int     // the mark that the processor's own messages left at, counted from 1; 0: at the exchange
	behind  float64 // share that begins when the message before has come; -1: it has the link to itself
}

// pair makes the table: the n-th exchange of one is the n-th of all.
func (m *machine) pair() {
	for p, l := range m.lists {
		n := 0
		for _, a := range l {
			if a.part == nil {
				continue
			}
			if p == 0 {
				m.meetings = append(m.meetings, m.newMeeting())
			}
			m.meetings[n].parts[p] = a.part
			n++
		}
	}
	for i := range m.meetings {
		m.meetings[i].address(m)
	}
}

// run lets every processor do what it can, until all have stopped.
func (m *machine) run() error {
	next := make([]int, m.count)    // action of each processor
	meeting := make([]int, m.count) // its next exchange
	for {
		moved, stopped := false, 0
		for p := range m.count {
			for next[p] < len(m.lists[p]) && m.step(p, m.lists[p][next[p]], meeting[p]) {
				if m.lists[p][next[p]].part != nil {
					meeting[p]++
				}
				next[p]++
				moved = true
			}
			if next[p] == len(m.lists[p]) {
				stopped++
			}
		}
		if stopped == m.count {
			return nil
		}
		if !moved && !m.anyNews(next, meeting) {
			return errors.New("everybody waits")
		}
	}
}

// anyNews reports whether some processor that stands at an exchange has all that
// it waits for by now.
func (m *machine) anyNews(next, meeting []int) bool {
	for p := range m.count {
		if next[p] == len(m.lists[p]) {
			continue
		}
		if a := m.lists[p][next[p]]; a.part != nil && m.meetings[meeting[p]].ready(m, p) {
			return true
		}
	}
	return false
}

// step does one action; it reports false when the processor has to wait for
// others first.
func (m *machine) step(p int, a action, n int) bool {
	switch {
	case a.sends:
		m.sent[p] = append(m.sent[p], m.clock[p])
		return true
	case a.awaits != nil:
		return m.await(p, a.awaits)
	case a.part == nil:
		m.clock[p] += a.work
		m.work[p] += a.work
		if a.ends > 0 {
			m.done[p] = append(m.done[p], m.clock[p])
		}
		return true
	}
	x := &m.meetings[n]
	if x.called[p] < 0 {
		m.clock[p] += x.spends[p]
		m.work[p] += x.spends[p]
		x.called[p] = m.clock[p]
	}
	if !x.ready(m, p) {
		return false
	}
	m.clock[p] = x.leave(m, p)
	return true
}

// await keeps p until it has what those before it in the pipeline send when they
// end the stage.
func (m *machine) await(p int, s *stage) bool {
	for _, q := range s.from {
		if len(m.done[q]) < s.number {
			return false
		}
	}
	for _, q := range s.from {
		m.clock[p] = max(m.clock[p], m.done[q][s.number-1]+s.message)
	}
	return true
}
