package memory

import (
	"fmt"
	"math"
	"slices"

	"github.com/parlens/parlens/analysis/symbolic"
)

// detected adds up the misses of several visits. What a variable is accessed for
// again is there, as long as all of it is less than the cache has: of several
// accesses to it that go the same way in the loops around, the one with most misses
// counts.
type detected struct {
	counters *Counters
	of       map[string][]symbolic.Expr // of a variable
	order    []string                   // of the variables
	known    map[string]bool            // accesses that are alike
}

func newDetected(c *Counters) *detected {
	return &detected{counters: c, of: map[string][]symbolic.Expr{}, known: map[string]bool{}}
}

// mostAccesses is how many different accesses to a variable are compared.
const mostAccesses = 4

// add counts what a visit misses in its n inner loops, or nothing where nobody
// knows.
func (d *detected) add(visit, n int) {
	c := d.counters
	v := c.visits[visit]
	for k, s := range v.Streams {
		variable := fmt.Sprint(v.Variables[k], s.Steps[n:])
		access := fmt.Sprint(variable, v.Trips[:n], s.Steps[:n], s.Columns)
		if d.known[access] || s.Again || len(d.of[variable]) == mostAccesses {
			continue
		}
		d.known[access] = true
		x := c.missed(question{visit: visit, stream: k, n: n})
		if _, undefined := c.m.A.IsUndefined(x); undefined {
			continue
		}
		if d.of[variable] == nil {
			d.order = append(d.order, variable)
		}
		d.of[variable] = append(d.of[variable], x)
	}
}

func (d *detected) total() symbolic.Expr {
	a := d.counters.m.A
	var all []symbolic.Expr
	for _, variable := range d.order {
		x := d.of[variable][0]
		if len(d.of[variable]) > 1 {
			x = a.Opaque(most, d.of[variable]...)
		}
		all = append(all, x)
	}
	return a.Add(all...)
}

var most = &symbolic.Function{
	Name: "most", Key: "memory", Result: symbolic.Real, Cost: 1, Lo: 0, Hi: math.Inf(1),
	Eval:  func(args []float64) (float64, error) { return slices.Max(args), nil },
	Grows: func(_, _ []float64) bool { return true },
}
