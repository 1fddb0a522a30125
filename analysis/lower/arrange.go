package lower

import (
	"strconv"

	"github.com/parlens/parlens/analysis/hpf"
	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/symbolic"
)

// arrangement is a PROCESSORS declaration; its grid is made when something is
// distributed onto it.
type arrangement struct {
	name     string
	key      string // tells it from those of other modules
	declared []symbolic.Expr
	lower    []symbolic.Expr // its first subscripts
	at       source.Span
	grid     *mapping.Grid

	inherited bool // from the host: the unit may declare the name anew
}

func (m *mapper) arrangement(p *hpf.Processors, d directive) {
	name := p.Name.String()
	if old := m.grids[name]; old != nil && old.inherited == d.inherited {
		m.complain(d, p.Name.Span(), source.Error, "duplicate-mapping", "processor arrangement %s is declared twice", name)
		return
	}
	a := &arrangement{name: name, key: m.scope.prefix + name, at: d.at, inherited: d.inherited}
	for _, arg := range p.Dims {
		b := m.bounds(arg, d.stmt)
		n, ok := program.Extent(m.out.Arena, b)
		if !ok {
			n = 0 // NUMBER_OF_PROCESSORS() and the like: the settings decide
		}
		a.declared = append(a.declared, n)
		first, ok := program.ToIndex(m.out.Arena, b.Lower)
		if !ok {
			first = m.out.Arena.Int(1)
		}
		a.lower = append(a.lower, first)
	}
	m.grids[name] = a
}

// implied returns an arrangement of the rank for distributions without ONTO:
// the only one that is declared with that rank, or else one without a name.
func (m *mapper) implied(rank int) *arrangement {
	var found *arrangement
	for _, d := range m.spec {
		p, ok := d.Directive.(*hpf.Processors)
		if !ok || len(p.Dims) != rank || m.grids[p.Name.String()] == found {
			continue
		}
		if found != nil {
			found = nil
			break
		}
		found = m.grids[p.Name.String()]
	}
	if found != nil {
		return found
	}
	return m.unnamed(rank)
}

// unnamed returns the arrangement of the rank that no directive declares.
func (m *mapper) unnamed(rank int) *arrangement {
	key := "/" + strconv.Itoa(rank) // no name of the program
	if m.grids[key] == nil {
		m.grids[key] = &arrangement{declared: make([]symbolic.Expr, rank)}
	}
	return m.grids[key]
}

// gridOf returns the grid of an arrangement, nil for none. The unit's first one has the
// extents p, or p1, p2, ...; further ones are called after their names.
func (m *mapper) gridOf(a *arrangement) *mapping.Grid {
	switch {
	case a == nil:
		return nil
	case a.grid != nil:
		return a.grid
	}
	stem := "p"
	if m.out.Grid != nil {
		stem = "p_" + a.name
	}
	stem = m.unused(stem, len(a.declared))
	a.grid = &mapping.Grid{Name: a.name, At: a.at, Declared: a.declared}
	for i := range a.declared {
		name := stem
		if len(a.declared) > 1 {
			name = symbolName(stem, "", i)
		}
		m.out.Arena.Assume(name, 1, symbolic.Unbounded)
		a.grid.Extents = append(a.grid.Extents, m.out.Arena.Sym(name, symbolic.Index))
	}
	a.grid.NameCoordinates(func(name string) bool { s := m.scope.visible(name); return s != nil && s.Rank() == 0 })
	if m.out.Grid == nil {
		m.out.Grid = a.grid
	}
	return a.grid
}

// largest makes the arrangement with the most processors the unit's first one, be
// it that of a remapping: the others stand on some of its processors.
func (m *mapper) largest() {
	var all []*mapping.Grid
	for _, o := range m.order {
		if o.dist != nil {
			all = append(all, o.dist.grid)
		}
	}
	for _, d := range m.again {
		if d.Onto == nil {
			continue
		}
		if a := m.grids[d.Onto.String()]; a != nil && m.out.Grid != nil {
			all = append(all, m.gridOf(a))
		}
	}
	most, known := m.sizeOf(m.out.Grid)
	for _, g := range all {
		if n, ok := m.sizeOf(g); ok && known && n > most {
			m.out.Grid, most = g, n
		}
	}
}

func (m *mapper) sizeOf(g *mapping.Grid) (int64, bool) {
	if g == nil {
		return 0, false
	}
	n, ok := g.Size(m.out.Arena)
	if !ok {
		return 0, false
	}
	return m.evaluate(n)
}

// unused returns stem, lengthened until no name of the program equals one of
// the symbols made from it.
func (m *mapper) unused(stem string, rank int) string {
	for {
		taken := m.scope.visible(stem) != nil
		for i := range rank {
			taken = taken || m.scope.visible(symbolName(stem, "", i)) != nil
		}
		if !taken {
			return stem
		}
		stem += "_"
	}
}

func symbolName(stem, infix string, dim int) string { return stem + infix + strconv.Itoa(dim+1) }
