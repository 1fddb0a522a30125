package evaluate

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"testing"

	"github.com/parlens/parlens/analysis/aag"
	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/inspector"
	"github.com/parlens/parlens/analysis/symbolic"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/oracle/generate"
)

// A processor waits for all that send it something, in every execution of a
// communication: the closed forms of whom it waits for hold every pair that is
// found by dealing the elements out, unless they are bounds.
func TestSendersAreWaitedFor(t *testing.T) {
	programs := 40
	if testing.Short() {
		programs = 15
	}
	var pairs, waits int
	for seed := range uint64(programs) {
		r := rand.New(rand.NewPCG(seed, 13))
		text := looseProgram(r)
		chosen := settings.Settings{Procs: 2 + r.IntN(5)}
		if seed%2 == 1 {
			p := generate.Seeded(seed)
			if text = p.Text(); p.Grid != nil { // its tables are for that
				chosen = settings.Settings{Grid: p.Grid}
			}
		}
		m := modelsOf("x.f90", text, shipped(t, "ipsc860"))[0]
		n := numbersOf(t, m, chosen)
		s := &senders{t: t, n: n, name: fmt.Sprintf("seed %d\n%s", seed, text)}
		numbers, err := inspector.NewNumbers(m.graph.Builder.Overlay(), n.grid, n.value) // the model's own does not grow any more
		if err != nil {
			continue
		}
		s.numbers = numbers
		for _, u := range m.graph.Units {
			if u.Comm != nil && u.Comm.Kind != comm.Reduction && !u.Comm.Bound && u.Comm.Remapped == "" && u.Comm.Passed == nil {
				s.each(u, u.Repeat, map[string]float64{}, 12)
			}
		}
		pairs, waits = pairs+s.pairs, waits+s.waits
	}
	t.Logf("%d senders; %d others are waited for, between them", pairs, waits-pairs)
	if pairs < 10*programs || waits > 2*pairs {
		t.Errorf("%d senders, %d are waited for", pairs, waits)
	}
}

type senders struct {
	t            *testing.T
	n            *numbers
	numbers      *inspector.Numbers
	name         string
	pairs, waits int
}

// each goes through the first iterations of the loops around a communication.
func (s *senders) each(u *aag.AAU, loops []*comm.Loop, fixed map[string]float64, most int) {
	if len(loops) == 0 {
		s.check(u, fixed)
		return
	}
	l := loops[0]
	first, last := s.value(l.Lo, fixed, nil), s.value(l.Hi, fixed, nil)
	for x := first; x <= last && x < first+float64(most); x++ {
		inner := maps.Clone(fixed)
		inner[l.Name] = x
		s.each(u, loops[1:], inner, most)
	}
}

func (s *senders) check(u *aag.AAU, fixed map[string]float64) {
	pairs, err := s.numbers.Pairs(u.Comm, fixed)
	if err != nil {
		return
	}
	to := map[string][][]int{}
	for _, p := range pairs {
		to[fmt.Sprint(p.To)] = append(to[fmt.Sprint(p.To)], p.From)
	}
	for _, p := range s.n.result.Processors {
		from := to[fmt.Sprint(p)]
		if s.value(u.Comm.Messages, fixed, p) <= 0 {
			if len(from) > 0 {
				s.t.Errorf("processor %v gets no message of %s at %v, and %v send some: %s", p, u.Comm.Kind, fixed, from, s.name)
			}
			continue
		}
		s.pairs += len(from)
		s.waits += s.others(u, p, fixed)
		for _, q := range from {
			for g, r := range u.Comm.From {
				lo, hi := s.value(r.First, fixed, p), s.value(r.Last, fixed, p)
				if c := float64(q[g]); c < lo || c > hi {
					s.t.Errorf("%v sends to %v in a %s at %v, which waits for %g..%g in dimension %d: %s", q, p, u.Comm.Kind, fixed, lo, hi, g+1, s.name)
				}
			}
		}
	}
}

// others is how many processors p waits for.
func (s *senders) others(u *aag.AAU, p []int, fixed map[string]float64) int {
	n, self := 1, true
	for g, r := range u.Comm.From {
		lo := max(0, s.value(r.First, fixed, p))
		hi := min(float64(s.n.grid[g]-1), s.value(r.Last, fixed, p))
		n *= int(max(0, hi-lo+1))
		self = self && lo <= float64(p[g]) && float64(p[g]) <= hi
	}
	if self {
		n--
	}
	return n
}

func (s *senders) value(e symbolic.Expr, fixed map[string]float64, p []int) float64 {
	env := maps.Clone(fixed)
	for d, c := range p {
		env[s.numbers.B.Grid.Coordinate(d)] = float64(c)
	}
	v, err := s.numbers.Eval(e, env)
	if err != nil {
		s.t.Fatalf("%v: %s", err, s.name)
	}
	return v
}
