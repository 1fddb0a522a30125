package process

import (
	"encoding/binary"
	"math"
)

// chain is a loop in which few messages come, as a list of them: a row of blocks
// passes something on from each to the next, say. What a processor does between
// two messages that it has a part in is a sum, and nobody else takes notice.
type chain struct {
	bad    bool // some are no such list: the loop is executed otherwise
	events []meetingOf
	rest   []work // of those with a part in something, to the end of the loop
	idle   work   // what each of the others does
	others []int32
}

// meetingOf is an exchange that some processors have a part in.
type meetingOf struct {
	x         *exchange
	first     []work // what they do since the last one
	receivers []receiver
}

// work is what a processor does until it has a part in a message again.
type work struct {
	p       int
	seconds float64
	items   []spent
}

type spent struct {
	item    int
	seconds float64
}

// receiver is a processor that messages come to.
type receiver struct {
	p       int
	from    []int
	message float64
	early   bool
}

const (
	mostPieces  = 64 // that the work of a processor is made of
	mostSenders = 16
	alongSteps  = 2 // that following an expression along iterations takes
)

// chains are those of one loop, by its bounds and the loops around: an outer loop
// is executed at the same iterations again and again until its clocks are known.
type chains struct {
	known map[string]*chain
	size  int // of all of them
}

// mostChained is the size above which the chains of a loop are forgotten.
const mostChained = 1 << 17

// chained returns the list of the messages of a quiet loop; nil where it has none.
func (l *loop) chained(r *run, lo, trips float64) (*chain, error) {
	if r.reading != Clock || r.grid.sampled || r.mask != nil || r.watched() || l.quiet == nil || !l.quiet.plain {
		return nil, nil
	}
	var room [128]byte
	key := r.written(l.quiet.slots, room[:0], lo, trips)
	all := &r.chains[l.quiet.id]
	c := all.known[string(key)]
	if c == nil {
		c = &chain{}
		b := &chaining{r: r, l: l, lo: lo, hi: lo + trips - 1, c: c}
		if err := b.build(); err != nil {
			return nil, err
		}
		all.add(string(key), c)
	}
	if c.bad {
		return nil, nil
	}
	return c, nil
}

// add remembers a chain.
func (all *chains) add(key string, c *chain) {
	if all.known == nil || all.size > mostChained {
		*all = chains{known: map[string]*chain{}}
	}
	all.known[key] = c
	all.size += 1 + len(c.events) + len(c.rest) + len(c.others)/atOnce
}

// written appends values to a key: those of slots, behind others.
func (r *run) written(slots []int, key []byte, before ...float64) []byte {
	for _, v := range before {
		key = binary.LittleEndian.AppendUint64(key, math.Float64bits(v))
	}
	for _, slot := range slots {
		key = binary.LittleEndian.AppendUint64(key, math.Float64bits(r.vals[slot]))
	}
	return key
}

// run passes the messages one after the other.
func (c *chain) run(r *run) error {
	if err := r.step(1 + (len(c.events)+len(c.rest)+len(c.others))/atOnce); err != nil {
		return err
	}
	low := r.copyOf(r.nothing()) // what rounding takes from the clocks: a row passes on thousands of times
	defer r.release(low)
	var at []double
	for i := range c.events {
		e := &c.events[i]
		for j := range e.first {
			e.first[j].run(r, low)
		}
		at = at[:0]
		for _, to := range e.receivers {
			sent := double{math.Inf(-1), 0}
			for _, q := range to.from {
				sent = sent.later(double{r.clock[q], low[q]})
			}
			own, message := double{r.clock[to.p], low[to.p]}, double{to.message, 0}
			if to.early && !math.IsInf(sent.hi, -1) {
				at = append(at, own.later(sent.plus(message)))
			} else {
				at = append(at, own.later(sent).plus(message))
			}
		}
		for j, to := range e.receivers {
			e.x.charge(r, to.p, at[j].hi-r.clock[to.p], to.message, nil)
			r.clock[to.p], low[to.p] = at[j].hi, at[j].lo
		}
	}
	for i := range c.rest {
		c.rest[i].run(r, low)
	}
	for _, p := range c.others {
		c.idle.p = int(p)
		c.idle.run(r, low)
	}
	return nil
}

func (w *work) run(r *run, low []float64) {
	now := double{r.clock[w.p], low[w.p]}.plus(double{w.seconds, 0})
	r.clock[w.p], low[w.p] = now.hi, now.lo
	for _, s := range w.items {
		r.sums[s.item].add(r, w.p, s.seconds)
	}
}
