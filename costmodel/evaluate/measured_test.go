package evaluate

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/machines"
)

// What was measured of a collective operation enters the prediction, with where it
// is from, and a report says when it goes beyond.
func TestMeasuredCollectives(t *testing.T) {
	text, _ := machines.Text("ipsc860")
	machine := strings.Replace(text, `barrier   = "dissemination"`, `barrier   = "dissemination"
measured  = [
  { operation = "reduction", processors = 2, bytes = 4, time_s = 1e-3, provenance = "measured", source = "a stopwatch" },
  { operation = "reduction", processors = 4, bytes = 4, time_s = 3e-3, provenance = "measured", source = "a stopwatch" },
]`, 1)
	const program = "program x\nreal :: a(64), s\n!HPF$ DISTRIBUTE (BLOCK) :: a\ns = sum(a)\nend program\n"
	for _, c := range []struct {
		procs int
		want  float64 // seconds
		noted bool
	}{
		{2, 1e-3, false},
		{4, 3e-3, false},
		{8, 3e-3 * 3 / 2, true}, // 3 stages as 2
	} {
		t.Run(fmt.Sprint(c.procs), func(t *testing.T) {
			u := unitIn(t, map[string]string{"m.toml": machine}, program, settings.Settings{Machine: "m.toml", Procs: c.procs})
			if got := u.Charge.Communication; math.Abs(got-c.want) > 1e-12 {
				t.Errorf("%d processors: %g s of communication, want %g", c.procs, got, c.want)
			}
			rests := slices.ContainsFunc(u.Parameters, func(p report.Parameter) bool {
				return p.Name == "communication.collectives.measured.2.time_s" && p.Source == "a stopwatch" && p.Provenance == "measured"
			})
			if !rests {
				t.Errorf("%d processors: what was measured is not among %v", c.procs, u.Parameters)
			}
			noted := slices.ContainsFunc(u.Assumptions, func(a report.Assumption) bool {
				return a.Name == "reduction" && a.Line == 4 && a.Source == "measured for 2 to 4 processors and 4 bytes to 4 bytes: extrapolated by its algorithm"
			})
			if noted != c.noted {
				t.Errorf("%d processors: %+v", c.procs, u.Assumptions)
			}
		})
	}
}
