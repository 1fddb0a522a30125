package pamela

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

// Simplified equations are printed as PAMELA and compiled again: the same
// expressions, by structural hash; and simplifying again changes nothing.
func TestPrintedModelsReadBack(t *testing.T) {
	files, _ := filepath.Glob(models + "*.pam")
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			m := compile(t, filepath.Base(file), nil)
			text := declarations(m)
			for _, o := range m.Outputs() {
				if len(o.Params) == 0 && !o.Equation.Parameter {
					text += m.Text(m.Simplify(o)) + "\n"
				}
			}
			again := Check("again", text, nil)
			for _, d := range again.Diagnostics {
				t.Fatalf("%s: %s\n%.300s", file, d.Message, text[d.Span.Start:])
			}
			for _, o := range m.Outputs() {
				if len(o.Params) > 0 || o.Equation.Parameter || o.IsVector() {
					continue
				}
				x := m.Simplify(o)
				if y := m.simplify(x.Expr); y != x.Expr {
					t.Errorf("%s: %s is simplified further", file, o.Name())
				}
				y := one(t, again, o.Name())
				if m.arena.Hash(x.Expr) != again.arena.Hash(y.Expr) {
					t.Errorf("%s: %s is\n%s\nand read back\n%s", file, o.Name(), m.Right(x), again.Right(y))
				}
			}
		})
	}
}

// declarations are the parameters of a model, each used once in the way that
// says what kind of number it is.
func declarations(m *Model) string {
	var b strings.Builder
	for _, e := range m.Tree.Equations {
		if e.Kind != Numeric || !e.Parameter {
			continue
		}
		fmt.Fprintf(&b, "numeric parameter %s\n", e.Name)
		switch m.eval.uses[target{equation: e}] {
		case asSize:
			fmt.Fprintf(&b, "process size_%s = seq (i = 1, %s) {}\n", e.Name, e.Name)
		case asIndex:
			fmt.Fprintf(&b, "process index_%s = seq (i = %s, 1) {}\n", e.Name, e.Name)
		}
	}
	return b.String()
}

// A vector reads back as what it was: the work by resource is the same.
func TestVectorsReadBack(t *testing.T) {
	env := map[string]float64{"N": 23, "P": 4, "t_c": 2, "t_l": 1, "t_g": 3, "M_net": 1, "k": 1, "tl": 1, "ts": 2}
	for _, file := range []string{"basic.pam", "repair.pam", "adi-j.pam", "adi-i.pam", "demo.pam", "matmul.pam", "gauss.pam"} {
		t.Run(file, func(t *testing.T) {
			m := compile(t, file, nil)
			name := "main"
			if file == "basic.pam" {
				name = "L"
			}
			o := one(t, m, "delta_"+name)
			again := Check("again", declarations(m)+m.Text(o), nil)
			for _, d := range again.Diagnostics {
				t.Fatalf("%s: %s", file, d.Message)
			}
			if got, want := entries(t, again, one(t, again, "delta_"+name), env), entries(t, m, o, env); got != want {
				t.Errorf("%s: %s, read back %s", file, want, got)
			}
		})
	}
}

// The order of equations does not matter, and neither do comments and blanks.
func TestOrderDoesNotMatter(t *testing.T) {
	text, err := read(models + "repair.pam")
	if err != nil {
		t.Fatal(err)
	}
	parts := strings.Split(text, "\n\n")
	turned := ""
	for _, p := range parts {
		turned = p + "\n% comment\n" + turned
	}
	x, y := Check("x", text, nil), Check("y", turned, nil)
	a, b := one(t, x, "T_main"), one(t, y, "T_main")
	if x.arena.Hash(a.Expr) != y.arena.Hash(b.Expr) || x.Right(a) != y.Right(b) {
		t.Errorf("%s and %s", x.Right(a), y.Right(b))
	}
}
