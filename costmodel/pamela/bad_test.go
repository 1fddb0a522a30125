package pamela

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// Every bad model has a message at the place that is wrong: here the text
// behind the caret, up to the end of the line or the next caret.
func TestBadModels(t *testing.T) {
	const fcfs = "resource parameter fcfs(i, m) "
	for _, c := range []struct{ text, says string }{
		{"numeric a = ^b", "b is not defined"},
		{"process p = ^q(1)", "q is not defined"},
		{"numeric ^a = b numeric b = a", "defined by itself: a -> b -> a"},
		{"process ^p = delay(1) ; p", "defined by itself"},
		{"numeric ^f(n) = f(n + 1) + 1 numeric a = f(0)", "equations deep"},
		{"process p = delay(^-1)", "a time cannot be negative, and this is -1"},
		{fcfs + "process p = use(fcfs(0, 1), ^2 - 3)", "a time cannot be negative"},
		{"numeric a = ^1 + [ 1, 2 ]", "a number + a vector has no meaning"},
		{"numeric a = ^unitvec(1) * unitvec(2)", "a vector * a vector"},
		{"numeric a = max(1, ^unitvec(1))", "max of a vector among numbers"},
		{"numeric a = 1 / ^0", "division by zero"},
		{"numeric parameter N numeric a = N div (^N - N)", "division by zero"},
		{"numeric a = 3 mod ^0", "division by zero"},
		{"numeric a = ^delay(1)", "a is a numeric equation, but this is a process"},
		{"process p = ^1 + 2", "p is a process equation, but this is a number"},
		{"process p = delay(1) ; ^2", "this is a number where a process is wanted"},
		{"process p = use(^1, 2)", "this is a number where a resource is wanted"},
		{fcfs + "process p = use(fcfs(^-1, 1), 2)", "negative number"},
		{fcfs + "process p = use(fcfs(0, ^0), 2)", "at least 1 server"},
		{"resource parameter a resource parameter b numeric v = unitvec(^1)", "several arrays of resources, a, b: say which one is meant, as in unitvec(a(0))"},
		{"resource parameter a resource parameter b numeric v = ^[ 1, 2 ]", "several arrays of resources, a, b"},
		{"resource parameter a resource parameter b process p = use(if (^0.5) a else b, 1)", "cannot be chosen by probability"},
		{"resource parameter a = ^0 process p = use(a, 1)", "at least 1 server"},
		{fcfs + "resource parameter a = ^fcfs(0) process p = use(a, 1)", "this is a resource where a number is wanted"},
		{"numeric f(x) = x numeric a = ^f(1, 2)", "f takes 1 arguments, not 2"},
		{"numeric a = ^max()", "max takes 1 arguments, not 0"},
		{"process p = if (^2) delay(1)", "a probability between them, not 2"},
		{"numeric ^max = 1", "a function of the language"},
		{"numeric a = 1 numeric ^a = 2", "a is defined twice"},
		{"numeric ^a", "no right-hand side"},
		{"numeric ^f(x, x) = x", "two parameters called x"},
		{"numeric ^seq = 1", "a word of the language"},
		{"process parameter ^p", "a process cannot be a parameter"},
		{"numeric a = sum (i = 1, ^2.5) i", "2.5 is not an integer"},
		{"numeric a = ^seq (i = 1, 2) 3", "seq over a number has no meaning"},
		{"^hello numeric a = 1", "an equation begins with numeric, process or resource"},
		{"numeric a = 1 +^", "an expression is missing: the equation ends here"},
		{"numeric a = (1 + 2^", `")" is missing`},
		{"numeric a = 1 ^) numeric b = 2", `")" stands here`},
		{"numeric a = ^@", `"@" stands here`},
		{"numeric a = ^1e999", "not a number"},
		{"^#include \"nowhere.pam\"", "cannot be included"},
	} {
		t.Run(c.text, func(t *testing.T) {
			at := strings.Index(c.text, "^")
			m := Check("bad.pam", c.text[:at]+c.text[at+1:], func(string) (string, error) { return "", fmt.Errorf("no such file") })
			if len(m.Diagnostics) == 0 {
				t.Errorf("%s: no message", c.text)
				return
			}
			d := m.Diagnostics[0]
			if !strings.Contains(d.Message, c.says) || d.Span.Start > at || d.Span.Start < at-1 {
				t.Errorf("%s: %q at %d, want %q at %d", c.text, d.Message, d.Span.Start, c.says, at)
			}
		})
	}
}

// A bad equation costs that equation and what uses it; one message says so.
func TestOneMistakeOneMessage(t *testing.T) {
	m := Check("x.pam", "numeric a = b numeric c = a + 1 numeric d = a * 2 numeric e = 3", nil)
	if len(m.Diagnostics) != 1 || len(m.Results) != 1 || m.Results[0].Equation.Name != "e" {
		t.Errorf("%v, %d results", m.Diagnostics, len(m.Results))
	}
}

func TestIncludes(t *testing.T) {
	files := map[string]string{
		"lib/a.pam": `#include b.pam
			numeric a = b`,
		"lib/b.pam": "numeric b = 1 ; 2",
		"self.pam":  `include "self.pam"`,
		"/m/c.pam":  `include "d.pam"`,
		"/m/d.pam":  "numeric d = 1",
	}
	read := func(name string) (string, error) {
		text, ok := files[name]
		if !ok {
			return "", fmt.Errorf("no such file")
		}
		return text, nil
	}
	m := Check("x.pam", `#include "lib/a.pam"`+"\nnumeric c = 2", read)
	if len(m.Diagnostics) != 1 || m.Diagnostics[0].File != "lib/b.pam" || m.Diagnostics[0].Span.Start != 12 {
		t.Errorf("%+v", m.Diagnostics)
	}
	if m = Check("lib/x.pam", `include "/m/c.pam"`+"\nnumeric e = d", read); len(m.Diagnostics) != 0 {
		t.Errorf("by its whole path: %+v", m.Diagnostics)
	}
	if m = Check("self.pam", files["self.pam"], read); len(m.Diagnostics) != 1 || !strings.Contains(m.Diagnostics[0].Message, "includes itself") {
		t.Errorf("%+v", m.Diagnostics)
	}
}

// Whatever the text, time and memory are bounded.
func TestJunk(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	noise := make([]byte, 10<<20)
	for i := range noise {
		noise[i] = byte(random.Uint32())
	}
	double := "process p0 = delay(1)\n"
	for i := 1; i < 100; i++ {
		double += fmt.Sprintf("process p%d = p%d || p%d\n", i, i-1, i-1)
	}
	for name, text := range map[string]string{
		"noise":       string(noise),
		"less noise":  string(noise[:1<<20]),
		"parentheses": "numeric a = " + strings.Repeat("(", 1<<20),
		"minus":       "numeric a = " + strings.Repeat("-", 1<<20) + "1",
		"loops":       "process p = " + strings.Repeat("par (i = 1, 2) ", 1<<16) + "delay(1)",
		"equations":   strings.Repeat("numeric a = b\n", 1<<16),
		"sums":        "numeric a = 1" + strings.Repeat(" + 1", 1<<18),
		"doubled":     double,
		"towers":      "numeric parameter N numeric a = N^64 numeric b = a^64 numeric c = b^64 numeric d = (c + N)^64",
	} {
		t.Run(name, func(t *testing.T) {
			m := Check(name, text, nil) // what does not end runs into the time of the whole test
			for _, o := range m.Outputs() {
				m.Simplify(o)
			}
			if len(m.Diagnostics) > MaxMessages+1 {
				t.Errorf("%s: %d messages", name, len(m.Diagnostics))
			}
		})
	}
	m := Check("doubled", double, nil)
	if got, err := m.Value(one(t, m, "T_p99"), nil); err != nil || got != 1 {
		t.Errorf("doubled: %v, %v", got, err)
	}
}
