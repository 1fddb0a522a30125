package execution

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

func TestCompare(t *testing.T) {
	c, err := Compare([]Technique{Block, Pipelined}, Options{}, map[string]float64{"N": 10000, "LF": 1.5, "BB": 10})
	if err != nil || c.Winner != Pipelined {
		t.Fatalf("%v, %v", c.Winner, err)
	}
	found := false
	for _, x := range c.Crossovers {
		if x.Parameter == "BB" && x.Above {
			found = true
			if x.At != 58 || x.Winner != Block {
				t.Errorf("%+v", x)
			}
		}
	}
	if !found {
		t.Error("no crossover of BB")
	}
}

// Each crossover is one: the winner there is another, and just before it is not.
func TestCrossovers(t *testing.T) {
	for _, given := range []map[string]float64{{"N": 1000, "BB": 10, "K": 0.5, "LF": 1.5}, {"N": 50, "BB": 80, "K": 0.2, "LF": 3}, {"N": 300, "P": 4, "BB": 40, "K": 0.9, "LF": 1}} {
		t.Run(fmt.Sprint(given), func(t *testing.T) {
			c, err := Compare(Techniques, Options{}, given)
			if err != nil {
				t.Fatal(err)
			}
			for _, x := range c.Crossovers {
				at := Values(given)
				at[x.Parameter] = x.At
				there, err := Compare(Techniques, Options{}, at)
				if err != nil || there.Winner != x.Winner || there.Winner == c.Winner {
					t.Errorf("%v: %+v, but there %v wins", given, x, there.Winner)
				}
				if (x.At > c.Values[x.Parameter]) != x.Above {
					t.Errorf("%+v from %v", x, c.Values[x.Parameter])
				}
			}
		})
	}
}

// Section 4.2 on our own polynomials. Warp's costs are not published: a dependent
// operation takes 7 cycles and an iteration of the pipeline 3 cycles of communication
// that nothing hides, with 40,000 points at 50 ns a cycle; that is what the two
// predictions for degree 5 (18 and 20 ms) ask for.
func TestPolynomials(t *testing.T) {
	const points, cells, cycle, operation = 40_000, 10, 50e-9, 7
	ms := map[string]map[int]float64{"plain": {}, "overlapped": {}, "pipelined": {}, "block": {}}
	for _, degree := range []int{3, 5, 7, 9, 10, 12, 14, 17} {
		t.Run(fmt.Sprint(degree), func(t *testing.T) {
			bounds := Sequential(Body{Adds: degree, Multiplies: degree, Chain: 2 * degree, Latency: operation, Issue: 1})
			if bounds.Upper != bounds.Lower { // one chain: nothing in an iteration is parallel
				t.Errorf("degree %d: %+v", degree, bounds)
			}
			operations := make([]float64, 2*degree)
			for i := range operations {
				operations[i] = operation
			}
			_, load := Divide(operations, cells)
			values := map[string]float64{"N": points, "P": cells, "BB": bounds.Upper, "LF": load}
			at := func(technique Technique, more map[string]float64) float64 {
				with := Values(values)
				for n, v := range more {
					with[n] = v
				}
				return value(t, technique, with).T * cycle * 1e3
			}
			ms["plain"][degree] = at(Interleaved, nil)
			ms["block"][degree] = at(Block, nil)
			ms["overlapped"][degree] = at(Interleaved, map[string]float64{"K": 0.9})
			ms["pipelined"][degree] = at(Pipelined, map[string]float64{"C": 3})
			if ms["overlapped"][degree] >= ms["plain"][degree] {
				t.Errorf("degree %d: overlap does not help", degree)
			}
			if ms["plain"][degree] > ms["block"][degree] {
				t.Errorf("degree %d: block is better than interleaved", degree)
			}
			if ms["overlapped"][degree] >= ms["pipelined"][degree] {
				t.Errorf("degree %d: pipelining beats overlapped partitioning", degree)
			}
			t.Logf("degree %2d: interleaved %.1f ms, overlapped %.1f, pipelined %.1f", degree, ms["plain"][degree], ms["overlapped"][degree], ms["pipelined"][degree])
		})
	}
	// Degree 5: predicted 18 and 20 ms, in the wrong order (measured 22 and 19); at
	// degree 10 both measure 36 ms.
	for _, c := range []struct {
		of     string
		degree int
		want   float64
	}{{"plain", 5, 18}, {"pipelined", 5, 20}} {
		t.Run(c.of, func(t *testing.T) {
			if got := ms[c.of][c.degree]; math.Abs(got/c.want-1) > 0.02 {
				t.Errorf("%s, degree %d: %.1f ms, published %v", c.of, c.degree, got, c.want)
			}
		})
	}
	if ratio := ms["plain"][10] / ms["pipelined"][10]; ratio < 0.9 || ratio > 1.1 {
		t.Errorf("degree 10: %.1f and %.1f ms, measured equal", ms["plain"][10], ms["pipelined"][10])
	}
}

// Section 4.1 on our own image programs: one combines two points, one smooths a
// neighbourhood of 5. All three sequential models order the techniques alike, and
// bound the time.
func TestImages(t *testing.T) {
	for name, c := range map[string]struct {
		body       Body
		techniques []Technique
	}{
		"sum of two images": {Body{Adds: 1, Multiplies: 1, Others: 1, Chain: 2, Latency: 7, Issue: 1}, []Technique{Block, Interleaved}},
		"smoothing":         {Body{Adds: 5, Multiplies: 5, Others: 2, Chain: 5, Latency: 7, Issue: 1}, []Technique{Block}},
	} {
		t.Run(name, func(t *testing.T) {
			bounds := Sequential(c.body)
			if !(bounds.Software <= bounds.Lower && bounds.Lower <= bounds.Upper) {
				t.Errorf("%s: %+v", name, bounds)
			}
			for _, k := range []float64{0, 0.9} {
				t.Run(fmt.Sprint(k), func(t *testing.T) {
					var before [3]float64
					for _, technique := range c.techniques {
						up, low, soft, err := New(technique, Options{}).Between(bounds, Values(map[string]float64{"N": 65536, "P": 10, "K": k}))
						if err != nil || !(soft.T <= low.T && low.T <= up.T) {
							t.Errorf("%s, %s: %v %v %v, %v", name, technique, soft.T, low.T, up.T, err)
						}
						now := [3]float64{up.T, low.T, soft.T}
						for i := range now {
							if before[0] > 0 && now[i] >= before[i] {
								t.Errorf("%s: model %d has interleaved no better than block", name, i)
							}
						}
						before = now
					}
				})
			}
		})
	}
}

// The plan is the best of all plans, tried one by one.
func TestPlan(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	all := []Technique{Block, Interleaved, Pipelined, Function}
	for range 300 {
		segments := make([]Segment, 1+rng.IntN(4))
		for i := range segments {
			segments[i] = Segment{Costs: map[Technique]float64{}, Items: float64(rng.IntN(10))}
			for _, t := range all {
				if rng.IntN(3) > 0 {
					segments[i].Costs[t] = float64(rng.IntN(40))
				}
			}
		}
		chosen, total, ok := Plan(segments, Change)
		best := math.Inf(1)
		var try func(i int, before Technique, sum float64)
		try = func(i int, before Technique, sum float64) {
			if i == len(segments) {
				best = min(best, sum)
				return
			}
			for t, c := range segments[i].Costs {
				more := c
				if i > 0 {
					more += Change(before, t, segments[i-1].Items)
				}
				try(i+1, t, sum+more)
			}
		}
		try(0, "", 0)
		if ok != !math.IsInf(best, 1) || ok && total != best {
			t.Fatalf("%v: %v, %v, want %v", segments, total, ok, best)
		}
		sum := 0.0
		for i, c := range chosen {
			sum += segments[i].Costs[c]
			if i > 0 {
				sum += Change(chosen[i-1], c, segments[i-1].Items)
			}
		}
		if ok && sum != total {
			t.Fatalf("%v costs %v, not %v", chosen, sum, total)
		}
	}
}

// No other strip is faster.
func TestSweep(t *testing.T) {
	s := NewSweep()
	for _, v := range []map[string]float64{
		{"N": 100, "P": 8, "W": 2e-6, "S": 5e-6, "C": 1e-8}, {"N": 64, "P": 4, "W": 1e-5, "S": 1e-3, "C": 0}, {"N": 30, "P": 1, "W": 1, "S": 1, "C": 1}, {"N": 5, "P": 64, "W": 1, "S": 0, "C": 0},
	} {
		t.Run(fmt.Sprint(v), func(t *testing.T) {
			strip, time, err := s.Strip(v)
			if err != nil {
				t.Fatal(err)
			}
			for b := 1.0; b <= v["N"]; b++ {
				at := map[string]float64{"B": b}
				for n, x := range v {
					at[n] = x
				}
				if other, err := s.Arena.Eval(s.T, at); err != nil || other < time*(1-1e-12) {
					t.Errorf("%v: strips of %v take %v, of %v %v (%v)", v, strip, time, b, other, err)
				}
			}
		})
	}
}

func TestCells(t *testing.T) {
	for technique, want := range map[Technique]string{Block: "(i - 1) / 100 + 1 == me", Interleaved: "mod(i - 1, 10) + 1 == me", Pipelined: "part(me, partial)", Function: "part(me, partial)"} {
		if text := Cells(technique, 1000, 10); !strings.Contains(text, want) || !strings.Contains(text, "call receive") {
			t.Errorf("%s:\n%s", technique, text)
		}
	}
}
