package process

import (
	"context"
	"maps"
	"slices"
)

// plateau is an execution, and the grids that it stands for.
type plateau struct {
	least, most []float64 // extents, from the ones to the others
	looked      []int     // coordinates that were looked at, by dimension
	ends        []float64
	trimmed     bool // some stand for others
	total       Total
	work        workload
}

// remembered finds the plateau of a grid.
func (c *Curve) remembered(key string, parts, extents []float64) (Total, bool) {
	c.mu.Lock()
	plateaus := c.known[key]
	c.mu.Unlock()
	for _, s := range plateaus {
		if s.holds(extents) && c.endsAlike(s, parts) {
			return s.on(extents), true
		}
	}
	return Total{}, false
}

// on is the total on a grid. It does not depend on which grid was executed.
func (s *plateau) on(extents []float64) Total {
	t := s.total
	t.Count = 1
	for _, n := range extents {
		t.Count *= n
	}
	if s.trimmed {
		t.Computed = s.work.on(extents, s.looked)
	}
	return t
}

func (s *plateau) holds(extents []float64) bool {
	for d, n := range extents {
		if n < s.least[d] || n > s.most[d] {
			return false
		}
	}
	return true
}

// endsAlike reports whether ranges end with the same ones, or among those that one
// stands for.
func (c *Curve) endsAlike(s *plateau, parts []float64) bool {
	for i, g := range c.ends {
		last := float64(s.looked[g.dim] - 1)
		if x, y := g.of(parts), s.ends[i]; x != y && (x < last || y < last) {
			return false
		}
	}
	return true
}

// execute runs the program; the plateau is nil where the result stands for nothing else.
func (c *Curve) execute(ctx context.Context, values []float64, representatives func(dimension int) []int64) (Total, *plateau, error) {
	opt := c.opt
	opt.alike, opt.Representatives = c.alike, representatives
	opt.Known = nil // whom processors wait for is looked at
	opt.Env = maps.Clone(opt.Env)
	for i, name := range c.names {
		opt.Env[name] = values[i]
	}
	c.mu.Lock()
	c.runs++
	c.mu.Unlock()
	res, err := c.p.Run(ctx, opt)
	if err != nil {
		return Total{}, nil, err
	}
	total, r := res.Total(), res.run
	if res.Reading != clockReading || res.Sampled || res.Low != res.High || r.grid.sampled {
		return total, nil, nil
	}
	s := &plateau{total: total, work: r.workload()}
	for d, coords := range r.grid.coords {
		n, beyond := float64(r.grid.extents[d]), float64(r.grid.beyond[d])
		if len(coords) < int(n) && beyond >= n {
			return total, nil, nil // on more processors there would be one to wait for
		}
		s.looked = append(s.looked, len(coords))
		s.trimmed = s.trimmed || float64(len(coords)) < n
		s.least, s.most = append(s.least, min(n, max(float64(len(coords)), beyond+1))), append(s.most, n)
	}
	r.further(s)
	return total, s, nil
}

// further finds out whether those that one stands for may be any number more.
func (r *run) further(s *plateau) {
	extents := slices.Clone(s.most)
	for d, n := range s.most {
		if float64(s.looked[d]) < n {
			extents[d] = manyProcessors
		}
	}
	for d := range extents {
		if extents[d] == s.most[d] {
			continue
		}
		t := r.trimming(d, extents)
		if !t.alike(float64(s.looked[d] - 1)) {
			return
		}
	}
	s.most = extents
}
