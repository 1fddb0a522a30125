package elements

import (
	"math"

	"github.com/parlens/parlens/analysis/program"
)

// reduceAhead finds the reduction intrinsics over mapped sections in an
// expression and executes them: every processor combines its own part, then
// all parts are combined. Inside parallel constructs it does nothing, so that
// whoever evaluates the expression does the whole. The returned function
// forgets the results.
func (it *interpreter) reduceAhead(at int, es ...program.Expr) (forget func()) {
	var done []*program.Call
	for _, e := range es {
		program.Walk(e, func(x program.Expr) bool {
			c, ok := x.(*program.Call)
			if !ok || program.Intrinsics[c.Name].Shape != program.Reduction || len(it.homes) > 0 {
				return true
			}
			home := it.firstMapped(1, arguments(c)...)
			if home == nil {
				return true
			}
			forgetInner := it.reduceAhead(at, arguments(c)...)
			it.reduced[c] = it.reduceInParts(c, home, at)
			forgetInner()
			done = append(done, c)
			return false
		})
	}
	return func() {
		for _, c := range done {
			delete(it.reduced, c)
		}
	}
}

func arguments(c *program.Call) []program.Expr {
	var es []program.Expr
	for _, a := range c.Args {
		es = append(es, a.Value)
	}
	return es
}

// reduceInParts executes a reduction intrinsic, each element by the owners of
// home's element.
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
	it.combined(c, c.Name, home, at)
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
	if c.ReducedDim() != nil {
		ev.fail("%s along a dimension is not executed", c.Name)
	}
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
		if a.Keyword == "mask" || i > 0 && a.Keyword == "" {
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
			participants *= it.opt.Grid[g]
		}
	}
	r := it.reductions[key]
	if r == nil {
		r = &Reduction{Name: name, Participants: participants}
		it.reductions[key] = r
		l := it.at(it.lineOf(at))
		l.Reductions = append(l.Reductions, r)
	}
	r.Executions++
	r.Values++
	r.Participants = int(math.Max(float64(r.Participants), float64(participants)))
}
