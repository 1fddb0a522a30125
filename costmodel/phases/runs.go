package phases

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Run is the measured time of a run, or of one phase of it.
type Run struct {
	Variant, Phase string // "" of a phase: the whole run
	Values         map[string]float64
	Time           float64 // seconds of all steps
	Line           int     // of the file
}

// ReadRuns reads measured times: a CSV file with a row for each. Its columns,
// in any order: time_s; variant (or algorithm), where the model has variants;
// phase, where a time is that of one phase; parameters of the model by their
// names; case. What a row does not say is as the model has it. Other columns are
// left alone.
func (m *Model) ReadRuns(data []byte) ([]Run, error) {
	r := csv.NewReader(bytes.NewReader(data))
	r.Comment, r.TrimLeadingSpace = '#', true
	head, err := r.Read()
	if err != nil {
		return nil, fmt.Errorf("runs: no header: %w", err)
	}
	for i := range head {
		head[i] = strings.TrimSpace(strings.TrimPrefix(head[i], "\ufeff"))
	}
	if !slices.Contains(head, "time_s") {
		return nil, fmt.Errorf("runs: there is no column time_s, only %s", strings.Join(head, ", "))
	}
	var runs []Run
	for {
		row, err := r.Read()
		if row == nil {
			return runs, nil
		}
		if err != nil {
			return nil, fmt.Errorf("runs: %w", err)
		}
		line, _ := r.FieldPos(0)
		run, err := m.run(head, row)
		if err != nil {
			return nil, fmt.Errorf("runs, line %d: %w", line, err)
		}
		run.Line = line
		runs = append(runs, run)
	}
}

func (m *Model) run(head, row []string) (Run, error) {
	run := Run{}
	given := map[string]float64{}
	at := ""
	for i, name := range head {
		text := strings.TrimSpace(row[i])
		switch {
		case name == "variant" || name == "algorithm":
			run.Variant = text
		case name == "phase":
			run.Phase = text
		case name == "case":
			at = text
		case name != "time_s" && m.Parameter(name) == nil || text == "" && name != "time_s":
		default:
			v, err := strconv.ParseFloat(text, 64)
			if err != nil || math.IsNaN(v) || math.IsInf(v, 0) || name == "time_s" && v <= 0 {
				return run, fmt.Errorf("%s is %q; it must be a number above 0", name, text)
			}
			given[name] = v
		}
	}
	values, ok := m.Defaults(at)
	if !ok {
		return run, fmt.Errorf("there is no case %q", at)
	}
	if !m.Variant(run.Variant) {
		return run, fmt.Errorf("there is no variant %q%s", run.Variant, meant(run.Variant, m.VariantNames()))
	}
	if run.Phase != "" && !slices.ContainsFunc(m.Phases, func(p Phase) bool { return p.Name == run.Phase && p.has(run.Variant) }) {
		return run, fmt.Errorf("variant %s has no phase %q", run.Variant, run.Phase)
	}
	run.Time = given["time_s"]
	delete(given, "time_s")
	for n, v := range given {
		values[n] = v
	}
	run.Values = values
	return run, nil
}

// measuredOf returns the measured whole run of a variant for some values, nil
// where there is none.
func measuredOf(runs []Run, variant string, values map[string]float64) *Run {
	for i := range runs {
		r := &runs[i]
		if r.Phase == "" && r.Variant == variant && same(r.Values, values) {
			return r
		}
	}
	return nil
}

func same(a, b map[string]float64) bool {
	for n, v := range a {
		if b[n] != v {
			return false
		}
	}
	return len(a) == len(b)
}

// Error is the error of a prediction in percent (paper 001, equation 5).
func Error(predicted, measured float64) float64 { return 100 * (predicted - measured) / measured }

// Verdict is how well a model chose among the measured runs on one number of
// processors.
type Verdict struct {
	Product int
	Pick    Choice  // what the model takes to be the fastest
	Took    float64 // what that was measured to take; 0 where it was not measured
	Best    Choice  // what was measured to be the fastest of those that were measured
	Seconds float64 // what that took
	Loss    float64 // percent (equation 6); NaN where the pick was not measured
	Error   float64 // of the pick's prediction, percent (equation 5); NaN likewise
}

// Judge compares what a model picks among the choices with what was measured,
// for each number of processors of which there are measured runs.
func Judge(choices []Choice, runs []Run, o Over) []Verdict {
	var all []Verdict
	for _, product := range o.Products {
		of := func(c Choice) bool { return c.Product == product }
		pick := Best(choices, of)
		if pick == nil {
			continue
		}
		v := Verdict{Product: product, Pick: *pick, Loss: math.NaN(), Error: math.NaN()}
		for _, c := range choices {
			if c.Result == nil || !of(c) {
				continue
			}
			if r := measuredOf(runs, c.Variant, c.Values); r != nil && (v.Seconds == 0 || r.Time < v.Seconds) {
				v.Best, v.Seconds = c, r.Time
			}
		}
		if r := measuredOf(runs, pick.Variant, pick.Values); r != nil {
			v.Took = r.Time
			v.Loss, v.Error = Error(r.Time, v.Seconds), Error(pick.Time, r.Time)
		}
		if v.Seconds > 0 {
			all = append(all, v)
		}
	}
	return all
}
