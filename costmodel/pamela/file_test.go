package pamela

import (
	"fmt"
	"testing"
)

// What was read once gives on each machine what its text gives there: neither values that
// are set nor another machine leave anything in it.
func TestReadOnce(t *testing.T) {
	const text = "junk process first = work(2)\n#include \"machine.pam\"\nnumeric n = 3\nprocess main = { first ; work(n) }\nprocess broken = (\n"
	f := Read("m.pam", text)
	machines := map[string]string{
		"slow":   "process work(k) = delay(2*k)\n",
		"fast":   "process work(k) = delay(k)\n",
		"wrong":  "process work(k) = delay(k\n",
		"absent": "",
	}
	for _, c := range []struct {
		machine string
		set     map[string]float64
		T       string // of main, counted by hand
		said    int    // of the junk, of what is broken, of the machine, and of what it lacks
	}{
		{"slow", nil, "10", 2}, {"fast", map[string]float64{"n": 7}, "9", 2}, {"fast", nil, "5", 2}, {"wrong", nil, "", 4}, {"absent", nil, "", 3}, {"slow", nil, "10", 2},
	} {
		t.Run(fmt.Sprint(c.machine, c.set), func(t *testing.T) {
			opt := Options{Include: func(string) (string, error) { return machines[c.machine], nil }, Set: c.set}
			want := Compile("m.pam", text, opt)
			if len(want.Diagnostics) != c.said {
				t.Errorf("%d messages, want %d: %v", len(want.Diagnostics), c.said, want.Diagnostics)
			}
			opt.Library = &Library{}
			for range 2 { // from the library the second time
				checkSame(t, f.Compile(opt), want, c.T)
			}
		})
	}
}

// Equations that stand in for the file that is included are as good as its text.
func TestMachineInPlaceOfTheIncluded(t *testing.T) {
	const text = "#include \"machine.pam\"\nprocess main = { work(n) ; rest }\n"
	equations := []string{"numeric n = 4", "process work(k) = delay(k)", "process rest = delay(1)"}
	var l *Library
	for range 2 {
		got := Read("m.pam", text).Compile(Options{Machine: l.Join("machine.pam", equations)})
		if T := timeOf(got); T != "5" || len(got.Diagnostics) > 0 {
			t.Errorf("T = %s, %v", T, got.Diagnostics)
		}
		l = &Library{}
	}
	if len(l.Join("machine.pam", append(equations, equations...)).items) != 6 || len(l.files) != 3 {
		t.Errorf("%d texts were read", len(l.files))
	}
}

func checkSame(t *testing.T, got, want *Model, T string) {
	t.Helper()
	if got.Tree.String() != want.Tree.String() || fmt.Sprint(got.Diagnostics) != fmt.Sprint(want.Diagnostics) {
		t.Errorf("read once:\n%s%v\nfrom the text:\n%s%v", got.Tree, got.Diagnostics, want.Tree, want.Diagnostics)
	}
	if x, y := timeOf(got), timeOf(want); x != y || x != T {
		t.Errorf("T is %q, from the text %q, want %q", x, y, T)
	}
}

// timeOf is T of main; "" where it has none.
func timeOf(m *Model) string {
	for _, o := range m.Process("main") {
		if o.Model == "T" {
			return m.Plain(m.Simplify(o))
		}
	}
	return ""
}
