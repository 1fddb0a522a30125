package aag_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/parlens/parlens/analysis/aag"
	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/lower"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/scheme"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/symbolic"
	"github.com/parlens/parlens/internal/oracle/elements"
)

// count names one number: what happens on a line, on a processor (-1: in all).
type count struct {
	line, processor int
	what            string
}

// counted returns what the element interpreter counted.
func counted(c *elements.Counts) map[count]float64 {
	out := map[count]float64{}
	for no, l := range c.Lines {
		out[count{no, -1, "executions"}] = float64(l.Executions)
		for p := range l.Processors {
			for op, v := range l.Processors[p].Ops {
				out[count{no, p, op}] += v
			}
			r := l.Received(p)
			out[count{no, p, "messages"}] = float64(r.Messages)
			out[count{no, p, "elements"}] = float64(r.Elements)
			out[count{no, p, "bytes"}] = float64(r.Bytes)
		}
		for _, r := range l.Reductions {
			out[count{no, -1, "reductions"}] += float64(r.Executions)
		}
	}
	return out
}

// closedForms are the compiled counts of a unit.
type closedForms struct {
	unit   *lower.Unit
	graph  *aag.Graph
	text   *source.Text
	forms  []form
	es     []symbolic.Expr
	tape   *symbolic.Tape
	void   map[int]string // lines without an estimate, and why
	copies map[int]bool   // lines of remaps: where the numbers make two mappings one, their copies may not happen
	bound  map[int]bool   // lines with a communication that is a bound
}

type form struct {
	key count // with processor 0 for counts per processor
	at  source.Span
	in  string // AAU.Part
}

func lowered(file, text string) (*lower.Unit, error) {
	f := lower.Lower(fortran.Parse(source.NewText(text), fortran.FormOf(file)))
	for _, d := range f.Diagnostics {
		if d.Severity == source.Error {
			return nil, fmt.Errorf("%s: %s", file, d.Message)
		}
	}
	return f.Units[0], nil
}

func newClosedForms(u *lower.Unit, text *source.Text) *closedForms {
	return newCallingForms(u, text, nil)
}

func newCallingForms(u *lower.Unit, text *source.Text, procedures func(string) (*comm.Procedure, string)) *closedForms {
	return newFormsUnder(scheme.Collective, u, text, procedures)
}

func newFormsUnder(s scheme.Scheme, u *lower.Unit, text *source.Text, procedures func(string) (*comm.Procedure, string)) *closedForms {
	b := comm.NewBuilder(u.Arena, u.Layouts, u.Grid, s, u.Remaps)
	b.Procedures = procedures
	c := &closedForms{unit: u, graph: aag.Build(u.Unit, b), text: text, void: map[int]string{}, bound: map[int]bool{}, copies: map[int]bool{}}
	transfers := map[int]bool{} // lines of input and output, which the interpreter has none of
	for _, u := range c.graph.Units {
		if u.Kind == aag.IO {
			transfers[c.line(u)] = true
		}
	}
	for _, u := range c.graph.Units {
		if !transfers[c.line(u)] {
			c.unitCounts(u)
		}
	}
	c.tape = b.A.Compile(c.es...)
	return c
}

func (c *closedForms) unitCounts(u *aag.AAU) {
	b := c.graph.Builder
	a := b.A
	switch u.Kind {
	case aag.Seq:
		if u.Executes {
			c.add(u, -1, "executions", a.Mul(u.Weight, u.Count))
		}
		c.copies[c.line(u)] = c.copies[c.line(u)] || u.Copies
		times := b.Total(u.Repeat, a.Mul(u.Weight, u.Local))
		for op, n := range u.Element.Ops {
			c.add(u, 0, op, a.Mul(a.Real(n), times))
		}
	case aag.IterD, aag.IterSync, aag.IterND:
		c.add(u, -1, "executions", a.Mul(u.Weight, u.Count))
	case aag.Comm:
		c.add(u, 0, "messages", b.Total(u.Repeat, a.Mul(u.Weight, u.Comm.Messages)))
		elements := b.Total(u.Repeat, a.Mul(u.Weight, u.Comm.Elements))
		c.add(u, 0, "elements", elements)
		c.add(u, 0, "bytes", a.Mul(elements, a.Int(int64(u.Comm.Bytes))))
		line := c.line(u)
		c.bound[line] = c.bound[line] || u.Comm.Bound
	case aag.SyncSeq:
		c.add(u, -1, "reductions", b.Total(u.Repeat, a.Mul(u.Weight, u.Local)))
	case aag.Call:
		c.add(u, -1, "executions", a.Mul(u.Weight, u.Count))
		if u.Called == nil {
			c.void[c.line(u)] = u.Reason
		}
	case aag.Void:
		if u.Count != 0 { // only some executions have no estimate
			c.add(u, -1, "executions without an estimate", a.Mul(u.Weight, u.Count))
			return
		}
		c.void[c.line(u)] = u.Reason
	}
}

func (c *closedForms) line(u *aag.AAU) int { return c.text.LineOf(c.unit.Start + u.At.Start) }

func (c *closedForms) add(u *aag.AAU, processor int, what string, e symbolic.Expr) {
	c.forms = append(c.forms, form{count{c.line(u), processor, what}, u.At, u.Part})
	c.es = append(c.es, e)
}

// counts evaluates the forms for every processor of the grid.
func (c *closedForms) counts(values map[string]float64, grid []int) (map[count]float64, error) {
	out := map[count]float64{}
	processors := 1
	for _, p := range grid {
		processors *= p
	}
	result := make([]float64, len(c.forms))
	executed := map[form]float64{}
	known := c.environment(values, grid, 0)
	c.patterns(values, grid, known)
	for p := range processors {
		env := c.environment(values, grid, p)
		for _, u := range c.graph.Units {
			if u.Comm != nil {
				env[u.Comm.Pattern] = known[u.Comm.Pattern]
			}
		}
		if err := c.evaluate(env, result); err != nil {
			return nil, err
		}
		for i, f := range c.forms {
			key := f.key
			switch {
			case key.what == "executions":
				executed[f] = max(executed[f], result[i])
			case key.processor < 0 && p == 0:
				out[key] += result[i]
			case key.processor == 0:
				key.processor = p
				out[key] += result[i]
			}
		}
	}
	statements := map[form]float64{} // in all parts of peeled loops
	for f, n := range executed {
		f.in = ""
		statements[f] += n
	}
	for f, n := range statements { // several statements on a line: the largest
		out[f.key] = max(out[f.key], n)
	}
	return out, nil
}

func (c *closedForms) evaluate(env map[string]float64, out []float64) error {
	in := make([]float64, 0, len(env))
	for _, s := range c.tape.Inputs() {
		v, ok := env[s.Name]
		if !ok {
			return fmt.Errorf("no value for %s", s.Name)
		}
		in = append(in, v)
	}
	return c.tape.Eval(in, out)
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
	for name, list := range elements.IndexArrays(c.unit.Unit) {
		env["elements of "+name] = float64(c.graph.Builder.AddVector(comm.Vector{Lower: []int64{1}, Extent: []int64{int64(len(list))}, Values: list}))
	}
	for name, v := range values {
		env[name] = v
	}
	for _, x := range c.graph.Assumed { // what the programs test is true
		if x.Kind == "weight" {
			env[x.Name] = 1
		}
	}
	for d, extent := range grid {
		name := "p"
		if len(grid) > 1 {
			name = fmt.Sprintf("p%d", d+1)
		}
		env[name] = float64(extent)
		env[c.unit.Grid.Coordinate(d)] = float64(p % extent)
		p /= extent
	}
	for _, g := range c.unit.OtherGrids() {
		for d, extent := range g.Extents {
			v, _ := c.unit.Arena.Eval(g.Declared[d], env)
			for _, s := range c.unit.Arena.Free(extent) {
				env[s.Name] = v
			}
		}
	}
	return env
}

// differences compares; a communication that is a bound may lie above.
// moved are the counts of communication.
var moved = map[string]bool{"messages": true, "elements": true, "bytes": true}

func (c *closedForms) differences(want, got map[count]float64) []string {
	var out []string
	for k, w := range want {
		g := got[k]
		loose := c.bound[k.line] && moved[k.what] && g > w || c.copies[k.line] && (k.what == "load" || k.what == "store") && g > w
		if math.Abs(g-w) > 1e-9*w && !loose && c.void[k.line] == "" {
			out = append(out, fmt.Sprintf("%v: the interpreter counts %v, the closed form %v (bound %v)", k, w, g, c.bound[k.line]))
		}
	}
	for k, g := range got {
		loose := c.bound[k.line] && moved[k.what] || c.copies[k.line] && (k.what == "load" || k.what == "store")
		if _, known := want[k]; !known && g != 0 && !loose {
			out = append(out, fmt.Sprintf("%v: the closed form has %v, the interpreter nothing", k, g))
		}
	}
	return out
}

func report(t *testing.T, what string, differences []string) {
	t.Helper()
	for i, d := range differences {
		if i == 5 {
			return
		}
		t.Errorf("%s: %s", what, d)
	}
}
