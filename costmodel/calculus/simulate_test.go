package calculus

import (
	"cmp"
	"container/heap"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/parlens/parlens/analysis/symbolic"
)

// simulation executes a term event by event: every resource serves one use at
// a time, first come first served; uses that come together are served in a
// random order.
type simulation struct {
	enumerator
	random *rand.Rand
	clock  float64
	events events
	free   map[spot]float64 // when each resource is free again
}

type event struct {
	time  float64
	order int
	then  func()
}

type events []event

func (h events) Len() int      { return len(h) }
func (h events) Swap(i, j int) { h[i], h[j] = h[j], h[i] }
func (h events) Less(i, j int) bool {
	return cmp.Or(cmp.Compare(h[i].time, h[j].time), cmp.Compare(h[i].order, h[j].order)) < 0
}
func (h *events) Push(x any) { *h = append(*h, x.(event)) }
func (h *events) Pop() any {
	last := (*h)[len(*h)-1]
	*h = (*h)[:len(*h)-1]
	return last
}

func (s *simulation) after(delay float64, then func()) {
	heap.Push(&s.events, event{s.clock + delay, s.random.IntN(1 << 30), then})
}

// start begins t now; then is called when it has ended.
func (s *simulation) start(t Term, env map[string]float64, then func()) {
	e := enumerator{s.a, env}
	switch t := t.(type) {
	case *Delay:
		s.delay(t, e, then)
	case *Serial:
		s.serial(each(t.Terms, env), then)
	case *SerialOver:
		s.serial(unrolled(e, t.Index, t.Lo, t.Hi, t.Body), then)
	case *Parallel:
		s.parallel(each(t.Terms, env), then)
	case *ParallelOver:
		s.parallel(unrolled(e, t.Index, t.Lo, t.Hi, t.Body), then)
	default:
		s.after(0, then)
	}
}

func (s *simulation) delay(l *Delay, e enumerator, then func()) {
	amount := e.value(l.Amount)
	if l.Resource == 0 {
		s.after(amount, then)
		return
	}
	r := spot{l.Array, int(e.value(l.Resource))}
	s.after(0, func() { // after all that happens now has been scheduled
		end := max(s.clock, s.free[r]) + amount
		s.free[r] = end
		s.after(end-s.clock, then)
	})
}

// instance is a term with the values of its indices.
type instance struct {
	t   Term
	env map[string]float64
}

func each(ts []Term, env map[string]float64) []instance {
	var out []instance
	for _, t := range ts {
		out = append(out, instance{t, env})
	}
	return out
}

func unrolled(e enumerator, index string, lo, hi symbolic.Expr, body Term) []instance {
	var out []instance
	for i := e.value(lo); i <= e.value(hi); i++ {
		env := maps.Clone(e.env)
		env[index] = i
		out = append(out, instance{body, env})
	}
	return out
}

func (s *simulation) serial(ts []instance, then func()) {
	if len(ts) == 0 {
		then()
		return
	}
	s.start(ts[0].t, ts[0].env, func() { s.serial(ts[1:], then) })
}

func (s *simulation) parallel(ts []instance, then func()) {
	left := len(ts)
	if left == 0 {
		then()
		return
	}
	for _, t := range ts {
		s.start(t.t, t.env, func() {
			if left--; left == 0 {
				then()
			}
		})
	}
}

func (s *simulation) run(t Term) float64 {
	end := 0.0
	s.start(t, s.env, func() { end = s.clock })
	for len(s.events) > 0 {
		e := heap.Pop(&s.events).(event)
		s.clock = e.time
		e.then()
	}
	return end
}

// T is a lower bound, phi plus all work an upper bound, of what a schedule can
// take.
func TestBoundsHoldInSimulation(t *testing.T) {
	var ratios []float64
	for seed := range seeds(t, 10000) {
		g := newGenerator(seed)
		g.servers, g.branches = false, false
		term := g.term(depth(seed))
		env := g.env()
		x := enumerator{g.a, maps.Clone(env)}.term(term)
		bound := x.phi
		for _, w := range x.delta {
			bound += w
		}
		s := &simulation{enumerator: enumerator{g.a, env}, random: g.Rand, free: map[spot]float64{}}
		took := s.run(term)
		if took < x.T*(1-1e-9) || took > bound*(1+1e-9) {
			t.Fatalf("seed %d, %v: simulated %v, T %v, phi + delta %v", seed, env, took, x.T, bound)
		}
		if x.T > 0 {
			ratios = append(ratios, took/x.T)
		}
	}
	slices.Sort(ratios)
	for _, q := range []float64{0, 0.5, 0.75, 0.9, 0.99, 0.999, 1} {
		t.Run(fmt.Sprint(q), func(t *testing.T) {
			t.Logf("simulated / T: quantile %5.3f is %.3f", q, ratios[int(q*float64(len(ratios)-1))])
		})
	}
	exact, _ := slices.BinarySearch(ratios, 1+1e-9)
	t.Logf("exact in %d of %d terms", exact, len(ratios))
}
