package predict

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/costmodel/modelling"
	"github.com/parlens/parlens/costmodel/symbolic"
)

// sparPlace is what charges are gathered by: a line of the program, and why its
// processor is busy.
type sparPlace struct {
	line  int
	cause modelling.Cause
}

// sparCharges splits T over the lines. T is homogeneous in the times of all
// operations, so that T is the sum of what each place contributes: its weight
// times the derivative of T by that weight. Where several paths or resources
// are equally long, the first places win.
func (m *Spar) sparCharges(env map[string]float64, T float64) (map[sparPlace]float64, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	places, weight := m.weights()
	e, ok := m.Compiled.Weighted(modelling.Main, weight)
	if !ok {
		return nil, fmt.Errorf("the model has no value for %s", modelling.Main)
	}
	a := m.Compiled.Arena()
	e = m.Compiled.Back(e)
	var used []int
	var slopes []symbolic.Expr
	for n := range places {
		d, ok := a.Derivative(e, weightName(n))
		if !ok {
			return m.differences(e, env, places, T)
		}
		if c, ok := a.Const(d); !ok || c != 0 {
			used, slopes = append(used, n), append(slopes, d)
		}
	}
	out := make([]float64, len(slopes))
	if err := m.evaluateIn(a, slopes, env, 1, out); err != nil {
		return nil, err
	}
	charges, total := map[sparPlace]float64{}, 0.0
	for i, n := range used {
		charges[places[n]] += out[i]
		total += out[i]
	}
	return addingUp(charges, T, total), nil
}

// evaluateIn computes expressions in which all weights are w.
func (m *Spar) evaluateIn(a *symbolic.Arena, es []symbolic.Expr, env map[string]float64, w float64, out []float64) error {
	tape := a.Compile(es...)
	in := make([]float64, len(tape.Inputs()))
	for i, s := range tape.Inputs() {
		in[i] = env[s.Name]
		if isWeight(s.Name) {
			in[i] = w
		}
	}
	return tape.Eval(in, out)
}

// differences finds the slopes by small steps, where they have no formula.
func (m *Spar) differences(e symbolic.Expr, env map[string]float64, places []sparPlace, T float64) (map[sparPlace]float64, error) {
	tape := m.Compiled.Arena().Compile(e)
	in := make([]float64, len(tape.Inputs()))
	at := map[int]int{} // place to input
	for i, s := range tape.Inputs() {
		in[i] = env[s.Name]
		if n, ok := weightNumber(s.Name); ok {
			at[n], in[i] = i, 1+tieBreak*float64(len(places)-n)/float64(len(places))
		}
	}
	var base, out [1]float64
	if err := tape.Eval(in, base[:]); err != nil {
		return nil, err
	}
	charges, total := map[sparPlace]float64{}, 0.0
	for n, p := range places {
		i, ok := at[n]
		if !ok {
			continue
		}
		in[i] += slopeStep
		err := tape.Eval(in, out[:])
		in[i] -= slopeStep
		if err != nil {
			return nil, err
		}
		if x := (out[0] - base[0]) / slopeStep; x > slopeNoise*base[0] {
			charges[p] += x
			total += x
		}
	}
	return addingUp(charges, T, total), nil
}

// The steps of differences: a weight changes by slopeStep; the first places
// are dearer by up to tieBreak, so that of equal paths theirs is the longest;
// what is below slopeNoise of the whole is rounding.
const (
	tieBreak   = 1e-5
	slopeStep  = 1e-8
	slopeNoise = 1e-7
)

// addingUp makes charges add up to T.
func addingUp(charges map[sparPlace]float64, T, total float64) map[sparPlace]float64 {
	for k := range charges {
		if total > 0 {
			charges[k] *= T / total
		}
	}
	return charges
}

// weights numbers the places of the model, in the order of the program, and
// names a weight for each.
func (m *Spar) weights() ([]sparPlace, func(source.Span) string) {
	numbers := map[sparPlace]int{}
	var places []sparPlace
	byCall := map[int]int{}
	for _, s := range m.Model.Sites {
		if s.Cause == modelling.CallSite {
			continue
		}
		p := sparPlace{m.text.LineOf(s.Source.Start), s.Cause}
		if _, ok := numbers[p]; !ok {
			numbers[p] = len(places)
			places = append(places, p)
		}
		byCall[s.Span.Start] = numbers[p]
	}
	return places, func(call source.Span) string {
		if n, ok := byCall[call.Start]; ok {
			return weightName(n)
		}
		return ""
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
