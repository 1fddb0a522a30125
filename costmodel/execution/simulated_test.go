package execution

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// simulated runs a pipeline processor by processor and iteration by iteration.
// The protocol: an iteration is begun when its data have left the processor before
// and this one is done with the last iteration; the queues between them never fill.
func simulated(stages []Stage, n int) float64 {
	done := make([]float64, len(stages)) // the last iteration of each
	for range n {
		arrived := 0.0
		for i, s := range stages {
			done[i] = max(arrived, done[i]) + s.Body + s.Communication - s.Overlap
			arrived = done[i]
		}
	}
	return slices.Max(done)
}

func TestPipelineBySimulation(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		n := 1 + rng.IntN(30)
		stages := make([]Stage, 1+rng.IntN(6))
		for i := range stages {
			c := float64(rng.IntN(4))
			stages[i] = Stage{float64(1 + rng.IntN(9)), c, c * float64(rng.IntN(2))}
		}
		got, want := pipeline(t, stages, float64(n)), simulated(stages, n)
		if !near(got.Exact, want) {
			t.Fatalf("%v, %d iterations: exact %v, simulated %v", stages, n, got.Exact, want)
		}
		if got.Printed > want+1e-9 {
			t.Fatalf("%v, %d iterations: equation 5 gives %v, above %v", stages, n, got.Printed, want)
		}
		busy := make([]float64, len(stages))
		for i, s := range stages {
			busy[i] = s.busy()
		}
		if slices.Max(busy) == busy[len(busy)-1] && !near(got.Printed, want) { // balanced or slowest last
			t.Fatalf("%v, %d iterations: equation 5 gives %v, simulated %v", stages, n, got.Printed, want)
		}
	}
	// By hand: 10 and 1, three iterations. The second processor ends one after the
	// first; equation 5 lets it run ahead.
	if got := pipeline(t, []Stage{{10, 0, 0}, {1, 0, 0}}, 3); got.Printed != 30 || got.Exact != 31 {
		t.Errorf("%+v", got)
	}
}

// partitioned runs a partitioned loop item by item. The protocol: the host sends the
// items in order; a cell receives each in one unit and, if it is for a cell behind
// it, sends it in another; it computes when nothing more passes.
func partitioned(t Technique, n, p int, body float64) float64 {
	type item struct {
		number int
		at     float64 // when it has been sent to the cell at hand
	}
	left := make([]item, n)
	for i := range left {
		left[i].number = i
	}
	last := 0.0
	for cell := range p {
		free, mine := 0.0, 0
		var on []item
		for _, i := range left {
			free = max(free, i.at) + 1
			if t == Block && i.number/((n+p-1)/p) == cell || t == Interleaved && i.number%p == cell {
				mine++
				continue
			}
			free++
			on = append(on, item{i.number, free})
		}
		last = max(last, free+float64(mine)*body)
		left = on
	}
	return last
}

// Equations 3 and 4 let every cell send all items, its own as well: no cell that
// keeps its own is later.
func TestPartitioningIsBounded(t *testing.T) {
	for _, technique := range []Technique{Block, Interleaved} {
		t.Run(fmt.Sprint(technique), func(t *testing.T) {
			for p := 1; p <= 6; p++ {
				for n := p * p; n <= 120; n += p {
					for _, body := range []float64{1, 7, 40} {
						m := New(technique, Options{})
						c, err := m.Evaluate(Values(map[string]float64{"N": float64(n), "P": float64(p), "BB": body}))
						if err != nil {
							t.Fatal(err)
						}
						if s := partitioned(technique, n, p, body); s > c.T+1e-9 || s < c.SEQ {
							t.Fatalf("%s, N = %d, P = %d, BB = %v: %v, simulated %v", technique, n, p, body, c.T, s)
						}
					}
				}
			}
		})
	}
}

// The best division of a body is the best of all divisions, tried one by one.
func TestDivide(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 500 {
		ops := make([]float64, 1+rng.IntN(8))
		total := 0.0
		for i := range ops {
			ops[i] = float64(1 + rng.IntN(9))
			total += ops[i]
		}
		p := 1 + rng.IntN(5)
		parts, lf := Divide(ops, p)
		sum := 0.0
		for _, x := range parts {
			sum += x
		}
		if want := bestDivision(ops, p); slices.Max(parts) != want || sum != total || len(parts) != p || !near(lf, want*float64(p)/total) {
			t.Fatalf("%v by %d: %v, load factor %v, want %v", ops, p, parts, lf, want)
		}
	}
}

func bestDivision(ops []float64, p int) float64 {
	if p == 1 || len(ops) == 0 {
		sum := 0.0
		for _, o := range ops {
			sum += o
		}
		return sum
	}
	best, head := 1e18, 0.0
	for i := 0; i <= len(ops); i++ {
		best = min(best, max(head, bestDivision(ops[i:], p-1)))
		if i < len(ops) {
			head += ops[i]
		}
	}
	return best
}
