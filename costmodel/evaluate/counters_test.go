package evaluate

import (
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// withCounters is the machine with the counters of paper 003 for its misses.
func withCounters(machine string) string {
	return strings.Replace(machine, ".memory]\n", ".memory]\nmisses = \"counters\"\n", 1)
}

// With the counters too every program has an estimate, and better memories are not
// slower.
func TestCountersOfPrograms(t *testing.T) {
	programs := examples(t)
	for name, text := range shapes {
		programs[name] = text
	}
	for name, text := range large {
		programs[name+".f90"] = text
	}
	better := map[string]string{
		"four times the ways of as many sets": withCounters(scaled(t, "ipsc860", "cache_bytes|associativity", 4)),
	}
	lines := scaled(t, "ipsc860", "clock_hz", 1)
	differ := 0
	for name, text := range programs {
		for _, s := range []settings.Settings{{Procs: 3, Values: map[string]float64{"n": 13}}} {
			before, other := timesOf(t, withCounters(lines), name, text, s), timesOf(t, lines, name, text, s)
			for what, machine := range better {
				t.Run(what, func(t *testing.T) {
					for i, after := range timesOf(t, machine, name, text, s) {
						if !(before[i] >= 0) || after > before[i]*(1+1e-9) {
							t.Errorf("%s under %+v: %s: %g s, before %g s", name, s, what, after, before[i])
						}
					}
				})
			}
			for i := range other {
				if other[i] != before[i] {
					differ++
				}
				if before[i] < other[i]/3 || before[i] > other[i]*3 {
					t.Logf("%s under %+v: %g s with counters, %g s with lines", name, s, before[i], other[i])
				}
			}
		}
	}
	if differ == 0 {
		t.Error("the counters make no difference")
	}
}

// What is stored by one statement is there for the next, and in the next
// iteration of a loop around both as long as all that they access stays.
func TestCountersBetweenStatements(t *testing.T) {
	program := func(n string) string {
		return "program x\nreal :: a(" + n + "), b(" + n + ")\ninteger :: t\ndo t = 1, 10\na = 1.0\nb = a\nend do\nend program\n"
	}
	machine := withCounters(countingMisses(t))
	for _, c := range []struct {
		n    string
		want float64
	}{
		{"801", 101 + 101},         // all stays: 101 lines of a and b, once
		{"1601", 10 * (201 + 201)}, // what the first stores is there for the second; a goes before the next iteration
	} {
		t.Run(c.n, func(t *testing.T) {
			if got := timesOf(t, machine, "x.f90", program(c.n), settings.Settings{})[0]; got < c.want-1e-6 || got > c.want+1e-6 {
				t.Errorf("arrays of %s: %g misses, want %g", c.n, got, c.want)
			}
		})
	}
}
