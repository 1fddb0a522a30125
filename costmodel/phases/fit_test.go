package phases

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/parlens/parlens/machines"
)

// timed writes the times of the phases of the base model as runs, each times noise.
func timed(t *testing.T, noise func() float64) string {
	t.Helper()
	m, _ := Parse("base.toml", []byte(base))
	on, _ := machines.Load("paragon", nil)
	var b strings.Builder
	b.WriteString("variant,N,P,phase,time_s,host\n")
	for _, v := range []string{"X", "Y"} {
		p, err := m.For(v, on)
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range []float64{100, 200, 400} {
			for _, procs := range []float64{2, 4, 8} {
				values, _ := m.Defaults("")
				values["N"], values["P"] = n, procs
				r, err := p.Evaluate(values)
				if err != nil {
					t.Fatal(err)
				}
				for _, ph := range r.Phases {
					fmt.Fprintf(&b, "%s,%v,%v,%s,%.12g,here\n", v, n, procs, ph.Name, ph.Seconds*r.Steps*noise())
				}
			}
		}
	}
	return b.String()
}

func fitted(t *testing.T, runs string, method Method) (*Model, map[string]Fitted, []Fitted) {
	t.Helper()
	m, _ := Parse("base.toml", []byte(base))
	all, err := m.ReadRuns([]byte(runs))
	if err != nil {
		t.Fatal(err)
	}
	fits, err := m.Fit(all, method)
	if err != nil {
		t.Fatal(err)
	}
	by := map[string]Fitted{}
	for _, f := range fits {
		name := "messages"
		if f.Phase != nil {
			name = f.Phase.Name
		}
		by[name] = f
	}
	return m, by, fits
}

func about(a, b, share float64) bool { return math.Abs(a/b-1) <= share }

// Times of known rates give these rates again, by every method.
func TestFitKnown(t *testing.T) {
	for _, method := range []Method{Maximum, Median, LeastSquares} {
		t.Run(fmt.Sprint(method), func(t *testing.T) {
			_, by, _ := fitted(t, timed(t, func() float64 { return 1 }), method)
			c, k, m := by["compute"], by["copy"], by["messages"]
			if !about(c.Rate.A, 1e6, 1e-6) || c.Rate.Two || c.Runs != 18 || c.Errors.Worst > 1e-6 {
				t.Errorf("%s: %+v", method, c)
			}
			if !about(k.Rate.A, 2e6, 1e-4) || !about(k.Rate.B, 4e6, 1e-6) || k.Runs != 9 {
				t.Errorf("%s: %+v", method, k)
			}
			if !about(m.Startup, 1.43e-4, 1e-5) || !about(m.PerByte, 2.994e-8, 1e-5) {
				t.Errorf("%s: %+v", method, m)
			}
		})
	}
}

// With noise: the maximum is no smaller than any rate, the median is between, and no
// step away from the least squares is better.
func TestFitNoisy(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	runs := timed(t, func() float64 { return 1 + 0.2*rng.Float64() })
	_, most, _ := fitted(t, runs, Maximum)
	_, middle, _ := fitted(t, runs, Median)
	m, least, _ := fitted(t, runs, LeastSquares)
	if r := most["compute"].Rate.A; r > 1e6 || r < 0.98e6 {
		t.Errorf("maximum %v", r)
	}
	if r := middle["compute"].Rate.A; r > 0.95e6 || r < 0.87e6 {
		t.Errorf("median %v", r)
	}
	all, _ := m.ReadRuns([]byte(runs))
	sum := func(startup, perByte float64) float64 {
		s := 0.0
		for _, r := range all {
			if r.Phase == "move" {
				bytes := 8 * r.Values["N"]
				if r.Variant == "X" {
					bytes = 8 * math.Ceil(r.Values["N"]/r.Values["P"])
				}
				q := r.Values["P"] - 1
				e := (q*startup+q*bytes*perByte)/(r.Time/2) - 1
				s += e * e
			}
		}
		return s
	}
	f := least["messages"]
	best := sum(f.Startup, f.PerByte)
	for _, d := range []float64{-1e-4, 1e-4} {
		t.Run(fmt.Sprint(d), func(t *testing.T) {
			if sum(f.Startup*(1+d), f.PerByte) < best || sum(f.Startup, f.PerByte*(1+d)) < best {
				t.Error("a step away from the least squares is better")
			}
		})
	}
}

// The rates come into the text of the model, and nothing else changes.
func TestWithRates(t *testing.T) {
	text := strings.Replace(base, "rate_per_s = 1e6\n", "", 1)
	m, diags := Parse("x.toml", []byte(text))
	if m == nil {
		t.Fatal(diags)
	}
	runs, err := m.ReadRuns([]byte(timed(t, func() float64 { return 2 })))
	if err != nil {
		t.Fatal(err)
	}
	fits, err := m.Fit(runs, Maximum)
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Replace(base, "rate_per_s = 1e6", "rate_per_s = 5e+05", 1)
	want = strings.Replace(want, "[2e6, 4e6]", "[1e+06, 2e+06]", 1)
	if got := m.WithRates(text, fits); got != want {
		t.Errorf("%s", got)
	}
}

func TestFitProblems(t *testing.T) {
	_, by, _ := fitted(t, "variant,phase,time_s\nY,copy,1\nY,copy,1.1\n", LeastSquares)
	if !strings.Contains(by["copy"].Problem, "one ratio") {
		t.Errorf("%+v", by["copy"])
	}
	_, by, _ = fitted(t, "variant,phase,N,P,time_s\nY,copy,100,4,1\nY,copy,200,4,0.5\n", Median)
	if !strings.Contains(by["copy"].Problem, "no times") {
		t.Errorf("%+v", by["copy"])
	}
	m, _ := Parse("base.toml", []byte(base))
	for _, c := range []struct{ runs, want string }{
		{"", "no header"}, {"variant,time\nX,1", "no column time_s"}, {"variant,time_s\nZ,1", `no variant "Z"`}, {"variant,time_s\nX,0", "above 0"},
		{"variant,time_s\nX,fast", "above 0"}, {"variant,phase,time_s\nX,copy,1", `no phase "copy"`}, {"variant,N,time_s\nX,many,1", "N is"},
		{"variant,case,time_s\nX,big,1", `no case "big"`}, {"variant,time_s\nX", "wrong number of fields"}, {"variant,time_s\nX,1", "no run names a phase"},
	} {
		t.Run(c.runs, func(t *testing.T) {
			runs, err := m.ReadRuns([]byte(c.runs))
			if err == nil {
				_, err = m.Fit(runs, Maximum)
			}
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%q: %v, want %s", c.runs, err, c.want)
			}
		})
	}
}
