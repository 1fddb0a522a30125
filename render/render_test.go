package render

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/parlens/parlens/costmodel/report"
)

func TestSeconds(t *testing.T) {
	cases := []struct {
		seconds float64
		want    string
	}{
		{0, "0 s"}, {4.9e-12, "0 s"}, {5.1e-12, "0.01 ns"}, {2.5e-10, "0.25 ns"},
		{1e-9, "1.00 ns"}, {9.994e-9, "9.99 ns"}, {9.996e-9, "10.0 ns"}, {99.94e-9, "99.9 ns"}, {99.96e-9, "100 ns"},
		{999.4e-9, "999 ns"}, {999.6e-9, "1.00 us"}, {3.12e-6, "3.12 us"}, {999.6e-6, "1.00 ms"},
		{3.12e-3, "3.12 ms"}, {12.1e-3, "12.1 ms"}, {123.4e-3, "123 ms"}, {0.9994, "999 ms"}, {0.9996, "1.00 s"},
		{1, "1.00 s"}, {59.96, "60.0 s"}, {1234, "1234 s"}, {99999, "99999 s"}, {1e5, "1.16 days"}, {4e11, "12,700 years"},
		{-3.12e-3, "-3.12 ms"}, {math.NaN(), "unknown"}, {math.Inf(1), "Inf s"}, {math.Inf(-1), "-Inf s"},
	}
	for _, c := range cases {
		t.Run(c.want, func(t *testing.T) {
			if got := Seconds(c.seconds); got != c.want {
				t.Errorf("Seconds(%g) = %q, want %q", c.seconds, got, c.want)
			}
		})
	}
}

func TestCount(t *testing.T) {
	cases := []struct {
		n    float64
		want string
	}{
		{0, "0"}, {7, "7"}, {999, "999"}, {1000, "1,000"}, {1048576, "1,048,576"}, {-1234, "-1,234"}, {-123, "-123"},
		{2.5, "2.5"}, {12345.678, "12,346"}, {1e12, "1e+12"}, {math.NaN(), "an unknown number of"}, {math.Inf(1), "+Inf"},
	}
	for _, c := range cases {
		t.Run(c.want, func(t *testing.T) {
			if got := Count(c.n); got != c.want {
				t.Errorf("Count(%g) = %q, want %q", c.n, got, c.want)
			}
		})
	}
}

func TestPercent(t *testing.T) {
	cases := []struct {
		part, whole float64
		want        int
	}{
		{1, 2, 50}, {1, 3, 33}, {2, 3, 67}, {0, 0, 0}, {1, 0, 0}, {3, 2, 100}, {math.NaN(), 1, 0}, {1, math.NaN(), 0}, {1, math.Inf(1), 0},
	}
	for _, c := range cases {
		t.Run(fmt.Sprint(c.part), func(t *testing.T) {
			if got := Percent(c.part, c.whole); got != c.want {
				t.Errorf("Percent(%g, %g) = %d, want %d", c.part, c.whole, got, c.want)
			}
		})
	}
}

func TestPercentsAddUpTo100(t *testing.T) {
	if got := Percents(1, 1, 1); got[0] != 34 || got[1] != 33 || got[2] != 33 {
		t.Errorf("thirds: %v", got)
	}
	if got := Percents(0, 0); got[0] != 0 || got[1] != 0 {
		t.Errorf("nothing: %v", got)
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 10_000 {
		parts := make([]float64, 1+random.IntN(5))
		for i := range parts {
			parts[i] = max(0, random.NormFloat64()) * math.Pow(10, float64(random.IntN(12)-6))
		}
		parts[0] += 1e-9
		sum := 0
		for i, p := range Percents(parts...) {
			sum += p
			if exact := 100 * parts[i] / total(parts); math.Abs(float64(p)-exact) >= 1 {
				t.Fatalf("%v: part %d is %d%%, exactly %g%%", parts, i, p, exact)
			}
		}
		if sum != 100 {
			t.Fatalf("%v: %d%% in all", parts, sum)
		}
	}
}

func total(parts []float64) (sum float64) {
	for _, p := range parts {
		sum += p
	}
	return sum
}

// unitOf returns a unit of one line for each charge.
func unitOf(charges ...report.Charge) *report.Unit {
	u := &report.Unit{Name: "u", Kind: "program", Start: 1, End: len(charges)}
	for i, c := range charges {
		u.Lines = append(u.Lines, &report.Line{Line: i + 1, Charge: c})
		u.Charge.Computation += c.Computation
		u.Charge.Communication += c.Communication
		u.Charge.Overhead += c.Overhead
		u.Charge.Wait += c.Wait
	}
	return u
}

func TestHintLabel(t *testing.T) {
	whole := report.Charge{Computation: 1e-3}
	cases := []struct {
		charge report.Charge
		want   string
	}{
		{report.Charge{Computation: 0.8e-3, Communication: 0.2e-3}, " 1.00 ms  comp  80%"},
		{report.Charge{Computation: 1e-3}, " 1.00 ms  comp 100%"},
		{report.Charge{Communication: 1e-3}, " 1.00 ms  comm 100%"},
		{report.Charge{Overhead: 1e-3}, " 1.00 ms  over 100%"},
		{report.Charge{Wait: 1e-3}, " 1.00 ms  wait 100%"},
		{report.Charge{Computation: 3e-3, Overhead: 1e-3, Wait: 5e-3}, " 9.00 ms  wait  56%"},
		{report.Charge{Computation: 1, Wait: 1}, "  2.00 s  comp  50%"},
		{report.Charge{Computation: 123e-6}, "  123 us  comp 100%"},
	}
	for _, c := range cases {
		t.Run(c.want, func(t *testing.T) {
			u := unitOf(c.charge, whole)
			if got := label(u, u.Lines[0]); got != c.want {
				t.Errorf("%+v:\n got %q\nwant %q", c.charge, got, c.want)
			}
		})
	}
}

// TestHintWidth: all hints are equally wide, and narrow enough, whatever they
// say.
func TestHintWidth(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	time := func() float64 {
		if random.IntN(4) == 0 {
			return 0
		}
		return random.Float64() * math.Pow(10, float64(random.IntN(26)-12))
	}
	for range 20_000 {
		u := unitOf(report.Charge{Computation: time() + 1e-10, Communication: time(), Overhead: time(), Wait: time()}, report.Charge{Wait: time()})
		got := label(u, u.Lines[0])
		if n := utf8.RuneCountInString(got); n != 19 {
			t.Fatalf("%+v: %q is %d wide", u.Lines[0].Charge, got, n)
		}
	}
}

// TestHintMarks: what is not exact is marked, and what is unknown says why.
func TestHintMarks(t *testing.T) {
	cases := []struct {
		name string
		line report.Line
		want string
	}{
		{"assumed", report.Line{Charge: report.Charge{Wait: 2}, Assumed: []string{"n"}}, " ~2.00 s  wait 100%"},
		{"known", report.Line{Charge: report.Charge{Wait: 2}}, "  2.00 s  wait 100%"},
		{"a part is left out", report.Line{Assumed: []string{"n"}, Charge: report.Charge{Wait: 2}, NoEstimate: "why"}, " ≥2.00 s  wait 100%"},
		{"nothing is known", report.Line{Line: 1, NoEstimate: "the function g is not in any open file or folder"}, "       ?  the function g is not in any o..."},
		{"an interval", report.Line{Charge: report.Charge{Wait: 2}, Interval: report.Interval{Low: 1.9, High: 2.15}}, "  2.00 s  wait 100%  ±8%"},
		{"a phase", report.Line{Charge: report.Charge{Wait: 2}, Calibrated: "phase solve: replaces 3 s"}, "  2.00 s  by phase solve"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			u := &report.Unit{Charge: c.line.Charge}
			if got := label(u, &c.line); got != c.want || utf8.RuneCountInString(got) > HintWidth {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

// TestHintsFiltered: by kind of most of the time, and the lines that make up most
// of the unit's.
func TestHintsFiltered(t *testing.T) {
	u := unitOf(report.Charge{Computation: 60, Wait: 1}, report.Charge{Wait: 21}, report.Charge{Communication: 10}, report.Charge{Overhead: 8})
	u.Lines = append(u.Lines, &report.Line{Line: 5, NoEstimate: "why"})
	cases := []struct {
		name   string
		filter Filter
		want   string
	}{
		{"all", Filter{}, "1 2 3 4 5"}, {"waits", Filter{Kinds: []string{"wait"}}, "2"}, {"unknown", Filter{Kinds: []string{Unknown, "overhead"}}, "4 5"},
		{"none", Filter{Kinds: []string{}}, ""}, {"hot", Filter{Hot: true}, "1 2 5"}, {"hot and costly", Filter{Hot: true, Threshold: 0.5}, "1 5"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			var lines []string
			for _, h := range Hints(&report.Report{Units: []*report.Unit{u}}, nil, c.filter, 1, 9) {
				lines = append(lines, Count(float64(h.Line)))
			}
			if got := strings.Join(lines, " "); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

func TestHintsThresholdAndRange(t *testing.T) {
	u := unitOf(report.Charge{Computation: 90}, report.Charge{Computation: 9}, report.Charge{Wait: 1}, report.Charge{})
	u.Lines = append(u.Lines, &report.Line{Line: 5, NoEstimate: "why"}, &report.Line{Line: 6, Charge: report.Charge{Wait: math.NaN()}})
	cases := []struct {
		threshold   float64
		first, last int
		want        string
	}{
		{0, 1, 9, "1 2 3 5"}, {0.01, 1, 9, "1 2 3 5"}, {0.011, 1, 9, "1 2 5"}, {0.1, 1, 9, "1 5"}, {1, 1, 9, "1 5"},
		{0, 2, 3, "2 3"}, {0, 7, 9, ""}, {0, 3, 2, ""},
	}
	for _, c := range cases {
		t.Run(c.want, func(t *testing.T) {
			var lines []string
			for _, h := range Hints(&report.Report{Units: []*report.Unit{u}}, nil, Filter{Threshold: c.threshold}, c.first, c.last) {
				lines = append(lines, Count(float64(h.Line)))
			}
			if got := strings.Join(lines, " "); got != c.want {
				t.Errorf("threshold %g, lines %d..%d: %q, want %q", c.threshold, c.first, c.last, got, c.want)
			}
		})
	}
}

func TestLensesOfOuterLoops(t *testing.T) {
	u := &report.Unit{Name: "u", Start: 1, End: 20, Loops: []*report.Loop{
		{Line: 3, EndLine: 9, Kind: "sequential"}, {Line: 4, EndLine: 8, Kind: "parallel"}, {Line: 5, EndLine: 8, Kind: "parallel"},
		{Line: 11, EndLine: 11, Kind: "parallel"}, {Line: 12, EndLine: 14, Kind: "parallel"},
	}}
	var lines []int
	for _, l := range Lenses(&report.Report{Units: []*report.Unit{u}}, nil) {
		lines = append(lines, l.Line)
	}
	if len(lines) != 3 || lines[0] != 1 || lines[1] != 3 || lines[2] != 12 {
		t.Errorf("lenses on lines %v, want 1 3 12", lines)
	}
}

// hover is the whole of a hover, of a program of which no other mapping is known.
func hover(r *report.Report, line int, text, told string) string {
	return Hover(r, line, text, told, func(int) []string { return nil }).Folded(false)
}

func TestHoverOfNothing(t *testing.T) {
	u := unitOf(report.Charge{Computation: 1}, report.Charge{})
	u.Start, u.End = 1, 5
	r := &report.Report{Units: []*report.Unit{u}}
	for _, line := range []int{-1, 0, 3, 6} {
		t.Run(fmt.Sprint(line), func(t *testing.T) {
			if got := hover(r, line, "x = 1", ""); got != "" {
				t.Errorf("line %d: %q", line, got)
			}
		})
	}
}

func TestHoverOfMappings(t *testing.T) {
	u := &report.Unit{Start: 1, End: 9, Lines: []*report.Line{{Line: 4, NoEstimate: "why"}},
		Mappings: []report.Mapping{{Array: "A", Text: "rows (BLOCK,*)", Line: 3}, {Array: "b_1", Text: "all"}}}
	r := &report.Report{Units: []*report.Unit{u}}
	a, b := "- `A`: rows (BLOCK,\\*)", "- `b_1`: all"
	cases := []struct {
		line int
		text string
		want string
	}{
		{2, "!HPF$ DISTRIBUTE t(BLOCK)", a + "\n" + b},
		{2, "CHPF$ DISTRIBUTE t(BLOCK)", a + "\n" + b},
		{2, "!HPF$ PROCESSORS p(4)", ""},
		{3, "!HPF$ ALIGN WITH t", a},
		{2, "real a(10), b(10)", a},
		{2, "real, dimension(10) :: B_1", b},
		{2, "real ab, ba, b_12", ""},
		{4, "a = b_1", "No estimate: why"},
	}
	for _, c := range cases {
		t.Run(c.text, func(t *testing.T) {
			if got := hover(r, c.line, c.text, ""); got != c.want {
				t.Errorf("%q: %q, want %q", c.text, got, c.want)
			}
		})
	}
}

func TestLensCountsWhatIsLeftOut(t *testing.T) {
	u := unitOf(report.Charge{Computation: 1})
	u.Lines = append(u.Lines, &report.Line{NoEstimate: "why"}, &report.Line{NoEstimate: "why"})
	if got := unitTitle(&report.Report{Machine: report.Machine{Name: "m"}}, u, nil); got != "at least 1.00 s, m, 2 lines without estimate" {
		t.Errorf("title %q", got)
	}
}

func TestHoverOfLongFormulas(t *testing.T) {
	for length, want := range map[int]string{400: "Seconds: `xxxx", 401: "a formula of 401 characters"} {
		t.Run(fmt.Sprint(length), func(t *testing.T) {
			u := unitOf(report.Charge{Computation: 1}, report.Charge{Computation: 1})
			u.Lines[1].Formula = func() string { return strings.Repeat("x", length) }
			if got := hover(&report.Report{Units: []*report.Unit{u}}, 2, "", ""); !strings.Contains(got, want) || len(got) > 1000 {
				t.Errorf("%d characters: %s", length, got)
			}
		})
	}
}

func TestHoverOffPath(t *testing.T) {
	u := unitOf(report.Charge{Computation: 1}, report.Charge{})
	u.Lines[1].OffPath = "off path: 3.1 ms on processor 0"
	got := hover(&report.Report{Units: []*report.Unit{u}}, 2, "", "")
	if !strings.Contains(got, "off path: 3.1 ms on processor 0") || strings.Contains(got, "|") {
		t.Errorf("hover %q", got)
	}
}

func TestEscape(t *testing.T) {
	cases := []struct{ text, want string }{
		{"DISTRIBUTE (*,BLOCK) and (BLOCK,*)", `DISTRIBUTE (\*,BLOCK) and (BLOCK,\*)`},
		{"a|b `c` <d>", "a\\|b \\`c\\` \\<d>"},
		{"my_array(i)\nnext", "my_array(i) next"},
	}
	for i, c := range cases {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			if got := escape(c.text); got != c.want {
				t.Errorf("escape(%q) = %q, want %q", c.text, got, c.want)
			}
		})
	}
}

func TestStatus(t *testing.T) {
	sub := &report.Unit{Name: "sub", Kind: "subroutine", Charge: report.Charge{Wait: 2}, Grid: []int{4}}
	main := &report.Unit{Name: "main", Kind: "program", Charge: report.Charge{Wait: 3}, Grid: []int{2, 2}}
	broken := &report.Unit{Name: "broken", Kind: "program", NoEstimate: "it is broken"}
	partial := &report.Unit{Name: "partial", Kind: "program", Charge: report.Charge{Wait: 3}, Lines: []*report.Line{{Line: 2, NoEstimate: "its source is not known"}}}
	cases := []struct {
		units []*report.Unit
		unit  string
		text  string
	}{
		{nil, "", "no estimate: no program unit"},
		{[]*report.Unit{broken}, "broken", "no estimate: it is broken"},
		{[]*report.Unit{broken, sub}, "sub", "2.00 s m 4"},
		{[]*report.Unit{sub, main}, "main", "3.00 s m 2x2"},
		{[]*report.Unit{main, sub}, "main", "3.00 s m 2x2"},
		{[]*report.Unit{partial}, "partial", "at least 3.00 s m"},
	}
	for _, c := range cases {
		t.Run(c.unit, func(t *testing.T) {
			s := StatusOf(&report.Report{Machine: report.Machine{Name: "m"}, Units: c.units})
			if s.Unit != c.unit || s.Text != c.text {
				t.Errorf("status %+v, want %s %q", s, c.unit, c.text)
			}
		})
	}
}

// A procedure's lens names its callers; beside its numbers stand its calls.
func TestCallers(t *testing.T) {
	u := &report.Unit{Name: "s", Kind: "subroutine", Calls: 4, Callers: []report.Caller{
		{Unit: "main", Line: 11, With: "m = 10", Calls: 3, Time: 2e-6}, {Unit: "drive", File: "/w/b.f90", Line: 4, Calls: 1, Time: 0.5},
	}}
	if got, want := calledFrom(u), "; 4 calls from main, drive"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	want := "3 times by main, line 11 with m = 10: 2.00 us\n1 time by drive, line 4 of b.f90: 500 ms"
	if got := strings.Join(Callers(u), "\n"); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// Where no line takes the threshold's share, as many of the costliest as could take it have
// hints, and those without an estimate.
func TestHintsWhereTimeIsSpread(t *testing.T) {
	u := &report.Unit{}
	for line := range 500 {
		seconds := 1.0
		if line%5 == 0 {
			seconds = 1.1 + float64(line)/1e4
		}
		u.Lines = append(u.Lines, &report.Line{Line: line + 1, Charge: report.Charge{Computation: seconds}})
		u.Charge.Computation += seconds
	}
	u.Lines[3].NoEstimate = "why"
	for threshold, want := range map[float64]int{0.01: 101, 0.02: 51, 0.5: 3, 0.9: 2, 1e-3: 500} {
		t.Run(fmt.Sprint(threshold), func(t *testing.T) {
			hints := Hints(&report.Report{Units: []*report.Unit{u}}, nil, Filter{Threshold: threshold}, 1, 500)
			if len(hints) != want || !slices.ContainsFunc(hints, func(h Hint) bool { return h.Line == 496 }) {
				t.Errorf("threshold %g: %d hints, want %d, the costliest line among them", threshold, len(hints), want)
			}
		})
	}
	u.Lines[495].Charge.Computation = 6 // 1.1%
	if hints := Hints(&report.Report{Units: []*report.Unit{u}}, nil, Filter{Threshold: 0.01}, 1, 500); len(hints) != 2 {
		t.Errorf("%d hints where one line takes the share", len(hints))
	}
}

// A Spar program is one unit: a line has a hint by its share of its method, so that
// there are hints in programs of a thousand methods too.
func TestHintsByMethod(t *testing.T) {
	u := &report.Unit{Models: &report.Models{Processes: []report.Process{{Line: 2, End: 4}, {Line: 6, End: 8}}}}
	for line, seconds := range map[int]float64{1: 1, 3: 0.99, 4: 0.009, 7: 1e-3, 8: 1e-6} {
		u.Lines = append(u.Lines, &report.Line{Line: line, Charge: report.Charge{Computation: seconds}})
		u.Charge.Computation += seconds
	}
	slices.SortFunc(u.Lines, func(x, y *report.Line) int { return x.Line - y.Line })
	var got []int
	for _, h := range Hints(&report.Report{Units: []*report.Unit{u}}, nil, Filter{Threshold: 0.01}, 1, 9) {
		got = append(got, h.Line)
	}
	if want := []int{1, 3, 7}; !slices.Equal(got, want) {
		t.Errorf("hints on lines %v, want %v", got, want)
	}
}
