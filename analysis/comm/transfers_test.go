package comm_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/aag"
	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/inspector"
	"github.com/parlens/parlens/analysis/lower"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/scheme"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/symbolic"
	"github.com/parlens/parlens/internal/oracle/elements"
)

// transfer names what one processor sends another of an array for a line.
type transfer struct {
	line     int
	array    string
	from, to int
}

func TestPairsOfPrograms(t *testing.T) {
	files, _ := filepath.Glob("../../testdata/hpf/*.f*")
	codes, _ := filepath.Glob("../../testdata/hpf/codes/*.f90")
	files = append(files, codes...)
	total := tally{}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			comparePairs(t, filepath.Base(file), file, string(data), map[string]float64{"n": 13, "sweeps": 2, "steps": 2}, nil, &total)
		})
	}
	t.Logf("%d pairs equal, %d in bounds, %d communications not listed: %v", total.equal, total.bound, total.unlisted, total.why)
}

type tally struct {
	equal, bound, unlisted int
	why                    map[string]int
}

func comparePairs(t reporter, name, file, text string, values map[string]float64, grids [][]int, total *tally) {
	t.Helper()
	f := lower.Lower(fortran.Parse(source.NewText(text), fortran.FormOf(file)))
	u := f.Units[0]
	if u.Grid == nil || slices.ContainsFunc(f.Diagnostics, func(d source.Diagnostic) bool { return d.Severity == source.Error }) {
		return
	}
	if grids == nil {
		grids = map[int][][]int{1: {{2}, {3}, {4}}, 2: {{2, 2}, {3, 2}, {1, 4}}}[u.Grid.Rank()]
	}
	src := source.NewText(text)
	for _, grid := range grids {
		inputs, err := elements.Parse(file, text)
		if err != nil {
			return
		}
		where := fmt.Sprintf("%s on %v", name, grid)
		compareRun(t, where, u, src, inputs[0], grid, values, total)
	}
}

func compareRun(t reporter, where string, u *lower.Unit, src *source.Text, in elements.Input, grid []int, values map[string]float64, total *tally) {
	t.Helper()
	u = u.Fork()
	b := comm.NewBuilder(u.Arena, u.Layouts, u.Grid, scheme.Collective, u.Remaps)
	g := aag.Build(u.Unit, b)
	ran, err := elements.Run(in, elements.Options{Grid: grid, Values: values, Scheme: scheme.Collective, Kept: g.Keeps()})
	if err != nil { // more than it executes
		return
	}
	n, err := inspector.NewNumbers(b, grid, lookup(u, g, grid, values))
	if err != nil {
		t.Errorf("%s: %v", where, err)
		return
	}
	taken := map[string]symbolic.Expr{}
	for _, name := range weights(g) {
		taken[name] = b.A.Int(1)
	}
	got, bound, skip := map[transfer]elements.Traffic{}, map[transfer]bool{}, map[transfer]bool{}
	unlisted := map[int]bool{}
	for _, x := range g.Units {
		line := src.LineOf(u.Start + x.At.Start)
		if x.Kind == aag.Void || x.Kind == aag.Call || x.Kind == aag.IO { // the interpreter prints nothing
			skip[transfer{line: line}] = true
		}
		if x.Comm == nil || x.Kind != aag.Comm {
			continue
		}
		all := transfer{line: line, array: plainName(x.Comm.Array.Name)}
		bound[all] = bound[all] || x.Comm.Bound
		if w, ok := b.A.Const(b.A.Subst(b.A.Mul(x.Weight, x.Local), taken)); !ok || w != 1 {
			skip[all] = true
			continue
		}
		err := each(b, n, x.Repeat, map[string]float64{}, func(fixed map[string]float64) error {
			pairs, err := n.Pairs(x.Comm, fixed)
			for _, p := range pairs {
				at := transfer{line, all.array, place(p.From, grid), place(p.To, grid)}
				sum := got[at]
				got[at] = elements.Traffic{Messages: sum.Messages + 1, Elements: sum.Elements + p.Elements}
			}
			return err
		})
		if err != nil {
			skip[all] = true
			unlisted[line] = true
			total.unlisted++
			if total.why == nil {
				total.why = map[string]int{}
			}
			total.why[err.Error()]++
		}
	}
	for line := range unlisted {
		boundsHold(t, where, line, src, u, g, n, ran.Lines[line])
	}
	want := map[transfer]elements.Traffic{}
	for line, l := range ran.Lines {
		for _, x := range l.Transfers {
			for pair, traffic := range x.Pairs {
				at := transfer{line, plainName(x.Array), pair.Sender, pair.Receiver}
				sum := want[at]
				want[at] = elements.Traffic{Messages: sum.Messages + traffic.Messages, Elements: sum.Elements + traffic.Elements}
			}
		}
	}
	keys := maps.Clone(got)
	maps.Copy(keys, want)
	for at := range keys {
		all := transfer{line: at.line, array: at.array}
		g, w := got[at], want[at]
		switch {
		case skip[all], skip[transfer{line: at.line}]:
		case g == w:
			total.equal++
		case bound[all] && g.Elements >= w.Elements:
			total.bound++
		default:
			t.Errorf("%s, line %d: %s from %d to %d: %d messages with %d elements, the interpreter has %d with %d", where, at.line, at.array, at.from, at.to, g.Messages, g.Elements, w.Messages, w.Elements)
		}
	}
}

// boundsHold checks that no processor receives more on a line than the closed
// forms say, where messages cannot be listed.
func boundsHold(t reporter, where string, line int, src *source.Text, u *lower.Unit, g *aag.Graph, n *inspector.Numbers, ran *elements.Line) {
	t.Helper()
	if ran == nil {
		return
	}
	b := g.Builder
	for p := range n.Processors() {
		most := 0.0
		for _, x := range g.Units {
			if x.Comm == nil || x.Kind != aag.Comm || src.LineOf(u.Start+x.At.Start) != line {
				continue
			}
			v, err := n.On(b.Total(x.Repeat, b.A.Mul(x.Comm.Elements, x.Weight)), p)
			if err != nil {
				return
			}
			most += v
		}
		if r := ran.Received(p); float64(r.Elements) > most {
			t.Errorf("%s, line %d: processor %d receives %d elements, the bound is %g", where, line, p, r.Elements, most)
		}
	}
}

// plainName is the name of a temporary without what it is of.
func plainName(array string) string {
	name, _, _ := strings.Cut(array, "(")
	return name
}

// each goes through the iterations of the loops around a message.
func each(b *comm.Builder, n *inspector.Numbers, loops []*comm.Loop, fixed map[string]float64, visit func(map[string]float64) error) error {
	if len(loops) == 0 {
		return visit(fixed)
	}
	lo, err := n.Eval(loops[0].Lo, fixed)
	if err != nil {
		return err
	}
	hi, err := n.Eval(loops[0].Hi, fixed)
	if err != nil {
		return err
	}
	for x := lo; x <= hi; x++ {
		fixed[loops[0].Name] = x
		if err := each(b, n, loops[1:], fixed, visit); err != nil {
			return err
		}
	}
	delete(fixed, loops[0].Name)
	return nil
}

func place(p, grid []int) int {
	at, stride := 0, 1
	for g, c := range p {
		at += c * stride
		stride *= grid[g]
	}
	return at
}

// weights returns the names of how often the conditions hold that only the run time knows: in the
// programs here they are true.
func weights(g *aag.Graph) (names []string) {
	for _, x := range g.Assumed {
		if x.Kind == "weight" {
			names = append(names, x.Name)
		}
	}
	return names
}

// lookup gives the extents of the arrangement, the values of PARAMETERs, and how often conditions
// hold.
func lookup(u *lower.Unit, graph *aag.Graph, grid []int, values map[string]float64) func(string) float64 {
	env, b := map[string]float64{}, graph.Builder
	for _, name := range weights(graph) {
		env[name] = 1
	}
	for g, e := range b.Grid.Extents {
		for _, s := range b.A.Free(e) {
			env[s.Name] = float64(grid[g])
		}
	}
	for _, l := range u.Layouts { // on further arrangements
		for i, e := range l.Grid.Extents {
			n, ok := u.Arena.ConstInt(l.Grid.Declared[i])
			name := u.Arena.Free(e)[0].Name
			if _, known := env[name]; ok && !known {
				env[name] = float64(n)
			}
		}
	}
	for _, v := range u.Values {
		if c, ok := v.Expr.(*program.Const); ok {
			env[v.Name] = float64(c.Int)
		}
		for name, set := range values {
			env[name] = set
		}
		if _, known := env[v.Name]; !known && v.Index != 0 {
			env[v.Name], _ = u.Arena.Eval(v.Index, env)
		}
	}
	for name, list := range elements.IndexArrays(u.Unit) {
		env["elements of "+name] = float64(b.AddVector(comm.Vector{Lower: []int64{1}, Extent: []int64{int64(len(list))}, Values: list}))
	}
	for _, g := range u.OtherGrids() {
		for d, e := range g.Extents {
			for _, s := range u.Arena.Free(e) {
				env[s.Name], _ = u.Arena.Eval(g.Declared[d], env)
			}
		}
	}
	return func(name string) float64 { return env[name] }
}
