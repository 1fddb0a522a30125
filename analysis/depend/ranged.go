package depend

import (
	"slices"

	"github.com/parlens/parlens/analysis/program"
)

// ranged collects FORALL and DO CONCURRENT: their indices run over ranges
// within one statement of the loops around.
func (c *collector) ranged(ranges []program.IndexRange, mask program.Expr, body []program.Stmt) {
	env, constraints, masked := c.env, c.ranges, c.masked
	c.env, c.ranges = slices.Clip(env), slices.Clip(constraints)
	outer := c.place(2 * c.seq)
	for _, r := range ranges {
		c.read(r.Lo, r.Hi, r.Step)
		v := variableForm(c.local(rangeVariable, c.id(r.Var), r.Var.Name))
		f, limits := c.progression(v, r.Lo, r.Hi, r.Step, outer)
		c.env = append(c.env, rangedIndex{r.Var, f, true})
		c.ranges = append(c.ranges, limits...)
	}
	c.masked = masked || mask != nil
	c.read(mask)
	before := c.flow.skippable()
	c.block(body)
	c.flow.leave(before, false)
	c.env, c.ranges, c.masked = env, constraints, masked
}

// progression returns the values of lo:hi:step as a form of v, which counts
// them, with the constraints on v.
func (c *collector) progression(v form, lo, hi, step program.Expr, at place) (form, []form) {
	by, ok := int64(1), true
	if step != nil {
		by, ok = constant(step)
	}
	switch {
	case !ok || by == 0:
		return v, nil
	case by == 1 || by == -1:
		return v, c.between(v, lo, hi, by, at)
	}
	from, ok := form{}, lo != nil
	if ok {
		from, ok = c.form(lo, at)
	}
	if !ok {
		return v, nil
	}
	f := from.add(by, v)
	return f, append(c.between(f, nil, hi, by, at), v)
}
