package symbolic

import (
	"errors"
	"fmt"
	"math"
)

// Errors of an evaluation. They come wrapped with the place where that helps.
var (
	ErrOverflow       = errors.New("integer overflow")
	ErrDivisionByZero = errors.New("division by zero")
	ErrNotInteger     = errors.New("not an integer")
	ErrDomain         = errors.New("outside the function's domain")
	ErrTooLong        = errors.New("sum too long")
)

// MaxTerms is the number of terms of a sum or maximum (over all its nesting)
// that are evaluated one by one.
const MaxTerms = 65536

// MaxWork bounds what the functions in a sum or maximum (over all its nesting) may take
// together, in multiplications: some tenths of a second.
const MaxWork = 1 << 27

// maxSteps bounds the loop bodies of one evaluation over all its loops.
const maxSteps = 64 * MaxTerms

// Eval computes the outputs for one point. Index inputs hold exact integers
// below 2^53 in magnitude. A sum of more than MaxTerms terms, or of
// more work than MaxWork, is an error (ErrTooLong): EvalSampled estimates those. Eval may be called concurrently and
// does not allocate once warm.
func (t *Tape) Eval(in, out []float64) error {
	_, err := t.EvalCounted(in, out)
	return err
}

// EvalCounted is Eval, and says how many loop bodies that took.
func (t *Tape) EvalCounted(in, out []float64) (bodies int64, err error) {
	m := t.scratch()
	m.sample = exactly
	err = t.run(m, in, out)
	bodies = m.steps
	t.pool.Put(m)
	return bodies, err
}

func (t *Tape) run(m *machine, in, out []float64) error {
	if len(in) != len(t.inputs) || len(out) != len(t.outReg) {
		return fmt.Errorf("%d inputs and %d outputs given, %d and %d wanted", len(in), len(out), len(t.inputs), len(t.outReg))
	}
	if err := t.begin(m, in); err != nil {
		return err
	}
	if err := t.exec(m, 0, len(t.code)); err != nil {
		return err
	}
	for i := range out {
		out[i] = t.output(m, i)
	}
	return nil
}

// begin puts the inputs into their registers.
func (t *Tape) begin(m *machine, in []float64) error {
	for i, v := range in {
		if t.inputs[i].Type == Real {
			m.r[t.inReg[i]] = v
			continue
		}
		if v != math.Trunc(v) || math.Abs(v) >= 1<<53 {
			return fmt.Errorf("%s = %v: %w", t.inputs[i].Name, v, ErrNotInteger)
		}
		m.i[t.inReg[i]] = int64(v)
	}
	m.start()
	return nil
}

// start gives an evaluation its limits.
func (m *machine) start() { m.steps, m.allow, m.work = 0, MaxTerms, m.most }

func (t *Tape) output(m *machine, i int) float64 {
	if t.outType[i] == Index {
		return float64(m.i[t.outReg[i]])
	}
	return m.r[t.outReg[i]]
}

// Eval computes e for one assignment of its symbols; a missing symbol is an
// error that names it.
func (a *Arena) Eval(e Expr, env map[string]float64) (float64, error) {
	if v, ok := a.Const(e); ok {
		return v, nil
	}
	t := a.Compile(e)
	in, err := t.inputsOf(env)
	if err != nil {
		return 0, err
	}
	var out [1]float64
	err = t.Eval(in, out[:])
	return out[0], err
}

// EvalSampled is Eval for sums of any length; see Tape.EvalSampled.
func (a *Arena) EvalSampled(e Expr, env map[string]float64) (Estimate, error) {
	t := a.Compile(e)
	in, err := t.inputsOf(env)
	if err != nil {
		return Estimate{}, err
	}
	var out [1]Estimate
	err = t.EvalSampled(in, out[:])
	return out[0], err
}

func (t *Tape) inputsOf(env map[string]float64) ([]float64, error) {
	in := make([]float64, len(t.inputs))
	for i, s := range t.inputs {
		v, ok := env[s.Name]
		if !ok {
			return nil, fmt.Errorf("no value for %s", s.Name)
		}
		in[i] = v
	}
	return in, nil
}
