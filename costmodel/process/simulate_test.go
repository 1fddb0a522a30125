package process

import (
	"slices"
	"testing"

	"github.com/parlens/parlens/analysis/symbolic"
)

// simulation executes a term processor by processor and iteration by
// iteration, straight from the definitions: the oracle of the other tests.
type simulation struct {
	t       testing.TB
	s       *SPMD
	env     map[string]float64
	extents []int
	coords  [][]int // of each processor
	barrier bool
	clock   []float64
	work    []float64 // own time
	wait    []float64
	active  []int // processors that execute
	tapes   map[symbolic.Expr]*formula
}

// formula is an expression that is evaluated again and again, with its inputs and result.
type formula struct {
	tape *symbolic.Tape
	from []argument
	in   []float64
	out  [1]float64
	done bool // it has no inputs, and has been evaluated
}

// argument is where a value comes from: a coordinate of the processor, or the environment.
type argument struct {
	name       string
	coordinate int // -1: of the environment
}

func simulate(t testing.TB, s *SPMD, env map[string]float64, reading Reading) *simulation {
	m := &simulation{t: t, s: s, env: map[string]float64{}, tapes: map[symbolic.Expr]*formula{}, barrier: reading == Barrier}
	for name, v := range env {
		m.env[name] = v
	}
	count := 1
	for _, e := range s.Extents {
		n := int(m.value(e, 0))
		m.extents = append(m.extents, n)
		count *= n
	}
	m.clock, m.work, m.wait = make([]float64, count), make([]float64, count), make([]float64, count)
	for p := range count {
		m.active = append(m.active, p)
		m.coords = append(m.coords, m.coordsOf(p))
	}
	m.exec(s.Body, nil)
	return m
}

func (m *simulation) coordsOf(p int) []int {
	c := make([]int, len(m.extents))
	for d := len(c) - 1; d >= 0; d-- {
		c[d] = p % m.extents[d]
		p /= m.extents[d]
	}
	return c
}

func (m *simulation) index(c []int) int {
	p := 0
	for d, x := range c {
		p = p*m.extents[d] + x
	}
	return p
}

func (m *simulation) value(e symbolic.Expr, p int) float64 {
	f := m.tapes[e]
	if f == nil {
		f = m.compile(e)
		m.tapes[e] = f
	}
	if f.done {
		return f.out[0]
	}
	for i, from := range f.from {
		if from.coordinate >= 0 {
			f.in[i] = float64(m.coords[p][from.coordinate])
		} else {
			f.in[i] = m.env[from.name]
		}
	}
	if err := f.tape.Eval(f.in, f.out[:]); err != nil {
		m.t.Fatalf("%s: %v", m.s.Arena.String(e), err)
	}
	f.done = len(f.from) == 0
	return f.out[0]
}

func (m *simulation) compile(e symbolic.Expr) *formula {
	f := &formula{tape: m.s.Arena.Compile(e)}
	for _, s := range f.tape.Inputs() {
		f.from = append(f.from, argument{s.Name, slices.Index(m.s.Coordinates, s.Name)})
	}
	f.in = make([]float64, len(f.from))
	return f
}

func (m *simulation) valueOr(e symbolic.Expr, p int, none float64) float64 {
	if e == 0 {
		return none
	}
	return m.value(e, p)
}

// exec runs t; weights are the shares of the processors, nil for whole.
func (m *simulation) exec(t Term, weights []float64) {
	switch t := t.(type) {
	case Series:
		for _, x := range t {
			m.exec(x, weights)
		}
	case *Delay:
		for _, p := range m.active {
			m.spend(p, m.valueOr(t.Amount, p, 0), weights)
		}
	case *Loop:
		m.loop(t, weights)
	case *If:
		m.branches(t, weights)
	case *Exchange:
		m.exchange(t, weights)
	case *Sweep:
		m.sweep(t, weights)
	}
}

func (m *simulation) share(p int, weights []float64) float64 {
	if weights == nil {
		return 1
	}
	return weights[p]
}

func (m *simulation) spend(p int, time float64, weights []float64) {
	m.clock[p] += time
	m.work[p] += time * m.share(p, weights)
}

func (m *simulation) hold(p int, time float64, weights []float64) {
	m.clock[p] += time
	m.wait[p] += time * m.share(p, weights)
}

// loop lets every processor run its own iterations when they do not
// synchronise, and all processors the same ones when they do.
func (m *simulation) loop(l *Loop, weights []float64) {
	if synchronises(l.Body) {
		m.trips(l, 0, func() { m.exec(l.Body, weights) })
		return
	}
	for _, p := range m.active {
		m.alone(p, func() { m.trips(l, p, func() { m.exec(l.Body, weights) }) })
	}
}

// alone executes f on one processor only.
func (m *simulation) alone(p int, f func()) {
	all := m.active
	m.active = []int{p}
	f()
	m.active = all
}

func (m *simulation) trips(l *Loop, p int, body func()) {
	lo, hi, step := m.value(l.Lo, p), m.value(l.Hi, p), m.valueOr(l.Step, p, 1)
	outer, shadowed := m.env[l.Index]
	for i := lo; step > 0 && i <= hi || step < 0 && i >= hi; i += step {
		m.env[l.Index] = i
		body()
	}
	delete(m.env, l.Index)
	if shadowed {
		m.env[l.Index] = outer
	}
}

func (m *simulation) branches(f *If, weights []float64) {
	before := append([]float64(nil), m.clock...)
	mean := append([]float64(nil), m.clock...)
	rest := make([]float64, len(before))
	for p := range rest {
		rest[p] = 1
	}
	for _, b := range f.Branches {
		share := make([]float64, len(before))
		inner := make([]float64, len(before))
		for p := range share {
			if m.valueOr(b.Cond, p, 1) != 0 {
				share[p] = min(rest[p], m.valueOr(b.Weight, p, 1))
			}
			rest[p] -= share[p]
			inner[p] = share[p] * m.share(p, weights)
		}
		copy(m.clock, before)
		m.exec(b.Body, inner)
		for p := range mean {
			mean[p] += share[p] * (m.clock[p] - before[p])
		}
	}
	copy(m.clock, mean)
}

// sweep fills the table C(k, p) by recursion on the predecessors.
func (m *simulation) sweep(s *Sweep, weights []float64) {
	strips := int(m.valueOr(s.Strips, 0, 1))
	for k := 1; k <= strips; k++ {
		m.env[s.Index] = float64(k)
		done := make([]bool, len(m.clock))
		var advance func(p int)
		advance = func(p int) {
			if done[p] {
				return
			}
			done[p] = true
			if m.share(p, weights) == 0 {
				return
			}
			release := m.clock[p]
			for d, o := range s.Order {
				c := slices.Clone(m.coords[p])
				c[d] -= o
				if o == 0 || c[d] < 0 || c[d] >= m.extents[d] {
					continue
				}
				q := m.index(c)
				advance(q)
				release = max(release, m.clock[q]+m.valueOr(messageOf(s), p, 0))
			}
			m.hold(p, release-m.clock[p], weights)
			m.alone(p, func() { m.exec(s.Body, weights) })
		}
		for p := range m.clock {
			advance(p)
		}
	}
	delete(m.env, s.Index)
}

func messageOf(s *Sweep) symbolic.Expr {
	if s.Message == nil {
		return 0
	}
	return s.Message.Amount
}
