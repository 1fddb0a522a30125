package predict

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/calculus"
	"github.com/parlens/parlens/costmodel/modelling"
	"github.com/parlens/parlens/costmodel/pamela"
	"github.com/parlens/parlens/costmodel/symbolic"
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
func (m *Spar) sparCharges(env map[string]float64, T float64) (map[sparPlace]float64, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	places, parts, err := m.parts(env)
	if err != nil {
		return nil, err
	}
	charges, total := map[sparPlace]float64{}, 0.0
	for i, p := range parts {
		for n, x := range p.slopes {
			charges[places[i][n]] += x
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

// partNumbers are the numbers of one part of the program.
type partNumbers struct {
	T, phi float64
	work   []calculus.Run
	slopes []float64 // of T by the weights of the part
	err    error
}

// partKey names the numbers of a part: equal parts of several versions of a
// program have equal hashes.
type partKey struct {
	T, phi symbolic.Hash
	work   string
	env    string
	n      int
}

// parts evaluates what the program executes one after the other; the places
// are those of the weights, by part. Parts that an earlier version of the
// program had too are remembered.
func (m *Spar) parts(env map[string]float64) ([][]sparPlace, []partNumbers, error) {
	if m.split == nil {
		m.split = m.splitUp()
	}
	key := envKey(env)
	if len(m.split.parts) == 0 {
		return nil, nil, fmt.Errorf("the model has no value for %s", modelling.Main)
	}
	out := make([]partNumbers, len(m.split.parts))
	for i, p := range m.split.parts {
		if p.T == 0 {
			continue
		}
		k := m.split.keys[i]
		k.env = key
		out[i] = workspace.Get(m.memo, k, func() partNumbers { return m.part(p, k.n, env) })
		if out[i].err != nil {
			return nil, nil, out[i].err
		}
	}
	return m.split.places, out, nil
}

// sparSeries is the program in parts, with the places of the weights of each, and
// its key but for the values of the parameters.
type sparSeries struct {
	parts  []pamela.Part
	places [][]sparPlace
	keys   []partKey
}

func (m *Spar) splitUp() *sparSeries {
	w, a := m.numbering(), m.Compiled.Arena()
	out := &sparSeries{parts: m.Compiled.Parts(modelling.Main, w.of), places: w.places}
	for i, p := range out.parts {
		k := partKey{}
		if p.T != 0 {
			k = partKey{T: a.Hash(p.T), phi: a.Hash(p.Phi), work: hashOf(a, p.Work), n: len(w.places[i])}
		}
		out.keys = append(out.keys, k)
	}
	return out
}

// part evaluates one part with n weights.
func (m *Spar) part(p pamela.Part, n int, env map[string]float64) partNumbers {
	a := m.Compiled.Arena()
	T, phi := m.Compiled.SimplifyExpr(p.T), m.Compiled.SimplifyExpr(p.Phi)
	es := []symbolic.Expr{T, phi}
	for i := range n {
		d, ok := a.Derivative(T, weightName(i))
		if !ok {
			es = es[:2]
			break
		}
		es = append(es, d)
	}
	values := make([]float64, len(es))
	if err := evaluateIn(a, es, env, values); err != nil {
		return partNumbers{err: err}
	}
	out := partNumbers{T: values[0], phi: values[1], slopes: values[2:]}
	if len(es) == 2 && n > 0 {
		if out.slopes, out.err = differences(a, T, n, env); out.err != nil {
			return out
		}
	}
	with := make(map[string]float64, len(env)+n)
	for k, x := range env {
		with[k] = x
	}
	for i := range n {
		with[weightName(i)] = 1
	}
	out.work, out.err = m.Compiled.WorkIn(p.Work, with)
	return out
}

func envKey(env map[string]float64) string { return Settings{Values: env}.key() }

// evaluateIn computes expressions with all weights 1.
func evaluateIn(a *symbolic.Arena, es []symbolic.Expr, env map[string]float64, out []float64) error {
	tape := a.Compile(es...)
	in := make([]float64, len(tape.Inputs()))
	for i, s := range tape.Inputs() {
		in[i] = env[s.Name]
		if isWeight(s.Name) {
			in[i] = 1
		}
	}
	return tape.Eval(in, out)
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
	if err := tape.Eval(in, base[:]); err != nil {
		return nil, err
	}
	out := make([]float64, n)
	for k := range out {
		i, ok := at[k]
		if !ok {
			continue
		}
		in[i] += slopeStep
		err := tape.Eval(in, moved[:])
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

func (m *Spar) numbering() *numbering[sparPlace] {
	w := &numbering[sparPlace]{at: map[int]sparPlace{}}
	for _, s := range m.Model.Sites {
		if s.Cause != modelling.CallSite {
			w.at[s.Span.Start] = sparPlace{m.text.LineOf(s.Source.Start), s.Cause}
		}
	}
	return w
}

// numbering numbers the places (or sites) of each part, in the order of its
// leaves, so that a part has the same numbers wherever it stands.
type numbering[P comparable] struct {
	at     map[int]P // by the start of a call in the model
	places [][]P     // of each part, by number
}

// of names the weights of a part.
func (w *numbering[P]) of(int) func(source.Span) string {
	numbers := map[P]int{}
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
