package phases

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"
)

// Method is how rates are taken from timings.
type Method string

// The methods. Maximum is the paper's choice for one rate (section 5.2): the largest
// that was observed, so that what spoils a run does not count; for two rates it takes
// the median, as the paper does.
const (
	Maximum      Method = "maximum"
	Median       Method = "median"
	LeastSquares Method = "least-squares" // of the relative errors
)

// Methods lists them for a reader.
var Methods = []string{string(Maximum), string(Median), string(LeastSquares)}

// Fitted is what the timings say of one phase, or of all messages together.
type Fitted struct {
	Phase   *Phase // nil for the messages
	Rate    Rate   // of a phase that computes or copies
	Startup float64
	PerByte float64 // of messages, seconds
	Runs    int
	Errors  FitErrors
	Problem string // why there is no value
}

// FitErrors are the absolute errors of a fit for its own timings, percent
// (equation 4).
type FitErrors struct{ Median, Worst float64 }

// sample is one timing: t = a starts + b work.
type sample struct{ starts, work, seconds float64 }

// Fit takes rates and the parameters of messages from timings of phases. The runs
// are those of ReadRuns that name a phase; others are left alone. The phases come
// in the order of the model, the messages last.
func (m *Model) Fit(runs []Run, method Method) ([]Fitted, error) {
	of := map[*Phase][]sample{}
	var messages []sample
	programs := map[string]*Program{}
	for _, run := range runs {
		if run.Phase == "" {
			continue
		}
		p := programs[run.Variant]
		if p == nil {
			b := newBuilder(m, run.Variant, "", Library{})
			p = b.build()
			p.compile()
			programs[run.Variant] = p
		}
		r, err := p.Evaluate(run.Values)
		if err != nil {
			return nil, fmt.Errorf("runs, line %d: %w", run.Line, err)
		}
		for _, t := range r.Phases {
			switch {
			case t.Name != run.Phase || !(r.Steps > 0):
			case t.Kind == Communication:
				messages = append(messages, sample{t.Messages, t.Bytes, run.Time / r.Steps})
			default:
				of[t.Phase] = append(of[t.Phase], sample{t.Starts, t.Work, run.Time / r.Steps})
			}
		}
	}
	var all []Fitted
	for i := range m.Phases {
		if p := &m.Phases[i]; of[p] != nil {
			all = append(all, fitPhase(p, of[p], method))
		}
	}
	if messages != nil {
		f := Fitted{Runs: len(messages)}
		f.Startup, f.PerByte, f.Problem = fitTwo(messages, method)
		f.Errors = errorsOf(messages, f.Startup, f.PerByte)
		all = append(all, f)
	}
	if all == nil {
		return nil, fmt.Errorf("no run names a phase: a column `phase` says which one time_s is of")
	}
	return all, nil
}

func fitPhase(p *Phase, samples []sample, method Method) Fitted {
	f := Fitted{Phase: p, Runs: len(samples)}
	samples = slices.DeleteFunc(slices.Clone(samples), func(s sample) bool { return s.work <= 0 })
	if len(samples) == 0 {
		f.Problem = "the phase does nothing in these runs"
		return f
	}
	if samples[0].starts == 0 {
		b := fitOne(samples, method)
		f.Rate = Rate{A: 1 / b}
		f.Errors = errorsOf(samples, 0, b)
		return f
	}
	a, b, problem := fitTwo(samples, method)
	if f.Problem = problem; problem == "" {
		f.Rate = Rate{A: 1 / a, B: 1 / b, Two: true}
		f.Errors = errorsOf(samples, a, b)
	}
	return f
}

// fitOne finds the seconds b of one operation.
func fitOne(samples []sample, method Method) float64 {
	rates := make([]float64, len(samples))
	var x, xx float64 // work by time: b x = 1 for each
	for i, s := range samples {
		rates[i] = s.work / s.seconds
		x, xx = x+rates[i], xx+rates[i]*rates[i]
	}
	switch method {
	case Maximum:
		return 1 / slices.Max(rates)
	case Median:
		return 1 / median(rates)
	}
	return x / xx
}

// fitTwo finds a and b of t = a starts + b work, both above 0.
func fitTwo(samples []sample, method Method) (a, b float64, problem string) {
	if method == LeastSquares {
		a, b, problem = leastSquares(samples)
	} else {
		a, b, problem = medianOfPairs(samples)
	}
	if problem == "" && (!(a > 0) || !(b > 0)) {
		problem = fmt.Sprintf("the timings ask for %.3g s and %.3g s, which are no times: give the phase one rate", a, b)
	}
	return a, b, problem
}

const oneRatio = "these runs have one ratio of the two parts: two rates cannot be told from them"

func leastSquares(samples []sample) (a, b float64, problem string) {
	if len(samples) < 2 {
		return 0, 0, oneRatio
	}
	x, y := mat.NewDense(len(samples), 2, nil), mat.NewVecDense(len(samples), nil)
	for i, s := range samples {
		x.SetRow(i, []float64{s.starts / s.seconds, s.work / s.seconds})
		y.SetVec(i, 1)
	}
	var qr mat.QR
	qr.Factorize(x)
	var out mat.VecDense
	if err := qr.SolveVecTo(&out, false, y); err != nil {
		return 0, 0, oneRatio
	}
	return out.AtVec(0), out.AtVec(1), ""
}

// maxPairs bounds the pairs of timings that are looked at.
const maxPairs = 250_000

// medianOfPairs solves for a and b by every two timings and takes the medians.
func medianOfPairs(samples []sample) (a, b float64, problem string) {
	var as, bs []float64
	for i, s := range samples {
		for _, r := range samples[i+1:] {
			det := s.starts*r.work - r.starts*s.work
			if math.Abs(det) <= 1e-9*(math.Abs(s.starts*r.work)+math.Abs(r.starts*s.work)) || len(as) >= maxPairs {
				continue
			}
			as = append(as, (s.seconds*r.work-r.seconds*s.work)/det)
			bs = append(bs, (s.starts*r.seconds-r.starts*s.seconds)/det)
		}
	}
	if as == nil {
		return 0, 0, oneRatio
	}
	return median(as), median(bs), ""
}

func median(values []float64) float64 {
	v := slices.Sorted(slices.Values(values))
	n := len(v)
	return (v[(n-1)/2] + v[n/2]) / 2
}

func errorsOf(samples []sample, a, b float64) FitErrors {
	var all []float64
	for _, s := range samples {
		all = append(all, math.Abs(Error(a*s.starts+b*s.work, s.seconds)))
	}
	if all == nil {
		return FitErrors{}
	}
	return FitErrors{median(all), slices.Max(all)}
}

var rateLine = regexp.MustCompile(`(?m)^([ \t]*)rate_per_s([ \t]*)=.*$`)

// WithRates writes the fitted rates into the text of the model; all else stays as it
// is. What has a problem keeps its rate.
func (m *Model) WithRates(text string, fitted []Fitted) string {
	out, last := "", 0
	for i := range m.Phases {
		p := &m.Phases[i]
		f := slices.IndexFunc(fitted, func(f Fitted) bool { return f.Phase == p && f.Problem == "" })
		if f < 0 {
			continue
		}
		end := len(text)
		if i+1 < len(m.Phases) {
			end = m.Phases[i+1].Span.Start
		}
		rate := fmt.Sprintf("%.5g", fitted[f].Rate.A)
		if fitted[f].Rate.Two {
			rate = fmt.Sprintf("[%.5g, %.5g]", fitted[f].Rate.A, fitted[f].Rate.B)
		}
		part := text[p.Span.Start:end]
		switch at := rateLine.FindStringIndex(part); {
		case at != nil:
			part = rateLine.ReplaceAllString(part[:at[1]], "${1}rate_per_s${2}= "+rate) + part[at[1]:]
		default: // behind the line of the work
			work := p.Work.Line.End - p.Span.Start
			n := strings.IndexByte(part[work:]+"\n", '\n')
			part = part[:work+n] + "\nrate_per_s = " + rate + part[work+n:]
		}
		out += text[last:p.Span.Start] + part
		last = end
	}
	return out + text[last:]
}
