package events

import (
	"github.com/parlens/parlens/analysis/symbolic"
	"github.com/parlens/parlens/costmodel/process"
)

// values evaluates the expressions of a program on one processor at a time.
type values struct {
	s       *process.SPMD
	env     map[string]float64
	extents []int
	tapes   map[symbolic.Expr]*symbolic.Tape
}

func newValues(s *process.SPMD, env map[string]float64) *values {
	v := &values{s: s, env: map[string]float64{}, tapes: map[symbolic.Expr]*symbolic.Tape{}}
	for name, x := range env {
		v.env[name] = x
	}
	return v
}

// processors evaluates the extents of the grid.
func (v *values) processors() (int, error) {
	count := 1
	for _, e := range v.s.Extents {
		n, err := v.of(e, 1)
		if err != nil {
			return 0, err
		}
		v.extents = append(v.extents, int(n))
		count *= int(n)
	}
	return count, nil
}

// at makes p the processor that expressions are about.
func (v *values) at(p int) {
	for d, c := range v.coordinates(p) {
		v.env[v.s.Coordinates[d]] = float64(c)
	}
}

func (v *values) coordinates(p int) []int {
	c := make([]int, len(v.extents))
	for d := len(c) - 1; d >= 0; d-- {
		c[d], p = p%v.extents[d], p/v.extents[d]
	}
	return c
}

// of evaluates e; an expression that is left out has a value of its own.
func (v *values) of(e symbolic.Expr, none float64) (float64, error) {
	if e == 0 {
		return none, nil
	}
	tape := v.tapes[e]
	if tape == nil {
		tape = v.s.Arena.Compile(e)
		v.tapes[e] = tape
	}
	in := []float64{}
	for _, s := range tape.Inputs() {
		in = append(in, v.env[s.Name])
	}
	var out [1]float64
	err := tape.Eval(in, out[:])
	return out[0], err
}
