package elements

import "github.com/parlens/parlens/analysis/program"

// function evaluates a function of the input: its scalar arguments count where
// the reference stands; what its body does is somebody's own and counts nowhere.
func (ev *evaluation) function(c *program.Call) Value {
	it := ev.interpreter
	callee := it.in.Procedures[c.Name]
	switch {
	case callee == nil || callee.Unit.Kind != program.Function || callee.Unit.Result == nil:
		it.fail("function %s is not executed", c.Name)
	case callee.Refused != "":
		it.fail("function %s is not executed: %s", c.Name, callee.Refused)
	case len(c.Args) != len(callee.Unit.Dummies):
		it.fail("%s with %d arguments for %d dummies", c.Name, len(c.Args), len(callee.Unit.Dummies))
	case it.depth() >= deepest:
		it.fail("%s nests more than %d deep", c.Name, deepest)
	}
	var arguments []*argument
	for i, a := range c.Args {
		dummy := callee.Unit.Dummies[i]
		if a.Keyword != "" || dummy.Rank() > 0 {
			it.fail("%s with keywords or arrays is not executed", c.Name)
		}
		v := &variable{symbol: dummy, data: []Value{ev.value(a.Value)}, axes: it.replicated()}
		arguments = append(arguments, &argument{dummy: dummy, storage: v})
	}
	var result Value
	it.unnoticed(func() {
		inner := newActivation(*callee, it.activation)
		it.shareHost(inner)
		it.inside(inner, func() {
			it.bindDummies(arguments)
			it.block(it.in.Unit.Body)
			result = it.variable(it.in.Unit.Result).data[0]
		})
	})
	return result
}

// unnoticed runs f without counting what it does.
func (it *interpreter) unnoticed(f func()) {
	counts, tracks, done, reductions := it.counts, it.tracks, it.runs, it.reductions
	frames, homes, line := it.frames, it.homes, it.line
	it.counts = &Counts{Processors: it.procs, Lines: map[int]*Line{}, Values: map[string][]float64{}}
	it.tracks, it.runs, it.reductions = map[trackKey]*track{}, map[any]*runs{}, map[any]*Reduction{}
	it.frames, it.homes = nil, nil
	f()
	it.counts, it.tracks, it.runs, it.reductions = counts, tracks, done, reductions
	it.frames, it.homes, it.line = frames, homes, line
}
