package plan

import (
	"fmt"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/hpf"
	"github.com/parlens/parlens/analysis/source"
)

// Move is a REDISTRIBUTE of a group in front of a line of the unit that maps it.
type Move struct {
	Group   int
	Line    int
	Formats []string
}

// Movable tells whether a group may be redistributed in a unit of a file: all of its
// directives, or declarations, stand in the unit, and nothing is redistributed there yet.
func (p *Program) Movable(group int, path, unit string) bool {
	g := p.Groups[group]
	for _, s := range g.sites {
		if len(g.sites) != 1 || s.file.Path != path || s.unit.Name != unit || moves(s.unit) {
			return false
		}
	}
	for _, a := range g.arrays {
		if len(a.copies) != 1 || a.copies[0].file.Path != path || a.copies[0].unit.Name != unit || moves(a.copies[0].unit) {
			return false
		}
	}
	return true
}

// moves tells whether a unit has executable mapping directives, or says what is DYNAMIC.
func moves(u *fortran.Unit) bool {
	found := false
	fortran.EachNode(u.Body, func(n *fortran.Node) {
		if n.Kind != fortran.Directive {
			return
		}
		for _, d := range hpf.Read(n.Text, n.Form).Directives {
			switch d := d.(type) {
			case *hpf.Distribute:
				found = found || d.Again
			case *hpf.Align:
				found = found || d.Again
			case *hpf.Attribute:
				found = found || d.Keyword == "dynamic"
			}
		}
	})
	return found
}

// Arrays are the names of the arrays without directives in a group, lower case.
func (g Group) Arrays() []string {
	var out []string
	for _, a := range g.arrays {
		out = append(out, strings.ToLower(a.Name))
	}
	return out
}

// Moved writes a plan, and with it directives that redistribute groups on the way. The
// formats of each move distribute as many dimensions as those of the plan.
func (p *Program) Moved(to Plan, all []Move) []Change {
	changes := p.Edits(to)
	w := &writer{Program: p, to: to, edits: map[*file][]source.Edit{}, now: p.Now()}
	var dynamic []string
	var at spot
	for i, g := range p.Groups {
		if !slices.ContainsFunc(all, func(m Move) bool { return m.Group == i }) {
			continue
		}
		dynamic = append(dynamic, g.movers()...)
		at = g.spot()
	}
	if len(dynamic) == 0 {
		return changes
	}
	style := styleOf(at.file)
	w.insert(at.file, at.last, style.write("DYNAMIC :: "+strings.Join(dynamic, ", ")))
	for _, m := range all {
		g := p.Groups[m.Group]
		line := m.Line
		for line > 1 && attached(at.file.Text.Line(line-1)) {
			line--
		}
		text := fmt.Sprintf("REDISTRIBUTE %s%s :: %s", Written(m.Formats), w.onto(g, m.Formats), strings.Join(g.movers(), ", "))
		w.insert(at.file, line-1, style.write(text))
	}
	return Merged(changes, at.file.Path, w.edits[at.file])
}

// attached tells whether a line is a directive, which may be about the next statement.
func attached(line string) bool {
	line = strings.ToLower(strings.TrimSpace(line))
	return len(line) > 4 && strings.HasPrefix(line[1:], "hpf$")
}

// movers are what a REDISTRIBUTE of a group names.
func (g Group) movers() []string {
	if len(g.arrays) == 0 {
		return g.Roots
	}
	var out []string
	for _, a := range g.arrays {
		if a.with == nil {
			out = append(out, a.Name)
		}
	}
	return out
}

// spot is where the directives of a movable group stand.
func (g Group) spot() spot {
	if len(g.arrays) > 0 {
		return g.arrays[0].copies[0]
	}
	s := g.sites[0]
	last := s.line
	for _, n := range s.unit.Body {
		if n.Origin == nil && mapsData(n) {
			last = max(last, s.file.Text.LineOf(s.unit.Start+n.At.End-1))
		}
	}
	return spot{file: s.file, unit: s.unit, line: s.line, last: last}
}

// onto names the arrangement of a group, where its directive does.
func (w *writer) onto(g Group, formats []string) string {
	if len(g.arrays) > 0 {
		return " ONTO " + w.arrangementName(&block{spot: g.arrays[0].copies[0]}, Rank(formats))
	}
	if s := g.sites[0]; s.onto != "" {
		return " ONTO " + s.onto
	}
	return ""
}

// Merged adds edits to those of a file; what is inserted at one place comes in the order
// given, behind what is there.
func Merged(changes []Change, path string, edits []source.Edit) []Change {
	i := slices.IndexFunc(changes, func(c Change) bool { return c.Path == path })
	if i < 0 {
		changes = append(changes, Change{Path: path})
		i = len(changes) - 1
	}
	changes[i].Edits = append(changes[i].Edits, edits...)
	slices.SortStableFunc(changes[i].Edits, func(a, b source.Edit) int { return a.Span.Start - b.Span.Start })
	return changes
}
