package network

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/symbolic"
	"github.com/parlens/parlens/machines"
)

// message is that of the iPSC/860 between neighbours, in microseconds.
func message(bytes float64) float64 {
	if bytes <= 100 {
		return 75 + 0.425*bytes
	}
	return 177.5 + 0.39*bytes
}

const combineMicros = 0.01 // of two bytes

// rounds adds up what one processor of a collective operation does, round by
// round, in microseconds: a message of some bytes, and the combination of as
// many where it combines.
type rounds struct{ total float64 }

func (r *rounds) send(bytes float64)           { r.total += message(bytes) }
func (r *rounds) sendAndCombine(bytes float64) { r.total += message(bytes) + combineMicros*bytes }
func (r *rounds) times(n int, round func(k int)) {
	for k := 1; k <= n; k++ {
		round(k)
	}
}

// played plays the algorithms on p processors, a power of two where values are
// divided.
var played = map[string]func(r *rounds, p, stages int, n float64){
	"reduction recursive-doubling": func(r *rounds, _, stages int, n float64) { r.times(stages, func(int) { r.sendAndCombine(n) }) },
	"reduction binomial": func(r *rounds, _, stages int, n float64) {
		r.times(stages, func(int) { r.sendAndCombine(n) })
		r.times(stages, func(int) { r.send(n) })
	},
	"reduction linear": func(r *rounds, p, _ int, n float64) {
		r.times(p-1, func(int) { r.sendAndCombine(n) })
		r.times(p-1, func(int) { r.send(n) })
	},
	"reduction rabenseifner": func(r *rounds, _, stages int, n float64) {
		r.times(stages, func(k int) { r.sendAndCombine(n / math.Pow(2, float64(k))) })
		r.times(stages, func(k int) { r.send(n / math.Pow(2, float64(k))) })
	},
	"reduction ring": func(r *rounds, p, _ int, n float64) {
		r.times(p-1, func(int) { r.sendAndCombine(n / float64(p)) })
		r.times(p-1, func(int) { r.send(n / float64(p)) })
	},
	"broadcast binomial": func(r *rounds, _, stages int, n float64) { r.times(stages, func(int) { r.send(n) }) },
	"broadcast linear":   func(r *rounds, p, _ int, n float64) { r.times(p-1, func(int) { r.send(n) }) },
	"broadcast scatter-allgather": func(r *rounds, p, stages int, n float64) {
		r.times(stages, func(k int) { r.send(n / math.Pow(2, float64(k))) })
		r.times(p-1, func(int) { r.send(n / float64(p)) })
	},
}

// choosing is the iPSC/860 with another algorithm.
func choosing(t *testing.T, operation, algorithm string) *machines.Machine {
	t.Helper()
	text, _ := machines.Text("ipsc860")
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, operation+" ") {
			lines[i] = operation + ` = "` + algorithm + `"`
		}
	}
	m, diags := machines.Parse("m.toml", []byte(strings.Join(lines, "\n")))
	if m == nil || m.Collective(operation) != algorithm {
		t.Fatalf("%s %s: %v", operation, algorithm, diags)
	}
	return m
}

func TestCollectives(t *testing.T) {
	covered := 0
	for _, k := range machines.Keys([]string{"communication", "collectives"}) {
		for _, algorithm := range k.Values {
			play := played[k.Name+" "+algorithm]
			if play == nil {
				continue
			}
			covered++
			m := choosing(t, k.Name, algorithm)
			for _, p := range []int{1, 2, 4, 8, 64} {
				t.Run(fmt.Sprint(p), func(t *testing.T) {
					for _, bytes := range []float64{8, 200, 4096, 1 << 20} {
						t.Run(fmt.Sprint(bytes), func(t *testing.T) {
							want := &rounds{}
							play(want, p, int(math.Log2(float64(p))), bytes)
							if got := collective(t, m, k.Name, p, bytes); math.Abs(got-want.total) > 1e-9*max(1, want.total) {
								t.Errorf("%s %s, %d processors, %g bytes: %g us, round by round %g", k.Name, algorithm, p, bytes, got, want.total)
							}
						})
					}
				})
			}
		}
	}
	if covered != len(played) {
		t.Errorf("%d algorithms of %d", covered, len(played))
	}
}

// collective evaluates the model, in microseconds.
func collective(t *testing.T, machine *machines.Machine, operation string, p int, bytes float64) float64 {
	t.Helper()
	a := symbolic.NewArena()
	m := Model{A: a, M: machine}
	partners := a.Sym("P", symbolic.Index)
	g := Group{Partners: partners, Stages: a.CeilLog2(partners)}
	e := m.Broadcast(g, a.Real(bytes))
	switch operation {
	case "reduction":
		e = m.Reduce(g, a.Real(bytes), a.Real(combineMicros*1e-6*bytes))
	case "reduce-scatter":
		e = m.ReduceScatter(g, a.Real(bytes), a.Real(combineMicros*1e-6*bytes))
	}
	env := map[string]float64{"P": float64(p)}
	for _, name := range machine.Names() {
		n, _ := machine.Number(name)
		env[name] = n.Value
	}
	v, err := a.Eval(e, env)
	if err != nil {
		t.Fatal(err)
	}
	return v * 1e6
}

// Each gets its part of what all have, by the algorithm that the machine combines with: that of
// the iPSC/860 for scattering is binomial.
func TestReduceScatter(t *testing.T) {
	halving := func(r *rounds, _, stages int, n float64) {
		r.times(stages, func(k int) { r.sendAndCombine(n / math.Pow(2, float64(k))) })
	}
	scatter := func(r *rounds, stages int, n float64) {
		r.times(stages, func(k int) { r.send(n / math.Pow(2, float64(k))) })
	}
	for algorithm, play := range map[string]func(r *rounds, p, stages int, n float64){
		"recursive-doubling": halving,
		"rabenseifner":       halving,
		"ring": func(r *rounds, p, _ int, n float64) {
			r.times(p-1, func(int) { r.sendAndCombine(n / float64(p)) })
		},
		"binomial": func(r *rounds, _, stages int, n float64) {
			r.times(stages, func(int) { r.sendAndCombine(n) })
			scatter(r, stages, n)
		},
		"linear": func(r *rounds, p, stages int, n float64) {
			r.times(p-1, func(int) { r.sendAndCombine(n) })
			scatter(r, stages, n)
		},
	} {
		m := choosing(t, "reduction", algorithm)
		for _, p := range []int{1, 2, 8, 64} {
			t.Run(fmt.Sprint(algorithm, " ", p), func(t *testing.T) {
				for _, bytes := range []float64{512, 1 << 20} {
					t.Run(fmt.Sprint(bytes), func(t *testing.T) {
						want := &rounds{}
						play(want, p, int(math.Log2(float64(p))), bytes)
						if got := collective(t, m, "reduce-scatter", p, bytes); math.Abs(got-want.total) > 1e-9*max(1, want.total) {
							t.Errorf("%g bytes: %g us, round by round %g", bytes, got, want.total)
						}
					})
				}
			})
		}
	}
}

// Long values are combined faster in parts, short ones in whole.
func TestWhichReduction(t *testing.T) {
	for bytes, want := range map[float64]string{8: "recursive-doubling", 1 << 20: "rabenseifner"} {
		t.Run(fmt.Sprint(bytes), func(t *testing.T) {
			best, least := "", math.Inf(1)
			for _, algorithm := range []string{"recursive-doubling", "rabenseifner", "linear"} {
				if got := collective(t, choosing(t, "reduction", algorithm), "reduction", 8, bytes); got < least {
					best, least = algorithm, got
				}
			}
			if best != want {
				t.Errorf("%g bytes: %s", bytes, best)
			}
		})
	}
}
