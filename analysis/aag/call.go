package aag

import (
	"fmt"
	"maps"
	"slices"

	"github.com/parlens/parlens/analysis/comm"
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
	Name      string                   // of the symbols; see Time
	Own       comm.Own                 // of the caller at the call, in a unit that passes messages
}

// Time returns the name of the symbol for a part of the procedure's time, in
// seconds per call: "computation", "communication", "overhead" or "wait".
func (c *Callee) Time(part string) string { return c.Name + "." + part }

// call builds a CALL: the arguments that are expressions, what is brought to
// the mappings of the dummies, the procedure, and what is brought back.
func (w *walker) call(s *program.CallStmt) []*AAU {
	unseen := func(why string) []*AAU {
		return []*AAU{w.unit(AAU{Kind: Call, At: s.Span(), Callee: s.Name, Count: w.count(), Local: w.calls(),
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
		return []*AAU{w.unit(AAU{Kind: Call, At: s.Span(), Callee: s.Name, Count: w.count(), Local: w.calls()})}
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
	fetched, alone := scalarize.Alone(w.nest(), s, called, w.iteration())
	called.Alone = alone
	out := w.arguments(s, called)
	if len(fetched) > 0 {
		out = append(out, w.elements(s, nil, func(n comm.Nest, fixed int) ([]*comm.Element, error) {
			return scalarize.Fetched(n, fetched, w.iteration(), s, fixed)
		})...)
	}
	for _, m := range called.Before {
		out = append(out, w.moved(m, "for the call")...)
	}
	u := w.unit(AAU{Kind: Call, At: s.Span(), Callee: s.Name, Count: w.count(), Local: w.calls(), Called: w.callee(called, w.loops), Partition: scalarize.Executors(w.nest(), w.iteration(), w.fixed())})
	out = append(out, u)
	for _, m := range called.After {
		out = append(out, w.moved(m, "back after the call")...)
	}
	return out
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
	for name, v := range called.Values {
		for i := len(around) - 1; i >= 0; i-- {
			l := around[i]
			if !slices.ContainsFunc(a.Free(v), func(s symbolic.Symbol) bool { return s.Name == l.Name }) {
				continue
			}
			middle := a.FloorDiv(a.Add(l.Lo, l.Hi), a.Int(2))
			v = a.Subst(v, map[string]symbolic.Expr{l.Name: middle})
			if !slices.Contains(c.Sampled, l.Name) {
				c.Sampled = append(c.Sampled, l.Name)
			}
		}
		c.Values[name] = v
	}
	slices.Sort(c.Sampled)
	return c
}

// calls returns how often the processor executes a call: in an INDEPENDENT loop
// those of its own iterations.
func (w *walker) calls() symbolic.Expr {
	p := scalarize.Executors(w.nest(), w.iteration(), w.fixed())
	if p == nil {
		return w.local()
	}
	return w.b.Sum(p, p.Ranges, w.inside(len(w.loops)))
}
