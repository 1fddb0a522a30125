package spar

import "maps"

// serial is the time on one processor.
func (m *Model) serial(env map[string]float64) float64 {
	one := m.oneProcessor(env)
	n, err := m.fitting(one).Numbers(one)
	if err != nil {
		return 0
	}
	return n.T
}

// fitting is the same model for a number of processors that its blocks may not fit.
func (m *Model) fitting(env map[string]float64) *Model {
	if m.clamped == nil || m.fits(env) {
		return m
	}
	c, err := m.clamped()
	if err != nil {
		return m
	}
	for _, one := range c.Units() {
		if m.root != nil && one.root != nil && one.root.Model == m.root.Model {
			return one
		}
	}
	return c
}

// oneProcessor are the same values on arrays of one processor.
func (m *Model) oneProcessor(env map[string]float64) map[string]float64 {
	one := maps.Clone(env)
	for _, g := range m.Program.Grids {
		for _, p := range g.Params() {
			one[p] = 1
		}
	}
	return one
}
