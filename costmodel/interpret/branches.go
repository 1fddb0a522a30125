package interpret

import (
	"slices"

	"github.com/parlens/parlens/analysis/aag"
	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/symbolic"
	"github.com/parlens/parlens/costmodel/process"
)

// Branches that different processors take are executed side by side: what one receives another
// may send further down in the text (IF (me == 0) send, receive; ELSE receive, send). Their parts
// stand in an order in which every message is sent before it is received, as far as there is one.

// step is a unit of a branch, or only the tests of a condition whose own branches follow; taken
// is 1 on the processors that come to it.
type step struct {
	taken symbolic.Expr
	unit  *aag.AAU
	tests bool
}

// flow is what is left of a branch of the condition that stands so many units behind the first.
type flow struct {
	steps []step
	at    int
	taken rule // by whom; nil: not known
}

// flows returns the branches of conditions that follow each other.
func (i *interpreter) flows(run []*aag.AAU) []flow {
	var out []flow
	for at, u := range run {
		i.branches(u, i.a.Int(1), func(taken symbolic.Expr, body []*aag.AAU) {
			x := flow{steps: i.steps(body, taken), at: at}
			if len(run) > 1 {
				x.taken = i.takers(taken)
			}
			out = append(out, x)
		})
	}
	return out
}

// takers tells, for few processors, who comes to a branch; nil where it is not known.
func (i *interpreter) takers(taken symbolic.Expr) rule {
	out := make(rule, len(rows))
	for row, n := range rows {
		on, known := i.b.OnEach(i.a.Add(taken, i.a.Int(-1)), n)
		if !known {
			return nil
		}
		out[row] = on
	}
	return out
}

// waits reports whether some processor has yet to execute a branch further up before that of the
// k-th flow.
func waits(flows []flow, k int) bool {
	return slices.ContainsFunc(flows[:k], func(x flow) bool {
		return x.at < flows[k].at && len(x.steps) > 0 && (x.taken == nil || flows[k].taken == nil || x.taken.meets(flows[k].taken))
	})
}

// run is how many of the units are conditions that follow each other, with what their tests
// evaluate, each branch of which is taken or not by each processor; at most mostInRun.
func (i *interpreter) run(units []*aag.AAU) int {
	n := 0
	for at, u := range units[:min(len(units), mostInRun)] {
		switch {
		case u.Kind == aag.CondtSync && i.decided(u):
			n = at + 1
		case at == 0 || u.Kind != aag.Seq || u.Element.Left != nil:
			return n
		}
	}
	return n
}

const mostInRun = 16

// decided reports whether each branch of a condition is taken or not, by each processor.
func (i *interpreter) decided(u *aag.AAU) bool {
	return !slices.ContainsFunc(u.Branches, func(br aag.Branch) bool { return i.a.Type(br.Weight) != symbolic.Index })
}

// branches visits the branches of a condition that some come to, with who takes each.
func (i *interpreter) branches(u *aag.AAU, left symbolic.Expr, visit func(taken symbolic.Expr, body []*aag.AAU)) {
	for _, br := range u.Branches {
		visit(i.a.And(left, br.Weight), br.Body)
		left = i.a.And(left, i.a.Not(br.Weight))
	}
}

// steps returns those of a block. The branches of a condition inside are among them where they
// wait for some of several messages.
func (i *interpreter) steps(units []*aag.AAU, taken symbolic.Expr) []step {
	var out []step
	for _, u := range units {
		messages := 0
		eachMessage(u, 0, func(*comm.Communication, int) { messages++ })
		if u.Kind != aag.CondtSync || messages < 2 || !synchronizes(u) || !i.decided(u) {
			out = append(out, step{taken: taken, unit: u})
			continue
		}
		out = append(out, step{taken, u, true})
		i.branches(u, taken, func(taken symbolic.Expr, body []*aag.AAU) { out = append(out, i.steps(body, taken)...) })
	}
	return out
}

// inOrder returns the steps of conditions that follow each other in the order in which they are
// executed; nil where the order of the text will do.
func (i *interpreter) inOrder(run []*aag.AAU) []step {
	rest := i.flows(run)
	sent := i.sent.copy()
	var out []step
	inText, before := true, -1
	for {
		k, n := i.next(rest, sent)
		if n == 0 {
			break
		}
		inText = inText && n == len(rest[k].steps) && before < k
		out, before = append(out, rest[k].steps[:n]...), k
		rest[k].steps = rest[k].steps[n:]
	}
	if inText {
		return nil
	}
	return out
}

// next is the branch of which so many steps wait for no other one; one where each does.
func (i *interpreter) next(rest []flow, sent *sends) (branch, steps int) {
	forced := -1
	for k, x := range rest {
		if len(x.steps) == 0 || waits(rest, k) {
			continue
		}
		n := 0
		for n < len(x.steps) {
			after := sent.copy()
			if !i.goes(x.steps[n], after, rest, k) {
				break
			}
			*sent = *after
			n++
		}
		if n > 0 {
			return k, n
		}
		if forced < 0 {
			forced = k
		}
	}
	if forced < 0 {
		return 0, 0
	}
	i.goes(rest[forced].steps[0], sent, nil, forced)
	return forced, 1
}

// goes tries a step out: false where it receives what only another branch sends.
func (i *interpreter) goes(s step, sent *sends, rest []flow, branch int) bool {
	ok := true
	depth := len(i.apart)
	s.eachMessage(depth, func(c *comm.Communication, depth int) {
		switch {
		case c.Kind == comm.Send:
			sent.send(c, depth)
		case !sent.awaits(c) && sent.comes(c, rest, branch, depth):
			ok = false
		default:
			sent.receive(c, depth)
		}
	})
	sent.leave(depth)
	return ok
}

// comes reports whether another branch has yet to send what is received.
func (s *sends) comes(c *comm.Communication, rest []flow, branch, depth int) bool {
	found := false
	for k, x := range rest {
		if k == branch {
			continue
		}
		for _, later := range x.steps {
			later.eachMessage(depth, func(x *comm.Communication, depth int) {
				found = found || x.Kind == comm.Send && s.match(&sentAt{c: x}, c) > none
			})
		}
	}
	return found
}

// eachMessage visits those of a step: the branches of a condition have steps of their own.
func (s step) eachMessage(depth int, visit func(c *comm.Communication, depth int)) {
	if !s.tests {
		eachMessage(s.unit, depth, visit)
	}
}

// eachMessage visits the messages from one processor to another in a unit, with the loops around
// them that are distinguished.
func eachMessage(u *aag.AAU, depth int, visit func(c *comm.Communication, depth int)) {
	if c := u.Comm; c != nil && c.Passed != nil && !c.Passed.OneSided && (c.Kind == comm.Send || c.Kind == comm.Shift || c.Kind == comm.Copy) {
		visit(c, depth)
	}
	if u.Kind == aag.IterSync {
		depth++
	}
	for _, inner := range u.Body {
		eachMessage(inner, depth, visit)
	}
	for _, br := range u.Branches {
		for _, inner := range br.Body {
			eachMessage(inner, depth, visit)
		}
	}
}

// interleaved is the steps of conditions, each executed by those who come to it.
func (i *interpreter) interleaved(run []*aag.AAU, steps []step) process.Series {
	var out process.Series
	for _, u := range run {
		if u.Kind == aag.Seq {
			out = append(out, i.seq(u)...)
		} else {
			out = append(out, i.testing(u))
		}
	}
	for len(steps) > 0 {
		first := steps[0]
		n := 1
		for !first.tests && n < len(steps) && !steps[n].tests && steps[n].taken == first.taken {
			n++
		}
		var body process.Term = i.testing(first.unit)
		if !first.tests {
			var units []*aag.AAU
			for _, s := range steps[:n] {
				units = append(units, s.unit)
			}
			body = i.block(units)
		}
		out = append(out, &process.If{Span: first.unit.At, Branches: []process.Weighted{{Cond: first.taken, Body: body}}})
		steps = steps[n:]
	}
	return out
}
