package depend

import (
	"maps"

	"github.com/parlens/parlens/analysis/program"
)

// round is a loop around a statement.
type round struct {
	do          *program.Do
	index       atom
	first, last *linear // the least index and the largest one, nil where they are not known
	every       bool    // the index takes each value between them
	sure        bool    // it has an iteration
	ends        bool    // the index takes these two values
	down        bool    // the largest index comes first
}

// loop follows a loop: what its iterations store together has been stored behind it.
func (c *coverage) loop(do *program.Do) bool {
	l := round{do: do}
	l.index, _ = atomOf(program.NewRef(do.At, do.Var))
	lo, hi, step := c.linear(do.Lo), c.linear(do.Hi), c.linear(do.Step)
	if do.Step == nil {
		step = &linear{constant: 1}
	}
	switch {
	case lo == nil || hi == nil || step == nil:
	case len(step.factors) == 0 && step.constant > 0:
		l.first, l.last, l.every, l.sure = lo, hi, step.constant == 1, hi.atLeast(lo)
	case len(step.factors) == 0 && step.constant < 0:
		l.first, l.last, l.every, l.sure, l.down = hi, lo, step.constant == -1, lo.atLeast(hi), true
	case step.equal(hi.plus(-1, lo)):
		l.first, l.last, l.ends, l.sure = lo, hi, true, true
	}
	c.forget(do)
	if c.of.Shared && c.calls && c.calling(do) {
		c.written = nil
	}
	c.indexed(do)
	before, values := c.written, maps.Clone(c.values)
	inner, ok := c.iteration(l)
	if earlier := l.earlier(c, values, before); !ok && len(earlier) > 0 {
		c.written, c.values = append(before[:len(before):len(before)], earlier...), values
		inner, ok = c.iteration(l)
	}
	c.written = before[:len(before):len(before)]
	for _, b := range inner {
		c.written = append(c.written, l.together(b)...)
	}
	c.forget(do)
	return ok
}

// iteration follows the body of a loop, and says what it stores.
func (c *coverage) iteration(l round) (stored []box, ok bool) {
	before := len(c.written)
	c.around = append(c.around, l)
	ok = c.block(l.do.Body)
	c.around = c.around[:len(c.around)-1]
	return c.written[min(before, len(c.written)):], ok
}

// mostRepeated is how deep in loops a body is looked at once more.
const mostRepeated = 4

// earlier is what the iterations before the one at hand have stored, none where that need not
// be known or is not.
func (l round) earlier(c *coverage, values map[*program.Symbol]*linear, before []box) (out []box) {
	if !l.every || c.careless || len(c.around) >= mostRepeated || c.of.Shared && c.calls && c.calling(l.do) {
		return nil
	}
	of := *c // its boxes are compared with those of c alone
	of.careless, of.values, of.written = true, maps.Clone(values), before[:len(before):len(before)]
	stored, _ := of.iteration(l)
	one := &linear{constant: 1}
	if l.down {
		l.first, l.sure = single(l.index).plus(1, one), false
	} else {
		l.last, l.sure = single(l.index).plus(-1, one), false
	}
	for _, b := range stored {
		out = append(out, l.together(b)...)
	}
	return out
}

// together is what all iterations store, of what one does.
func (l round) together(b box) []box {
	along := -1
	for d, x := range b {
		if l.names(x.low) || l.names(x.high) {
			if along >= 0 {
				return nil // a diagonal, or a triangle
			}
			along = d
		}
	}
	if along < 0 {
		if l.sure {
			return []box{b}
		}
		return nil
	}
	x := b[along]
	one := x.low != nil && x.high != nil && x.low.equal(x.high)
	switch {
	case l.first == nil || !one:
		return nil
	case l.ends:
		return []box{l.at(b, along, x.low.with(l.index, l.first)), l.at(b, along, x.low.with(l.index, l.last))}
	case l.every && x.low.factors[l.index] == 1:
		return []box{l.put(b, along, interval{x.low.with(l.index, l.first), x.low.with(l.index, l.last)})}
	case l.every && x.low.factors[l.index] == -1:
		return []box{l.put(b, along, interval{x.low.with(l.index, l.last), x.low.with(l.index, l.first)})}
	}
	return nil
}

func (l round) at(b box, along int, x *linear) box { return l.put(b, along, interval{x, x}) }

func (l round) put(b box, along int, x interval) box {
	out := append(box{}, b...)
	out[along] = x
	return out
}

func (l round) names(x *linear) bool { return x != nil && x.factors[l.index] != 0 }

// hull is where all iterations read, of where one does.
func (l round) hull(b box) box {
	out := append(box{}, b...)
	for d, x := range b {
		if l.names(x.low) {
			out[d].low = nil
			if from := l.extreme(x.low, true); from != nil {
				out[d].low = x.low.with(l.index, from)
			}
		}
		if l.names(x.high) {
			out[d].high = nil
			if to := l.extreme(x.high, false); to != nil {
				out[d].high = x.high.with(l.index, to)
			}
		}
	}
	return out
}

// extreme is the index with which a form is the least, or the largest; nil where it is not
// known.
func (l round) extreme(x *linear, least bool) *linear {
	switch {
	case l.first == nil || l.ends:
		return nil
	case least == (x.factors[l.index] > 0):
		return l.first
	}
	return l.last
}

// boxOf is what an assignment stores, nil where that is not known.
func (c *coverage) boxOf(r *program.Ref) box {
	out := box{}
	if len(r.Subs) == 0 {
		return make(box, r.Sym.Rank())
	}
	if r.Image != nil {
		return nil
	}
	for _, s := range r.Subs {
		var x interval
		switch {
		case s.Triplet && s.Stride != nil:
			return nil
		case s.Triplet:
			x = interval{c.linear(s.Lo), c.linear(s.Hi)}
			if s.Lo != nil && x.low == nil || s.Hi != nil && x.high == nil {
				return nil
			}
		default:
			at := c.linear(s.Lo)
			if at == nil {
				return nil
			}
			x = interval{at, at}
		}
		out = append(out, x)
	}
	return out
}

// reading is where a reference reads at most.
func (c *coverage) reading(r *program.Ref) box {
	out := make(box, r.Sym.Rank())
	for d, s := range r.Subs {
		switch {
		case d >= len(out) || s.Triplet && s.Stride != nil:
		case s.Triplet:
			out[d] = interval{c.linear(s.Lo), c.linear(s.Hi)}
		case program.RankOf(s.Lo) == 0:
			at := c.linear(s.Lo)
			out[d] = interval{at, at}
		}
	}
	return out
}
