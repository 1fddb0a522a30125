package inspector

import (
	"cmp"
	"maps"
	"slices"
	"strconv"

	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/indexset"
)

// Pair is what one processor sends another in one execution of a
// communication: one message with every element once.
type Pair struct {
	From, To []int // coordinates
	Sections []indexset.Section
	Elements int64
}

// Pairs returns who sends what to whom in one execution of the communication,
// by receiver, then by sender. Fixed are the indices of the DO loops around it.
// The error says why it cannot be listed. Combining a reduction has no pairs:
// all its processors take part.
func (n *Numbers) Pairs(c *comm.Communication, fixed map[string]float64) ([]Pair, error) {
	n.steps = 0
	if c.Passed != nil {
		return n.passed(c, fixed)
	}
	key := n.pairsKey(c, fixed)
	if known, ok := n.pairs[string(key)]; ok {
		return known, nil
	}
	pairs, err := n.newPairs(c, fixed)
	if key != nil && err == nil {
		n.pairs[string(key)] = pairs
	}
	return pairs, err
}

// pairsKey writes what the pairs depend on, nil where that is more: messages of
// several statements are often alike.
func (n *Numbers) pairsKey(c *comm.Communication, fixed map[string]float64) []byte {
	key := []byte(textOf(fixed))
	for _, r := range c.Reads {
		k, ok := n.B.VolumeKey(r.Partition, r.Access, nil)
		if !ok {
			return nil
		}
		key = append(append(key, ';'), k...)
	}
	if len(c.Reads) == 0 {
		return nil
	}
	return key
}

// textOf writes the values of indices.
func textOf(fixed map[string]float64) string {
	if len(fixed) == 0 {
		return ""
	}
	var key []byte
	for _, name := range slices.Sorted(maps.Keys(fixed)) {
		key = strconv.AppendFloat(append(append(key, name...), '='), fixed[name], 'g', -1, 64)
		key = append(key, ' ')
	}
	return string(key)
}

func (n *Numbers) newPairs(c *comm.Communication, fixed map[string]float64) ([]Pair, error) {
	x := &exchange{n: n, fixed: fixed, at: textOf(fixed), pairs: map[[2]int]*Pair{}, split: map[*comm.Access]*owned{}}
	var err error
	switch {
	case c.Delivered != nil:
		err = x.deliver(c.Delivered)
	case len(c.Reads) > 0:
		err = x.fetch(c.Reads)
	default:
		err = errUnknown
	}
	if err != nil {
		return nil, err
	}
	return x.result()
}

// place returns the number of a processor, the first dimension fastest.
func (n *Numbers) place(processor []int) int {
	place, stride := 0, 1
	for g, c := range processor {
		place += c * stride
		stride *= n.Grid[g]
	}
	return place
}

// exchange collects pairs.
type exchange struct {
	n     *Numbers
	fixed map[string]float64
	at    string                  // the same as text
	pairs map[[2]int]*Pair        // by the places of sender and receiver
	split map[*comm.Access]*owned // what the processor touched that was asked about last: the next one may touch the same
}

func (x *exchange) add(from, to processor, s indexset.Section) {
	at := [2]int{x.n.place(from.own), x.n.place(to.own)}
	if s.Elements() == 0 {
		return
	}
	if x.pairs[at] == nil {
		x.pairs[at] = &Pair{From: from.own, To: to.own}
	}
	x.pairs[at].Sections = append(x.pairs[at].Sections, s)
}

// result merges and counts the sections, by receiver, then by sender.
func (x *exchange) result() ([]Pair, error) {
	out := make([]Pair, 0, len(x.pairs))
	for _, at := range slices.SortedFunc(maps.Keys(x.pairs), byReceiver) {
		p := x.pairs[at]
		p.Sections = indexset.Merged(p.Sections)
		n, ok := indexset.Union(p.Sections)
		if !ok {
			return nil, errTooMany
		}
		p.Elements = n
		out = append(out, *p)
	}
	return out, nil
}

// byReceiver orders the places of senders and receivers by receiver, then by sender.
func byReceiver(p, q [2]int) int {
	return cmp.Or(cmp.Compare(p[1], q[1]), cmp.Compare(p[0], q[0]))
}

// sort orders by receiver, then by sender.
func (n *Numbers) sort(pairs []Pair) {
	slices.SortFunc(pairs, func(p, q Pair) int {
		if c := n.place(p.To) - n.place(q.To); c != 0 {
			return c
		}
		return n.place(p.From) - n.place(q.From)
	})
}

// fetch adds what the processors read and do not hold, from the nearest owner.
func (x *exchange) fetch(reads []*comm.Read) error {
	for _, to := range x.n.all {
		for _, r := range reads {
			err := x.touched(r.Partition, r.Access, to, func(owners pattern, s indexset.Section) {
				if from, ok := x.n.nearest(owners, to); ok && !owners.matches(to) {
					x.add(from, to, s)
				}
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// deliver adds what is computed elsewhere than where it is stored, for every
// copy of it, from the nearest of those who compute it.
func (x *exchange) deliver(d *comm.Delivered) error {
	for _, from := range x.n.all {
		executors := make(pattern, len(from.joint))
		for g, c := range from.joint {
			if executors[g] = c; d.Partition.Home.Of(g) == nil {
				executors[g] = anywhere
			}
		}
		err := x.touched(d.Partition, d.Left, from, func(owners pattern, s indexset.Section) {
			for _, to := range x.n.all {
				sender, _ := x.n.nearest(executors, to)
				if owners.matches(to) && !executors.matches(to) && x.n.place(sender.own) == x.n.place(from.own) {
					x.add(from, to, s)
				}
			}
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// touched gives the elements of an access that the iterations of a processor
// touch, by owners.
func (x *exchange) touched(p *comm.Partition, a *comm.Access, who processor, part func(pattern, indexset.Section)) error {
	key := executedKey{p, x.n.place(who.own), x.at}
	e := x.n.shares[key]
	if e == nil {
		var err error
		if e, err = x.n.executes(p, who, x.fixed); err != nil {
			return err
		}
		x.n.shares[key] = e
	}
	sections, err := e.sections(a)
	if err != nil {
		return err
	}
	last := x.split[a]
	if last == nil || !slices.EqualFunc(sections, last.sections, sameSection) {
		last = &owned{sections: sections}
		for _, s := range sections {
			if err := x.n.split(a.Layout, s, pattern{}, x.fixed, last.add); err != nil {
				return err
			}
		}
		x.split[a] = last
	}
	for i, owners := range last.owners {
		part(owners, last.parts[i])
	}
	return nil
}

func sameSection(s, t indexset.Section) bool {
	return slices.EqualFunc(s, t, func(x, y indexset.Indices) bool { return slices.Equal(x, y) })
}

// owned is sections by their owners.
type owned struct {
	sections []indexset.Section
	owners   []pattern
	parts    []indexset.Section
}

func (o *owned) add(owners pattern, part indexset.Section) {
	o.owners, o.parts = append(o.owners, owners), append(o.parts, part)
}

const anywhere = -1
