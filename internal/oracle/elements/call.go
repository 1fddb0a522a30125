package elements

import "github.com/parlens/parlens/analysis/program"

// deepest is the largest number of procedures that are running at a time.
const deepest = 100

// callStmt executes CALL of a subroutine that the input knows: the actual
// arguments meet the dummies, what is mapped otherwise is moved, the body runs,
// and what was changed goes back.
func (it *interpreter) callStmt(s *program.CallStmt) signal {
	callee := it.callee(s)
	at := s.Span().Start
	it.step()
	it.ran(s, it.line, 1)
	a := newActivation(*callee, it.activation)
	a.base = len(it.frames)
	if it.keeping != nil && it.keeping.Inside != nil {
		a.keeping = it.keeping.Inside(at)
	}
	arguments, forget := it.arguments(s, callee)
	it.shareHost(a)
	it.inside(a, func() { it.bindDummies(arguments) })
	for _, x := range arguments {
		if x.shape != nil && x.intent != "out" {
			it.remap(moveKey{s, x.dummy, false}, at, x.ref.Sym, x.storage, x.axes, x.storage.axes)
		}
	}
	sig := goOn
	it.inside(a, func() { sig = it.block(it.in.Unit.Body) })
	it.line = it.lineOf(at)
	for _, x := range arguments {
		it.giveBack(s, x)
	}
	forget()
	if sig == stop {
		return stop
	}
	return goOn
}

// callee returns the subroutine, or fails where a call cannot be executed.
func (it *interpreter) callee(s *program.CallStmt) *Input {
	callee := it.in.Procedures[s.Name]
	switch {
	case callee == nil || !callee.Unit.IsSubroutine():
		it.fail("CALL %s is not executed", s.Name)
	case callee.Refused != "":
		it.fail("CALL %s is not executed: %s", s.Name, callee.Refused)
	case len(it.homes) > 0:
		it.fail("CALL %s in a parallel loop is not executed", s.Name)
	case it.depth() >= deepest:
		it.fail("CALL %s nests more than %d deep", s.Name, deepest)
	case len(s.Args) != len(callee.Unit.Dummies):
		it.fail("CALL %s with %d arguments for %d dummies", s.Name, len(s.Args), len(callee.Unit.Dummies))
	}
	for _, v := range callee.Unit.Symbols {
		if v.Class == program.Variable && v.Value != nil && !v.Declared.Empty() && !v.Shared {
			it.fail("CALL %s is not executed: %s keeps its value between calls", s.Name, v.Name)
		}
	}
	return callee
}

// shareHost lets an internal procedure use the variables of its host.
func (it *interpreter) shareHost(a *activation) {
	if a.in.Host == nil || a.in.Host.Kind == program.Module {
		return
	}
	host := it.of(a.in.Host)
	if host == nil {
		it.fail("%s is called, but its host is not running", a.in.Unit.Name)
	}
	it.inside(host, func() {
		for _, s := range a.in.Unit.Symbols {
			outer := it.in.Unit.Lookup(s.Name)
			if !s.Dummy && s.Declared.Empty() && outer != nil && outer.Class == program.Variable {
				a.vars[s] = it.variable(outer)
			}
		}
	})
}

// giveBack moves an array back to its own mapping and stores what the dummy
// holds where it is not the actual argument itself.
func (it *interpreter) giveBack(s *program.CallStmt, x *argument) {
	if x.ref == nil || x.intent == "in" {
		return
	}
	at := s.Span().Start
	if x.shape != nil {
		it.remap(moveKey{s, x.dummy, true}, at, x.ref.Sym, x.storage, x.storage.axes, x.axes)
	}
	v := it.variable(x.ref.Sym)
	for i, offset := range x.offsets {
		v.data[offset] = x.storage.data[i]
		delete(v.copies, offset)
	}
	if x.element {
		r := reader{key: moveKey{s, x.dummy, true}, at: at, who: it.owners(x.ref)}
		t := newTally()
		t.add(Store, 1)
		it.within(&frame{key: r.key}, func() { it.charge(r, it.members(it.holders(v, x.offsets[0])), t) })
	}
}
