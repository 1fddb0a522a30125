package phases

import (
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/pamela"
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

// All 262 published predictions. The bounds are percents. Of TT and DT the rows of T85
// are held out: phase 11 was reconstructed from those of T42 (TestPhase11).
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
		heldOut       float64 // the worst of T85
	}{
		{"TR", 0.35, 0.65, 0.65}, {"TH", 0.35, 0.65, 0.65}, {"DR", 0.65, 1.05, 1.05}, {"DH", 0.65, 1.75, 1.75}, {"TT", 0.55, 0.70, 0.70}, {"DT", 0.85, 1.05, 1.10},
	} {
		t.Run(c.variant, func(t *testing.T) {
			for _, size := range []string{"T42", "T85"} {
				t.Run(size, func(t *testing.T) {
					if size == "T85" {
						c.worst = c.heldOut
					}
					e := errors[c.variant+" "+size]
					slices.Sort(e)
					rows += len(e)
					median, worst := e[len(e)/2], e[len(e)-1]
					t.Logf("%s %s: %d rows, median %.2f%%, worst %.2f%%", c.variant, size, len(e), median, worst)
					if median > c.median || worst > c.worst {
						t.Errorf("%s %s: median %.2f%%, worst %.2f%%", c.variant, size, median, worst)
					}
				})
			}
		})
	}
	if rows != 262 {
		t.Errorf("%d rows", rows)
	}
}

// The whole number that phase 11 of TT and DT takes off is the one with the smallest
// largest error on the rows of T42; those of T85 have no part in it.
func TestPhase11(t *testing.T) {
	text, _ := ShippedText("pstswm")
	_, paragon := pstswm(t)
	best, least := -1, math.Inf(1)
	for k := range 10 {
		changed := strings.Replace(text, "(14 * NLVER_S - 6)", fmt.Sprintf("(14 * NLVER_S - %d)", k), 1)
		m, diags := Parse("pstswm.toml", []byte(changed))
		if m == nil || k != 6 && changed == text {
			t.Fatal(diags)
		}
		worst := 0.0
		for _, run := range publishedRuns(t) {
			if run.size != "T42" || run.variant != "TT" && run.variant != "DT" {
				continue
			}
			p, err := m.For(run.variant, paragon)
			if err != nil {
				t.Fatal(err)
			}
			r, err := p.Evaluate(run.values)
			if err != nil {
				t.Fatal(err)
			}
			worst = max(worst, math.Abs(r.Time/run.prediction()-1))
		}
		if worst < least {
			best, least = k, worst
		}
	}
	if best != 6 {
		t.Errorf("%d has the smallest largest error", best)
	}
}

// chosen searches all variants of PSTSWM for a problem size on 8 to 512
// processors.
func chosen(t *testing.T, d Detail, size string) ([]Choice, []Run, Over) {
	t.Helper()
	m, paragon := pstswm(t)
	data, err := os.ReadFile("testdata/pstswm-runs.csv")
	if err != nil {
		t.Fatal(err)
	}
	runs, err := m.ReadRuns(data)
	if err != nil {
		t.Fatal(err)
	}
	o, err := m.ParseOver("PX*PY = 8, 16, 32, 64, 128, 256, 512")
	if err != nil {
		t.Fatal(err)
	}
	values, _ := m.Defaults(size)
	choices, err := d.Search(m, m.VariantNames(), paragon, values, o, runs)
	if err != nil {
		t.Fatal(err)
	}
	return choices, runs, o
}

// at returns the choice of a variant on a mesh, written "DR 1x8".
func at(choices []Choice, name string, product int) *Choice {
	return Best(choices, func(c Choice) bool { return c.Product == product && c.Variant+" "+c.Name() == name })
}

func best(choices []Choice, product int) *Choice {
	return Best(choices, func(c Choice) bool { return c.Product == product })
}

var processors = []int{8, 16, 32, 64, 128, 256, 512}

// chosenBy are the columns of tables 8 to 12, for 8 to 512 processors: what a
// model picks, and what it predicts for a pick, in seconds; 0 where none is
// printed. Loss is printed by the paper; -1 where the pick was right.
var chosenBy = map[string]struct {
	picks     [7]string  // table 8: by the phase models
	predicted [7]float64 // table 9
	losses    [7]float64 // table 8
	counted   [7]string  // table 10: by complexity
	sustained [7]float64 // table 11: for these
	average   [7]float64 // table 12: for the picks of table 8
}{
	"T42": {
		[7]string{"DR 1x8", "DT 1x16", "TR 8x4", "TR 16x4", "TH 16x8", "TH 16x16", "TH 16x32"},
		[7]float64{79.8, 40.9, 23.0, 12.2, 6.7, 4.0, 2.6},
		[7]float64{-1, -1, -1, -1, 1.1, 3.7, -1},
		[7]string{"DT 1x8", "DT 1x16", "DT 2x16", "DT 4x16", "TT 16x8", "TT 16x16", "TR 16x32"},
		[7]float64{0, 41.2, 20.8, 10.6, 5.5, 3.0, 1.6},
		[7]float64{86.8, 43.9, 23.3, 12.1, 6.6, 3.8, 2.4},
	},
	"T85": {
		[7]string{"DT 1x8", "DT 1x16", "TR 16x2", "TR 16x4", "TT 16x8", "TT 16x16", "TT 16x32"},
		[7]float64{426.6, 206.9, 118.6, 60.6, 31.6, 16.8, 9.7},
		[7]float64{6.2, 1.8, 1.5, 0.3, 2.5, -1, -1},
		[7]string{"DT 1x8", "DT 1x16", "DT 2x16", "TT 16x4", "TT 16x8", "TT 16x16", "TT 16x32"},
		[7]float64{0, 205.3, 103.3, 50.6, 25.7, 13.1, 6.9},
		[7]float64{445.4, 210.9, 118.8, 60.3, 32.1, 16.9, 9.7},
	},
}

// rounded reports whether two numbers agree to the last printed digit and some
// percents.
func rounded(got, printed, percent float64) bool {
	digit := 0.05
	return math.Abs(got-printed) <= digit+printed*percent/100
}

// Tables 8 and 9: all 14 choices of the published models are ours, and their
// predictions within 0.5%.
func TestOptimalAlgorithm(t *testing.T) {
	for size, want := range chosenBy {
		t.Run(size, func(t *testing.T) {
			choices, runs, o := chosen(t, Full, size)
			for i, p := range processors {
				pick := best(choices, p)
				if got := pick.Variant + " " + pick.Name(); got != want.picks[i] {
					t.Errorf("%s on %d: %s, published %s", size, p, got, want.picks[i])
				}
				if !rounded(pick.Time, want.predicted[i], 0.5) {
					t.Errorf("%s on %d: %.2f s, published %.1f s", size, p, pick.Time, want.predicted[i])
				}
			}
			// Measured times are printed for 8, 64, 128 and 256 processors only. Table 8
			// has 1.1% for T42 on 128, where its own table 6 and 22 give 7.12 against 6.96 s,
			// 2.3%; and takes DR 1x8 to be the best on 8 (81.13 s) where TR 1x8 has 80.98 s.
			for _, v := range Judge(choices, runs, o) {
				i := slices.Index(processors, v.Product)
				t.Logf("%s on %d: %s %s, loss %.1f%% (printed %v), error %.1f%%", size, v.Product, v.Pick.Variant, v.Pick.Name(), v.Loss, want.losses[i], v.Error)
				printed := max(0, want.losses[i])
				if size == "T42" && v.Product == 128 {
					printed = 2.3
				}
				if math.Abs(v.Loss-printed) > 0.25 {
					t.Errorf("%s on %d: loss %.2f%%, printed %v", size, v.Product, v.Loss, want.losses[i])
				}
			}
		})
	}
}

// Table 10: by the count of operations alone 13 of the 14 choices are the
// published ones; on 512 processors, T42, the paper has TR 16x32, which counts 3%
// more than TT 16x32 with our reading of phase 11.
func TestComplexityAlone(t *testing.T) {
	for size, want := range chosenBy {
		t.Run(size, func(t *testing.T) {
			choices, _, _ := chosen(t, Complexity, size)
			for i, p := range processors {
				pick := best(choices, p)
				got, off := pick.Variant+" "+pick.Name(), 0.0
				if got != want.counted[i] {
					off = at(choices, want.counted[i], p).Time/pick.Time - 1
				}
				if exception := size == "T42" && p == 512; off > 0.04 || (off > 0) != exception {
					t.Errorf("%s on %d: %s, published %s, which counts %.1f%% more", size, p, got, want.counted[i], 100*off)
				}
			}
		})
	}
}

// Tables 11 and 12: the rates are not published. With the substitutes that
// Detail.Search states, a sustained rate gives what is printed within 1.5% (but
// for TR on 512, T42: 1.43 s, printed 1.6), and average rates within 5.5%: for
// those the paper has measured times of the phases, we our own.
func TestSimplifiedModels(t *testing.T) {
	for size, want := range chosenBy {
		t.Run(size, func(t *testing.T) {
			sustained, _, _ := chosen(t, Sustained, size)
			average, _, _ := chosen(t, Average, size)
			for i, p := range processors {
				bound := 1.5
				if want.counted[i] == "TR 16x32" {
					bound = 8
				}
				if c := at(sustained, want.counted[i], p); want.sustained[i] > 0 && !rounded(c.Time, want.sustained[i], bound) {
					t.Errorf("table 11, %s on %d: %.2f s, published %v", size, p, c.Time, want.sustained[i])
				}
				c := at(average, want.picks[i], p)
				t.Logf("table 12, %s on %d: %.2f s, published %v (%+.1f%%)", size, p, c.Time, want.average[i], Error(c.Time, want.average[i]))
				if !rounded(c.Time, want.average[i], 5.5) {
					t.Errorf("table 12, %s on %d: %.2f s, published %v", size, p, c.Time, want.average[i])
				}
			}
		})
	}
}

// aspects are the meshes that table 7 prints for the published models. The rows
// for TH and TR on 32 and for DR on 512 have their two columns exchanged there:
// table 8 has TR 8x4 for T42 and 16x2 for T85.
var aspects = []struct {
	variant  string
	p        int
	t42, t85 string
}{
	{"DH", 32, "4x8", "4x8"}, {"DH", 512, "16x32", "16x32"}, {"DR", 32, "1x32", "1x32"}, {"DR", 512, "32x16", "16x32"},
	{"TH", 32, "8x4", "16x2"}, {"TR", 16, "1x16", "1x16"}, {"TR", 32, "8x4", "16x2"}, {"TR", 64, "16x4", "16x4"},
	{"TT", 16, "16x1", "16x1"}, {"TT", 32, "1x32", "1x32"}, {"TT", 64, "16x4", "16x4"}, {"TT", 128, "16x8", "16x8"},
}

// Table 7: the mesh that the published models choose for each algorithm. Their
// predictions, and so their choices, are known for 8, 64, 128 and 256 processors
// (tables 18 to 23; by those TT on 8 is predicted best on 8x1, where table 7 says
// that the choice was right and 1x8 was measured best); for others table 7 prints
// the wrong ones. What we choose otherwise is within 0.5% of the published choice
// by our own prediction.
func TestOptimalAspectRatio(t *testing.T) {
	shared, all := 0, 0
	for _, size := range []string{"T42", "T85"} {
		t.Run(size, func(t *testing.T) {
			choices, _, _ := chosen(t, Full, size)
			for _, variant := range []string{"DH", "DR", "DT", "TH", "TR", "TT"} {
				for _, p := range processors {
					printed := predictedMesh(choices, publishedRuns(t), variant, p)
					for _, a := range aspects {
						if printed == "" && a.variant == variant && a.p == p {
							printed = map[string]string{"T42": a.t42, "T85": a.t85}[size]
						}
					}
					if printed == "" {
						continue
					}
					ours := Best(choices, func(c Choice) bool { return c.Variant == variant && c.Product == p })
					theirs := at(choices, variant+" "+printed, p)
					all++
					if ours.Name() == printed {
						shared++
					} else if off := Error(theirs.Time, ours.Time); off > 0.5 {
						t.Errorf("%s %s on %d: %s, published %s, %.1f%% slower by our model", size, variant, p, ours.Name(), printed, off)
					} else {
						t.Logf("%s %s on %d: %s, published %s, %.2f%% apart", size, variant, p, ours.Name(), printed, off)
					}
				}
			}
		})
	}
	t.Logf("%d of %d choices are the published ones", shared, all)
	if shared < 60 {
		t.Errorf("%d of %d choices are the published ones", shared, all)
	}
}

// predictedMesh is the mesh that the published predictions favour, "" where none
// are published.
func predictedMesh(choices []Choice, runs []published, variant string, p int) string {
	name, least := "", math.Inf(1)
	for _, c := range choices {
		for _, r := range runs {
			if c.Variant == variant && c.Product == p && r.variant == variant && same(r.values, c.Values) && r.prediction() < least {
				name, least = c.Name(), r.prediction()
			}
		}
	}
	return name
}

// The model of algorithm TR that was written by hand in PAMELA, with a compiler
// that shares no code with this room, says the same for the 46 published rows.
func TestSameAsPAMELA(t *testing.T) {
	m, paragon := pstswm(t)
	p, err := m.For("TR", paragon)
	if err != nil {
		t.Fatal(err)
	}
	const file = "../../testdata/pamela/pstswm-tr.pam"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	other := pamela.Check(file, string(text), nil)
	var T pamela.Output
	for _, o := range other.Outputs() {
		if o.Equation.Name == "main" && o.Model == "T" {
			T = other.Simplify(o)
		}
	}
	rows := 0
	for _, run := range publishedRuns(t) {
		if run.variant != "TR" {
			continue
		}
		ours, err := p.Evaluate(run.values)
		if err != nil {
			t.Fatal(err)
		}
		theirs, err := other.Value(T, run.values)
		if rows++; err != nil || math.Abs(ours.Time/theirs-1) > 1e-4 {
			t.Errorf("%v: %v, PAMELA %v (%v)", run.values, ours.Time, theirs, err)
		}
	}
	if rows != 46 {
		t.Errorf("%d rows", rows)
	}
}
