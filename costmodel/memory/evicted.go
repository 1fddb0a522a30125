package memory

import (
	"cmp"
	"math"
	"slices"

	"github.com/parlens/parlens/analysis/symbolic"
)

// evicted is what lost is for a stream that does not spread evenly over the
// sets, where that can be seen: one that crosses the columns of a matrix, whole or
// a part of each, or reads more columns than a set has ways; 0 for others.
func (c counter) evicted(s Stream, n int, volume symbolic.Expr) symbolic.Expr {
	along, across, ok := c.directions(s, n)
	if !c.level.sets || !ok {
		return 0
	}
	a, how := c.a, evicting
	step, length, count := a.Int(0), c.level.line, a.Int(1)
	if along >= 0 {
		length = a.Max(length, a.Mul(s.Steps[along].Bytes, c.trip(along)))
	}
	switch {
	case across >= 0:
		step, count = s.Steps[across].Bytes, c.trip(across)
	case len(s.Columns) == 1 || float64(len(s.Columns)) <= c.level.most:
		return 0
	case !s.Steps[n].Idle:
		if s.Steps[n].Bytes == 0 {
			return 0
		}
		step, how = s.Steps[n].Bytes, overtaking
	}
	others := a.Max(a.Int(0), a.Sub(volume, c.volume([]Stream{s}, n)))
	args := []symbolic.Expr{c.level.line, c.level.bytes, c.level.ways, others, length, step, count}
	for _, x := range s.Columns {
		if x.From == 0 {
			return 0
		}
		args = append(args, x.From)
	}
	return a.Opaque(how, args...)
}

// directions are the loop of the n inner ones in which the stream runs along a
// column and the one in which it crosses columns, -1 for none; not ok with neither,
// with two of a kind, or with steps that are not known.
func (c counter) directions(s Stream, n int) (along, across int, ok bool) {
	along, across = -1, -1
	for k, step := range s.Steps[:n] {
		if step.Idle {
			continue
		}
		x, number := c.a.Const(step.Bytes)
		near := number && x <= max(c.level.lineBytes, float64(s.Bytes))
		switch {
		case step.Bytes == 0, near && along >= 0, !near && across >= 0:
			return -1, -1, false
		case near:
			along = k
		default:
			across = k
		}
	}
	return along, across, along >= 0 || across >= 0
}

// evicting takes the line and the bytes and ways of the cache, the bytes of other
// streams, the length of a stretch, the step from one to the next, how many there
// are, and where the columns begin. All of it comes again in the same order.
var evicting = &symbolic.Function{
	Name: "evicted", Key: "memory", Result: symbolic.Real, Cost: 2000, Lo: 0, Hi: 1,
	Eval: func(args []float64) (float64, error) {
		s, ways, beside, ok := stretchesOf(args)
		if !ok {
			return 1, nil
		}
		return s.lost(ways, beside), nil
	},
	Grows: func(low, high []float64) bool {
		s, _, _, _ := stretchesOf(low)
		most, ways, beside, ok := stretchesOf(high)
		return othersGrow(low, high) || slices.Equal(low[:3], high[:3]) &&
			(s.evenly() && low[5] == high[5] && slices.Equal(low[7:], high[7:]) || ok && beside+most.inSet() < ways)
	},
}

// othersGrow reports whether nothing differs but the bytes of other streams, or they
// alone fill all sets.
func othersGrow(low, high []float64) bool {
	_, ways, beside, ok := stretchesOf(low)
	return slices.Equal(low[:3], high[:3]) && (slices.Equal(low[4:], high[4:]) || ok && beside >= ways+1)
}

// overtaking takes the same; the step is from one column to the next that is
// begun, and what comes again is the columns that the others move on to.
var overtaking = &symbolic.Function{
	Name: "overtaken", Key: "memory", Result: symbolic.Real, Cost: 2000, Lo: 0, Hi: 1,
	Eval: func(args []float64) (float64, error) {
		s, ways, beside, ok := stretchesOf(args)
		if !ok {
			return 1, nil
		}
		return s.overtaken(ways, beside), nil
	},
	Grows: othersGrow,
}

func stretchesOf(args []float64) (s stretches, ways, beside float64, ok bool) {
	line, size, ways, others := args[0], args[1], args[2], args[3]
	way := math.Floor(size / ways)
	s = stretches{length: args[4], step: args[5], count: max(1, math.Floor(args[6])), from: args[7:], line: line, way: way}
	return s, ways, others / way, line >= 1 && way >= line && way < 1<<53
}

// stretches are pieces of memory of equal length: count of them a step apart, from
// each of some places.
type stretches struct {
	length, step, count float64
	from                []float64
	line, way           float64
}

// mostStretches bounds the counting; more are taken as evenly spread over the
// places that they fall on.
const mostStretches = 1024

// inSet is the most lines of one set that the stretches can have.
func (s stretches) inSet() float64 {
	return s.count * float64(len(s.from)) * math.Ceil((s.length+s.line)/s.way)
}

func (s stretches) evenly() bool { return s.count*float64(len(s.from)) > mostStretches }

// lost is the share of the stretches whose sets have more than ways lines, when
// the others, beside them, fill so many lines of each.
func (s stretches) lost(ways, beside float64) float64 {
	if s.evenly() {
		total, crowd := s.length*(s.count+float64(len(s.from))-1), 1.0
		if s.step > 0 {
			crowd = max(1, gcd(math.Trunc(s.step), s.way)/s.length)
		}
		filled := beside + total*crowd/s.way
		return min(1, max(0, (ways+1)*(1-ways/filled)))
	}
	switch { // at once, where all sets are alike: triangular loops ask for each iteration
	case beside >= ways && s.length > 0:
		return 1
	case s.together()+beside < ways:
		return 0
	case s.length == s.line:
		return s.lines(ways, beside)
	}
	lost, all := 0.0, 0.0
	s.cover(func(length, lines float64) {
		all += length * lines
		lost += length * lines * full(lines+beside, ways)
	})
	if all == 0 {
		return 0
	}
	return lost / all
}

// together is at least the most stretches that fall on one place of a way: a column goes
// round it so many times, and each time so many of its stretches lie there.
func (s stretches) together() float64 {
	if s.step < 1 {
		return s.count * float64(len(s.from))
	}
	way := math.Floor(s.way/s.line) * s.line // whole lines
	times := math.Ceil(((s.count-1)*s.step+s.length)/way) + 1
	return float64(len(s.from)) * times * math.Ceil(s.length/s.step)
}

// places is the number of elements of a column at which overtaken looks.
const places = 16

// overtaken is the share of the columns that others move on to one step later,
// the rest of which pushes them out before: between a line and its return come
// what is behind it in each column, and what is before it in the next ones.
func (s stretches) overtaken(ways, beside float64) float64 {
	lost, all := 0.0, 0.0
	for _, from := range s.from {
		if !slices.Contains(s.from, from-s.step) {
			continue // none moves on to it
		}
		for p := range places {
			at := s.length * (float64(p) + 0.5) / places
			all++
			lost += full(1+beside+float64(s.rivals(from, at)), ways)
		}
	}
	if all == 0 {
		filled := beside + s.length*float64(len(s.from))/s.way
		return min(1, max(0, (ways+1)*(1-ways/filled)))
	}
	return lost / all
}

// rivals counts the lines in the set of a place that are touched before it is
// touched again.
func (s stretches) rivals(from, at float64) int {
	own := math.Floor((from + at) / s.line)
	seen := map[float64]bool{}
	touch := func(lo, hi float64) { // the lines of lo..hi that are whole ways away from the place
		first := math.Ceil((lo - from - at) / s.way)
		for k := first; from+at+k*s.way < hi && k-first < 1000; k++ {
			if line := math.Floor((from + at + k*s.way) / s.line); line != own {
				seen[line] = true
			}
		}
	}
	for _, column := range s.from {
		touch(column+at+1, column+s.length)
		touch(column+s.step, column+s.step+at)
	}
	return len(seen)
}

// starts are where the stretches begin, in units of so many bytes; those that
// columns have in common are one.
func (s stretches) starts(unit float64) []float64 {
	out := make([]float64, 0, int(s.count)*len(s.from))
	for _, from := range s.from {
		for i := range int(s.count) {
			out = append(out, math.Floor((from+float64(i)*s.step)/unit))
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// lines is lost for stretches that are a line each.
func (s stretches) lines(ways, beside float64) float64 {
	if s.step >= s.line && whole(s.way/s.line) {
		if begins := s.inColumn(); begins != nil {
			return s.crowded(begins, ways, beside)
		}
	}
	ring := math.Floor(s.way / s.line)
	var begins []begin
	for _, line := range s.starts(s.line) {
		begins = append(begins, begin{wrapped(line, ring) * s.line, 1})
	}
	slices.SortFunc(begins, func(x, y begin) int { return cmp.Compare(x.at, y.at) })
	return s.crowded(begins, ways, beside)
}

// crowded is lines for those that begin at some places, in order, and on lines of their own.
func (s stretches) crowded(begins []begin, ways, beside float64) float64 {
	lost, all := 0.0, 0.0
	for i := 0; i < len(begins); {
		set, lines := math.Floor(begins[i].at/s.line), 0.0
		for ; i < len(begins) && math.Floor(begins[i].at/s.line) == set; i++ {
			lines += begins[i].count
		}
		all += lines
		lost += lines * full(lines+beside, ways)
	}
	return lost / all
}

// full is the share of the sets with more lines than ways, where they have so many
// on the average: some the whole number below, some the one above.
func full(lines, ways float64) float64 {
	below := math.Floor(lines)
	switch {
	case below > ways:
		return 1
	case below < ways:
		return 0
	}
	return lines - below
}

func gcd(x, y float64) float64 {
	if !(x >= 1 && y >= 1 && x < 1<<53 && y < 1<<53) {
		return 1
	}
	for y > 0 {
		x, y = y, math.Mod(x, y)
	}
	return x
}
