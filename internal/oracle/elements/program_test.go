package elements

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/scheme"
)

// runText executes a free-form program given as text.
func runText(t *testing.T, text string, opt Options) (*Counts, error) {
	t.Helper()
	inputs, err := Parse("test.f90", text)
	if err != nil {
		t.Fatal(err)
	}
	opt.Scheme = scheme.Collective
	for _, in := range inputs {
		if in.Unit.Kind == program.Main {
			return Run(in, opt)
		}
	}
	return Run(inputs[0], opt)
}

func values(c *Counts, name string) string { return strings.Trim(fmt.Sprint(c.Values[name]), "[]") }

// Small programs on two processors and the values that they end with, worked
// out by hand.
func TestValues(t *testing.T) {
	cases := []struct{ name, declarations, body, variable, want string }{
		{"forall reads before it stores", "integer :: a(5), i", "forall (i=1:5) a(i) = i; forall (i=2:5) a(i) = a(i-1)", "a", "1 1 2 3 4"},
		{"forall mask", "integer :: a(5), i", "forall (i=1:5, mod(i,2)==1) a(i) = i", "a", "1 0 3 0 5"},
		{"forall construct runs statement by statement", "integer :: a(3), b(3), i", "forall (i=1:3)\na(i) = i\nb(i) = a(4-i)\nend forall", "b", "3 2 1"},
		{"nested forall", "integer :: a(3,3), i, j", "forall (i=1:3)\nforall (j=i:3) a(i,j) = 10*i + j\nend forall", "a", "11 0 0 12 22 0 13 23 33"},
		{"forall keeps its index's variable", "integer :: a(3), i", "i = 7; forall (i=1:3) a(i) = i", "i", "7"},
		{"section assignment reads first", "integer :: a(4), i", "forall (i=1:4) a(i) = i; a(2:4) = a(1:3)", "a", "1 1 2 3"},
		{"negative stride", "integer :: a(4), i", "forall (i=1:4) a(i) = i; a = a(4:1:-1)", "a", "4 3 2 1"},
		{"strided left side", "integer :: a(5)", "a(1:5:2) = 9", "a", "9 0 9 0 9"},
		{"vector subscript", "integer :: a(3), k(3), i", "forall (i=1:3) k(i) = 4-i; forall (i=1:3) a(i) = i*i; a = a(k)", "a", "9 4 1"},
		{"where", "integer :: a(5), i", "forall (i=1:5) a(i) = i-3\nwhere (a < 0)\na = -a\nelsewhere (a == 0)\na = 100\nelsewhere\na = a + 10\nend where", "a", "2 1 100 11 12"},
		{"where keeps its mask", "integer :: a(3), b(3), i", "forall (i=1:3) a(i) = i\nwhere (a > 1)\na = 0\nb = 5\nend where", "b", "0 5 5"},
		{"loop index after the loop", "integer :: i, s", "s = 0\ndo i = 1, 10, 4\ns = s + i\nend do", "i", "13"},
		{"loop backwards", "integer :: i, s", "s = 0\ndo i = 5, 1, -2\ns = 10*s + i\nend do", "s", "531"},
		{"loop without iterations", "integer :: i, s", "s = 7\ndo i = 2, 1\ns = 0\nend do", "s", "7"},
		{"the bounds are taken once", "integer :: i, n, s", "n = 3; s = 0\ndo i = 1, n\nn = 10\ns = s + 1\nend do", "s", "3"},
		{"cycle and exit", "integer :: i, s", "s = 0\ndo i = 1, 10\nif (mod(i,2) == 0) cycle\nif (i > 7) exit\ns = s + i\nend do", "s", "16"},
		{"while", "integer :: n", "n = 1\ndo while (n < 50)\nn = 2*n\nend do", "n", "64"},
		{"forever", "integer :: n", "n = 0\ndo\nn = n + 1\nif (n == 9) exit\nend do", "n", "9"},
		{"if chain", "integer :: n, r", "n = 2\nif (n == 1) then\nr = 1\nelse if (n == 2) then\nr = 20\nelse\nr = 3\nend if", "r", "20"},
		{"reduction with a mask", "integer :: a(5), i, s", "forall (i=1:5) a(i) = i; s = sum(a, a > 2)", "s", "12"},
		{"single precision", "real :: x", "x = 0.1\nx = x + 0.2", "x", fmt.Sprint(float64(float32(float32(0.1) + float32(0.2))))},
		{"stop", "integer :: n", "n = 1\nstop\nn = 2", "n", "1"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			text := "program p\nimplicit none\n" + c.declarations + "\n" + c.body + "\nend program\n"
			counts, err := runText(t, text, Options{Grid: []int{2}})
			if err != nil {
				t.Errorf("%s: %v", c.name, err)
			} else if got := values(counts, c.variable); got != c.want {
				t.Errorf("%s: %s = %s, want %s", c.name, c.variable, got, c.want)
			}
		})
	}
}

// Every program of testdata runs, and neither what it computes nor how much is
// stored in all depends on the processors.
func TestValuesDoNotDependOnProcessors(t *testing.T) {
	files, _ := filepath.Glob("../../../testdata/hpf/*.f*")
	if len(files) == 0 {
		t.Fatal("no programs")
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		inputs, err := Parse(file, string(text))
		if err != nil {
			t.Error(err)
			continue
		}
		for _, in := range inputs {
			for _, n := range []float64{8, 13} {
				t.Run(fmt.Sprint(n), func(t *testing.T) {
					checkProcessors(t, file, in, n)
				})
			}
		}
	}
}

func checkProcessors(t *testing.T, file string, in Input, n float64) {
	t.Helper()
	var first *Counts
	for _, p := range []int{1, 2, 3, 7} {
		grid := []int{p}
		if in.Grid != nil && in.Grid.Rank() == 2 {
			grid = []int{p, min(p, 2)}
		}
		c, err := Run(in, Options{Values: map[string]float64{"n": n, "sweeps": 3, "steps": 3}, Grid: grid, Scheme: scheme.Collective})
		if err != nil {
			t.Errorf("%s n=%v on %v: %v", file, n, grid, err)
			return
		}
		if first == nil {
			first = c
			checkAlone(t, file, c)
		}
		if fmt.Sprint(c.Values) != fmt.Sprint(first.Values) {
			t.Errorf("%s n=%v: other values on %v", file, n, grid)
		}
		if got, want := stores(c), stores(first); got != want || want == 0 {
			t.Errorf("%s n=%v: %v stores on %v, %v on one processor", file, n, got, grid, want)
		}
	}
}

// checkAlone: a processor by itself receives nothing.
func checkAlone(t *testing.T, file string, c *Counts) {
	t.Helper()
	for number, l := range c.Lines {
		if len(l.Transfers) > 0 {
			t.Errorf("%s:%d: one processor communicates", file, number)
		}
	}
}

// stores is the number of elements stored by all processors; no array of the
// programs is replicated, so each element is stored once.
func stores(c *Counts) float64 {
	sum := 0.0
	for _, l := range c.Lines {
		for _, p := range l.Processors {
			sum += p.Ops["store"]
		}
	}
	return sum
}
