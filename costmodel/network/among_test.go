package network

import (
	"fmt"
	"math"
	"math/bits"
	"testing"

	"github.com/parlens/parlens/analysis/symbolic"
	"github.com/parlens/parlens/machines"
)

// group is processors that play a collective operation: when each is free, in
// microseconds, and which parts it has. A part of an all-to-all exchange is
// named by where it is from and where it goes.
type group struct {
	clock []float64
	has   []map[int]bool
	bytes float64
}

func newGroup(p int, bytes float64) *group {
	g := &group{clock: make([]float64, p), bytes: bytes}
	for range p {
		g.has = append(g.has, map[int]bool{})
	}
	return g
}

// transfer is a message with some parts.
type transfer struct {
	from, to int
	parts    []int
	hops     float64
}

// round plays messages that are sent at the same time, each when its sender and
// its receiver are free.
func (g *group) round(all []transfer) {
	after := append([]float64(nil), g.clock...)
	for _, t := range all {
		done := max(g.clock[t.from], g.clock[t.to]) + hopping(float64(len(t.parts))*g.bytes, t.hops)
		after[t.from], after[t.to] = max(after[t.from], done), max(after[t.to], done)
		for _, part := range t.parts {
			if !g.has[t.from][part] {
				panic(fmt.Sprintf("%d does not have part %d", t.from, part))
			}
		}
	}
	for _, t := range all {
		for _, part := range t.parts {
			g.has[t.to][part] = true
		}
	}
	g.clock = after
}

// hopping is a message of the iPSC/860 in microseconds.
func hopping(bytes, hops float64) float64 {
	if bytes <= 100 {
		return 65 + 0.425*bytes + 10*hops
	}
	return 147 + 0.39*bytes + 30.5*hops
}

func (g *group) finish() float64 {
	last := 0.0
	for _, c := range g.clock {
		last = max(last, c)
	}
	return last
}

func (g *group) parts(of int) []int {
	var out []int
	for part := range g.has[of] {
		out = append(out, part)
	}
	return out
}

// each asks every processor for a condition.
func (g *group) each(t *testing.T, what string, ok func(q int) bool) {
	for q := range g.clock {
		if !ok(q) {
			t.Errorf("%s on %d: processor %d has %v", what, len(g.clock), q, g.has[q])
			return
		}
	}
}

func own(g *group) {
	for q := range g.clock {
		g.has[q][q] = true
	}
}

func stages(p int) int { return bits.Len(uint(p - 1)) }

// plays are the algorithms on p processors, with what each must have at the end.
var plays = map[string]func(t *testing.T, g *group, p int){
	"gather binomial": func(t *testing.T, g *group, p int) {
		own(g)
		for s := 1; s < p; s *= 2 {
			var all []transfer
			for q := s; q < p; q += 2 * s {
				all = append(all, transfer{q, q - s, g.parts(q), 1})
			}
			g.round(all)
		}
		g.each(t, "gather", func(q int) bool { return q > 0 || len(g.has[0]) == p })
	},
	"gather linear": func(t *testing.T, g *group, p int) {
		own(g)
		for q := 1; q < p; q++ {
			g.round([]transfer{{q, 0, []int{q}, 1}})
		}
		g.each(t, "gather", func(q int) bool { return q > 0 || len(g.has[0]) == p })
	},
	"scatter binomial": func(t *testing.T, g *group, p int) {
		for q := range p {
			g.has[0][q] = true
		}
		for s := 1 << stages(p) / 2; s >= 1; s /= 2 {
			var all []transfer
			for q := 0; q+s < p; q += 2 * s {
				var down []int
				for part := q + s; part < min(p, q+2*s); part++ {
					down = append(down, part)
				}
				all = append(all, transfer{q, q + s, down, 1})
			}
			g.round(all)
		}
		g.each(t, "scatter", func(q int) bool { return g.has[q][q] })
	},
	"scatter linear": func(t *testing.T, g *group, p int) {
		for q := range p {
			g.has[0][q] = true
		}
		for q := 1; q < p; q++ {
			g.round([]transfer{{0, q, []int{q}, 1}})
		}
		g.each(t, "scatter", func(q int) bool { return g.has[q][q] })
	},
	"allgather recursive-doubling": func(t *testing.T, g *group, p int) {
		own(g)
		for s := 1; s < p; s *= 2 {
			var all []transfer
			for q := range p {
				var block []int // the parts q, q+1, ... that the receiver lacks
				for k := range min(s, p-s) {
					block = append(block, (q+k)%p)
				}
				all = append(all, transfer{q, (q - s + p) % p, block, 1})
			}
			g.round(all)
		}
		g.each(t, "allgather", func(q int) bool { return len(g.has[q]) == p })
	},
	"allgather ring": func(t *testing.T, g *group, p int) {
		own(g)
		for s := range p - 1 {
			var all []transfer
			for q := range p {
				all = append(all, transfer{q, (q + 1) % p, []int{(q - s + p) % p}, 1})
			}
			g.round(all)
		}
		g.each(t, "allgather", func(q int) bool { return len(g.has[q]) == p })
	},
	"allgather linear": func(t *testing.T, g *group, p int) {
		own(g)
		for q := 1; q < p; q++ {
			g.round([]transfer{{q, 0, []int{q}, 1}})
		}
		for q := 1; q < p; q++ {
			g.round([]transfer{{0, q, g.parts(0), 1}})
		}
		g.each(t, "allgather", func(q int) bool { return len(g.has[q]) == p })
	},
	"alltoall pairwise": func(t *testing.T, g *group, p int) {
		named(g, p)
		for s := 1; s < p; s++ {
			var all []transfer
			for q := range p {
				all = append(all, transfer{q, (q + s) % p, []int{q*p + (q+s)%p}, far(p)})
			}
			g.round(all)
		}
		g.each(t, "alltoall", received(g, p))
	},
	"alltoall linear": func(t *testing.T, g *group, p int) {
		named(g, p) // a node's blocking calls follow one another: as pairwise
		for s := 1; s < p; s++ {
			var all []transfer
			for q := range p {
				all = append(all, transfer{q, (q + s) % p, []int{q*p + (q+s)%p}, far(p)})
			}
			g.round(all)
		}
		g.each(t, "alltoall", received(g, p))
	},
	"alltoall bruck": func(t *testing.T, g *group, p int) {
		named(g, p)
		for s := 1; s < p; s *= 2 {
			var all []transfer
			for q := range p {
				var moved []int // what has the bit in its way and has come to q by the lower ones
				for part := range p * p {
					way := (part%p - part/p + p) % p
					if way&s != 0 && (part/p+way%s)%p == q {
						moved = append(moved, part)
					}
				}
				all = append(all, transfer{q, (q + s) % p, moved, 1})
			}
			g.round(all)
		}
		g.each(t, "alltoall", received(g, p))
	},
}

func named(g *group, p int) {
	for q := range p {
		for to := range p {
			g.has[q][q*p+to] = true
		}
	}
}

func received(g *group, p int) func(q int) bool {
	return func(q int) bool {
		for from := range p {
			if !g.has[q][from*p+q] {
				return false
			}
		}
		return true
	}
}

// far is the mean distance in the hypercube, at least one hop.
func far(p int) float64 { return max(1, float64(stages(p))/2) }

func TestAmong(t *testing.T) {
	for name, play := range plays {
		t.Run(name, func(t *testing.T) {
			var operation, algorithm string
			if _, err := fmt.Sscan(name, &operation, &algorithm); err != nil {
				t.Fatal(err)
			}
			m := choosing(t, operation, algorithm)
			for _, p := range []int{1, 2, 3, 4, 5, 7, 8, 13, 16, 31} {
				t.Run(fmt.Sprint(p), func(t *testing.T) {
					for _, bytes := range []float64{8, 60, 4096} {
						g := newGroup(p, bytes)
						play(t, g, p)
						want := g.finish()
						if got := among(t, m, operation, p, bytes); math.Abs(got-want) > 1e-9*max(1, want) {
							t.Errorf("%s, %d processors, %g bytes: %g us, played %g", name, p, bytes, got, want)
						}
					}
				})
			}
		})
	}
}

// Every algorithm that a machine file may name is played.
func TestAllAlgorithmsArePlayed(t *testing.T) {
	for _, k := range machines.Keys([]string{"communication", "collectives"}) {
		for _, algorithm := range k.Values {
			name := k.Name + " " + algorithm
			if played[name] == nil && plays[name] == nil && k.Name != "barrier" {
				t.Errorf("%s is played nowhere", name)
			}
		}
	}
}

// In a round of the dissemination barrier each tells the one 1, 2, 4, ... further
// what it knows; a round costs one step of 75 us.
func TestBarrier(t *testing.T) {
	for p := 1; p <= 17; p++ {
		knows := make([]map[int]bool, p)
		for q := range knows {
			knows[q] = map[int]bool{q: true}
		}
		rounds := 0
		for s := 1; s < p; s *= 2 {
			next := make([]map[int]bool, p)
			for q := range next {
				next[q] = map[int]bool{}
				for _, from := range []int{q, (q - s + p) % p} {
					for k := range knows[from] {
						next[q][k] = true
					}
				}
			}
			knows = next
			rounds++
		}
		for q := range knows {
			if len(knows[q]) != p {
				t.Fatalf("%d of %d does not know of all after %d rounds", q, p, rounds)
			}
		}
		for algorithm, steps := range map[string]int{"dissemination": rounds, "linear": 2 * (p - 1)} {
			t.Run(algorithm, func(t *testing.T) {
				if got := among(t, choosing(t, "barrier", algorithm), "barrier", p, 0); math.Abs(got-75*float64(steps)) > 1e-9 {
					t.Errorf("%s of %d: %g us, want %d steps of 75", algorithm, p, got, steps)
				}
			})
		}
	}
}

// among evaluates the model, in microseconds.
func among(t *testing.T, machine *machines.Machine, operation string, p int, bytes float64) float64 {
	t.Helper()
	a := symbolic.NewArena()
	m := Model{A: a, M: machine}
	partners := a.Sym("P", symbolic.Index)
	g, size := Group{Partners: partners, Stages: a.CeilLog2(partners)}, a.Real(bytes)
	e := map[string]func() symbolic.Expr{
		"gather":    func() symbolic.Expr { return m.Gather(g, size) },
		"scatter":   func() symbolic.Expr { return m.Scatter(g, size) },
		"allgather": func() symbolic.Expr { return m.Allgather(g, size) },
		"alltoall":  func() symbolic.Expr { return m.Alltoall(g, size) },
		"barrier":   func() symbolic.Expr { return m.Barrier(g) },
	}[operation]()
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
