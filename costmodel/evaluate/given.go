package evaluate

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/lower"
	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/costmodel/settings"
)

// The vectors of GEN_BLOCK and INDIRECT that the program does not give are set
// like sizes, by a list: SET sizes = 3, 5, 2 sets sizes(1) to sizes(3).

// given is a vector that settings or a directive give.
type given struct {
	name  string
	list  []int64
	wrong string // what is wrong with it, whatever it is used for
	line  int    // of the unit, of the directive; 0 for settings
}

// givenVector finds the elements of a vector among the values, nil for none.
func givenVector(values map[string]settings.Directed, name string) *given {
	g := &given{name: name}
	add := func(element string, d settings.Directed) {
		if v := d.Value; v < 0 || v != math.Trunc(v) || v > math.MaxInt32 {
			g.wrong = fmt.Sprintf("%s = %g is no number of indices or processors", element, v)
		}
		g.list, g.line = append(g.list, int64(d.Value)), d.Line
	}
	for {
		element := settings.ElementName(name, len(g.list))
		d, ok := values[element]
		if !ok {
			break
		}
		add(element, d)
	}
	if d, ok := values[name]; ok && len(g.list) == 0 {
		add(name, d)
	}
	elements := 0
	for other := range values {
		if settings.ElementOf(other) == name {
			elements++
		}
	}
	if elements > len(g.list) {
		g.wrong = fmt.Sprintf("%s is not set, but a later element is", settings.ElementName(name, len(g.list)))
	}
	if len(g.list) == 0 && g.wrong == "" {
		return nil
	}
	return g
}

// fillTables puts the vectors that are set into the mappings of a unit that have no
// values of theirs, and returns them in the order of the unit's symbols.
func fillTables(u *lower.Unit, values map[string]settings.Directed) []*given {
	known := map[string]*given{}
	var out []*given
	for _, s := range unknownTables(u) {
		if g := givenVector(values, s.Name); g != nil {
			known[s.Name], out = g, append(out, g)
		}
	}
	if len(out) == 0 {
		return nil
	}
	tables := map[mapping.Format]*mapping.Table{}
	for _, l := range layoutsOf(u) {
		for i := range l.Axes {
			f := &l.Axes[i].Format
			g := known[f.Table]
			if !f.Tabled() || f.Numbers != nil || g == nil {
				continue
			}
			if tables[*f] == nil {
				tables[*f] = mapping.NewTable(f.Table, f.Kind, g.list)
			}
			f.Numbers = tables[*f]
		}
	}
	return out
}

// layoutsOf returns all mappings of a unit, from its specification and from its
// executable directives.
func layoutsOf(u *lower.Unit) []mapping.Layout {
	var out []mapping.Layout
	for _, s := range u.Symbols {
		if l, ok := u.Layouts[s]; ok {
			out = append(out, l)
		}
	}
	program.Statements(u.Body, func(s program.Stmt) bool {
		if r, ok := s.(*program.Remap); ok {
			for _, m := range u.Remaps[r] {
				out = append(out, m.To)
			}
		}
		return true
	})
	return out
}

// valuesOf returns what settings and the directives in a text set, the settings
// first.
func valuesOf(set map[string]float64, text *source.Text) map[string]settings.Directed {
	out, _ := settings.Directives(text)
	if out == nil {
		out = map[string]settings.Directed{}
	}
	for name, v := range set {
		out[name] = settings.Directed{Value: v}
	}
	return out
}

// checkGiven reports the vectors that are set and do not fit what they deal out,
// where they are set, or else where they are used.
func (n *numbers) checkGiven() {
	for _, g := range n.m.given {
		at, wrong := n.usedAt(g.name), g.wrong
		if g.line > 0 {
			at = n.m.text.LineSpan(g.line)
		}
		for _, l := range layoutsOf(n.m.unit) {
			for d, x := range l.Axes {
				if wrong == "" && x.Format.Tabled() && x.Format.Table == g.name && x.Kind != mapping.Replicated {
					wrong = n.misfit(g, x, n.extentsOf(l.Grid)[d])
				}
			}
		}
		if wrong != "" {
			n.problem(at, source.Error, "block-too-small", wrong)
		}
		n.note(g.name, strings.TrimPrefix(mapping.NewTable("", mapping.GenBlock, g.list).String(), " = "), g.source())
	}
}

func (g *given) source() string {
	if g.line > 0 {
		return "set by a directive"
	}
	return "set"
}

// misfit says why a vector does not deal a dimension out to p processors.
func (n *numbers) misfit(g *given, x mapping.Axis, p int) string {
	size, known := n.eval(n.usedAt(g.name), n.m.unit.Arena, x.Extent)
	extent := int64(size)
	switch {
	case !known:
		return ""
	case x.Format.Kind == mapping.GenBlock && len(g.list) != p:
		return fmt.Sprintf("%s has %d elements for %d processors", g.name, len(g.list), p)
	case x.Format.Kind == mapping.Indirect && int64(len(g.list)) > extent:
		return fmt.Sprintf("%s has %d elements for %d indices", g.name, len(g.list), extent)
	}
	return x.Format.Numbers.Problem(int64(p), extent)
}

// usedAt is the directive that names a vector.
func (n *numbers) usedAt(table string) source.Span {
	for _, d := range n.m.unit.Directives {
		if slices.ContainsFunc(d.Formats, func(f mapping.Format) bool { return f.Table == table }) {
			return d.At
		}
	}
	for _, l := range layoutsOf(n.m.unit) {
		if slices.ContainsFunc(l.Axes, func(x mapping.Axis) bool { return x.Format.Table == table }) {
			return l.At
		}
	}
	return source.Span{}
}

// gives reports whether a vector is set.
func (n *numbers) gives(vector string) bool {
	return slices.ContainsFunc(n.m.given, func(g *given) bool { return g.name == vector })
}
