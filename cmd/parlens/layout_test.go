package main

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/parlens/parlens/costmodel/report"
)

func TestSplit(t *testing.T) {
	cases := []struct {
		parts [4]float64
		cells int
		want  [4]int
	}{
		{[4]float64{1, 0, 0, 0}, 10, [4]int{10, 0, 0, 0}},
		{[4]float64{1, 1, 1, 1}, 10, [4]int{3, 3, 2, 2}},
		{[4]float64{70, 22, 5.2, 2.8}, 10, [4]int{7, 2, 1, 0}},
		{[4]float64{0.999, 0.001, 0, 0}, 10, [4]int{10, 0, 0, 0}},
		{[4]float64{1, 1, 1, 1}, 1, [4]int{1, 0, 0, 0}},
		{[4]float64{0, 0, 0, 5}, 3, [4]int{0, 0, 0, 3}},
		{[4]float64{}, 10, [4]int{}},
		{[4]float64{-1, 2, 0, 0}, 4, [4]int{0, 4, 0, 0}},
	}
	for _, c := range cases {
		t.Run(fmt.Sprint(c.parts), func(t *testing.T) {
			if got := split(c.parts, c.cells); got != c.want {
				t.Errorf("split(%v, %d) = %v, want %v", c.parts, c.cells, got, c.want)
			}
		})
	}
}

// A bar is as long as asked for, whatever it is split into.
func FuzzBar(f *testing.F) {
	f.Add(1.0, 2.0, 3.0, 4.0, 10)
	f.Fuzz(func(t *testing.T, a, b, c, d float64, cells int) {
		cells = max(0, min(cells, 200))
		text := &textReport{glyphs: newGlyphs(fixed("", ""))}
		bar := text.bar(report.Charge{Computation: a, Communication: b, Overhead: c, Wait: d}, cells)
		if n := utf8.RuneCountInString(bar); n != cells && n != 0 {
			t.Errorf("%d cells of %d for %v %v %v %v", n, cells, a, b, c, d)
		}
	})
}

func TestLength(t *testing.T) {
	cases := []struct {
		time, costliest float64
		want            int
	}{{1, 1, 10}, {0.5, 1, 5}, {0.001, 1, 1}, {0, 1, 0}, {1, 0, 0}, {2, 1, 10}}
	for _, c := range cases {
		t.Run(fmt.Sprint(c.time), func(t *testing.T) {
			if got := length(c.time, c.costliest, 10); got != c.want {
				t.Errorf("length(%v, %v) = %d, want %d", c.time, c.costliest, got, c.want)
			}
		})
	}
}

func TestDisplayed(t *testing.T) {
	for text, want := range map[string]string{
		"a = b":          "a = b",
		"\ta":            "        a",
		"ab\tc":          "ab      c",
		"x\x1b[31mred":   "x?[31mred",
		"bell\a":         "bell?",
		"broken \xff é ": "broken ? é",
	} {
		t.Run(text, func(t *testing.T) {
			if got := displayed(text); got != want {
				t.Errorf("displayed(%q) = %q, want %q", text, got, want)
			}
		})
	}
}

func TestCutAndWrap(t *testing.T) {
	for _, c := range []struct {
		text  string
		width int
		want  string
	}{{"abcdef", 6, "abcdef"}, {"abcdef", 5, "abcd…"}, {"äöüäöü", 4, "äöü…"}, {"abc", 0, "…"}} {
		t.Run(c.text, func(t *testing.T) {
			if got := cut(c.text, c.width, "…"); got != c.want {
				t.Errorf("cut(%q, %d) = %q, want %q", c.text, c.width, got, c.want)
			}
		})
	}
	for _, c := range []struct {
		text  string
		width int
		want  string
	}{{"one two three", 7, "one two|three"}, {"one two three", 20, "one two three"}, {"incomprehensible no", 4, "incomprehensible|no"}, {"", 5, ""}} {
		t.Run(c.text, func(t *testing.T) {
			if got := strings.Join(wrap(strings.Fields(c.text), c.width), "|"); got != c.want {
				t.Errorf("wrap(%q, %d) = %q, want %q", c.text, c.width, got, c.want)
			}
		})
	}
}

// No line of a report on a terminal is wider than the terminal.
func TestReportFits(t *testing.T) {
	program := strings.Repeat("  call something_long(with, many, arguments)  ! and a remark that does not end\n", 25)
	for width := leastWidth; width <= mostWidth; width += 7 {
		p := sample(program)
		p.Diagnostics = nil
		for line := range strings.Lines(written(t, choices{format: "text", color: "never"}, environment{terminal: true, width: width}, p)) {
			if n := utf8.RuneCountInString(strings.TrimRight(line, "\n")); n > width {
				t.Errorf("%d columns on a terminal of %d: %s", n, width, line)
			}
		}
	}
}

func TestColors(t *testing.T) {
	for _, c := range []struct {
		color, name, value string
		terminal, want     bool
	}{
		{"auto", "", "", true, true}, {"auto", "", "", false, false}, {"auto", "NO_COLOR", "1", true, false},
		{"auto", "TERM", "dumb", true, false}, {"always", "NO_COLOR", "1", false, true}, {"never", "", "", true, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			env := environment{terminal: c.terminal, getenv: fixed(c.name, c.value)}
			if got := newPainter(env, c.color).on; got != c.want {
				t.Errorf("--color %s with %s=%s on a terminal %v: %v", c.color, c.name, c.value, c.terminal, got)
			}
		})
	}
}

func TestGlyphs(t *testing.T) {
	for value, ascii := range map[string]bool{"": false, "C": true, "POSIX": true, "de_DE.UTF-8": false, "C.utf8": false, "en_US.ISO-8859-1": true} {
		t.Run(value, func(t *testing.T) {
			if got := newGlyphs(fixed("LC_CTYPE", value)).bar[0] == "#"; got != ascii {
				t.Errorf("LC_CTYPE=%s: ASCII %v", value, got)
			}
		})
	}
}

func TestLongFormula(t *testing.T) {
	p := sample("")
	for n, want := range map[int]string{readable: "seconds =   xxx", readable + 1: "formula     of 401 characters, too long to be read; the JSON has it"} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			p.Units[0].Formula = func() string { return strings.Repeat("x", n) }
			if got := written(t, choices{format: "text"}, environment{}, p); !strings.Contains(got, want) {
				t.Errorf("a formula of %d characters: %s", n, got)
			}
		})
	}
}

func TestQuantity(t *testing.T) {
	for want, p := range map[string]report.Parameter{
		"51 ps":       {Name: "double_add_s", Value: 0.051e-9},
		"0 s":         {Name: "send_overhead_s"},
		"147 us":      {Name: "startup_s", Value: 147e-6},
		"8,192 bytes": {Name: "cache_bytes", Value: 8192},
		"0.9":         {Name: "concurrent_share", Value: 0.9},
	} {
		t.Run(want, func(t *testing.T) {
			if got := quantity(p); got != want {
				t.Errorf("quantity(%v) = %q, want %q", p, got, want)
			}
		})
	}
}

func TestLineList(t *testing.T) {
	for text, want := range map[string]string{
		"7":                    "line 7",
		"7 8":                  "lines 7 and 8",
		"1 2 3":                "lines 1, 2 and 3",
		"1 2 3 4 5 6 7 8 9 10": "lines 1, 2, 3, 4, 5, 6, 7, 8 and 2 more",
	} {
		t.Run(text, func(t *testing.T) {
			if got := lineList(strings.Fields(text)); got != want {
				t.Errorf("lineList(%s) = %q, want %q", text, got, want)
			}
		})
	}
}

func TestRuns(t *testing.T) {
	for want, lines := range map[string][]int{
		"":         nil,
		"7":        {7},
		"7-9":      {7, 8, 8, 9},
		"3 5-6 10": {3, 5, 6, 10},
	} {
		t.Run(want, func(t *testing.T) {
			if got := strings.Join(runs(lines), " "); got != want {
				t.Errorf("runs(%v) = %q, want %q", lines, got, want)
			}
		})
	}
}
