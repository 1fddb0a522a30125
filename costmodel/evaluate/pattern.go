package evaluate

import (
	"context"
	"slices"

	"github.com/parlens/parlens/analysis/aag"
	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/effort"
	"github.com/parlens/parlens/analysis/inspector"
	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/values"
)

// Index arrays are critical variables too (paper 003, section 4.2): where the
// program computes them, what an irregular reference brings is counted for the
// given sizes, and takes the place of the bound.

// mostPatterned is the number of processors for which patterns are counted.
const mostPatterned = 256

// patterned returns the units of the graph whose communications may have
// patterns.
func patterned(g *aag.Graph) []*aag.AAU {
	var out []*aag.AAU
	for _, u := range g.Units {
		if u.Comm != nil && u.Comm.Pattern != "" {
			out = append(out, u)
		}
	}
	return out
}

// subscripts returns the places whose subscripts patterns depend on.
func subscripts(g *aag.Graph) map[source.Span]bool {
	out := map[source.Span]bool{}
	for _, u := range patterned(g) {
		for _, at := range u.Comm.Places() {
			out[at] = true
		}
	}
	return out
}

// patterns counts what the irregular references bring, and gives the symbols of
// their communications the numbers of the patterns: 0 where one is not known.
func (n *numbers) patterns(ctx context.Context) {
	if len(patterned(n.m.graph)) > 0 {
		n.m.listing.list(n.m.graph, func(g *aag.Graph) { n.countPatterns(ctx, g) })
	}
}

func (n *numbers) noPatterns() {
	for _, u := range patterned(n.m.graph) {
		n.env[u.Comm.Pattern] = 0
	}
}

// countPatterns counts in the arena of a graph that is like the model's, until ctx ends.
func (n *numbers) countPatterns(ctx context.Context, g *aag.Graph) {
	c := n.counting(g)
	if c.list == nil {
		return
	}
	for _, u := range patterned(n.m.graph) {
		if ctx.Err() != nil {
			return
		}
		visited := c.list.Visited
		c.count(u.Comm.Pattern)
		effort.Count(ctx, c.list.Visited-visited)
	}
}

// counting counts patterns, each when it is first asked for.
type counting struct {
	n       *numbers
	graph   *aag.Graph
	list    *inspector.Numbers // nil: no pattern can be counted
	counted map[string]bool
}

func (n *numbers) counting(g *aag.Graph) *counting {
	n.noPatterns()
	c := &counting{n: n, graph: g, counted: map[string]bool{}}
	if len(patterned(g)) == 0 || mapping.Product(n.grid) > mostPatterned || len(g.Units) != len(n.m.graph.Units) {
		return c
	}
	if list, err := inspector.NewNumbers(g.Builder, n.grid, n.value); err == nil {
		c.list = list
		c.list.Subscript = n.subscript(map[source.Span]*values.Moment{})
	}
	return c
}

// count gives the symbol of a pattern its number: 0 where one reference has
// several patterns.
func (c *counting) count(symbol string) {
	if c.list == nil || c.counted[symbol] {
		return
	}
	for i, u := range c.graph.Units {
		own := c.n.m.graph.Units[i].Comm
		if u.Comm == nil || u.Comm.Pattern == "" || own.Pattern != symbol {
			continue
		}
		number := int64(0)
		if p, err := c.list.Pattern(u.Comm); err == nil {
			number = c.n.m.graph.Builder.AddPattern(p)
		}
		if c.counted[symbol] && c.n.env[symbol] != float64(number) {
			number = 0
		}
		c.counted[symbol], c.n.env[symbol] = true, float64(number)
	}
}

// known counts the pattern of a communication, if it has one.
func (c *counting) known(m *comm.Communication) *comm.Communication {
	if m.Pattern != "" {
		c.count(m.Pattern)
	}
	return c.n.known(m)
}

// known returns the communication as the numbers have it: no bound where they are
// those of a pattern.
func (n *numbers) known(c *comm.Communication) *comm.Communication {
	loose := !c.Bound && slices.ContainsFunc(c.Loose, func(s string) bool { return n.env[s] == 0 })
	if c.Pattern == "" || n.env[c.Pattern] == 0 {
		if !loose {
			return c
		}
		out := *c
		out.Bound = true
		return &out
	}
	out := *c
	out.Traced = true
	out.Bound = c.Bound && !c.Unknown
	return &out
}

// subscript evaluates subscripts with what the run has found.
func (n *numbers) subscript(at map[source.Span]*values.Moment) inspector.Subscript {
	return func(place source.Span, e program.Expr, position int64, index map[*program.Symbol]int64) (int64, bool) {
		m, known := at[place]
		if !known {
			m = n.values.run().moment(place)
			at[place] = m
		}
		if m == nil {
			return 0, false
		}
		return m.Subscript(e, position, index)
	}
}

// moment returns the state at a place; nil without one.
func (r *interpreted) moment(at source.Span) *values.Moment {
	if r.Result == nil {
		return nil
	}
	return r.Moment(at)
}
