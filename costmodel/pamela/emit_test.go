package pamela

import (
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/symbolic"
)

// sample are values for the parameters of the example models, by name.
var sample = map[string]float64{
	"N": 37, "P": 5, "M_net": 2, "t_c": 1, "t_l": 0.25, "t_g": 1.5, "tl": 3, "ts": 2, "k": 0.5, "p": 1, "q": 2, "i": 3, "j": 2, "n": 4,
}

// program is the generated file of one model with what its functions must
// return: calls in the syntax that Go and C share.
type program struct {
	name  string
	model *Model
	outs  []Output
	calls []string
	want  []float64
}

func programs(t *testing.T) []program {
	var all []program
	for _, name := range []string{"basic", "repair", "demo", "adi-i", "adi-j", "matmul", "gauss", "gauss-cyclic", "psrs"} {
		p := program{name: name, model: compile(t, name+".pam", nil)}
		for _, o := range p.model.Outputs() {
			o = p.model.Simplify(o)
			p.outs = append(p.outs, o)
			if o.Equation.Parameter || o.IsVector() {
				continue
			}
			env, args := map[string]float64{}, []string{}
			for _, s := range p.model.arena.Free(p.model.eval.divisors.back(o.Expr)) {
				v, known := sample[s.Name]
				if !known || s.Type == symbolic.Index && v != math.Trunc(v) {
					v = 2
				}
				env[s.Name] = v
				args = append(args, fmt.Sprint(v))
			}
			want, err := p.model.Value(o, env)
			if err != nil {
				t.Fatalf("%s: %s: %v", name, o.Name(), err)
			}
			p.calls = append(p.calls, fmt.Sprintf("%s(%s)", symbolic.FuncName(o.Name()), strings.Join(args, ", ")))
			p.want = append(p.want, want)
		}
		all = append(all, p)
	}
	return all
}

// check compares what the program prints, a line per call.
func (p program) check(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	out, err := cmd.Output()
	lines := strings.Fields(string(out))
	if err != nil || len(lines) != len(p.calls) {
		t.Fatalf("%s: %v, %d lines for %d calls", p.name, err, len(lines), len(p.calls))
	}
	for n, line := range lines {
		if got, err := strconv.ParseFloat(line, 64); err != nil || math.Abs(got-p.want[n]) > 1e-9*(1+math.Abs(p.want[n])) {
			t.Errorf("%s: %s = %s, want %v", p.name, p.calls[n], line, p.want[n])
		}
	}
}

// The C file of every model compiles without a warning and computes what the
// model does.
func TestEmittedC(t *testing.T) {
	cc, err := exec.LookPath("gcc")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range programs(t) {
		dir := t.TempDir()
		text := p.model.C(p.outs) + "\n#include <stdio.h>\nint main(void)\n{\n"
		for _, call := range p.calls {
			text += fmt.Sprintf("\tprintf(\"%%.17g\\n\", (double)%s);\n", call)
		}
		write(t, filepath.Join(dir, "model.c"), text+"\treturn 0;\n}\n")
		exe := filepath.Join(dir, "model")
		if out, err := exec.Command(cc, "-std=c99", "-Wall", "-Werror", "-Wno-unused-function", "-o", exe, filepath.Join(dir, "model.c"), "-lm").CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%.2000s", p.name, err, out)
			continue
		}
		p.check(t, exec.Command(exe))
	}
}

// So does the Go file.
func TestEmittedGo(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the Go tool")
	}
	dir := t.TempDir()
	write(t, filepath.Join(dir, "go.mod"), "module emitted\n\ngo 1.26\n")
	all := programs(t)
	for _, p := range all {
		pkg := filepath.Join(dir, "models", p.name)
		text := strings.Replace(p.model.Go(p.outs), "package model", "package main\n\nimport \"fmt\"", 1) + "\nfunc main() {\n"
		for _, call := range p.calls {
			text += fmt.Sprintf("\tfmt.Println(float64(%s))\n", call)
		}
		write(t, filepath.Join(pkg, "main.go"), text+"}\n")
	}
	build := exec.Command("go", "build", "-o", dir+string(filepath.Separator), "./...")
	build.Dir, build.Env = dir, append(os.Environ(), "GOFLAGS=", "GOWORK=off")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%.3000s", err, out)
	}
	for _, p := range all {
		p.check(t, exec.Command(filepath.Join(dir, p.name)))
	}
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
