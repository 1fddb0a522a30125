package microbench

import (
	"bufio"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Round is what one process measured: seconds of one iteration by cell.
type Round map[string]float64

// ParseRound reads the output of the driver. Controls are measured twice; the second value
// is false where the two differ by more than a tenth.
func ParseRound(out string) (Round, bool, error) {
	r := Round{}
	steady := true
	for line := range strings.Lines(out) {
		f := strings.Fields(line)
		if len(f) != 3 {
			return nil, false, fmt.Errorf("the suite wrote %q", strings.TrimSpace(line))
		}
		n, err := strconv.ParseFloat(f[1], 64)
		t, err2 := strconv.ParseFloat(f[2], 64)
		if err != nil || err2 != nil || !(n > 0) || !(t >= 0) {
			return nil, false, fmt.Errorf("the suite wrote %q", strings.TrimSpace(line))
		}
		if first, again := r[f[0]]; again && math.Abs(first-t/n) > 0.1*min(first, t/n) {
			steady = false
		}
		r[f[0]] = t / n
	}
	return r, steady, nil
}

// Samples are the rounds that were accepted.
type Samples struct {
	Rounds   []Round
	Rejected int
}

// Settle drops the rounds of which a control lies more than a tenth above the least.
func (s *Samples) Settle() {
	before := len(s.Rounds)
	for _, control := range Controls {
		least := math.Inf(1)
		for _, r := range s.Rounds {
			least = min(least, r.of(control))
		}
		s.Rounds = slices.DeleteFunc(s.Rounds, func(r Round) bool { return r.of(control) > 1.1*least })
	}
	s.Rejected += before - len(s.Rounds)
}

// of is the time of a kernel that is measured in the first cache only, 0 for none.
func (r Round) of(kernel string) float64 {
	for name, t := range r {
		if strings.HasPrefix(name, kernel+"@") {
			return t
		}
	}
	return 0
}

// Value is a time and how far apart the rounds were: a half of the distance between
// the quartiles, as a share of the median.
type Value struct{ Seconds, Spread float64 }

// Of returns the median of a cell, zero where it was not measured.
func (s Samples) Of(cell string) Value {
	var all []float64
	for _, r := range s.Rounds {
		if t, ok := r[cell]; ok {
			all = append(all, t)
		}
	}
	if len(all) == 0 {
		return Value{}
	}
	slices.Sort(all)
	at := func(q float64) float64 {
		x := q * float64(len(all)-1)
		i := int(x)
		return all[i] + (x-float64(i))*(all[min(i+1, len(all)-1)]-all[i])
	}
	v := Value{Seconds: at(0.5)}
	if v.Seconds > 0 {
		v.Spread = (at(0.75) - at(0.25)) / 2 / v.Seconds
	}
	return v
}

// Least returns the least time of a cell, zero where it was not measured.
func (s Samples) Least(cell string) float64 {
	least := 0.0
	for _, r := range s.Rounds {
		if t, ok := r[cell]; ok && (least == 0 || t < least) {
			least = t
		}
	}
	return least
}

// CSV writes the rounds: cell, round, seconds of one iteration.
func (s Samples) CSV() string {
	var b strings.Builder
	b.WriteString("cell,round,seconds\n")
	for i, r := range s.Rounds {
		names := make([]string, 0, len(r))
		for name := range r {
			names = append(names, name)
		}
		slices.Sort(names)
		for _, name := range names {
			fmt.Fprintf(&b, "%s,%d,%.6g\n", name, i+1, r[name])
		}
	}
	return b.String()
}

// ParseCSV reads what CSV wrote; an interrupted last line is left out.
func ParseCSV(text string) (Samples, error) {
	var s Samples
	lines := bufio.NewScanner(strings.NewReader(text))
	for n := 0; lines.Scan(); n++ {
		f := strings.Split(lines.Text(), ",")
		if n == 0 || len(f) != 3 {
			continue
		}
		round, err := strconv.Atoi(f[1])
		t, err2 := strconv.ParseFloat(f[2], 64)
		if err != nil || err2 != nil || round < 1 || round > 10_000 {
			return s, fmt.Errorf("line %d: %q is no measurement", n+1, lines.Text())
		}
		for len(s.Rounds) < round {
			s.Rounds = append(s.Rounds, Round{})
		}
		s.Rounds[round-1][f[0]] = t
	}
	return s, lines.Err()
}
