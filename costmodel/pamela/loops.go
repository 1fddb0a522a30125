package pamela

import (
	"fmt"

	"github.com/parlens/parlens/analysis/symbolic"
	"github.com/parlens/parlens/costmodel/calculus"
)

// loop is the value of a loop. Sums in each other that count, and have no closed form together,
// stay as they are written: going through them once finds what they count for all values of their
// parameters (calculus.Tally).
func (v *evaluator) loop(f *frame, n *Loop) (value, error) {
	if v.counts || n.Word != "sum" {
		return v.closedLoop(f, n)
	}
	v.counts = true
	defer func() { v.counts = false }()
	x, err := v.closedLoop(f, n)
	if err != nil || x.sort != aNumber || !v.arena.HasLoops(x.number) {
		return x, err
	}
	kept := x
	v.arena.Kept(func() { kept, err = v.closedLoop(f, n) })
	if err == nil && v.arena.CountsAlongSeveral(kept.number) {
		return kept, nil
	}
	return x, err
}

func (v *evaluator) closedLoop(f *frame, n *Loop) (value, error) {
	lo, err := v.index(f, n.Lo)
	if err != nil {
		return value{}, err
	}
	hi, err := v.index(f, n.Hi)
	if err != nil {
		return value{}, err
	}
	name := v.indexName(n.Index, f.loops, lo)
	old, shadowed := f.locals[n.Index]
	if f.locals == nil {
		f.locals = map[string]value{}
	}
	f.locals[n.Index] = number(v.arena.Sym(name, symbolic.Index))
	f.loops++
	body, err := v.node(f, n.Body)
	f.loops--
	if delete(f.locals, n.Index); shadowed {
		f.locals[n.Index] = old
	}
	if err != nil {
		return value{}, err
	}
	return v.over(f, n, name, lo, hi, body)
}

// indexName is the symbol of a loop index: by depth, so that loops inside each
// other differ, and by a constant lower bound, which is a fact about it.
func (v *evaluator) indexName(index string, depth int, lo symbolic.Expr) string {
	name := fmt.Sprintf("%s\x01%d", index, depth)
	if first, ok := v.arena.ConstInt(lo); ok {
		name += fmt.Sprintf(":%d", first)
		v.arena.Assume(name, first, symbolic.Unbounded)
	}
	return name
}

func (v *evaluator) over(f *frame, n *Loop, index string, lo, hi symbolic.Expr, body value) (value, error) {
	a := v.arena
	switch {
	case body.sort == aProcess && n.Word == "seq":
		return processOf(&calculus.SerialOver{Index: index, Lo: lo, Hi: hi, Body: body.process}), nil
	case body.sort == aProcess && n.Word == "par":
		return processOf(&calculus.ParallelOver{Index: index, Lo: lo, Hi: hi, Body: body.process}), nil
	case body.sort == aNumber && n.Word == "sum":
		return number(a.Sum(index, lo, hi, body.number)), nil
	case body.sort == aNumber && n.Word == "max":
		return number(a.MaxOver(index, lo, hi, body.number)), nil
	case body.sort == aVector && n.Word == "sum":
		return vectorOf(v.calculus.SumOver(body.vector, index, lo, hi)), nil
	}
	return value{}, f.fail(n, "kind", "%s over %s has no meaning", n.Word, body.sort)
}

// list is a vector literal; entries from resource 0 of the only array on.
func (v *evaluator) list(f *frame, n *List) (value, error) {
	if err := v.oneArray(f, n); err != nil {
		return value{}, err
	}
	var out calculus.Vector
	for i, item := range n.Items {
		x, err := v.number(f, item)
		if err != nil {
			return value{}, err
		}
		out = append(out, calculus.Load{At: v.arena.Int(int64(i)), Amount: x})
	}
	return vectorOf(v.calculus.Plus(out, nil)), nil
}
