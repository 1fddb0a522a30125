package scalarize

import (
	"fmt"

	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/program"
)

// A user's function in an expression is a call by whoever evaluates it, once for
// every element. Its scalar arguments are operands of the expression. Arrays are
// passed as in a CALL: one that processors share can only be worked on by all of
// them, so that all must evaluate the expression, once.

// function reads the scalar arguments of a user's function and notes the call.
func (r *reader) function(c *program.Call) error {
	if r.b.Unseen(c.Name) && program.OfRuntime(c.Name) {
		return r.runtime(c)
	}
	p, err := seen(r.b, c)
	if err != nil {
		return err
	}
	s := &program.CallStmt{Node: program.Node{At: r.element.At}, Name: c.Name, Args: c.Args}
	if s.At.Empty() {
		s.At = c.Span()
	}
	for i, arg := range c.Args {
		dummy := p.Unit.DummyOf(arg.Keyword, i)
		if dummy == nil {
			return unsupported(c, fmt.Sprintf("%s has no dummy argument for argument %d", c.Name, i+1))
		}
		if dummy.Rank() > 0 {
			continue
		}
		if err := r.expr(arg.Value); err != nil {
			return err
		}
	}
	around := comm.Nest{B: r.b, Loops: append(append(comm.Scope{}, r.nest.Loops...), r.element.Loops...), Whole: r.nest.Whole}
	called, err := Call(around, s, p)
	if err != nil {
		return err
	}
	called.Scalars = nil // they are operands
	r.element.Functions = append(r.element.Functions, &comm.Function{Stmt: s, Called: called, Items: 1})
	return nil
}

// runtime reads the call of a library's function: its arguments, and a call.
func (r *reader) runtime(c *program.Call) error {
	for _, a := range c.Args {
		if program.RankOf(a.Value) > 0 {
			continue // passed as it is
		}
		if err := r.expr(a.Value); err != nil {
			return err
		}
	}
	r.element.Ops["call"]++
	return nil
}

// seen returns the function that a reference calls.
func seen(b *comm.Builder, c *program.Call) (*comm.Procedure, error) {
	why := ""
	if b.Procedures != nil {
		var p *comm.Procedure
		p, why = b.Procedures(c.Name)
		switch {
		case p == nil:
		case p.Unit.Kind != program.Function || p.Unit.Result == nil:
			why = "it is no function"
		case p.Unit.Result.Rank() > 0:
			why = "it returns an array"
		default:
			return p, nil
		}
	}
	text := fmt.Sprintf("the cost of calling %s is not known here", c.Name)
	if why != "" {
		text += ": " + why
	}
	return nil, unsupported(c, text)
}

// Evaluable says why the user's functions in an element cannot be evaluated by
// those who execute it, nil where they can.
func Evaluable(e *comm.Element) error {
	shared := e.Home.Shared() || len(e.Loops) > 0
	for _, f := range e.Functions {
		apart := f.Called.Apart()
		switch {
		case apart != "":
			return unsupported(f.Stmt, fmt.Sprintf("the cost of calling %s is not known here: %s", f.Stmt.Name, apart))
		case shared && f.Passes() && !f.Called.Alone && !everywhere(f.Called):
			return unsupported(f.Stmt, fmt.Sprintf("%s takes an array that processors share, and not all of them evaluate it together: that has no cost model yet", f.Stmt.Name))
		case shared && shares(f.Called.Of):
			return unsupported(f.Stmt, fmt.Sprintf("%s works on mapped arrays that are not passed to it, and not all processors evaluate it together: that has no cost model yet", f.Stmt.Name))
		}
	}
	return nil
}

// everywhere reports whether every processor has all that is passed, and
// nothing has to be done for it.
func everywhere(c *comm.Called) bool {
	if len(c.Before)+len(c.After)+len(c.First) > 0 {
		return false
	}
	for _, l := range c.Inherited {
		if !l.Replicated() {
			return false
		}
	}
	return true
}

// shares reports whether arrays are mapped that the procedure works on and that nobody passes to it.
func shares(p *comm.Procedure) bool {
	for s, l := range p.Layouts {
		if !s.Dummy && !p.Untouched[s] && l.Grid != nil && !l.Replicated() {
			return true
		}
	}
	return false
}
