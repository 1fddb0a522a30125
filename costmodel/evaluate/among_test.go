package evaluate

import (
	"math"
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/machines"
)

// What all need of all is the machine's allgather, what each needs of each other
// its all-to-all exchange. By hand on 4 processors of the iPSC/860, in
// microseconds: a message takes 75 + 0.425 b up to 100 bytes, 177.5 + 0.39 b above.
func TestAmong(t *testing.T) {
	const declared = "program x\nreal :: a(64), b(64), c(64)\n!HPF$ DISTRIBUTE (BLOCK) :: a\n!HPF$ DISTRIBUTE (CYCLIC) :: b\n"
	const gather, remap = declared + "c = a\nend program\n", declared + "b = a\nend program\n"
	short, long := func(b float64) float64 { return 75 + 0.425*b }, func(b float64) float64 { return 177.5 + 0.39*b }
	cases := []struct {
		name, text, machine string
		want                float64
	}{
		{"64 bytes, then 128", gather, "", short(64) + long(128)},
		{"round a ring", gather, `allgather = "ring"`, 3 * short(64)},
		{"16 bytes to each", remap, "", 3 * short(16)},
		{"in two stages of two parts", remap, `alltoall  = "bruck"`, 2 * short(32)},
		{"measured", remap, "alltoall  = \"pairwise\"\nmeasured = [ { operation = \"alltoall\", processors = 4, bytes = 16, time_s = 5e-3 } ]", 5000},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			text, _ := machines.Text("ipsc860")
			if c.machine != "" {
				key, _, _ := strings.Cut(c.machine, " ")
				lines := strings.Split(text, "\n")
				for i, l := range lines {
					if strings.HasPrefix(l, key+" ") {
						lines[i] = c.machine
					}
				}
				text = strings.Join(lines, "\n")
			}
			u := unitIn(t, map[string]string{"m.toml": text}, c.text, settings.Settings{Machine: "m.toml", Procs: 4})
			if got := u.Charge.Communication * 1e6; math.Abs(got-c.want) > 1e-6 {
				t.Errorf("%s: %g us, want %g", c.name, got, c.want)
			}
		})
	}
}
