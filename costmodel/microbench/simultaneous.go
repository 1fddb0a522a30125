package microbench

import (
	"cmp"
	"slices"
)

// Exchange is the time of messages of so many bytes that each process sends to so many
// neighbours, and gets from as many, at once.
type Exchange struct{ Neighbours, Bytes, Seconds float64 }

// Beside is the time of an exchange with one neighbour while the process has so many
// seconds of work.
type Beside struct{ Work, Bytes, Seconds float64 }

// Concurrent is the share of a second message that is hidden behind the first one: the
// median over the sizes. False where it was not measured.
func (n *Network) Concurrent() (part, spread float64, measured bool) {
	var all []float64
	for _, two := range n.Exchanges {
		if one := n.exchange(two.Bytes); two.Neighbours == 2 && one > 0 {
			all = append(all, share(2*one-two.Seconds, one))
		}
	}
	return middle(all)
}

// Overlap is the share of an exchange that is hidden behind work: the median over the
// sizes. False where it was not measured.
func (n *Network) Overlap() (part, spread float64, measured bool) {
	var all []float64
	for _, b := range n.Beside {
		if one := n.exchange(b.Bytes); one > 0 && b.Work >= one {
			all = append(all, share(one+b.Work-b.Seconds, one))
		}
	}
	return middle(all)
}

// exchange is the time of one with a single neighbour, zero where it was not measured.
func (n *Network) exchange(bytes float64) float64 {
	for _, x := range n.Exchanges {
		if x.Neighbours == 1 && x.Bytes == bytes {
			return x.Seconds
		}
	}
	return 0
}

// share is a part of a whole, within what a share can be.
func share(part, whole float64) float64 { return min(1, max(0, part/whole)) }

// middle is the median of shares, and half the distance between the largest and the least.
func middle(all []float64) (part, spread float64, measured bool) {
	if len(all) == 0 {
		return 0, 0, false
	}
	slices.Sort(all)
	return all[len(all)/2], (all[len(all)-1] - all[0]) / 2, true
}

// Together is what several runs of the message suite found: the median time of each size
// and operation. Runs holds one at least, which measured the same.
func Together(runs []*Network) *Network {
	out := *runs[0]
	out.Messages, out.Exchanges, out.Beside, out.Collectives = slices.Clone(out.Messages), slices.Clone(out.Exchanges), slices.Clone(out.Beside), slices.Clone(out.Collectives)
	for i := range out.Messages {
		m := &out.Messages[i]
		m.Seconds, m.Spread = median(runs, func(n *Network) float64 { return n.Messages[i].Seconds })
	}
	for i := range out.Exchanges {
		out.Exchanges[i].Seconds, _ = median(runs, func(n *Network) float64 { return n.Exchanges[i].Seconds })
	}
	for i := range out.Beside { // its work is that of the run: both are of the one in the middle
		ordered := slices.SortedFunc(slices.Values(runs), func(a, b *Network) int { return cmp.Compare(a.Beside[i].Seconds, b.Beside[i].Seconds) })
		out.Beside[i] = ordered[len(ordered)/2].Beside[i]
	}
	for i := range out.Collectives {
		c := &out.Collectives[i]
		c.Seconds, c.Spread = median(runs, func(n *Network) float64 { return n.Collectives[i].Seconds })
	}
	return &out
}

// median is that of a number of the runs, and half the distance between the largest and the
// least as a share of it.
func median(runs []*Network, of func(*Network) float64) (middle, spread float64) {
	var all []float64
	for _, n := range runs {
		all = append(all, of(n))
	}
	slices.Sort(all)
	middle = all[len(all)/2]
	if middle > 0 {
		spread = (all[len(all)-1] - all[0]) / 2 / middle
	}
	return middle, spread
}
