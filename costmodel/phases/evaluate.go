package phases

import (
	"fmt"
	"slices"

	"github.com/parlens/parlens/analysis/symbolic"
)

// Result is what a program takes for given values.
type Result struct {
	Variant    string
	Values     map[string]float64
	Mesh       []int // extents, in the order of the model's mesh
	Processors int
	Steps      float64
	Time       float64 // seconds of all steps
	Phases     []PhaseTime
	Derived    map[string]float64 // those that do not speak of coordinates

	// Against one processor, with the same variant; 0 where that has no value.
	Sequential, Speedup, Efficiency float64
}

// PhaseTime is the time of one phase in one step, of the processor that it
// takes longest (with total = "processors": of the processor that takes longest
// over all phases, so that the times add up).
type PhaseTime struct {
	*Phase
	Seconds         float64 // of one step
	Share           float64 // of the step
	Starts, Work    float64
	Messages, Bytes float64 // that a processor sends
}

// Evaluate computes the times for the values of all parameters.
func (p *Program) Evaluate(values map[string]float64) (*Result, error) {
	r := &Result{Variant: p.Variant, Values: values, Processors: 1, Derived: map[string]float64{}}
	env := map[string]float64{}
	for _, param := range p.Model.Parameters {
		v, ok := values[param.Name]
		if !ok {
			return nil, fmt.Errorf("parameter %s has no value", param.Name)
		}
		env[param.Name] = v
	}
	for _, c := range p.Model.Mesh {
		n := env[c.Extent]
		if n < 1 || n != float64(int(n)) || n > 1<<30 {
			return nil, fmt.Errorf("%s = %v: a mesh has 1 or more processors along each dimension", c.Extent, n)
		}
		r.Mesh = append(r.Mesh, int(n))
		r.Processors *= int(n)
	}
	if p.atOnce(r, env) {
		return r, nil
	}
	for _, d := range p.Derived {
		if !p.coordinated(d.Expr) {
			v, err := p.value(d.Expr, env, "the value of "+d.Derived.Name)
			if err != nil {
				return nil, err
			}
			r.Derived[d.Derived.Name] = v
		}
	}
	var err error
	if r.Steps, err = p.value(p.Steps, env, "the number of steps"); err != nil {
		return nil, err
	}
	if r.Time, err = p.value(p.Total, env, "the total"); err != nil {
		return nil, err
	}
	return r, p.phaseTimes(r, env)
}

// compile makes one tape of all that Evaluate asks for, where nothing differs
// between processors.
func (p *Program) compile() {
	outputs := []symbolic.Expr{p.Steps, p.Total}
	for _, d := range p.Derived {
		outputs = append(outputs, d.Expr)
	}
	for _, f := range p.Phases {
		outputs = append(outputs, f.Seconds, f.Starts, f.Work, f.Messages, f.Bytes)
	}
	for _, e := range outputs {
		if p.coordinated(e) {
			return
		}
	}
	p.tape, p.outputs = p.Arena.Compile(outputs...), len(outputs)
}

// atOnce runs the tape; false where there is none, or something has no value:
// then the parts are evaluated one by one, to say which.
func (p *Program) atOnce(r *Result, env map[string]float64) bool {
	if p.tape == nil {
		return false
	}
	in, out := make([]float64, len(p.tape.Inputs())), make([]float64, p.outputs)
	for i, s := range p.tape.Inputs() {
		in[i] = env[s.Name]
	}
	if p.tape.Eval(in, out) != nil {
		return false
	}
	r.Steps, r.Time = out[0], out[1]
	out = out[2:]
	for i, d := range p.Derived {
		r.Derived[d.Derived.Name] = out[i]
	}
	out = out[len(p.Derived):]
	step := 0.0
	for i := range p.Phases {
		o := out[5*i:]
		t := PhaseTime{Phase: p.Phases[i].Phase, Seconds: o[0], Starts: o[1], Work: o[2], Messages: o[3], Bytes: o[4]}
		if t.Seconds < 0 {
			r.Phases, r.Derived = nil, map[string]float64{}
			return false
		}
		step += t.Seconds
		r.Phases = append(r.Phases, t)
	}
	r.share(step)
	return true
}

// share gives each phase its share of a step.
func (r *Result) share(step float64) {
	for i := range r.Phases {
		if step > 0 {
			r.Phases[i].Share = r.Phases[i].Seconds / step
		}
	}
}

// value evaluates an expression that must be 0 or more.
func (p *Program) value(e symbolic.Expr, env map[string]float64, what string) (float64, error) {
	v, err := p.Arena.Eval(e, env)
	if err != nil {
		return 0, fmt.Errorf("%s: %w", what, err)
	}
	return v, nil
}

// coordinated reports whether a value differs between processors.
func (p *Program) coordinated(e symbolic.Expr) bool {
	for _, s := range p.Arena.Free(e) {
		if slices.ContainsFunc(p.Model.Mesh, func(c Coordinate) bool { return c.Name == s.Name }) {
			return true
		}
	}
	return false
}

// phaseTimes evaluates the phases of the processor that each takes longest.
func (p *Program) phaseTimes(r *Result, env map[string]float64) error {
	slowest, err := p.slowest(env)
	if err != nil {
		return err
	}
	step := 0.0
	for i := range p.Phases {
		f := &p.Phases[i]
		at := slowest
		if p.Model.Total == "phases" && p.coordinated(f.Seconds) {
			if at, err = p.worst(f.Seconds, env); err != nil {
				return fmt.Errorf("phase %s: %w", f.Phase.Name, err)
			}
		}
		t := PhaseTime{Phase: f.Phase}
		for _, q := range []struct {
			of   symbolic.Expr
			into *float64
		}{{f.Seconds, &t.Seconds}, {f.Starts, &t.Starts}, {f.Work, &t.Work}, {f.Messages, &t.Messages}, {f.Bytes, &t.Bytes}} {
			if *q.into, err = p.value(q.of, at, "phase "+f.Phase.Name); err != nil {
				return err
			}
		}
		if t.Seconds < 0 {
			return fmt.Errorf("phase %s takes %v s: its formula does not hold for these values", f.Phase.Name, t.Seconds)
		}
		step += t.Seconds
		r.Phases = append(r.Phases, t)
	}
	r.share(step)
	return nil
}

// slowest returns the values at the processor that takes longest over all
// phases.
func (p *Program) slowest(env map[string]float64) (map[string]float64, error) {
	var all []symbolic.Expr
	for _, f := range p.Phases {
		all = append(all, f.Seconds)
	}
	return p.worst(p.Arena.Add(all...), env)
}

// maxProcessors bounds the processors that are looked at one by one.
const maxProcessors = symbolic.MaxTerms

// worst returns the values, coordinates with them, at the processor where an
// expression is largest; the first among equals.
func (p *Program) worst(e symbolic.Expr, env map[string]float64) (map[string]float64, error) {
	at := map[string]float64{}
	for n, v := range env {
		at[n] = v
	}
	for _, c := range p.Model.Mesh {
		at[c.Name] = 0
	}
	if !p.coordinated(e) {
		return at, nil
	}
	procs := 1
	for _, c := range p.Model.Mesh {
		if procs *= int(env[c.Extent]); procs > maxProcessors {
			return nil, fmt.Errorf("formulas with coordinates are evaluated for up to %d processors", maxProcessors)
		}
	}
	tape := p.Arena.Compile(e)
	in, out := make([]float64, len(tape.Inputs())), []float64{0}
	best, where := 0.0, -1
	for n := range procs {
		p.place(n, at)
		for i, s := range tape.Inputs() {
			in[i] = at[s.Name]
		}
		if err := tape.Eval(in, out); err != nil {
			return nil, err
		}
		if where < 0 || out[0] > best {
			best, where = out[0], n
		}
	}
	p.place(where, at)
	return at, nil
}

// place sets the coordinates of processor n.
func (p *Program) place(n int, at map[string]float64) {
	for _, c := range p.Model.Mesh {
		extent := int(at[c.Extent])
		at[c.Name], n = float64(n%extent), n/extent
	}
}

// Compared adds the speedup and the efficiency of a result, against the same
// variant on one processor.
func (p *Program) Compared(r *Result) {
	alone := map[string]float64{}
	for n, v := range r.Values {
		alone[n] = v
	}
	for _, c := range p.Model.Mesh {
		alone[c.Extent] = 1
	}
	one, err := p.Evaluate(alone)
	if err != nil || len(p.Model.Mesh) == 0 || !(r.Time > 0) {
		return
	}
	r.Sequential = one.Time
	r.Speedup = one.Time / r.Time
	r.Efficiency = r.Speedup / float64(r.Processors)
}
