package aag_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/aag"
	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/fortran/lower"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/scheme"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/costmodel/symbolic"
	"github.com/parlens/parlens/internal/elements"
)

// The closed forms of the graph must give, per line and processor, the very
// counts that the element interpreter finds by executing the program element
// by element: operations, messages, elements and executions.

// count is one number: what happens on a line, on a processor (-1: in all).
type count struct {
	line, processor int
	what            string
}

var formats = []string{"BLOCK", "CYCLIC", "CYCLIC(2)"}

func TestCountsEqualTheElementInterpreter(t *testing.T) {
	var sizes []int
	for n := 8; n <= 33; n++ {
		sizes = append(sizes, n)
	}
	if testing.Short() {
		sizes = []int{8, 17}
	}
	files, _ := filepath.Glob("../../testdata/hpf/*.f*")
	if len(files) < 7 {
		t.Fatalf("found %d programs", len(files))
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, format := range formats {
			t.Run(filepath.Base(file)+"/"+format, func(t *testing.T) {
				t.Parallel()
				checkProgram(t, file, strings.ReplaceAll(string(data), "BLOCK", format), sizes)
			})
		}
	}
}

func checkProgram(t *testing.T, file, text string, sizes []int) {
	u := lowered(t, file, text)
	src := source.NewText(text)
	closed := newClosedForms(u, src)
	runs := 0
	for _, n := range sizes {
		for _, grid := range grids(u.Grid.Rank()) {
			values := map[string]float64{"n": float64(n), "sweeps": 2, "steps": 2}
			in := elements.Of(u, src)
			want, err := elements.Run(in, elements.Options{Values: values, Grid: grid, Scheme: scheme.Collective})
			if err != nil {
				t.Fatalf("n=%d grid %v: %v", n, grid, err)
			}
			compare(t, fmt.Sprintf("n=%d grid %v", n, grid), counted(want), closed.counts(t, values, grid))
			runs++
		}
	}
	if runs < 9 {
		t.Errorf("only %d runs", runs)
	}
}

func lowered(t *testing.T, file, text string) *lower.Unit {
	t.Helper()
	f := lower.Lower(fortran.Parse(source.NewText(text), fortran.FormOf(file)))
	for _, d := range f.Diagnostics {
		if d.Severity == source.Error {
			t.Fatalf("%s: %s", file, d.Message)
		}
	}
	return f.Units[0]
}

// grids returns arrangements of 1 to 9 processors.
func grids(rank int) [][]int {
	var out [][]int
	for p := 1; p <= 9; p++ {
		if rank == 1 {
			out = append(out, []int{p})
			continue
		}
		for q := 1; q <= p; q++ {
			if p%q == 0 {
				out = append(out, []int{q, p / q})
			}
		}
	}
	return out
}

func counted(c *elements.Counts) map[count]float64 {
	out := map[count]float64{}
	for no, l := range c.Lines {
		out[count{no, -1, "executions"}] = float64(l.Executions)
		for p := range l.Processors {
			for op, v := range l.Processors[p].Ops {
				out[count{no, p, string(op)}] += float64(v)
			}
			r := l.Received(p)
			out[count{no, p, "messages"}] = float64(r.Messages)
			out[count{no, p, "elements"}] = float64(r.Elements)
		}
		for _, r := range l.Reductions {
			out[count{no, -1, "reductions"}] += float64(r.Executions)
		}
	}
	return out
}

func compare(t *testing.T, what string, want, got map[count]float64) {
	t.Helper()
	bad := 0
	for k, w := range want {
		if got[k] != w && bad < 5 {
			bad++
			t.Errorf("%s: %v: the interpreter counts %v, the closed form %v", what, k, w, got[k])
		}
	}
	for k, g := range got {
		if _, known := want[k]; !known && g != 0 && bad < 5 {
			bad++
			t.Errorf("%s: %v: the closed form has %v, the interpreter nothing", what, k, g)
		}
	}
}

// closedForms are the compiled counts of a unit.
type closedForms struct {
	unit  *lower.Unit
	forms []form
}

type form struct {
	key   count // with processor 0 for counts per processor
	value *symbolic.Tape
}

func newClosedForms(u *lower.Unit, text *source.Text) *closedForms {
	b := comm.NewBuilder(u.Arena, u.Layouts, u.Grid, scheme.Collective)
	g := aag.Build(u.Unit, b)
	c := &closedForms{unit: u}
	add := func(a *aag.AAU, processor int, what string, e symbolic.Expr) {
		line := text.LineOf(u.Start + a.At.Start)
		c.forms = append(c.forms, form{count{line, processor, what}, b.A.Compile(e)})
	}
	for _, a := range g.Units {
		switch a.Kind {
		case aag.Seq:
			if a.Element.Combines == nil {
				add(a, -1, "executions", a.Count)
			}
			times := g.Builder.Total(around(g, a), a.Local)
			for op, n := range a.Element.Ops {
				add(a, 0, op, b.A.Mul(b.A.Real(n), times))
			}
		case aag.IterD, aag.IterSync, aag.IterND:
			add(a, -1, "executions", a.Count)
		case aag.Comm:
			add(a, 0, "messages", b.Total(a.Repeat, a.Comm.Messages))
			add(a, 0, "elements", b.Total(a.Repeat, a.Comm.Elements))
		case aag.SyncSeq:
			add(a, -1, "reductions", b.Total(a.Repeat, b.A.Int(1)))
		}
	}
	return c
}

// around returns the loops around a statement whose iterations are told apart,
// and which its local count therefore leaves out.
func around(g *aag.Graph, a *aag.AAU) []*comm.Loop {
	var loops []*comm.Loop
	var find func(block []*aag.AAU, outer []*comm.Loop) bool
	find = func(block []*aag.AAU, outer []*comm.Loop) bool {
		for _, u := range block {
			if u == a {
				loops = outer
				return true
			}
			inner := outer
			if u.Kind == aag.IterSync {
				inner = append(outer[:len(outer):len(outer)], u.Loop)
			}
			if find(u.Body, inner) {
				return true
			}
			for _, br := range u.Branches {
				if find(br.Body, inner) {
					return true
				}
			}
		}
		return false
	}
	find(g.Body, nil)
	return loops
}

func (c *closedForms) counts(t *testing.T, values map[string]float64, grid []int) map[count]float64 {
	t.Helper()
	out := map[count]float64{}
	processors := 1
	for _, p := range grid {
		processors *= p
	}
	for _, f := range c.forms {
		for p := range processors {
			key := f.key
			if key.processor >= 0 {
				key.processor = p
			}
			v := evaluate(t, f, c.environment(values, grid, p))
			if f.key.what == "executions" {
				out[key] = max(out[key], v)
				break
			}
			out[key] += v
			if f.key.processor < 0 {
				break
			}
		}
	}
	return out
}

func evaluate(t *testing.T, f form, env map[string]float64) float64 {
	t.Helper()
	var in []float64
	for _, s := range f.value.Inputs() {
		v, ok := env[s.Name]
		if !ok {
			t.Fatalf("%v: no value for %s", f.key, s.Name)
		}
		in = append(in, v)
	}
	var out [1]float64
	if err := f.value.Eval(in, out[:]); err != nil {
		t.Fatalf("%v: %v", f.key, err)
	}
	return out[0]
}

// environment gives the sizes, the extents and the coordinates of processor p
// (first dimension fastest).
func (c *closedForms) environment(values map[string]float64, grid []int, p int) map[string]float64 {
	env := map[string]float64{}
	for _, s := range c.unit.Symbols {
		if k, ok := s.Value.(*program.Const); ok && s.Class == program.Parameter {
			env[s.Name] = float64(k.Int)
		}
	}
	for name, v := range values {
		env[name] = v
	}
	for d, extent := range grid {
		name := "p"
		if len(grid) > 1 {
			name = fmt.Sprintf("p%d", d+1)
		}
		env[name] = float64(extent)
		env[comm.CoordinateName(d, len(grid))] = float64(p % extent)
		p /= extent
	}
	return env
}
