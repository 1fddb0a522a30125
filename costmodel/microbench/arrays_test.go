package microbench

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/parlens/parlens/machines"
)

var few = []int{4, 16, 64, 256, 1024, 4096, 16384}

// The suite of array operations compiles and runs, and whatever it measures is a machine of
// array operations without a fault.
func TestArraySuiteRuns(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles 130 subroutines")
	}
	suite := NewArraySuite(few)
	out := ran(t, map[string]string{"statements.f90": suite.Statements(), "driver.f90": suite.Driver(2)}, "statements.f90", "0.001", "11")
	steady := strings.Builder{} // whatever else runs here
	for line := range strings.Lines(out) {
		if strings.HasPrefix(line, "control") {
			line = "control 0 1e-4\n"
		}
		steady.WriteString(line)
	}
	samples, err := suite.Parse(steady.String())
	if err != nil {
		t.Fatal(err)
	}
	valid(t, suite.TOML(Description{Name: "here", CPU: "a \"processor\"", Compiler: "gfortran", Flags: "-O1"}, samples))
}

// written is what the driver writes on a machine whose times are known.
func written(s *ArraySuite, rounds int, seconds func(statement string, n float64) float64) string {
	var b strings.Builder
	for r := range rounds {
		slow := 1.0
		if r == 3 { // somebody else is on the core
			slow = 1.5
		}
		fmt.Fprintf(&b, "control 0 %g\n", 1e-4*slow)
		for _, name := range s.names {
			for _, n := range s.at[name] {
				fmt.Fprintf(&b, "%s %d %g\n", name, n, slow*(1+0.01*float64(r%2))*seconds(name, float64(n)))
			}
		}
	}
	return b.String()
}

// Operations are found again in times of statements that are made of them, and disturbed rounds
// change nothing.
func TestArrayOperationsAreFound(t *testing.T) {
	const call, store, load, add, compare, mask, near, far = 2e-9, 1e-9, 3e-9, 5e-9, 7e-9, 4e-9, 2e-9, 9e-9
	suite := NewArraySuite(few)
	samples, err := suite.Parse(written(suite, 13, func(name string, n float64) float64 {
		each := map[string]float64{
			"RD-store": store, "L-store": 2 * store, "RD-copy": store + load, "RD-ADD": store + 2*load + add, "RD-GT": 2*store + 2*load + compare,
			"RD-SUM": load + add, "gather": store + load + near, "gather-random": store + load + near + far, "mask-25": store + load + mask,
			"stride-16": (store + load + near) / 16, "loop-where": 9, "best-where": 3, "loop-gather": 4, "best-gather": 3,
		}[name]
		return call + n*each
	}))
	if err != nil {
		t.Fatal(err)
	}
	if samples.Rounds != 12 || samples.Rejected != 1 {
		t.Errorf("%d rounds, %d rejected", samples.Rounds, samples.Rejected)
	}
	m := valid(t, suite.TOML(Description{Name: "here"}, samples))
	for _, c := range []struct {
		name               string
		argument, elements float64
		want               float64
	}{
		{"RD-OHS", 0, 1024, 1024 * store},
		{"RD-LOAD", 0, 1024, 1024 * load},
		{"RD-ADD", 0, 4, 4 * add},
		{"RD-ADD", 0, 16384, 16384 * add},
		{"RD-GT", 0, 256, 256 * compare},
		{"RD-SUM", 0, 64, 64 * add},
		{"OH-GATHER", 0, 0, near},
		{"OH-RAND-READ", 0, 0, far},
		{"OH-FULLMASK", 25, 0, mask},
		{"OH-CACHESTRIDE", 16, 16384, near},
	} {
		t.Run(fmt.Sprintf("%s %g %g", c.name, c.argument, c.elements), func(t *testing.T) {
			curve, _ := m.Array.Curve(c.name)
			for _, p := range curve.Points {
				if p.Argument != c.argument || p.Elements != c.elements {
					continue
				}
				want := 1.005 * c.want // half of the rounds are a hundredth slower
				if math.Abs(p.Mean-want) > 0.002*want+1e-12 || math.Abs(p.Minimum-c.want) > 1e-3*c.want+1e-12 {
					t.Errorf("mean %g, least %g, want %g, %g", p.Mean, p.Minimum, want, c.want)
				}
				if !(p.Low < p.Mean && p.Mean < p.High) {
					t.Errorf("interval %g to %g around %g", p.Low, p.High, p.Mean)
				}
				return
			}
			t.Errorf("no such point: %+v", curve.Points)
		})
	}
	for test, want := range map[string]string{"where": "no", "gather": "yes"} {
		t.Run(test, func(t *testing.T) {
			if got := m.Array.Optimizations[test]; got.Applied != want || got.Provenance != machines.Measured {
				t.Errorf("%s: %+v, want %s", test, got, want)
			}
		})
	}
}

// What the suite did not write, or wrote wrong, makes no machine.
func TestArraySamplesThatMakeNoMachine(t *testing.T) {
	suite := NewArraySuite(few)
	whole := written(suite, 13, func(string, float64) float64 { return 1e-9 })
	for _, c := range []struct{ name, out, want string }{
		{"words", "garbage\n", `wrote "garbage"`},
		{"no round", "RD-copy 64 1e-9\n", `wrote "RD-copy 64 1e-9"`},
		{"nothing", "", "0 rounds settled"},
		{"too few", written(suite, 9, func(string, float64) float64 { return 1e-9 }), "8 rounds settled, and 1 did not"},
		{"a statement is missing", strings.ReplaceAll(whole, "RD-copy 64 ", "RD-copy 65 "), "did not write RD-copy of 64 elements"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := suite.Parse(c.out); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v, want %q", err, c.want)
			}
		})
	}
}
