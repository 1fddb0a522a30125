package network

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/parlens/parlens/machines"
)

// measuring is the iPSC/860 with a table of measured operations.
func measuring(t *testing.T, rows ...string) *machines.Machine {
	t.Helper()
	text, _ := machines.Text("ipsc860")
	table := "measured = [" + strings.Join(rows, ",\n") + "]\n[part.link]"
	m, diags := machines.Parse("m.toml", []byte(strings.Replace(text, "[part.link]", table, 1)))
	if m == nil || len(diags) > 0 {
		t.Fatal(diags)
	}
	return m
}

func row(operation string, processors int, bytes, micros float64) string {
	return fmt.Sprintf(`{ operation = %q, processors = %d, bytes = %g, time_s = %ge-6, provenance = "measured", source = "a test" }`, operation, processors, bytes, micros)
}

// By hand: a broadcast by the algorithm takes 75 + 0.425 b us a stage up to 100
// bytes, 177.5 + 0.39 b above; 2 stages on 4 processors, 3 on 8, 4 on 16.
func TestMeasured(t *testing.T) {
	short := func(stages, b float64) float64 { return stages * (75 + 0.425*b) }
	long := func(stages, b float64) float64 { return stages * (177.5 + 0.39*b) }
	m := measuring(t,
		row("broadcast", 8, 1000, 3000), row("broadcast", 8, 0, 450), // 2 and 1.769 times the algorithm's
		row("broadcast", 4, 40, 368), // twice the algorithm
		row("broadcast", 4, 60, 505)) // 2.5 times
	cases := []struct {
		name  string
		p     int
		bytes float64
		want  float64
	}{
		{"a measured point", 8, 1000, 3000},
		{"another", 8, 0, 450},
		{"another", 4, 60, 505},
		{"between two sizes", 8, 500, (450 + 3000) / 2.0},
		{"between two sizes", 4, 45, 368 + (505-368)/4.0},
		{"above the largest: its ratio", 8, 2000, long(3, 2000) * 3000 / long(3, 1000)},
		{"below the smallest: its ratio", 4, 10, short(2, 10) * 368 / short(2, 40)},
		{"more processors than measured: the ratio of the most", 16, 1000, long(4, 1000) * 3000 / long(3, 1000)},
		{"fewer: the ratio of the fewest", 2, 40, short(1, 40) * 368 / short(2, 40)},
		{"between: the ratio is interpolated", 6, 0, short(3, 0) * (368/short(2, 40) + 450/short(3, 0)) / 2},
		{"alone", 1, 1000, 0},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if got := collective(t, m, "broadcast", c.p, c.bytes); math.Abs(got-c.want) > 1e-9*max(1, c.want) {
				t.Errorf("%s: %d processors, %g bytes: %.4f us, want %.4f", c.name, c.p, c.bytes, got, c.want)
			}
		})
	}
}

// Each operation takes what was measured of it, and no other does.
func TestMeasuredOperations(t *testing.T) {
	for _, op := range []string{"broadcast", "reduction", "gather", "scatter", "allgather", "alltoall", "barrier"} {
		t.Run(op, func(t *testing.T) {
			size := 64.0
			if op == "barrier" {
				size = 0
			}
			m := measuring(t, row(op, 8, size, 1234))
			for _, other := range []string{"broadcast", "reduction", "gather", "scatter", "allgather", "alltoall", "barrier"} {
				t.Run(other, func(t *testing.T) {
					of := among
					if other == "broadcast" || other == "reduction" {
						of = collective
					}
					if got := of(t, m, other, 8, size); (math.Abs(got-1234) < 1e-6) != (op == other) {
						t.Errorf("measured %s: %s takes %g us", op, other, got)
					}
				})
			}
		})
	}
}
