package pamela

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/parlens/parlens/analysis/symbolic"
	"github.com/parlens/parlens/costmodel/calculus"
)

// Output is one numeric equation of the compiled model: the value of a numeric
// equation, or one of the four models of a process.
type Output struct {
	Equation *Equation
	Params   []string          // of the equation, as the expressions call them
	Model    string            // "", "T", "phi", "delta" or "omega"
	Expr     symbolic.Expr     // none for a vector
	Vector   calculus.Vector   // delta, or a numeric equation that is a vector
	Runs     []calculus.Run    // the vector in numbers, when Numeric found them
	Estimate symbolic.Estimate // the number, when Numeric found it; Sampled when a long sum was not added up in full

	divisors []symbolic.Expr // that the expression was simplified with, as if they were at least 1
}

// Name is the name of the output's equation: T_main.
func (o Output) Name() string {
	if o.Model == "" {
		return o.Equation.Name
	}
	return o.Model + "_" + o.Equation.Name
}

// IsVector tells whether the output is a vector over resources.
func (o Output) IsVector() bool { return o.Expr == 0 }

// Outputs transforms every equation with a value: a process into T, phi, delta
// and omega. They are in the order of the text.
func (m *Model) Outputs() []Output {
	var out []Output
	for _, r := range m.Results {
		out = append(out, m.outputsOf(r)...)
	}
	return out
}

func (m *Model) outputsOf(r Result) []Output {
	switch r.value.sort {
	case aNumber:
		return []Output{{Equation: r.Equation, Params: r.Params, Expr: r.value.number}}
	case aVector:
		return []Output{{Equation: r.Equation, Params: r.Params, Vector: r.value.vector}}
	case aProcess:
		return m.models(r)
	}
	return nil
}

// models are the four models of one process, T first.
func (m *Model) models(r Result) []Output {
	c := m.eval.calculus
	x := c.Model(r.value.process)
	return []Output{
		{Equation: r.Equation, Params: r.Params, Model: "T", Expr: x.T},
		{Equation: r.Equation, Params: r.Params, Model: "phi", Expr: x.Phi},
		{Equation: r.Equation, Params: r.Params, Model: "delta", Vector: x.Delta},
		{Equation: r.Equation, Params: r.Params, Model: "omega", Expr: c.Omega(x.Delta)},
	}
}

// Simplify simplifies an output.
func (m *Model) Simplify(o Output) Output {
	if !o.IsVector() {
		o.divisors = m.eval.divisors.in(o.Expr)
		o.Expr = m.simplify(o.Expr)
		return o
	}
	o.Vector = slices.Clone(o.Vector)
	for i, l := range o.Vector {
		l.Over = slices.Clone(l.Over)
		for k, r := range l.Over {
			l.Over[k].Lo, l.Over[k].Hi = m.simplify(r.Lo), m.simplify(r.Hi)
		}
		l.At, l.Amount = m.simplify(l.At), m.simplify(l.Amount)
		o.Vector[i] = l
	}
	return o
}

func (m *Model) simplify(e symbolic.Expr) symbolic.Expr {
	if known, ok := m.simple[e]; ok {
		return known
	}
	simple := m.eval.divisors.back(m.arena.Simplify(e))
	simple = m.arena.Simplify(simple)
	m.simple[e] = simple
	return simple
}

// Numeric puts values into an output and simplifies again; what it mentions
// without a value stays a symbol. An output that becomes a number is one.
func (m *Model) Numeric(o Output, env map[string]float64) (Output, error) {
	if o.IsVector() {
		return m.numericVector(o, env)
	}
	if err := m.allowed(o.Expr, env); err != nil {
		return o, err
	}
	if m.known(env, o.Expr) {
		x, err := m.estimate(o, env)
		if err == nil {
			o.Expr, o.Estimate = m.arena.Real(x.Value), x
		}
		return o, err
	}
	o.Expr = m.put(o.Expr, env)
	return o, nil
}

func (m *Model) numericVector(o Output, env map[string]float64) (Output, error) {
	es := m.expressions(o.Vector)
	for _, e := range es {
		if err := m.allowed(e, env); err != nil {
			return o, err
		}
	}
	if m.known(env, es...) {
		runs, err := m.Entries(o, env)
		if o.Runs = runs; err == nil {
			return o, nil
		}
		return o, err
	}
	out := slices.Clone(o.Vector)
	for i, l := range out {
		over := slices.Clone(l.Over)
		for k, r := range over {
			over[k].Lo, over[k].Hi = m.put(r.Lo, env), m.put(r.Hi, env)
		}
		out[i] = calculus.Load{Array: l.Array, Over: over, At: m.put(l.At, env), Amount: m.put(l.Amount, env)}
	}
	o.Vector = m.eval.calculus.Plus(out, nil)
	return o, nil
}

// put substitutes values.
func (m *Model) put(e symbolic.Expr, env map[string]float64) symbolic.Expr {
	e = m.eval.divisors.back(e)
	with := map[string]symbolic.Expr{}
	for _, s := range m.arena.Free(e) {
		if x, ok := env[s.Name]; ok {
			with[s.Name] = m.arena.Real(x)
		}
	}
	return m.arena.Simplify(m.arena.Subst(e, with))
}

// known tells whether all symbols have values; those of ranges need none.
func (m *Model) known(env map[string]float64, es ...symbolic.Expr) bool {
	for _, e := range es {
		for _, s := range m.arena.Free(m.eval.divisors.back(e)) {
			if _, ok := env[s.Name]; !ok && s.Name[0] != '\x01' {
				return false
			}
		}
	}
	return true
}

func (m *Model) expressions(v calculus.Vector) []symbolic.Expr {
	var es []symbolic.Expr
	for _, l := range v {
		es = append(append(es, l.At, l.Amount), bounds(l)...)
	}
	return es
}

// Value evaluates an output that is a number; env has values for the symbols
// that the output mentions. A sum of more than symbolic.MaxTerms terms is
// estimated (see Output.Estimate).
func (m *Model) Value(o Output, env map[string]float64) (float64, error) {
	x, err := m.estimate(o, env)
	return x.Value, err
}

var errTooLarge = errors.New("the value is too large for a number of the machine")

func (m *Model) estimate(o Output, env map[string]float64) (symbolic.Estimate, error) {
	for _, y := range o.divisors {
		if err := m.eval.divisors.zero(y, env); err != nil {
			return symbolic.Estimate{}, err
		}
	}
	e := m.eval.divisors.back(o.Expr)
	if err := m.allowed(e, env); err != nil {
		return symbolic.Estimate{}, err
	}
	x, err := m.arena.EvalSampled(e, env)
	if err == nil && (math.IsInf(x.Value, 0) || math.IsNaN(x.Value)) {
		err = errTooLarge
	}
	return x, m.eval.divisors.explained(err, env)
}

// Entries evaluates an output that is a vector: the work by resource.
func (m *Model) Entries(o Output, env map[string]float64) ([]calculus.Run, error) {
	runs, err := m.eval.calculus.Entries(m.back(o.Vector), env)
	return runs, m.eval.divisors.explained(err, env)
}

// back puts the divisors of a vector back.
func (m *Model) back(v calculus.Vector) calculus.Vector {
	d := m.eval.divisors
	out := make(calculus.Vector, len(v))
	for i, l := range v {
		over := make([]calculus.Range, len(l.Over))
		for k, r := range l.Over {
			over[k] = calculus.Range{Index: r.Index, Lo: d.back(r.Lo), Hi: d.back(r.Hi)}
		}
		out[i] = calculus.Load{Array: l.Array, Over: over, At: d.back(l.At), Amount: d.back(l.Amount)}
	}
	return out
}

// allowed checks the values of the parameters that an expression mentions.
func (m *Model) allowed(e symbolic.Expr, env map[string]float64) error {
	for _, s := range m.arena.Free(e) {
		x, given := env[s.Name]
		def := m.eval.scope[s.Name]
		if !given || def == nil {
			continue
		}
		if why := wrong(m.eval.uses[target{equation: def}], x); why != "" {
			return fmt.Errorf("%s cannot be %v: it is %s", s.Name, x, why)
		}
	}
	return nil
}
