package evaluate

import (
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// Over the suite: faster processors are never predicted slower, a loaded
// processor or network never faster, and doubled bandwidth never worse (paper
// 003, section 5.2.2: the experiments of figures 13 to 17). Load is what takes a
// share of the speed or of the bandwidth (section 2.3).
func TestSuiteMakesSense(t *testing.T) {
	const operations = `(?:integer|real|double)_\w+_s|compare_s|logical_s|convert_s|abs_s|minmax_s|sqrt_s|exp_s|log_s|trig_s`
	const control = `|loop_\w+_s|condition_s|branch_s|call_s|index_s`
	experiments := []struct {
		name, keys string
		factor     float64
		better     bool
	}{
		{"processors twice as fast", operations + control, 0.5, true},
		{"processors four times as fast", operations + control, 0.25, true},
		{"half of the processor for others", operations + control, 2, false},
		{"twice the bandwidth", "per_byte_s", 0.5, true},
		{"half of the network for others", "per_byte_s", 2, false},
		{"nine tenths of the network for others", "per_byte_s", 10, false},
	}
	machines := map[string]string{"": scaled(t, "ipsc860", "clock_hz", 1)}
	for _, e := range experiments {
		t.Run(e.name, func(t *testing.T) {
			machines[e.name] = scaled(t, "ipsc860", e.keys, e.factor)
		})
	}
	for _, p := range suite {
		t.Run(p.title, func(t *testing.T) {
			text := p.text(t)
			for i, n := range p.elements {
				if i > 0 && testing.Short() {
					continue
				}
				for k, procs := range []int{1, 4, 8} {
					if k > 1 && testing.Short() {
						continue
					}
					at := func(machine string) float64 {
						return timesOf(t, machine, p.file, text, settings.Settings{Procs: procs, Values: p.values(n)})[0]
					}
					before := at(machines[""])
					for _, e := range experiments {
						t.Run(e.name, func(t *testing.T) {
							after := at(machines[e.name])
							if e.better && after > before*(1+1e-9) || !e.better && after < before*(1-1e-9) {
								t.Errorf("%s with %d elements on %d: %s: %g s, before %g s", p.file, n, procs, e.name, after, before)
							}
						})
					}
				}
			}
		})
	}
}

// Cold: parse, analyse, trace and cost every program of the suite.
func BenchmarkPredictSuite(b *testing.B) {
	for _, p := range suite {
		b.Run(p.file, func(b *testing.B) {
			text := p.text(b)
			b.ReportAllocs()
			for b.Loop() {
				unitOf(b, p.file, text, settings.Settings{Procs: 4, Values: p.values(p.elements[1])})
			}
		})
	}
}
