package memory

import (
	"math"
	"regexp"
	"testing"

	"github.com/parlens/parlens/analysis/symbolic"
	"github.com/parlens/parlens/machines"
)

// By hand: 4 KB of instructions, 8 bytes an operation, lines of 32 bytes, 1 s for
// each that is missed. An element of 100 operations has 25 lines.
func TestInstructions(t *testing.T) {
	m := withKeys(t, "instruction_cache_bytes = 4096", "instruction_line_bytes = 32", "instruction_bytes = 8", "instruction_miss_s = 1")
	cases := []struct {
		name   string
		bodies []float64
		trips  []int64
		want   float64
	}{
		{"no loop", nil, nil, 0},
		{"all fits", []float64{512}, []int64{10}, 0},
		{"twice the cache: all is missed each time", []float64{1024}, []int64{10}, 25},
		{"a quarter more: 2 (1 - 4096/5120) of it", []float64{640}, []int64{10}, 25 * 0.4},
		{"the loop around: once for each run of the inner one", []float64{100, 1024}, []int64{10, 7}, 2.5},
		{"both", []float64{640, 1024}, []int64{10, 7}, 25 * (0.1 + 0.4*0.9)},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			a := symbolic.NewArena()
			code := Code{Own: 100, Bodies: c.bodies}
			for _, n := range c.trips {
				code.Trips = append(code.Trips, a.Int(n))
			}
			if got := evaluated(t, a, m, Model{A: a, M: m}.Instructions(code)); math.Abs(got-c.want) > 1e-12 {
				t.Errorf("%s: %g, want %g", c.name, got, c.want)
			}
		})
	}
}

// A machine that says nothing of an instruction cache and a TLB has large ones.
func TestNeither(t *testing.T) {
	text, _ := machines.Text("ipsc860")
	m, diags := machines.Parse("m.toml", []byte(regexp.MustCompile(`(?m)^(instruction|page|tlb)_\w+ .*\n`).ReplaceAllString(text, "")))
	if m == nil {
		t.Fatal(diags)
	}
	a := symbolic.NewArena()
	code := Code{Own: 1e6, Bodies: []float64{1e9}, Trips: []symbolic.Expr{a.Int(10)}}
	if got := (Model{A: a, M: m}).Instructions(code); got != a.Real(0) {
		t.Errorf("%s", a.String(got))
	}
	if got := evaluated(t, a, m, Model{A: a, M: m}.Misses(nest(a, []int64{50}, stream(a, 4000)))); math.Abs(got-400e-9) > 1e-18 {
		t.Errorf("a line each takes %g s", got)
	}
}

// By hand: 8 pages of 1,000 bytes are known, an address on another takes 5 s.
func TestTranslations(t *testing.T) {
	m := withKeys(t, "page_bytes = 1000", "tlb_entries = 8", "tlb_miss_s = 5", "fetch_miss_s = 0", "store_miss_s = 0")
	a := symbolic.NewArena()
	cases := []struct {
		name  string
		trips []int64
		nest  []Stream
		want  float64
	}{
		{"in sequence: once in 250", []int64{5000}, []Stream{stream(a, 4)}, 0.02},
		{"a page each", []int64{50}, []Stream{stream(a, 4000)}, 5},
		{"a store to what was read is not translated again", []int64{5000}, []Stream{stream(a, 4), again(stored(stream(a, 4)))}, 0.02},
		{"passes over 8 pages", []int64{2000, 10}, []Stream{stream(a, 4, idle)}, 0},
		{"passes over 10 pages: 9 (1 - 8/10) is all", []int64{2500, 10}, []Stream{stream(a, 4, idle)}, 0.02},
		{"all pages stay from before", []int64{8, 200}, []Stream{stream(a, 800, 4)}, 0},
		{"across 8 columns: they stay for the next row", []int64{8, 500}, []Stream{stream(a, 4000, 4)}, 5 * (0.004 + 0.996/500)},
		{"across 16 columns: they do not", []int64{16, 250}, []Stream{stream(a, 4000, 4)}, 5},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if got := evaluated(t, a, m, Model{A: a, M: m}.Misses(nest(a, c.trips, c.nest...))); math.Abs(got-c.want) > 1e-12 {
				t.Errorf("%s: %g, want %g", c.name, got, c.want)
			}
		})
	}
}

// evaluated is the value with the numbers of a machine.
func evaluated(t *testing.T, a *symbolic.Arena, m *machines.Machine, e symbolic.Expr) float64 {
	t.Helper()
	env := map[string]float64{}
	for _, name := range m.Names() {
		n, _ := m.Number(name)
		env[name] = n.Value
	}
	v, err := a.Eval(e, env)
	if err != nil {
		t.Fatal(err)
	}
	return v
}
