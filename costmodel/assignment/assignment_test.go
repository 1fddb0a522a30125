package assignment

import (
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// enumerated is the least cost over all choices, found by trying them.
func enumerated(p Problem) float64 {
	choice, best := make([]int, len(p.Candidates)), math.Inf(1)
	for {
		sum := 0.0
		for _, t := range p.Tables {
			i, stride := 0, 1
			for k := len(t.Of) - 1; k >= 0; k-- {
				i += choice[t.Of[k]] * stride
				stride *= p.Candidates[t.Of[k]]
			}
			sum += t.Cost[i]
		}
		best = math.Min(best, sum)
		v := 0
		for ; v < len(choice); v++ {
			if choice[v]++; choice[v] < p.Candidates[v] {
				break
			}
			choice[v] = 0
		}
		if v == len(choice) {
			return best
		}
	}
}

// random makes a problem with up to seven variables and tables of up to three of them,
// with costs that are equal, far apart, or impossible.
func random(r *rand.Rand) Problem {
	p := Problem{}
	for range 1 + r.IntN(7) {
		p.Candidates = append(p.Candidates, 1+r.IntN(4))
	}
	for range r.IntN(14) {
		t := Table{Of: r.Perm(len(p.Candidates))[:r.IntN(min(3, len(p.Candidates))+1)]}
		for range entries(p.Candidates, t.Of) {
			c := r.Float64() * math.Pow(10, float64(r.IntN(4)))
			if r.IntN(12) == 0 {
				c = math.Inf(1)
			}
			t.Cost = append(t.Cost, math.Round(c*8)/8)
		}
		p.Tables = append(p.Tables, t)
	}
	return p
}

// Elimination, and search where tables are held small, find what enumeration finds.
func TestExact(t *testing.T) {
	for seed := range uint64(1000) {
		p := random(rand.New(rand.NewPCG(seed, 1)))
		want := enumerated(p)
		for _, l := range []Limits{Default, {Entries: 4, Steps: 1 << 20}, {Entries: 1, Steps: 1 << 20}} {
			s, err := Solve(p, l)
			if math.IsInf(want, 1) {
				if !errors.Is(err, ErrImpossible) {
					t.Fatalf("seed %d: %+v, %v; nothing is possible", seed, s, err)
				}
				continue
			}
			if err != nil || math.Abs(s.Cost-want) > 1e-9*(1+want) || !s.Exact || s.Gap() != 0 || math.Abs(p.Cost(s.Choice)-want) > 1e-9*(1+want) {
				t.Fatalf("seed %d, limits %+v: %+v, %v; the least is %v of %+v", seed, l, s, err, want, p)
			}
		}
	}
}

// Where the search ends early, the bound holds, and the gap is that of the answer.
func TestBounded(t *testing.T) {
	early := 0
	for seed := range uint64(300) {
		p := random(rand.New(rand.NewPCG(seed, 2)))
		want := enumerated(p)
		s, err := Solve(p, Limits{Entries: 1, Steps: 1})
		if err != nil || math.IsInf(want, 1) {
			continue // the first way down was impossible
		}
		if s.Bound > want*(1+1e-9)+1e-9 || s.Cost < want-1e-9*(1+want) || s.Cost*(1-s.Gap()) > want*(1+1e-9)+1e-9 {
			t.Fatalf("seed %d: %+v; the least is %v", seed, s, want)
		}
		if !s.Exact && s.Gap() > 0 {
			early++
		}
	}
	if early == 0 {
		t.Error("no search ended early")
	}
}

// The same problem has the same answer, in as many steps.
func TestDeterministic(t *testing.T) {
	p := chain(40, 16, rand.New(rand.NewPCG(3, 3)))
	first, _ := Solve(p, Default)
	for range 5 {
		again, _ := Solve(p, Default)
		if again.Steps != first.Steps || again.Cost != first.Cost {
			t.Fatalf("%v and %v", first, again)
		}
		for v := range first.Choice {
			if first.Choice[v] != again.Choice[v] {
				t.Fatalf("variable %d: %d and %d", v, first.Choice[v], again.Choice[v])
			}
		}
	}
}

func TestWrongProblems(t *testing.T) {
	for _, c := range []struct {
		p    Problem
		want string
	}{
		{Problem{Candidates: []int{2, 0}}, "variable 1 has no candidate"},
		{Problem{Candidates: []int{2}, Tables: []Table{{Of: []int{1}, Cost: []float64{1, 2}}}}, "table 0 is of variables"},
		{Problem{Candidates: []int{2}, Tables: []Table{{Of: []int{0, 0}, Cost: make([]float64, 4)}}}, "table 0 is of variables"},
		{Problem{Candidates: []int{2}, Tables: []Table{{Of: []int{0}, Cost: []float64{1}}}}, "has 1 costs, not 2"},
		{Problem{Candidates: []int{2}, Tables: []Table{{Of: []int{0}, Cost: []float64{1, math.NaN()}}}}, "no number"},
	} {
		t.Run(c.want, func(t *testing.T) {
			if _, err := Solve(c.p, Default); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v", err)
			}
		})
	}
}

// chain is what a time loop over phases gives: remap costs from each phase to the next,
// to one further down, and from the last to the first.
func chain(phases, candidates int, r *rand.Rand) Problem {
	p := Problem{}
	costs := func(n int) []float64 {
		out := make([]float64, n)
		for i := range out {
			out[i] = r.Float64()
		}
		return out
	}
	for v := range phases {
		p.Candidates = append(p.Candidates, candidates)
		p.Tables = append(p.Tables, Table{[]int{v}, costs(candidates)})
		for _, w := range []int{v + 1, v + 2} {
			if w < phases && (w == v+1 || v%7 == 3) {
				p.Tables = append(p.Tables, Table{[]int{v, w}, costs(candidates * candidates)})
			}
		}
	}
	p.Tables = append(p.Tables, Table{[]int{phases - 1, 0}, costs(candidates * candidates)})
	return p
}

func BenchmarkSolve(b *testing.B) {
	p := chain(40, 16, rand.New(rand.NewPCG(1, 1)))
	for b.Loop() {
		if s, err := Solve(p, Default); err != nil || !s.Exact {
			b.Fatal(s, err)
		}
	}
}
