package symbolic

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// generated is one expression with the value that its code must print.
type generated struct {
	e    Expr
	args string
	want float64
}

func generatedCases(a *Arena) []generated {
	rng := rand.New(rand.NewPCG(7, 8))
	env := map[string]float64{"N": 13, "M": 2, "c": 3, "tc": 0.5, "tl": 0.25, "for": 9}
	table := &SizeTable{Name: "latency", Points: []SizePoint{{1, 2}, {10, 5}, {100, 50}}}
	n := a.Sym("N", Index)
	es := []Expr{
		a.Table(table, n), a.Table(table, a.Int(7)), a.Table(table, a.Mul(n, n)),
		a.Log2(n), a.Pow(a.Sym("tc", Real), n), a.Pow(a.Int(2), a.Mod(n, a.Int(7))),
		a.Add(a.Sym("for", Index), n), a.Real(-1.5), a.Floor(a.Mul(a.Sym("tc", Real), n)),
	}
	for k := range 40 {
		tree := randomAST(rng, 2+k%4, []string{"N", "M", "c"}, 2)
		if k%2 == 0 {
			tree = randomReal(rng, 2+k%4, []string{"N", "M", "c"}, 2)
		}
		es = append(es, tree.build(a, nil))
	}
	var out []generated
	for _, e := range es {
		v, err := a.Eval(e, env)
		if err != nil {
			continue
		}
		var args []string
		for _, s := range a.Free(e) {
			args = append(args, fmt.Sprint(env[s.Name]))
		}
		out = append(out, generated{e, strings.Join(args, ", "), v})
	}
	return out
}

// checkOutput compares what a generated program printed, a value per line.
func checkOutput(t *testing.T, a *Arena, cases []generated, cmd *exec.Cmd) {
	t.Helper()
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%.3000s", err, out)
	}
	lines := strings.Fields(string(out))
	if len(lines) != len(cases) {
		t.Fatalf("%d values, want %d", len(lines), len(cases))
	}
	for i, c := range cases {
		if got, err := strconv.ParseFloat(lines[i], 64); err != nil || math.Abs(got-c.want) > 1e-12*(1+math.Abs(c.want)) {
			t.Errorf("%.200s: got %s, want %v", a.String(c.e), lines[i], c.want)
		}
	}
}

func TestGeneratedGo(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles a program")
	}
	a := bruteArena()
	cases := generatedCases(a)
	var src, calls strings.Builder
	src.WriteString("package main\n\nimport (\n\t\"fmt\"\n\t\"math\"\n)\n\nvar _ = math.Pi\n\n")
	for i, c := range cases {
		f, err := a.GoFunc(fmt.Sprintf("f%d", i), c.e)
		if err != nil {
			t.Fatal(err)
		}
		if i > 0 {
			f = strings.TrimPrefix(f, goLanguage.prelude)
		}
		src.WriteString(strings.ReplaceAll(f, "table0", fmt.Sprintf("table%d_0", i)))
		fmt.Fprintf(&calls, "\tfmt.Println(f%d(%s))\n", i, c.args)
	}
	src.WriteString("func main() {\n" + calls.String() + "}\n")
	file := filepath.Join(t.TempDir(), "main.go")
	if err := os.WriteFile(file, []byte(src.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	checkOutput(t, a, cases, exec.Command("go", "run", file))
}

func TestGeneratedC(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles")
	}
	a := bruteArena()
	cases := generatedCases(a)
	var src, calls strings.Builder
	src.WriteString("#include <math.h>\n#include <stdio.h>\n")
	for i, c := range cases {
		f, err := a.CFunc(fmt.Sprintf("f%d", i), c.e)
		if err != nil {
			t.Fatal(err)
		}
		if i > 0 {
			f = strings.TrimPrefix(f, cLanguage.prelude)
		}
		src.WriteString(strings.ReplaceAll(f, "table0", fmt.Sprintf("table%d_0", i)))
		fmt.Fprintf(&calls, "\tprintf(\"%%.17g\\n\", f%d(%s));\n", i, c.args)
	}
	src.WriteString("int main(void)\n{\n" + calls.String() + "\treturn 0;\n}\n")
	dir := t.TempDir()
	file, prog := filepath.Join(dir, "main.c"), filepath.Join(dir, "main")
	if err := os.WriteFile(file, []byte(src.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("cc", "-o", prog, file, "-lm").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%.3000s", err, out)
	}
	checkOutput(t, a, cases, exec.Command(prog))
}

func TestOpaqueIsNotPrintable(t *testing.T) {
	a := NewArena()
	f := &Function{Name: "cache", Result: Real}
	if _, err := a.GoFunc("f", a.Opaque(f, a.Sym("N", Index))); !errors.Is(err, ErrNotPrintable) {
		t.Errorf("got %v", err)
	}
}
