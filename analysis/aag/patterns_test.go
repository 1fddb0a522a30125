package aag_test

import (
	"context"
	"math"

	"github.com/parlens/parlens/analysis/inspector"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/values"
)

// patterns counts what the references bring that no formula describes, and puts
// the numbers of the patterns into env. Where all are known, a line that has no
// other bounds has none.
func (c *closedForms) patterns(given map[string]float64, grid []int, env map[string]float64) {
	b := c.graph.Builder
	n, err := inspector.NewNumbers(b, grid, func(name string) float64 {
		if v, ok := env[name]; ok {
			return v
		}
		return math.NaN()
	})
	if err == nil {
		n.Subscript = c.subscripts(given)
	}
	c.bound = map[int]bool{}
	for _, u := range c.graph.Units {
		if u.Comm == nil {
			continue
		}
		number := int64(0)
		if u.Comm.Pattern != "" && err == nil {
			if p, err := n.Pattern(u.Comm); err == nil {
				number = b.AddPattern(p)
			}
		}
		env[u.Comm.Pattern] = float64(number)
		if u.Comm.Bound && (number == 0 || !u.Comm.Unknown) {
			c.bound[c.line(u)] = true
		}
	}
}

// subscripts evaluates subscripts with what running the unit finds.
func (c *closedForms) subscripts(given map[string]float64) inspector.Subscript {
	run := values.Run(context.Background(), c.unit.Unit, values.Options{Set: given, Subscripts: func(source.Span) bool { return true }})
	moments := map[source.Span]*values.Moment{}
	return func(at source.Span, e program.Expr, position int64, index map[*program.Symbol]int64) (int64, bool) {
		m, known := moments[at]
		if !known {
			m = run.Moment(at)
			moments[at] = m
		}
		if m == nil {
			return 0, false
		}
		return m.Subscript(e, position, index)
	}
}
