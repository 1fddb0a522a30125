package phases

import (
	"fmt"
	"strings"
	"testing"
)

// base is a small model; tests change a line of it.
const base = `
steps = 2
[variants]
X = "one"
Y = "other"
[parameters]
N = 100
P = 4
R = 0.5
[mesh]
p = "P"
[derived]
L = { X = "ceil(N / P)", other = "N" }
[[phase]]
name = "compute"
work = "10*L"
rate_per_s = 1e6
[[phase]]
name = "copy"
kind = "copy"
variants = ["Y"]
work = "8*N*(a + b*L)"
rate_per_s = [2e6, 4e6]
[[phase]]
name = "move"
kind = "communication"
operation = "ring"
among = "P"
bytes = "8*L"
`

func TestDiagnostics(t *testing.T) {
	if m, diags := Parse("base.toml", []byte(base)); m == nil || len(diags) > 0 {
		t.Fatal(diags)
	}
	for _, c := range []struct{ from, to, at, want string }{
		{`work = "10*L"`, `work = "10*Q"`, "Q", "Q is not defined"},
		{`work = "10*L"`, `work = "10*L*(a+b)"`, "1e6", "its rate is written [1/a, 1/b]"},
		{`rate_per_s = [2e6, 4e6]`, `rate_per_s = 2e6`, "2e6", "its rate is written [1/a, 1/b]"},
		{`work = "10*L"`, "work = \"10*L\"\nrate = 3", "rate", "not known here"},
		{`rate_per_s = 1e6`, `rate_per_s = [1e6, 2e6]`, "rate_per_s", "has two rates"},
		{`rate_per_s = 1e6`, `rate_per_s = -1`, "-1", "above 0"},
		{`"8*N*(a + b*L)"`, `"8*N*(a*b)"`, "8*N*(a*b)", "linear in a and b"},
		{`"8*N*(a + b*L)"`, `"a + b + 1"`, "a + b + 1", "linear in a and b"},
		{`variants = ["Y"]`, `variants = ["Z"]`, `"Z"`, `no variant "Z"`},
		{`name = "copy"`, `name = "compute"`, "phase", "two phases"},
		{`among = "P"`, ``, "phase", "no among"},
		{`bytes = "8*L"`, "bytes = \"8*L\"\nwork = \"1\"", "work", "no meaning"},
		{`work = "10*L"`, "work = \"10*L\"\nbytes = \"1\"", "bytes", "belongs to"},
		{`kind = "copy"`, `kind = "swap"`, `"swap"`, "it must be"},
		{`p = "P"`, `p = "Q"`, `"Q"`, "must name a whole parameter"},
		{`p = "P"`, `p = "R"`, `"R"`, "must name a whole parameter"},
		{`p = "P"`, `N = "P"`, "N", "is a parameter already"},
		{`N = 100`, `N = "100"`, `"100"`, "must be a number"},
		{`N = 100`, `ceil = 100`, "ceil", "a meaning of its own"},
		{`N = 100`, "N = 100\n\"n m\" = 3", `"n m"`, "is no name"},
		{`, other = "N"`, ``, "L", "no formula for variant Y"},
		{`steps = 2`, `steps = ""`, `""`, "is empty"},
		{`steps = 2`, "steps = 2\ncalibration = \"Q = 8\"", `"Q = 8"`, "no parameter Q"},
		{`steps = 2`, "steps = 2\n[case.big]\nM = 3", "M", "no parameter M"},
		{`steps = 2`, "steps = 2\n[rates.cluster]\nmoves = 3", "moves", `no phase "moves"`},
		{`operation = "ring"`, `operation = "rings"`, `"rings"`, "it must be"},
	} {
		t.Run(c.to, func(t *testing.T) {
			text := strings.Replace(base, c.from, c.to, 1)
			if text == base {
				t.Fatal("nothing is changed")
			}
			_, diags := Parse("m.toml", []byte(text))
			if len(diags) == 0 {
				t.Fatal("no diagnostic")
			}
			d := diags[0]
			if got := strings.Trim(text[d.Span.Start:d.Span.End], ""); got != c.at || !strings.Contains(d.Message, c.want) {
				t.Errorf("at %q: %s (%s)", got, d.Message, d.Code)
			}
		})
	}
}

// What the schema knows is what the reader takes: a model with all keys draws no
// warning.
func TestSchema(t *testing.T) {
	for _, path := range [][]string{nil, {"phase"}, {"parameters"}, {"parameters", "N"}, {"derived", "L"}, {"case"}, {"case", "x"}, {"rates", "m"}, {"mesh"}, {"variants"}} {
		t.Run(fmt.Sprint(path), func(t *testing.T) {
			if Keys(path) == nil {
				t.Errorf("no keys of %v", path)
			}
		})
	}
	for _, path := range [][]string{{"none"}, {"mesh", "p"}, {"phase", "work"}} {
		t.Run(fmt.Sprint(path), func(t *testing.T) {
			if Keys(path) != nil {
				t.Errorf("keys of %v", path)
			}
		})
	}
	text, _ := ShippedText("pstswm")
	if !Describes(text) || !Describes("[[phase") || Describes("[phase]\n") || Describes("nodes = 4") {
		t.Error("phase models are not told from other files")
	}
}

// No file makes the reader panic.
func FuzzParse(f *testing.F) {
	f.Add(base)
	f.Add("[[phase]]\nname = 3")
	f.Add("phase = 3\nderived = []\nmesh = 4")
	f.Add("[case]\nx = 3\n[rates]\ny = 2\n[[phase]]\nname='a'\nwork='b'\nrate_per_s=[]")
	f.Fuzz(func(t *testing.T, text string) {
		m, diags := Parse("f.toml", []byte(text))
		if m == nil && len(diags) == 0 {
			t.Error("nothing, and no reason")
		}
		for _, d := range diags {
			if d.Span.Start < 0 || d.Span.End > len(text) || d.Span.End < d.Span.Start {
				t.Errorf("%+v", d)
			}
		}
	})
}
