package reaching

import (
	"maps"
	"slices"

	"github.com/parlens/parlens/analysis/program"
)

// What the branches of an IF leave in a scalar is one value where each leaves one and the
// conditions compare such values: MERGE of them, as bounds may have it.

// choose follows the branches of an IF, each from the state before it.
func (r *resolver) choose(s *program.If) {
	before, dead := r.current, r.dead
	var ends []map[*program.Symbol]*definition
	var conditions []program.Expr
	run := func(body []program.Stmt) {
		r.current, r.dead = maps.Clone(before), dead
		r.block(body)
		if !r.dead {
			ends = append(ends, r.current)
		}
	}
	for i := range s.Branches {
		r.current = before
		conditions = append(conditions, r.truth(s.Branches[i].Cond))
		s.Branches[i].Cond = r.condition(s.Branches[i].Cond)
		run(s.Branches[i].Body)
	}
	run(s.Else)
	r.dead = len(ends) == 0
	if r.dead {
		r.current = before
		return
	}
	values := map[*program.Symbol]program.Expr{}
	if len(ends) == len(conditions)+1 && !slices.Contains(conditions, nil) {
		values = r.merged(ends, conditions)
	}
	r.current = r.meet(before, ends)
	for v, value := range values {
		r.current[v].value = value
	}
}

// merged returns the values of the scalars that branches leave different, of those where each
// branch leaves one that is known.
func (r *resolver) merged(ends []map[*program.Symbol]*definition, conditions []program.Expr) map[*program.Symbol]program.Expr {
	out := map[*program.Symbol]program.Expr{}
	for _, v := range r.unit.Symbols {
		differs := slices.ContainsFunc(ends, func(e map[*program.Symbol]*definition) bool { return e[v] != ends[0][v] })
		if !followed(v) || v.Rank() > 0 || !differs {
			continue
		}
		if value := mergedOne(v, ends, conditions); value != nil {
			out[v] = value
		}
	}
	return out
}

// mergedOne is what the branches leave in a scalar; nil where that is not known.
func mergedOne(v *program.Symbol, ends []map[*program.Symbol]*definition, conditions []program.Expr) program.Expr {
	var value program.Expr
	for k, end := range slices.Backward(ends) {
		d := end[v]
		switch {
		case d == nil || d.value == nil:
			return nil
		case k == len(conditions):
			value = d.value
		case program.NodesOf(d.value)+program.NodesOf(value)+program.NodesOf(conditions[k]) >= mostNodes:
			return nil
		default:
			value = program.NewCall(d.value.Span(), "merge", nil, program.Arg{Value: d.value}, program.Arg{Value: value}, program.Arg{Value: conditions[k]})
		}
	}
	return value
}

// truth returns a condition in the definitions that hold now: comparisons of values that are
// known; nil for any other.
func (r *resolver) truth(e program.Expr) program.Expr {
	b, ok := e.(*program.Binary)
	if !ok {
		return nil
	}
	var x, y program.Expr
	switch b.Op {
	case program.Eq, program.Ne, program.Lt, program.Le, program.Gt, program.Ge:
		x, y = r.valueOf(b.X, nil), r.valueOf(b.Y, nil)
	case program.And, program.Or:
		x, y = r.truth(b.X), r.truth(b.Y)
	}
	if x == nil || y == nil {
		return nil
	}
	return program.NewBinary(e.Span(), b.Op, x, y)
}
