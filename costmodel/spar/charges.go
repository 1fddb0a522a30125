package spar

import (
	"errors"
	"strconv"
	"strings"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/symbolic"
	"github.com/parlens/parlens/costmodel/modelling"
	"github.com/parlens/parlens/costmodel/settings"
)

// sparPlace is what charges are gathered by: a line of the program, and why its
// processor is busy.
type sparPlace struct {
	line  int
	cause modelling.Cause
}

// sparCharges splits T over the lines. What the program does one after the
// other adds up; within such a part T is homogeneous in the times of all
// operations, so that it is the sum of what each place contributes: its weight
// times the derivative of T by that weight.
func (m *Model) sparCharges(v *valuation, T float64) (map[sparPlace]float64, error) {
	charges, total := map[sparPlace]float64{}, 0.0
	for _, p := range m.pieces {
		n := p.numbers(v)
		if n.err != nil {
			return nil, n.err
		}
		for k, x := range n.slopes {
			charges[sparPlace{p.lines[k], p.places[k].cause}] += x
			total += x
		}
	}
	for k := range charges {
		if total > 0 {
			charges[k] *= T / total // what rounding has left
		}
	}
	return charges, nil
}

func envKey(env map[string]float64) string { return settings.ValuesKey(env) }

// evaluateIn computes expressions with all weights 1, from samples where sums are
// too long.
func evaluateIn(a *symbolic.Arena, es []symbolic.Expr, env map[string]float64) ([]symbolic.Estimate, error) {
	tape := a.Compile(es...)
	in := make([]float64, len(tape.Inputs()))
	for i, s := range tape.Inputs() {
		x, known := env[s.Name]
		switch {
		case isWeight(s.Name):
			x = 1
		case !known:
			return nil, &symbolic.NoValueError{Name: s.Name}
		}
		in[i] = x
	}
	out := make([]symbolic.Estimate, len(es))
	return out, tape.DividedBy(tape.EvalSampled(in, out), in)
}

// differences finds the slopes by small steps, where they have no formula.
func differences(a *symbolic.Arena, e symbolic.Expr, n int, env map[string]float64) ([]float64, error) {
	tape := a.Compile(e)
	in := make([]float64, len(tape.Inputs()))
	at := map[int]int{} // weight to input
	for i, s := range tape.Inputs() {
		in[i] = env[s.Name]
		if k, ok := weightNumber(s.Name); ok {
			at[k], in[i] = i, 1+tieBreak*float64(n-k)/float64(n)
		}
	}
	var base, moved [1]float64
	eval := tape.Eval
	err := eval(in, base[:])
	if errors.Is(err, symbolic.ErrTooLong) {
		eval = tape.EvalMiddle
		err = eval(in, base[:])
	}
	if err != nil {
		return nil, err
	}
	out := make([]float64, n)
	for k := range out {
		i, ok := at[k]
		if !ok {
			continue
		}
		in[i] += slopeStep
		err := eval(in, moved[:])
		in[i] -= slopeStep
		if err != nil {
			return nil, err
		}
		if x := (moved[0] - base[0]) / slopeStep; x > slopeNoise*base[0] {
			out[k] = x
		}
	}
	return out, nil
}

// The steps of differences: a weight changes by slopeStep; the first places
// are dearer by up to tieBreak, so that of equal paths theirs is the longest;
// what is below slopeNoise of the whole is rounding.
const (
	tieBreak   = 1e-5
	slopeStep  = 1e-8
	slopeNoise = 1e-7
)

// numbering numbers the places (or sites) of each part, in the order of its
// leaves, so that a part has the same numbers wherever it stands.
type numbering struct {
	at     map[int]int // places by the start of a call in the model
	places [][]int     // of each part, by number
}

// of names the weights of a part.
func (w *numbering) of(int) func(source.Span) string {
	numbers := map[int]int{}
	i := len(w.places)
	w.places = append(w.places, nil)
	return func(call source.Span) string {
		p, ok := w.at[call.Start]
		if !ok {
			return ""
		}
		n, known := numbers[p]
		if !known {
			n = len(numbers)
			numbers[p] = n
			w.places[i] = append(w.places[i], p)
		}
		return weightName(n)
	}
}

const weightMark = "weight\x03"

func weightName(n int) string { return weightMark + strconv.Itoa(n) }

func isWeight(name string) bool { return strings.HasPrefix(name, weightMark) }

func weightNumber(name string) (int, bool) {
	rest, ok := strings.CutPrefix(name, weightMark)
	n, err := strconv.Atoi(rest)
	return n, ok && err == nil
}
