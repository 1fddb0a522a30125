package machines

import (
	"math"
	"slices"
	"strings"
	"testing"
)

// checkArray checks what every shipped machine of array operations has.
func checkArray(t *testing.T, m *Machine) {
	t.Helper()
	for _, name := range m.Array.Names() {
		c, _ := m.Array.Curve(name)
		if len(c.Points) == 0 || c.Provenance == "" || c.Source == "" {
			t.Errorf("%s: %s = %+v", m.Name, name, c)
		}
		for _, p := range c.Points {
			if p.Low > p.Mean || p.Mean > p.High {
				t.Errorf("%s: %s: the mean %g lies outside of %g..%g", m.Name, name, p.Mean, p.Low, p.High)
			}
		}
		if known := slices.Contains(Operations(), name); !known && !overheads[name] {
			t.Errorf("%s: %s is neither an operation of paper 000, table 11, nor an overhead", m.Name, name)
		}
	}
	for _, o := range Optimizations {
		if v, ok := m.Array.Optimizations[o.Name]; !ok || v.Provenance != Published {
			t.Errorf("%s: no verdict on %s", m.Name, o.Name)
		}
	}
}

// overheads are the parameters of paper 000, appendix D.2, and the substitutes that
// belong to no operation of table 11.
var overheads = map[string]bool{
	"REM-READ": true, "REM-WRITE": true, "SREM-READ": true, "SREM-WRITE": true,
	"OH-GATHER": true, "OH-SCATTER": true, "OH-RAND-READ": true, "OH-RAND-WRITE": true,
	"OH-CACHESTRIDE": true, "OH-BANKSTRIDE": true, "OH-FULLMASK": true, "OH-FULLBLOCK": true, "OH-PARTIALBLOCK": true,
	"SERIAL": true, "L-EOR": true, "I-GTCONST": true,
}

// The verdict of a test follows from the interval of its ratio: below the threshold
// the optimization is applied, above it is not, around it nobody knows (paper 000,
// section 6.2). That of the data is the printed one.
func TestVerdictsFollowFromRatios(t *testing.T) {
	tested := 0
	for _, name := range []string{"cm5-cmf-cmax", "ymp-c90-cf77", "ymp-c90-f90"} {
		t.Run(name, func(t *testing.T) {
			for test, v := range load(t, name).Array.Optimizations {
				if v.Applied == "unknown" {
					continue
				}
				want := "maybe"
				switch {
				case v.Ratio[1] <= v.Threshold:
					want = "yes"
				case v.Ratio[0] >= v.Threshold:
					want = "no"
				}
				if strings.HasPrefix(test, "dead_scalar") && v.Ratio[0] < 0 { // a time below 0 is noise
					want = v.Applied
				}
				if tested++; v.Applied != want {
					t.Errorf("%s: %s: ratio %v, threshold %v: %s, printed %s", name, test, v.Ratio, v.Threshold, want, v.Applied)
				}
			}
		})
	}
	if tested != 46*3-3 {
		t.Errorf("%d tests", tested)
	}
}

// Numbers as they are printed in paper 000, by hand.
func TestArrayNumbersOfPaper000(t *testing.T) {
	for _, c := range []struct {
		machine, name                      string
		argument, elements, mean, low, min float64
	}{
		{"cm5-cmf", "RS-OHS", 0, 64, 8.6757e-5, 8.5874e-5, 8.5696e-5},
		{"cm5-cmf", "RS-ADD", 0, 64, -2.4490e-6, -3.3247e-6, -2.3043e-6},
		{"cm5-cmf-cmax", "RD-GTCONST", 0, 64, 9.1655e-6, 7.8817e-6, 9.9113e-6},
		{"cm5-cmf", "SREM-READ", 0, 0, 5.9581e-5, 5.9017e-5, 5.9099e-5},
		{"cm5-cmf", "OH-CACHESTRIDE", 512, 262144, 5.0551e-7, 4.9818e-7, 4.9344e-7},
		{"cm5-cmf", "OH-FULLBLOCK", 100, 0, 7.2291e-10, 7.0728e-10, 7.2353e-10},
		{"ymp-c90-cf77", "OH-FULLMASK", 75, 0, 5.5015e-9, 5.1860e-9, 3.4023e-9},
		{"ymp-c90-f90", "OH-BANKSTRIDE", 2, 0, 1.1643e-10, -5.3411e-10, 5.4003e-10},
		{"ymp-c90-f90", "OH-PARTIALBLOCK", 4096, 0, 0, 0, 7.0828e-11},
		{"ymp-c90-f90", "SREM-READ", 0, 0, 0, 0, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			curve, ok := load(t, c.machine).Array.Curve(c.name)
			if !ok {
				t.Errorf("%s: no %s", c.machine, c.name)
				return
			}
			at := slices.IndexFunc(curve.Points, func(p Point) bool { return p.Argument == c.argument && p.Elements == c.elements })
			if at < 0 {
				t.Errorf("%s: no %s at %g, %g", c.machine, c.name, c.argument, c.elements)
				return
			}
			if p := curve.Points[at]; p.Mean != c.mean || p.Low != c.low || p.Minimum != c.min {
				t.Errorf("%s: %s is %+v", c.machine, c.name, p)
			}
		})
	}
}

// What stands in for another parameter has its points, multiplied; what the appendix
// omits and nothing stands in for is missing.
func TestSubstitutes(t *testing.T) {
	a := load(t, "ymp-c90-cf77").Array
	div, _ := a.Curve("RS-DIV")
	mul, _ := a.Curve("RS-MUL")
	for i, p := range div.Points {
		if q := mul.Points[i]; p.Elements != q.Elements || math.Abs(p.Mean-3*q.Mean) > 1e-18 || div.Provenance != Derived {
			t.Errorf("RS-DIV %+v from RS-MUL %+v", p, q)
		}
	}
	if missing := a.Missing(); !slices.Contains(missing, "RS-TAN") || slices.Contains(missing, "RS-DIV") || slices.Contains(missing, "RS-ADD") {
		t.Errorf("missing %v", missing)
	}
}

func TestArrayDiagnostics(t *testing.T) {
	const head = "name = \"m\"\nnodes = 4\n[array]\nword_bytes = 8\nprovenance = \"measured\"\nsource = \"s\"\n"
	for _, c := range []struct{ name, text, says string }{
		{"fine", head + "[array.parameters.RS-ADD]\nelements = [64, 256]\nmean_s = [1e-6, -2e-6]", ""},
		{"lengths", head + "[array.parameters.RS-ADD]\nelements = [64]\nmean_s = [1e-6, 2e-6]", "elements has 1 numbers; it must have 2"},
		{"no mean", head + "[array.parameters.RS-ADD]\nelements = [64]", "RS-ADD has no mean_s or like"},
		{"text", head + "[array.parameters.RS-ADD]\nmean_s = [\"x\"]", "an array of finite numbers"},
		{"nan", head + "[array.parameters.RS-ADD]\nmean_s = [nan]", "an array of finite numbers"},
		{"twice", head + "[array.parameters.RS-ADD]\nelements = [64, 64]\nmean_s = [1, 2]", "given twice"},
		{"like nothing", head + "[array.parameters.RS-ADD]\nlike = \"RS-SUB\"", "no measured parameter"},
		{"like like", head + "[array.parameters.A]\nlike = \"B\"\n[array.parameters.B]\nlike = \"A\"", "no measured parameter"},
		{"verdict", head + "[array.optimizations.where]\napplied = \"often\"", "applied is \"often\""},
		{"test", head + "[array.optimizations.were]\napplied = \"yes\"", "did you mean where?"},
		{"memory", "nodes = 1\n[array]\nmemory = \"far\"\nword_bytes = 4", "memory is \"far\""},
		{"no word", "nodes = 1\n[array]\n", "array has no word_bytes"},
		{"no origin", "nodes = 1\n[array]\nword_bytes = 4\n[array.parameters.X]\nmean_s = [1]", "where it is from"},
		{"no table", "nodes = 1\narray = 3", "array is"},
		{"base", head + "base = \"ipsc860\"", "no shipped machine of array operations"},
		{"confidence", head + "[array.parameters.X]\nmean_s = [1]\nconfidence = 1", "confidence is 1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, diags := Parse("m.toml", []byte(c.text))
			said := ""
			for _, d := range diags {
				said += d.Message + "\n"
			}
			if c.says == "" && said != "" || !strings.Contains(said, c.says) {
				t.Errorf("%q, want %q", said, c.says)
			}
		})
	}
}
