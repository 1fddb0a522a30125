package elements

import (
	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
)

func arguments(c *program.Call) []program.Expr {
	var es []program.Expr
	for _, a := range c.Args {
		es = append(es, a.Value)
	}
	return es
}

// reduceInParts executes a reduction intrinsic, each element by the owners of
// home's element; without a home everybody does the whole.
func (it *interpreter) reduceInParts(c *program.Call, home *program.Ref, at int) (result Value) {
	r := reader{key: c, group: c, at: at, who: it.owners(home)}
	line := it.lineOf(at)
	it.within(&frame{key: c}, func() {
		result = it.quiet(nil).reduce(c, it.counted, func(ev *evaluation) {
			members := it.members(it.place(r.who, ev.position))
			it.charge(r, members, ev.tally)
			for _, p := range members {
				it.share(line, p).Combined++
			}
		})
	})
	if home != nil {
		it.combined(c, c.Name, home, at)
	}
	return result
}

// reduceHere executes a reduction intrinsic as part of an expression.
func (ev *evaluation) reduceHere(c *program.Call) Value {
	return ev.reduce(c, func(position []int64) *evaluation {
		inner := *ev
		inner.position = position
		return &inner
	}, func(*evaluation) {})
}

// reduce evaluates the elements of a reduction's argument, each in the
// evaluation that element gives and done takes back, and combines them. Every
// element costs one operation, the first one too.
func (ev *evaluation) reduce(c *program.Call, element func([]int64) *evaluation, done func(*evaluation)) Value {
	var shape []int64
	for _, e := range arguments(c) {
		shape = ev.common(shape, ev.shape(e))
	}
	result := ev.startOf(c)
	mask := maskOf(c)
	positions(shape, func(position []int64) {
		ev.step()
		each := element(position)
		if mask == nil || each.value(mask).true() {
			result = each.combine(c, result)
		}
		done(each)
	})
	return result
}

// maskOf returns the mask of SUM, PRODUCT, MAXVAL and MINVAL.
func maskOf(c *program.Call) program.Expr {
	switch c.Name {
	case "any", "all", "count", "dot_product":
		return nil
	}
	for i, a := range c.Args {
		if a.Keyword == "mask" || i > 0 && a.Keyword == "" && a.Value != c.ReducedDim() {
			return a.Value
		}
	}
	return nil
}

// startOf returns the result of a reduction over nothing.
func (ev *evaluation) startOf(c *program.Call) Value {
	t, bytes := program.TypeOf(c.Args[0].Value)
	zero := ev.convertNumber(0, t, bytes)
	switch c.Name {
	case "any":
		return logical(false)
	case "all":
		return logical(true)
	case "count":
		return integer(0)
	case "product":
		return ev.convertNumber(1, t, bytes)
	case "maxval", "minval":
		worst := ev.inquireType(program.NewCall(c.Span(), "huge", nil), zero)
		if c.Name == "maxval" {
			worst.I, worst.R = -worst.I, -worst.R
		}
		return worst
	}
	return zero
}

func (ev *evaluation) convertNumber(x float64, t program.Type, bytes int) Value {
	if t == program.Logical {
		return logical(false)
	}
	return ev.convert(realOf(x, 8), t, bytes)
}

// combine adds the element at the position to the result so far.
func (ev *evaluation) combine(c *program.Call, sofar Value) Value {
	x := ev.value(c.Args[0].Value)
	switch c.Name {
	case "sum":
		ev.add(typed(x, "add"), 1)
		return ev.arithmetic(program.Add, sofar, x)
	case "product":
		ev.add(typed(x, "multiply"), 1)
		return ev.arithmetic(program.Mul, sofar, x)
	case "maxval", "minval":
		ev.add(MinMax, 1)
		return ev.extreme(c.Name[:3], []Value{sofar, x})
	case "dot_product":
		return ev.combineProduct(c, sofar, x)
	}
	ev.add(Logic, 1)
	switch c.Name {
	case "any":
		return logical(sofar.true() || x.true())
	case "all":
		return logical(sofar.true() && x.true())
	}
	return integer(sofar.I + x.I) // count
}

func (ev *evaluation) combineProduct(c *program.Call, sofar, x Value) Value {
	if len(c.Args) != 2 || x.Type == program.Logical {
		ev.fail("this dot_product is not executed")
	}
	product := ev.arithmetic(program.Mul, x, ev.value(c.Args[1].Value))
	ev.add(typed(product, "multiply"), 1)
	ev.add(typed(product, "add"), 1)
	return ev.arithmetic(program.Add, sofar, product)
}

// combined records that the parts of home's owners were combined into one
// value.
func (it *interpreter) combined(key any, name string, home *program.Ref, at int) {
	participants := 1
	for g, a := range it.variable(home.Sym).axes {
		if a.dealt() {
			participants *= it.extents[g]
		}
	}
	held := make([]int64, it.procs)
	for p := range held {
		held[p] = 1
	}
	it.record(key, Reduction{Name: name, Executions: 1, Values: 1, Participants: participants, Held: held}, at)
}

// record adds one execution to the record of a reduction.
func (it *interpreter) record(key any, once Reduction, at int) {
	r := it.reductions[key]
	if r == nil {
		r = &Reduction{Name: once.Name, Held: make([]int64, it.procs)}
		it.reductions[key] = r
		l := it.at(it.lineOf(at))
		l.Reductions = append(l.Reductions, r)
	}
	r.Executions += once.Executions
	r.Values += once.Values
	r.Participants = max(r.Participants, once.Participants)
	for p, n := range once.Held {
		r.Held[p] += n
	}
}

// recordFold records the combination of a fold's parts, if there is one: that
// of the processors along the grid dimensions that distributed what is gone.
func (it *interpreter) recordFold(c *program.Call, f *fold, t *variable, home *program.Ref, at int) {
	if f.dim < 0 {
		it.combined(c, c.Name, home, at)
		return
	}
	once := Reduction{Name: c.Name, Executions: 1, Values: int64(len(t.data)), Participants: 1, Held: make([]int64, it.procs)}
	distributed := false
	for g, a := range it.sectionAxes(home, ones(home.Rank())) {
		if a.kind == mapping.Aligned && a.dim == f.dim {
			once.Participants *= it.extents[g]
			distributed = true
		}
	}
	for i := range t.data {
		for _, p := range it.members(it.holders(t, i)) {
			once.Held[p]++
		}
	}
	if distributed {
		it.record(c, once, at)
	}
}
