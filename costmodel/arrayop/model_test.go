package arrayop

import (
	"math"
	"testing"

	"github.com/parlens/parlens/machines"
)

// described makes a model of a machine file's text.
func described(t *testing.T, text string) Model {
	t.Helper()
	m, diags := machines.Parse("m.toml", []byte(text))
	if m == nil {
		t.Fatal(diags)
	}
	return New(m)
}

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-12*math.Max(math.Abs(a), math.Abs(b)) }

// A small machine with numbers that are easy to compute with. Intervals of RS-ADD are
// at 95%, those of the overheads at 90%.
const small = `
nodes = 4
[array]
provenance = "measured"
source = "a test"
memory = "shared"
word_bytes = 4
strides = "bank"
masks = "full"
blocks = "partial"
[array.parameters.RS-ADD]
confidence = 0.95
elements = [64, 256, 1024]
mean_s = [10, 30, 100]
low_s = [8, 28, 98]
high_s = [12, 32, 102]
minimum_s = [9, 29, 99]
[array.parameters.RS-FALLS]
elements = [64, 256, 1024]
mean_s = [10, 30, -20]
[array.parameters.OH-GATHER]
mean_s = [2]
[array.parameters.OH-RAND-READ]
mean_s = [8]
[array.parameters.OH-FULLMASK]
argument = [0, 25, 100]
mean_s = [1, 5, 8]
[array.parameters.OH-PARTIALMASK]
argument = [0, 50, 100]
mean_s = [3, 1, -1]
[array.parameters.OH-PARTIALBLOCK]
argument = [16, 256]
mean_s = [90, 10]
[array.parameters.OH-FULLBLOCK]
argument = [0, 50, 100]
mean_s = [6, 4, 2]
[array.parameters.OH-BANKSTRIDE]
argument = [2, 4, 8]
mean_s = [1, 3, 7]
[array.parameters.OH-CACHESTRIDE]
argument = [2, 8, 2, 8]
elements = [100, 100, 400, 400]
mean_s = [4, 16, 2, 8]
`

// Values between, at and beyond the measured sizes, by hand.
func TestValue(t *testing.T) {
	m := described(t, small)
	for _, c := range []struct {
		name string
		term Term
		want float64
	}{
		{"at a size", Term{Count: 1, Name: "RS-ADD", Elements: 256}, 30},
		{"between sizes", Term{Count: 1, Name: "RS-ADD", Elements: 640}, 65},
		{"two of them", Term{Count: 2, Name: "RS-ADD", Elements: 640}, 130},
		{"beyond the largest, on its line", Term{Count: 1, Name: "RS-ADD", Elements: 1792}, 170},
		{"below the smallest, on its line", Term{Count: 1, Name: "RS-ADD", Elements: 16}, 5},
		{"beyond a line that falls", Term{Count: 1, Name: "RS-FALLS", Elements: 1792}, -20},
		{"on a line that falls", Term{Count: 1, Name: "RS-FALLS", Elements: 640}, 5},
		{"an element", Term{Count: 7, Name: "OH-GATHER"}, 14},
		{"a mask between", Term{Count: 1, Name: "OH-FULLMASK", Argument: 10, Indexed: true}, 2.6},
		{"a mask at its end", Term{Count: 1, Name: "OH-FULLMASK", Argument: 100, Indexed: true}, 8},
		{"a block below the smallest", Term{Count: 1, Name: "OH-PARTIALBLOCK", Argument: 3, Indexed: true}, 90},
		{"a block beyond the largest", Term{Count: 1, Name: "OH-PARTIALBLOCK", Argument: 999, Indexed: true}, 10},
		{"a block between", Term{Count: 1, Name: "OH-PARTIALBLOCK", Argument: 136, Indexed: true}, 50},
		{"a stride at size and stride", Term{Count: 1, Name: "OH-CACHESTRIDE", Argument: 8, Elements: 100, Indexed: true}, 16},
		{"a stride between sizes", Term{Count: 1, Name: "OH-CACHESTRIDE", Argument: 8, Elements: 250, Indexed: true}, 12},
		{"a stride between strides", Term{Count: 1, Name: "OH-CACHESTRIDE", Argument: 5, Elements: 250, Indexed: true}, 7.5},
		{"a stride between 1 and the smallest", Term{Count: 1, Name: "OH-CACHESTRIDE", Argument: 1.5, Elements: 400, Indexed: true}, 1},
		{"a stride beyond the largest", Term{Count: 1, Name: "OH-CACHESTRIDE", Argument: 14, Elements: 400, Indexed: true}, 14},
		{"a stride in a small array", Term{Count: 1, Name: "OH-CACHESTRIDE", Argument: 2, Elements: 5, Indexed: true}, 4},
		{"a stride in a large array", Term{Count: 1, Name: "OH-CACHESTRIDE", Argument: 2, Elements: 9999, Indexed: true}, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got, ok := m.Value(c.term); !ok || !near(got.Mean, c.want) {
				t.Errorf("%s = %g, want %g", c.term, got.Mean, c.want)
			}
		})
	}
	if _, ok := m.Value(Term{Count: 1, Name: "RS-TAN", Elements: 64}); ok {
		t.Error("what was not measured has a value")
	}
}

// The overheads of section 6.3 as terms, by hand.
func TestOverheads(t *testing.T) {
	m := described(t, small)
	full := described(t, small)
	full.Array.Blocks, full.Array.Masks, full.Array.Strides = "full", "partial", "cache"
	value := func(m Model, x Term, ok bool) float64 {
		if !ok {
			return 0
		}
		e, _ := m.Value(x)
		return e.Mean
	}
	stride := func(m Model, s float64) float64 { x, ok := m.Stride(s, 10, 400); return value(m, x, ok) }
	mask, computed := m.Mask(.25, 10)
	partial, some := full.Mask(.25, 10)
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"partial block: elements x X(elements)", value(m, m.Block(256, 1000), true), 2560},
		{"full block: array x Y(percentage)", value(full, full.Block(250, 1000), true), 5000},
		{"full mask: elements x O(percentage)", value(m, mask, true), 50},
		{"full mask: all is computed", computed, 1},
		{"partial mask: elements x O(percentage)", value(full, partial, true), 20},
		{"partial mask: the fraction is computed", some, .25},
		{"bank: stride 1", stride(m, 1), 0},
		{"bank: gcd(6, 8) = 2", stride(m, 6), 10},
		{"bank: gcd(12, 8) = 4", stride(m, 12), 30},
		{"bank: gcd(5, 8) = 1", stride(m, 5), 0},
		{"bank: backwards", stride(m, -4), 30},
		{"bank: beyond the banks", stride(m, 64), 70},
		{"cache: elements x O(stride, array)", stride(full, 2), 20},
		{"random reads: a quarter for four processors", value(m, m.Random(false, 10), true), 20},
	} {
		t.Run(c.name, func(t *testing.T) {
			if !near(c.got, c.want) {
				t.Errorf("%g, want %g", c.got, c.want)
			}
		})
	}
}

// An interval at 95% is brought to 90% before it is added: its half width is
// multiplied by 1.6449/1.9600, the quantiles of the normal distribution.
func TestIntervals(t *testing.T) {
	m := described(t, small)
	e, _ := m.Value(Term{Count: 3, Name: "RS-ADD", Elements: 256})
	half := 3 * 2 * 1.6448536 / 1.9599640
	if math.Abs(e.High-e.Mean-half) > 1e-6 || math.Abs(e.Mean-e.Low-half) > 1e-6 || e.Minimum != 87 {
		t.Errorf("%+v, want a half width of %g", e, half)
	}
	g, _ := m.Value(Term{Count: 3, Name: "RS-ADD", Elements: 64})
	if sum := e.Plus(g); !near(sum.High-sum.Low, (e.High-e.Low)+(g.High-g.Low)) || !near(sum.Mean, 120) {
		t.Errorf("%+v", sum)
	}
}

// Section 5: what a machine takes for n elements, in distributed memory or in shared
// memory with static scheduling (1.a, 1.b), with dynamic scheduling (1.c), in strips
// of vectors (2), comes out of a few samples: exactly where it is linear, within one
// block or strip elsewhere.
func TestExecutionsOfSection5(t *testing.T) {
	const s, c, d, p = 40e-6, 3e-9, 5e-6, 4.0
	ceil := math.Ceil
	for _, x := range []struct {
		name   string
		T      func(n float64) float64
		within float64
	}{
		{"1.a and 1.b", func(n float64) float64 { return s + n/p*c }, 1e-15},
		{"1.c", func(n float64) float64 { b := ceil(n / (512 * p)); return s + b*d + 512*b*c }, d + 512*c},
		{"2", func(n float64) float64 { return s + ceil(n/128)*1e-7 + n*c }, 1e-7},
	} {
		t.Run(x.name, func(t *testing.T) {
			curve := &machines.Curve{Confidence: .9}
			for _, n := range []float64{4096, 16384, 65536, 262144} {
				curve.Points = append(curve.Points, machines.Point{Elements: n, Mean: x.T(n), Low: x.T(n), High: x.T(n)})
			}
			for n := 4096.0; n < 2e6; n = math.Floor(n*1.07) + 1 {
				if got, want := along(curve, n).Mean, x.T(n); math.Abs(got-want) > x.within*1.0001+1e-12*want {
					t.Errorf("%g elements: %g, want %g", n, got, want)
				}
			}
		})
	}
}

func TestTermText(t *testing.T) {
	for want, x := range map[string]Term{
		"3 x RS-MUL(500000)":          {Count: 3, Name: "RS-MUL", Elements: 500000},
		"REM-READ":                    {Count: 1, Name: "REM-READ"},
		"1310720 x OH-BANKSTRIDE(2)":  {Count: 1310720, Name: "OH-BANKSTRIDE", Argument: 2, Indexed: true},
		"8 x OH-CACHESTRIDE(4,65536)": {Count: 8, Name: "OH-CACHESTRIDE", Argument: 4, Elements: 65536, Indexed: true},
	} {
		t.Run(want, func(t *testing.T) {
			if got := x.String(); got != want {
				t.Errorf("%s, want %s", got, want)
			}
		})
	}
}
