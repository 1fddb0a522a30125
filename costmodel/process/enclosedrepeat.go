package process

import (
	"math"
	"slices"
)

// round is one execution of a body: the upper clocks before it, and the map of the
// lower ones.
type round struct {
	high []float64
	low  below
}

// repeat bounds executing a body n times whose amounts do not change: from its
// increments as soon as they settle.
func (b *encloser) repeat(n float64, body func() error) error {
	if n <= 3 {
		for range int(n) {
			if err := body(); err != nil {
				return err
			}
		}
		return nil
	}
	var rounds []round
	jumps := 0
	for done := 0.0; done < n; {
		if err := b.step(1); err != nil {
			return err
		}
		rd := round{high: slices.Clone(b.high)}
		outer := b.open()
		if err := body(); err != nil {
			return err
		}
		rd.low = b.low
		b.close(outer)
		done++
		if rounds = append(rounds, rd); len(rounds) > 2*longestRound {
			rounds = rounds[1:]
		}
		k, steady := b.period(rounds)
		if !steady && len(rounds) < settling || n-done < float64(k) {
			continue
		}
		m, err := b.jump(rounds, k, math.Floor((n-done)/float64(k)), jumps < goodJumps, body)
		if err != nil {
			return err
		}
		done += m * float64(k)
		rounds, jumps = nil, jumps+1
	}
	return nil
}

// open begins a map of the lower clocks, close puts it behind the one before.
func (b *encloser) open() *marked {
	outer := &marked{low: b.low, epoch: b.epoch}
	at := b.low.at
	b.low = identity(len(at))
	copy(b.low.at, at)
	b.epochs++
	b.epoch = b.epochs
	return outer
}

func (b *encloser) close(outer *marked) {
	b.epoch = outer.epoch
	b.low = outer.low.then(b.low)
}

// then is the map of one and then another; its clocks are those of the other.
func (b below) then(next below) below {
	out := identity(len(b.at))
	for p, q := range next.from {
		out.from[p], out.plus[p] = b.from[q], b.plus[q]+next.plus[p]
	}
	copy(out.at, next.at)
	return out
}

// power is the map executed so many times.
func (b below) power(m float64) below {
	out := identity(len(b.at))
	for ; m >= 1; m = math.Floor(m / 2) {
		if math.Mod(m, 2) == 1 {
			out = out.then(b)
		}
		b = b.then(b)
	}
	return out
}

// period is after how many iterations the increments of the upper clocks come again.
func (b *encloser) period(rounds []round) (k int, steady bool) {
	at := func(back int) []float64 {
		if back == 0 {
			return b.high
		}
		return rounds[len(rounds)-back].high
	}
	for k := 1; 2*k <= len(rounds); k++ {
		if again(at(0), at(k), at(2*k)) {
			return k, true
		}
	}
	return min(longestRound, len(rounds)), false
}

func again(now, before, first []float64) bool {
	for p, x := range now {
		if math.Abs((x-before[p])-(before[p]-first[p])) > sameTime*(x-first[p])+sameClock*x {
			return false
		}
	}
	return true
}

// jump passes at most m times the last k iterations, and returns how many times. With
// v the upper clocks before these iterations and r what they have added, the clocks
// after the body begun at v + j r, less v + (j+1) r, are convex functions of j (maxima
// of sums), 0 for j = 0, hence no more than a line through their value for some m at
// all j up to m. What they are above 0 makes all clocks later by no more, since the
// body adds what all clocks are later by. The lower clocks follow the same way through
// the maxima each time.
func (b *encloser) jump(rounds []round, k int, m float64, choosy bool, body func() error) (float64, error) {
	first := len(rounds) - k
	v, now := rounds[first].high, slices.Clone(b.high)
	low := rounds[first].low
	for _, r := range rounds[first+1:] {
		low = low.then(r.low)
	}
	most := 0.0
	for p, x := range now {
		most = max(most, x-v[p])
	}
	later := 0.0
	for {
		var err error
		if later, err = b.later(v, now, k, m, body); err != nil {
			return 0, err
		}
		if later <= sameTime*most*m || !choosy || m < 16 {
			break
		}
		m = math.Floor(m / 4)
	}
	for p, x := range now {
		b.high[p] = min(x+m*(x-v[p])+(m+1)/2*later, x+m*most)
	}
	way := low.power(m)
	at := b.low.at
	b.low = b.low.then(way)
	for p, q := range way.from {
		b.low.at[p] = max(at[q]+way.plus[p], at[p])
	}
	return m, nil
}

// later is by how much the upper clocks are later after k iterations than they would
// be if all of m times k had added as much as those from v to now.
func (b *encloser) later(v, now []float64, k int, m float64, body func() error) (float64, error) {
	s := b.save()
	defer b.restore(s)
	for p, x := range now {
		b.high[p] = x + (m-1)*(x-v[p])
	}
	for range k {
		if err := body(); err != nil {
			return 0, err
		}
	}
	most := 0.0
	for p, x := range now {
		most = max(most, b.high[p]-(x+m*(x-v[p])))
	}
	return most, nil
}
