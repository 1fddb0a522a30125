package pamela

import (
	"fmt"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/notation"
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

// A file that is put together is as good as a text, and so is one that stands in for
// the file that it includes.
func TestMachineInPlaceOfTheIncluded(t *testing.T) {
	machine := NewFile("machine.pam",
		&Equation{Name: "n", Body: notation.Int(4)},
		&Equation{Kind: Process, Name: "work", Params: []string{"k"}, Body: notation.Call("delay", notation.Sym("k"))},
		&Equation{Kind: Process, Name: "rest", Body: notation.Call("delay", notation.Int(1))})
	program := NewFile("m.pam")
	program.Include("machine.pam")
	program.Add(&Equation{Kind: Process, Name: "main", Body: notation.Braces(notation.Call("work", notation.Sym("n")), notation.Sym("rest"))})
	const text = "#include \"machine.pam\"\nprocess main = {\n    work(n)\n    ;\n    rest\n}\n"
	if program.String() != text {
		t.Errorf("is written\n%s", program)
	}
	for _, f := range []*File{program, Read("m.pam", text)} {
		for _, opt := range []Options{{Machine: machine}, {Include: func(string) (string, error) { return machine.String(), nil }}} {
			got := f.Compile(opt)
			if T := timeOf(got); T != "5" || len(got.Diagnostics) > 0 {
				t.Errorf("T = %s, %v", T, got.Diagnostics)
			}
		}
	}
}

// Messages about a tree name the equation, and the call in whose arguments something
// is wrong.
func TestPlacesOfTrees(t *testing.T) {
	call := notation.Call("f", notation.Sym("y"))
	call.Place = place{Start: 1, End: 2}
	f := NewFile("m", &Equation{Kind: Process, Name: "f", Params: []string{"x"}, Body: notation.Call("delay", notation.Sym("x"))})
	for range 2 {
		f.Add(&Equation{Kind: Process, Name: "main", Body: call, Places: 1})
	}
	f.Add(&Equation{Name: "n", Body: notation.Sym("z")})
	var got []string
	for _, d := range f.Compile(Options{}).Diagnostics {
		got = append(got, fmt.Sprint(d.Span.Start, " ", d.Message))
	}
	if want := "2 y is not defined|3 main is defined twice; the first one is a process equation of m|5 z is not defined"; strings.Join(got, "|") != want {
		t.Errorf("%s, want %s", strings.Join(got, "|"), want)
	}
}

// What cannot be the name of an equation is reported where one is put together, as it is
// where one is read.
func TestNamesOfTrees(t *testing.T) {
	for name, want := range map[string]string{
		"": "a name is missing here", "1a": "a name is missing here", "seq": "seq is a word of the language, not a name",
		"a b": `"b" stands here, where it cannot`, "n = 3": `"=" stands here, where it cannot`, "a%": "the equation ends here, where it cannot",
		"\x02n": "a name is missing here", "include x": "a name is missing here", "n_1": "",
	} {
		t.Run(name, func(t *testing.T) {
			got := ""
			for _, d := range NewFile("m", &Equation{Name: name, Parameter: true}).Compile(Options{}).Diagnostics {
				got += d.Message
			}
			if got != want {
				t.Errorf("%q: %s, want %s", name, got, want)
			}
		})
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
