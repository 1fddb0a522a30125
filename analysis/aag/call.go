package aag

import (
	"fmt"
	"maps"
	"slices"

	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/scalarize"
	"github.com/parlens/parlens/analysis/symbolic"
)

// Callee is what a call passes to a procedure that can be seen: its time is a
// symbol for each kind of charge, which whoever evaluates the graph finds by
// evaluating the procedure with these values.
type Callee struct {
	Procedure *comm.Procedure
	Called    *comm.Called
	Values    map[string]symbolic.Expr // of names in the procedure, without loop indices
	Sampled   []string                 // loops whose middle iteration stands for all
	Place     *Place                   // where the sections lie that it gets; nil: at one place
	Name      string                   // of the symbols; see Time
	Own       comm.Own                 // of the caller at the call, in a unit that passes messages
	// Joint is how often a processor takes part in what the procedure communicates, where that
	// is more often than it works there; 0 where it is not.
	Joint symbolic.Expr
	// Busy is how many mean calls the processor's own take; 0: as many as there are.
	Busy  symbolic.Expr
	Over  *comm.Loop     // along which they take different times
	Near  map[string]int // see near
	Again bool           // it is made again with the same arrays
	Some  bool           // it passes messages, and not all who execute the unit make it, by their numbers
	Taken symbolic.Expr  // then 1 on those who make it, as far as that is known; 0: it may be all
}

// Place is the loop along which the sections of a call lie at one place after the other: their
// mappings name its index.
type Place struct {
	Loop        string
	First, Last symbolic.Expr // of the index, without those of loops around
}

// Time returns the name of the symbol for a part of the procedure's time, in
// seconds per call: "computation", "communication", "overhead" or "wait".
func (c *Callee) Time(part string) string { return c.Name + "." + part }

// call builds a CALL: the arguments that are expressions, what is brought to
// the mappings of the dummies, the procedure, and what is brought back.
func (w *walker) call(s *program.CallStmt) []*AAU {
	unseen := func(why string) []*AAU {
		return []*AAU{w.unit(AAU{Kind: Call, At: s.Span(), Callee: s.Name, Count: w.count(), Local: w.calls(w.executors()),
			Reason: fmt.Sprintf("the time inside %s is not included: %s", s.Name, why)})}
	}
	if m := program.MessageOf(s); m != nil {
		return w.messages.message(s, m)
	}
	var p *comm.Procedure
	why := "its source is not known here"
	if w.b.Procedures != nil {
		p, why = w.b.Procedures(s.Name)
	}
	if p == nil && program.OfRuntime(s.Name) {
		return []*AAU{w.unit(AAU{Kind: Call, At: s.Span(), Callee: s.Name, Count: w.count(), Local: w.calls(w.executors())})}
	}
	if p == nil {
		return unseen(why)
	}
	if !p.Unit.IsSubroutine() {
		return unseen("it is no subroutine")
	}
	called, err := scalarize.Call(w.nest(), s, p)
	if err != nil {
		return unseen(err.Error())
	}
	it, fetched := w.workers(s, called)
	if why := called.Apart(); why != "" {
		return unseen(why)
	}
	if !called.Alone && w.elsewhere(called) {
		return unseen("it takes arrays of another arrangement than the unit's first, which has no cost model yet")
	}
	out := w.arguments(s, called)
	if len(fetched) > 0 {
		out = append(out, w.elements(s, nil, func(n comm.Nest, fixed int) ([]*comm.Element, error) {
			return scalarize.Fetched(n, fetched, it, s, fixed)
		})...)
	}
	for _, m := range called.Before {
		out = append(out, w.moved(m, "for the call")...)
	}
	u := w.unit(AAU{Kind: Call, At: s.Span(), Callee: s.Name, Count: w.count(), Called: w.callee(called, w.loops), Partition: scalarize.Executors(w.nest(), it, w.fixed())})
	u.Local = w.calls(u.Partition)
	if w.iteration() == nil {
		u.Called.Joint = w.local()
	}
	w.uneven(u)
	u.Called.Near, u.Called.Again = w.near(s, u.Called), w.comesAgain(s)
	if p.Passes {
		u.Called.Some, u.Called.Taken = w.someOnly(), w.takers()
	}
	out = append(append(out, u), w.results(s, called, it)...)
	for _, m := range called.After {
		out = append(out, w.moved(m, "back after the call")...)
	}
	return out
}

// results brings the elements that a call changes to their owners.
func (w *walker) results(s *program.CallStmt, called *comm.Called, it *comm.Iteration) []*AAU {
	changed := scalarize.Returned(w.b, s, called)
	if w.iteration() == nil || len(changed) == 0 {
		return nil
	}
	return w.elements(s, nil, func(n comm.Nest, fixed int) ([]*comm.Element, error) {
		return scalarize.Results(n, changed, it, s, fixed)
	})
}

// elsewhere reports whether a procedure inherits mappings onto other arrangements than the first.
func (w *walker) elsewhere(called *comm.Called) bool {
	for _, l := range called.Inherited {
		for g, axis := range l.Axes {
			if g >= w.b.Grid.Rank() && axis.Kind != mapping.Replicated {
				return true
			}
		}
	}
	return false
}

// workers returns who makes a call: those who execute the iteration, or outside of INDEPENDENT
// loops the owners of what the procedure works on, where it changes nothing else; nil for all
// processors. Those who call it alone fetch what is returned beside.
func (w *walker) workers(s *program.CallStmt, called *comm.Called) (it *comm.Iteration, fetched []*program.Ref) {
	if it = w.iteration(); it != nil {
		fetched, called.Alone = scalarize.Alone(w.nest(), s, called, it)
		return it, fetched
	}
	if w.b.ChangesMapped(s) {
		return scalarize.OwnersOf(w.nest(), s, called)
	}
	return nil, nil
}

// arguments builds what is evaluated before the call.
func (w *walker) arguments(s *program.CallStmt, called *comm.Called) []*AAU {
	var out []*AAU
	for _, e := range called.Scalars {
		out = append(out, w.test(e)...)
	}
	if len(called.First) > 0 {
		out = append(out, w.elements(s, nil, func(n comm.Nest, fixed int) ([]*comm.Element, error) {
			again, err := scalarize.Call(n, s, called.Of)
			if err != nil {
				return nil, err
			}
			return again.First, nil
		})...)
	}
	return out
}

// callee prepares the values that the procedure gets; inside the loops around
// those of the middle iteration.
func (w *walker) callee(called *comm.Called, around []*comm.Loop) *Callee {
	a := w.b.A
	n := 1
	for _, u := range w.g.Units {
		if u.Called != nil {
			n++
		}
	}
	c := &Callee{Procedure: called.Of, Own: maps.Clone(w.b.Own), Called: called, Values: map[string]symbolic.Expr{}, Name: fmt.Sprintf("call%d", n)}
	middle := func(v symbolic.Expr, but *comm.Loop) symbolic.Expr {
		for i := len(around) - 1; i >= 0 && v != 0; i-- {
			l := around[i]
			if l == but || !slices.ContainsFunc(a.Free(v), func(s symbolic.Symbol) bool { return s.Name == l.Name }) {
				continue
			}
			v = a.Subst(v, map[string]symbolic.Expr{l.Name: a.FloorDiv(a.Add(l.Lo, l.Hi), a.Int(2))})
			if !slices.Contains(c.Sampled, l.Name) {
				c.Sampled = append(c.Sampled, l.Name)
			}
		}
		return v
	}
	for name, v := range called.Values {
		c.Values[name] = middle(v, nil)
	}
	if !called.Alone {
		along := w.placedAlong(called, around)
		for d, l := range called.Inherited {
			l.Axes = slices.Clone(l.Axes)
			for g := range l.Axes {
				l.Axes[g].Offset = middle(l.Axes[g].Offset, along)
			}
			called.Inherited[d] = l
		}
		if along != nil {
			c.Place = &Place{along.Name, middle(along.Lo, nil), middle(along.Hi, nil)}
		}
	}
	slices.Sort(c.Sampled)
	return c
}

// placedAlong is the innermost loop whose index the mappings of the dummies name; nil for none.
func (w *walker) placedAlong(called *comm.Called, around []*comm.Loop) *comm.Loop {
	for _, l := range slices.Backward(around) {
		for _, layout := range called.Inherited {
			for _, axis := range layout.Axes {
				if axis.Offset != 0 && w.b.MentionsAny(axis.Offset, map[string]bool{l.Name: true}) {
					return l
				}
			}
		}
	}
	return nil
}

// executors returns who makes the calls of an iteration, nil for everybody.
func (w *walker) executors() *comm.Partition {
	return scalarize.Executors(w.nest(), w.iteration(), w.fixed())
}

// uneven says how long the calls in the processor's own iterations take, where what they get
// follows one of the loops that are dealt out.
func (w *walker) uneven(u *AAU) {
	c := u.Called
	if u.Partition == nil || len(c.Sampled) != 1 || len(u.Partition.Ranges) != 1 {
		return
	}
	l := u.Partition.Ranges[0]
	if l.Name != c.Sampled[0] || l.Do == nil {
		return
	}
	all := *u.Partition
	all.Shares, all.Guards = nil, nil
	calls := w.b.Sum(&all, all.Ranges, w.inside(len(w.loops)))
	c.Over, c.Busy = l, w.b.Uneven(c.Name, l, u.Local, func(part symbolic.Expr) symbolic.Expr {
		return w.b.A.Mul(calls, w.b.Sum(u.Partition, u.Partition.Ranges, part))
	})
}

// calls returns how often the processor executes a call that some make: those in iterations
// of their own, or those that work on what they have.
func (w *walker) calls(who *comm.Partition) symbolic.Expr {
	if who == nil {
		return w.local()
	}
	return w.b.Sum(who, who.Ranges, w.inside(len(w.loops)))
}
