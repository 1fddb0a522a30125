package evaluate

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/symbolic"
	"github.com/parlens/parlens/costmodel/settings"
)

// extents decides how many processors stand along each dimension of the
// unit's arrangement: what the user set, else what the program declares, else
// the machine's nodes. Problems are reported at the PROCESSORS directive.
func (n *numbers) extents() []int {
	g, s := n.m.unit.Grid, n.settings
	total := max(s.Procs, mapping.Product(s.Grid))
	switch {
	case g == nil && n.byCall:
		return nil
	case g == nil && total > 1:
		n.note("processors", fmt.Sprint(total), "set, without effect: nothing is distributed")
		return nil
	case g == nil:
		return nil
	case s.Procs == 0 && len(s.Grid) == 0:
		return n.declared(g)
	}
	out, why := s.Grid, "set, instead of what the program declares"
	if len(s.Grid) != g.Rank() {
		var declared bool
		if out, declared = n.standing(g, total); declared {
			why = "set, as the program declares them"
		}
	}
	if len(s.Grid) > 0 && len(s.Grid) != g.Rank() {
		n.problem(g.At, source.Warning, "rank-of-processors", fmt.Sprintf("the arrangement has %d dimensions, the setting has %d: its %d processors stand as %s", g.Rank(), len(s.Grid), total, written(out)))
	}
	if n.byCall {
		why = "as it is called"
	}
	n.note("processors", written(out), why)
	return out
}

// standing is how an arrangement stands on so many processors: as the program declares it where
// that is as many, along the dimensions that it leaves open too; else evenly spread.
func (n *numbers) standing(g *mapping.Grid, total int) (extents []int, declared bool) {
	before, known := maps.Clone(n.values.found), 1
	extents = make([]int, g.Rank())
	for d := range g.Declared {
		if v, ok := n.extentOn(g, d, total); ok {
			extents[d] = v
			known = min(known*min(v, total+1), total+1) // more than there are is too many, however many
		}
	}
	open := len(extents) - len(slices.DeleteFunc(slices.Clone(extents), func(v int) bool { return v == 0 }))
	if open < len(extents) && (known == total || open > 0 && total%known == 0) {
		fill(extents, mapping.Factor(total/known, open))
		return extents, true
	}
	n.values.found = before // nothing rests on what is declared
	return mapping.Factor(total, g.Rank()), false
}

// fill gives extents that are not known those of a list.
func fill(extents, rest []int) {
	for d := range extents {
		if extents[d] == 0 {
			extents[d], rest = rest[0], rest[1:]
		}
	}
}

// written is the extents of an arrangement as the user writes them ("2x2").
func written(extents []int) string {
	return strings.ReplaceAll(strings.Trim(fmt.Sprint(extents), "[]"), " ", "x")
}

func (n *numbers) declared(g *mapping.Grid) []int {
	out := make([]int, g.Rank())
	known, unknown := 1, 0
	for d := range out {
		v, ok := n.extent(g, d)
		switch {
		case !ok:
			unknown++
			continue
		case v > settings.MaxProcessors/known:
			n.problem(g.At, source.Error, "processors", fmt.Sprintf("more than %d processors cannot be modelled", settings.MaxProcessors))
			v = 1
		}
		out[d] = v
		known *= v
	}
	if unknown == 0 {
		return out
	}
	total, why := n.usual()
	left := max(1, total/known)
	rest := mapping.Factor(left, unknown)
	n.assume("processors", fmt.Sprint(left), why)
	fill(out, rest)
	return out
}

// mostUsual is the most processors that are assumed: few programs of a size that somebody
// types into a file scale to all nodes of a large machine.
const mostUsual = 16

// usual is how many processors a program has where nobody says it, and why.
func (n *numbers) usual() (int, string) {
	m := n.linked.machine
	if m.Nodes > mostUsual {
		return mostUsual, fmt.Sprintf("the program does not say how many of the %d nodes of %s it has", m.Nodes, m.Name)
	}
	return max(1, m.Nodes), fmt.Sprintf("the nodes of %s, since the program does not say", m.Name)
}

// counted is how many processors code is told of that asks for them, and 0 for other code,
// which is the same for any number of them.
func (n *numbers) counted() int {
	g, s := n.m.unit.Grid, n.settings
	switch {
	case !n.linked.counts:
		return 0
	case s.Procs > 0 || len(s.Grid) > 0:
		return max(s.Procs, mapping.Product(s.Grid))
	}
	total, _ := n.usual()
	if g == nil {
		return total
	}
	declared := 1
	for _, extent := range g.Declared {
		if extent == 0 {
			return total
		}
		v, known := n.m.unit.Arena.ConstInt(extent)
		if !known {
			return total
		}
		declared *= int(v)
	}
	return declared
}

// extent evaluates a declared extent of the PROCESSORS directive.
func (n *numbers) extent(g *mapping.Grid, d int) (int, bool) {
	if d >= len(g.Declared) || g.Declared[d] == 0 {
		return 0, false
	}
	total, _ := n.usual()
	v, ok := n.extentOn(g, d, total)
	if !ok {
		n.problem(g.At, source.Error, "rank-of-processors", fmt.Sprintf("the extent of dimension %d of the arrangement is not a positive number", d+1))
		return 1, true
	}
	return v, true
}

// extentOn is a declared extent where there are so many processors; false where it is no
// number of them.
func (n *numbers) extentOn(g *mapping.Grid, d, total int) (int, bool) {
	if g.Declared[d] == 0 {
		return 0, false
	}
	a := n.m.unit.Arena
	env := map[string]float64{"number_of_processors": float64(total), "number_of_processors()": float64(total)}
	n.values.bind(a.Free(g.Declared[d]), env)
	v, err := a.Eval(g.Declared[d], env)
	ok := err == nil && v == math.Trunc(v) && v >= 1 && v <= settings.MaxProcessors
	return int(v), ok
}

// eval evaluates a size of the mapping. That it has no value is said at a directive,
// and what depends on it is left out.
func (n *numbers) eval(at source.Span, a *symbolic.Arena, e symbolic.Expr) (float64, bool) {
	n.values.bind(a.Free(e), n.env)
	v, err := a.Eval(e, n.env)
	if err != nil {
		n.problem(at, source.Warning, "no-estimate", fmt.Sprintf("%s, a size of the mapping, has no value: %v", a.String(e), err))
		return 0, false
	}
	return v, true
}

func extentName(m *model, g int) string {
	a := m.graph.Builder.A
	free := a.Free(m.graph.Builder.Grid.Extents[g])
	if len(free) == 0 {
		return ""
	}
	return free[0].Name
}

// nothing names the values from the user that leave arrays without elements.
func (n *numbers) nothing() string {
	var out []string
	for _, name := range slices.Sorted(maps.Keys(n.user)) {
		if v := n.user[name]; v <= 0 && n.m.unit.Lookup(program.VariableOf(name)) != nil {
			out = append(out, fmt.Sprintf("%s = %g", name, v))
		}
	}
	return strings.Join(out, ", ")
}
