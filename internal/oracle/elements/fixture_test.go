package elements

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/scheme"
)

// The programs of testdata carry their expectations, worked out by hand, behind
// "!=" on the line that they are about: exec executions | iter iterations of
// each processor | recv messages/elements received by each | reduce name
// executions x participants | ops operations of processor 0. The first line
// gives the grid.
func TestFixtures(t *testing.T) {
	files, _ := filepath.Glob("testdata/*.f90")
	if len(files) == 0 {
		t.Fatal("no programs")
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			inputs, lines := fixture(t, file)
			c, err := Run(inputs[0], Options{Grid: numbers(strings.Fields(lines[0])[2:]), Scheme: scheme.Collective})
			if err != nil {
				t.Fatalf("%s: %v", file, err)
			}
			for i, text := range lines {
				_, expectations, found := strings.Cut(text, "!=")
				if !found {
					continue
				}
				for _, want := range strings.Split(expectations, "|") {
					if kind, want, _ := strings.Cut(strings.TrimSpace(want), " "); !satisfied(c.Lines[i+1], kind, want) {
						t.Errorf("%s:%d: %s is %s, want %s", file, i+1, kind, strings.Join(observed(c.Lines[i+1], kind), " or "), want)
					}
				}
			}
		})
	}
}

// fixture reads a program and its lines.
func fixture(t *testing.T, file string) ([]Input, []string) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	inputs, err := Parse(file, string(data))
	if err != nil {
		t.Fatal(err)
	}
	return inputs, strings.Split(string(data), "\n")
}

// The fixtures end with the same values on any processors, of any compile
// scheme.
func TestFixtureValuesDoNotDependOnProcessors(t *testing.T) {
	files, _ := filepath.Glob("testdata/*.f90")
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			inputs, lines := fixture(t, file)
			declared := numbers(strings.Fields(lines[0])[2:])
			want := ""
			for p := 1; p <= 5; p++ {
				grid := append([]int{p}, declared[1:]...)
				all := p
				for _, extent := range declared[1:] {
					all *= extent
				}
				c, err := Run(inputs[0], Options{
					Grid: grid, Grids: map[string][]int{"q": {all}}, Scheme: scheme.Scheme{Vectorize: p%2 == 0},
					Tables: map[string][]int64{"sizes": append(make([]int64, p-1), 10), "owner": {1, 1, 1, int64(p), 1, 1, 1, 1, 1, 1}},
				})
				if err != nil {
					t.Errorf("%s on %v: %v", file, grid, err)
					continue
				}
				if got := fmt.Sprint(c.Values); want == "" {
					want = got
				} else if got != want {
					t.Errorf("%s on %v: other values", file, grid)
				}
			}
		})
	}
}

func numbers(words []string) []int {
	var ns []int
	for _, w := range words {
		var n int
		fmt.Sscan(w, &n)
		ns = append(ns, n)
	}
	return ns
}

func satisfied(l *Line, kind, want string) bool {
	for _, got := range observed(l, kind) {
		if got == want {
			return true
		}
	}
	return false
}

// observed returns what was counted, in the words of an expectation.
func observed(l *Line, kind string) []string {
	if l == nil {
		return []string{"nothing"}
	}
	var words, all []string
	switch kind {
	case "exec":
		return []string{fmt.Sprint(l.Executions)}
	case "ops":
		return []string{opsText(l.Processors[0].Ops)}
	case "reduce":
		for _, r := range l.Reductions {
			all = append(all, fmt.Sprintf("%s %dx%d", r.Name, r.Executions, r.Participants))
		}
		return all
	}
	for p := range l.Processors {
		switch r := l.Received(p); kind {
		case "iter":
			words = append(words, fmt.Sprint(l.Processors[p].Iterations))
		case "recv":
			words = append(words, fmt.Sprintf("%d/%d", r.Messages, r.Elements))
		}
	}
	return []string{strings.Join(words, " ")}
}
