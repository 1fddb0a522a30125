package predict

import (
	"context"
	"testing"

	"github.com/parlens/parlens/analysis/workspace"
)

// timesOf predicts a program on a machine description, and returns T of its
// units.
func timesOf(t *testing.T, machine, name, text string, s Settings) []float64 {
	t.Helper()
	s.Machine = "tried.toml"
	r, err := File(context.Background(), workspace.New(memory{name: text, "tried.toml": machine}).Snapshot(), name, s)
	if err != nil {
		t.Fatal(err)
	}
	var out []float64
	for _, u := range r.Units {
		if u.NoEstimate != "" {
			t.Fatalf("%s: %s", u.Name, u.NoEstimate)
		}
		out = append(out, u.Charge.Total())
	}
	return out
}

// A machine that is better in one respect is never predicted to be slower.
func TestBetterMachinesAreNotSlower(t *testing.T) {
	better := []struct {
		name, keys string
		factor     float64
	}{
		{"twice the speed of all operations", `(?:integer|real|double)_\w+_s|compare_s|logical_s|convert_s|abs_s|minmax_s|sqrt_s|exp_s|log_s|trig_s`, 0.5},
		{"twice the speed of loops and control", `loop_\w+_s|condition_s|branch_s|call_s|index_s`, 0.5},
		{"twice the bandwidth", `per_byte_s`, 0.5},
		{"half the start-up", `startup_s`, 0.5},
		{"half the time per hop", `per_hop_s`, 0.5},
		{"half the memory latency", `(?:fetch|store)_\w+_s`, 0.5},
		{"twice the cache", `cache_bytes`, 2},
	}
	programs := examples(t)
	for name, text := range shapes {
		programs[name] = text
	}
	settings := []Settings{{}, {Procs: 3, Values: map[string]float64{"n": 13}}}
	for _, machine := range []string{"ipsc860", "cluster"} {
		same := scaled(t, machine, "clock_hz", 1)
		for name, text := range programs {
			for _, s := range settings {
				before := timesOf(t, same, name, text, s)
				for _, b := range better {
					after := timesOf(t, scaled(t, machine, b.keys, b.factor), name, text, s)
					for i := range before {
						if after[i] > before[i]*(1+1e-9) {
							t.Errorf("%s on %s under %+v: %s: %g s, before %g s", name, machine, s, b.name, after[i], before[i])
						}
					}
				}
			}
		}
	}
}

// A larger problem is never predicted to be faster.
func TestMoreWorkIsNotFaster(t *testing.T) {
	sizes := []float64{4, 8, 9, 16, 17, 33, 64, 100, 101, 257}
	for _, machine := range []string{"ipsc860", "cluster"} {
		m := shipped(t, machine)
		for name, text := range examples(t) {
			for _, procs := range []int{1, 3, 4, 8} {
				for _, md := range modelsOf(name, text, m) {
					least := 0.0
					for _, n := range sizes {
						s := Settings{Procs: procs, Values: map[string]float64{"n": n}}
						u := numbersOf(t, md, s).out
						if now := u.Charge.Total(); now < least*(1-1e-9) {
							t.Errorf("%s on %d processors of %s: n = %g takes %g s, a smaller one %g s", name, procs, machine, n, now, least)
						} else {
							least = now
						}
					}
				}
			}
		}
	}
}

// More sweeps cost more, in proportion once the first is paid.
func TestMoreSweepsAreNotFaster(t *testing.T) {
	for _, name := range []string{"laplace.f90", "laplace_rows.f90", "laplace_columns.f90", "laplace_fixed.f"} {
		text := example(t, name)
		at := func(sweeps float64) float64 {
			return unitOf(t, name, text, Settings{Values: map[string]float64{"sweeps": sweeps}}).Charge.Total()
		}
		none, ten, twenty := at(0), at(10), at(20)
		if !(none < ten && ten < twenty) || twenty-ten > (ten-none)*1.1 || twenty-ten < (ten-none)*0.9 {
			t.Errorf("%s: 0, 10, 20 sweeps take %g, %g, %g s", name, none, ten, twenty)
		}
	}
}
