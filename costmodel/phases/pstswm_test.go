package phases

import (
	"encoding/csv"
	"math"
	"os"
	"slices"
	"strconv"
	"testing"

	"github.com/parlens/parlens/machines"
)

// published is a row of paper 001, tables 6 and 18 to 23: the measured time and
// the error of the published prediction.
type published struct {
	variant, size   string
	values          map[string]float64
	measured, error float64
}

// prediction is the published one, from the measured time and its error.
func (p published) prediction() float64 { return p.measured * (1 + p.error/100) }

func publishedRuns(t *testing.T) []published {
	t.Helper()
	f, err := os.Open("testdata/pstswm-runs.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var all []published
	for _, row := range rows[1:] {
		p := published{variant: row[0], size: row[1], values: map[string]float64{}}
		for i, name := range rows[0] {
			v, err := strconv.ParseFloat(row[i], 64)
			switch {
			case i < 2:
			case err != nil:
				t.Fatal(err)
			case name == "time_s":
				p.measured = v
			case name == "published_error_pct":
				p.error = v
			default:
				p.values[name] = v
			}
		}
		all = append(all, p)
	}
	return all
}

func pstswm(t *testing.T) (*Model, *machines.Machine) {
	t.Helper()
	m, diags, err := Load("pstswm", nil)
	if err != nil || len(diags) > 0 {
		t.Fatal(err, diags)
	}
	paragon, err := machines.Load("paragon", nil)
	if err != nil {
		t.Fatal(err)
	}
	return m, paragon
}

// All 262 published predictions. The bounds are percents, for T42 and T85 alike.
// What is left has a sign: with two decimals of its rates the model is below the
// published one by 0.5% where a row of processors shares the Fourier transform
// (1% if that is distributed), and above it by up to 0.7% where a column shares
// the Legendre transform.
func TestPublishedPredictions(t *testing.T) {
	m, paragon := pstswm(t)
	errors := map[string][]float64{}
	for _, run := range publishedRuns(t) {
		p, err := m.For(run.variant, paragon)
		if err != nil {
			t.Fatal(err)
		}
		r, err := p.Evaluate(run.values)
		if err != nil {
			t.Fatal(err)
		}
		key := run.variant + " " + run.size
		errors[key] = append(errors[key], 100*math.Abs(r.Time/run.prediction()-1))
	}
	rows := 0
	for _, c := range []struct {
		variant       string
		median, worst float64
	}{
		{"TR", 0.35, 0.65}, {"TH", 0.35, 0.65}, {"DR", 0.65, 1.05}, {"DH", 0.65, 1.75}, {"TT", 0.55, 0.70}, {"DT", 0.85, 1.10},
	} {
		for _, size := range []string{"T42", "T85"} {
			e := errors[c.variant+" "+size]
			slices.Sort(e)
			rows += len(e)
			median, worst := e[len(e)/2], e[len(e)-1]
			t.Logf("%s %s: %d rows, median %.2f%%, worst %.2f%%", c.variant, size, len(e), median, worst)
			if median > c.median || worst > c.worst {
				t.Errorf("%s %s: median %.2f%%, worst %.2f%%", c.variant, size, median, worst)
			}
		}
	}
	if rows != 262 {
		t.Errorf("%d rows", rows)
	}
}
