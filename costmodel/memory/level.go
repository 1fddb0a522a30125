package memory

import (
	"math"

	"github.com/parlens/parlens/analysis/symbolic"
)

// level is one level of the hierarchy: a cache of lines, or a TLB of pages.
type level struct {
	line, bytes, ways symbolic.Expr
	sets              bool    // lines have their places by address: neighbours may push each other out
	lineBytes, most   float64 // of the machine: of a line, and the ways; 0 where there is none
}

// lost is the share of what a stream touches in the n inner loops that has left
// the level when they run again (least recently used out first). What is spread
// evenly over the sets fills v/c of its w places in each, v the bytes of all
// streams and c those of the level; sets with more than w lines lose all, the
// others nothing: (w + 1)(1 - c/v) of it, between 0 and 1.
func (c counter) lost(s Stream, n int) symbolic.Expr {
	all := s.returns(n)
	if len(all) == 0 {
		return c.lostAfter(s, n, c.volume(c.nest.Streams, n))
	}
	a := c.a
	total, rest := a.Real(0), a.Real(1) // what nobody has touched before is not there
	for _, r := range all {
		lost := c.lostBeyond(r.Bytes)
		if r.Bytes == 0 {
			lost = c.lostAfter(s, n, c.between(s, r.Passages))
		}
		total = a.Add(total, a.Mul(r.Share, lost))
		rest = a.Sub(rest, r.Share)
	}
	return a.Add(total, a.Max(a.Real(0), rest))
}

// lostAfter is the share that has left when so many bytes were touched meanwhile.
func (c counter) lostAfter(s Stream, n int, volume symbolic.Expr) symbolic.Expr {
	if evicted := c.evicted(s, n, volume); evicted != 0 {
		return evicted
	}
	return c.lostBeyond(volume)
}

// lostBeyond is lostAfter for lines that spread evenly over the sets.
func (c counter) lostBeyond(volume symbolic.Expr) symbolic.Expr {
	a, l := c.a, c.level
	if volume == 0 {
		return 0
	}
	beyond := a.Sub(a.Int(1), a.Quo(l.bytes, volume))
	return a.Min(a.Real(1), a.Max(a.Real(0), a.Mul(a.Add(l.ways, a.Int(1)), beyond)))
}

// volume is the bytes of all lines that the n inner loops touch in streams.
func (c counter) volume(streams []Stream, n int) symbolic.Expr {
	a := c.a
	lines := a.Real(0)
	for _, x := range streams {
		if !x.Again {
			lines = a.Add(lines, c.lines(x, n))
		}
	}
	volume := a.Mul(lines, c.level.line)
	for k := range n {
		volume = a.Mul(volume, c.trip(k))
	}
	return volume
}

// conflicts is how many of a stream's columns are pushed out of their set by the
// others in the same iteration; 0 for none.
func (c counter) conflicts(s Stream) symbolic.Expr {
	if n := len(s.Columns); !c.level.sets || n < 2 || float64(n) <= c.level.most || n > 64 || len(s.Steps) == 0 || s.Steps[0].Idle {
		return 0
	}
	args := []symbolic.Expr{c.level.line, c.level.bytes, c.level.ways, c.a.Int(int64(s.Bytes))}
	for _, x := range s.Columns {
		if x.From == 0 {
			return 0
		}
		args = append(args, x.From)
	}
	return c.a.Opaque(pushing, args...)
}

// pushing looks at every place in a line where the first column may be: columns
// in a set with more lines than ways are lost. It returns how many, on the
// average.
var pushing = &symbolic.Function{
	Name: "conflicts", Key: "memory", Result: symbolic.Real, Cost: 200, Lo: 0, Hi: 64,
	Eval: func(args []float64) (float64, error) {
		line, sets, ways := args[0], math.Floor(args[1]/args[2]/args[0]), args[2]
		if !(line >= 1 && sets >= 1) {
			return 0, nil
		}
		element, columns := max(1, args[3]), args[4:]
		lost, places := 0, 0
		for at := 0.0; at < line && places < 64; at += element {
			places++
			lost += pushedOut(columns, at, line, sets, ways)
		}
		return float64(lost) / float64(places), nil
	},
}

func pushedOut(columns []float64, at, line, sets, ways float64) int {
	lost := 0
	for _, x := range columns {
		own := math.Floor((x + at) / line)
		rivals := map[float64]bool{}
		for _, y := range columns {
			if other := math.Floor((y + at) / line); math.Mod(math.Abs(other-own), sets) == 0 {
				rivals[other] = true
			}
		}
		if float64(len(rivals)) > ways {
			lost++
		}
	}
	return lost
}
