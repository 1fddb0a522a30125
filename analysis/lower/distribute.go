package lower

import (
	"github.com/parlens/parlens/analysis/hpf"
	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// distribute resolves a DISTRIBUTE directive for one target.
func (m *mapper) distribute(x *hpf.Distribute, d directive) {
	name := x.Target.String()
	if m.hidden(d, name) {
		return
	}
	target := m.array(name)
	if target == nil {
		m.unknown(d, x.Target.Span(), "unknown-template", "%s is neither a template nor an array", name)
		return
	}
	if x.Star && x.Formats == nil { // whatever the actual argument has
		return
	}
	if m.sequential(target, x.Target, d) {
		return
	}
	formats, ok := m.formats(x, target, d)
	if !ok || !m.once(target, x.Target, d) {
		return
	}
	onto, parts, ok := m.onto(x, formats, d)
	if !ok {
		return
	}
	grid := m.gridOf(onto)
	m.order = append(m.order, target)
	target.dist = &distribution{at: d.at, formats: formats, onto: onto, parts: parts, grid: grid}
	m.checkBlocks(x, target, d)
	if !d.inherited {
		m.record(x, target, d)
	}
}

// record adds the directive to those that may be edited.
func (m *mapper) record(x *hpf.Distribute, target *object, d directive) {
	out := Distribute{At: d.at, Target: target.name, Formats: target.dist.formats, OntoGrid: target.dist.grid}
	if !x.FormatsAt.Empty() && d.stmt.Origin == nil && !x.Foreign && target.dist.parts == nil {
		out.FormatsAt = d.stmt.Place(x.FormatsAt)
	}
	if x.Onto != nil {
		out.Onto = x.Onto.String()
	}
	m.out.Directives = append(m.out.Directives, out)
}

// formats lowers the formats of a distribution; without any, every dimension
// is BLOCK.
func (m *mapper) formats(x *hpf.Distribute, target *object, d directive) ([]mapping.Format, bool) {
	rank := len(target.dims)
	if x.Formats == nil {
		out := make([]mapping.Format, rank)
		for i := range out {
			out[i].Kind = mapping.Block
		}
		return out, true
	}
	if len(x.Formats) != rank {
		m.complain(d, x.FormatsAt, source.Error, "wrong-rank", "%s has rank %d, but %d formats are given", target.name, rank, len(x.Formats))
		return nil, false
	}
	out := make([]mapping.Format, rank)
	for i, f := range x.Formats {
		out[i] = m.format(f, x, d)
	}
	return out, true
}

func (m *mapper) format(f hpf.Format, x *hpf.Distribute, d directive) mapping.Format {
	out := mapping.Format{Kind: mapping.Block}
	switch f.Kind {
	case "":
		return mapping.Format{Kind: mapping.Collapsed}
	case "cyclic":
		out.Kind = mapping.Cyclic
	case "gen_block", "indirect":
		return m.tabled(f, d)
	}
	if f.Param == nil {
		return out
	}
	param, ok := program.ToIndex(m.out.Arena, m.expr(f.Param, d.stmt))
	if v, known := m.evaluate(param); !ok || known && v < 1 {
		m.complain(d, f.Param.Span(), source.Error, "directive-syntax", "the parameter of a format must be a positive integer")
		return out
	}
	out.Param = param
	return out
}

// onto returns the arrangement of a distribution, false after a report. What
// distributes no dimension and names no arrangement is stored by all processors: nil.
func (m *mapper) onto(x *hpf.Distribute, formats []mapping.Format, d directive) (*arrangement, []part, bool) {
	rank := 0
	for _, f := range formats {
		if f.Kind != mapping.Collapsed {
			rank++
		}
	}
	switch {
	case x.Onto == nil && rank == 0:
		return nil, nil, true
	case x.Onto == nil:
		return m.implied(rank), nil, true
	}
	a := m.grids[x.Onto.String()]
	if seen := m.scope.seen(x.Onto.String()); a == nil && seen != nil && seen.grid != nil {
		a = m.foreignGrid(seen.owner, seen.grid)
	}
	switch {
	case a == nil:
		m.unknown(d, x.Onto.Span(), "unknown-processors", "no PROCESSORS directive declares %s", x.Onto)
	case x.Section != nil && len(x.Section) != len(a.declared):
		m.complain(d, x.Onto.Span(), source.Error, "wrong-rank", "%s has rank %d, but %d subscripts are given", a.name, len(a.declared), len(x.Section))
	case subscripts(x.Section) > 0 && len(a.declared)-subscripts(x.Section) != rank:
		m.complain(d, x.Onto.Span(), source.Error, "rank-of-processors", "this part of %s has rank %d, but %d dimensions are distributed", a.name, len(a.declared)-subscripts(x.Section), rank)
	case len(a.declared) != rank+subscripts(x.Section):
		m.complain(d, x.Onto.Span(), source.Error, "rank-of-processors", "%s has rank %d, but %d dimensions are distributed", a.name, len(a.declared), rank)
	default:
		return a, m.parts(x, a, formats, d), true
	}
	return nil, nil, false
}

// checkBlocks reports BLOCK(m) with m*p < n, where all three are known, and
// tables that do not fit.
func (m *mapper) checkBlocks(x *hpf.Distribute, target *object, d directive) {
	dealt := target.dist.dealt()
	for i, f := range target.dist.formats {
		if f.Kind == mapping.Collapsed {
			continue
		}
		p := target.dist.grid.Declared[dealt[0]]
		if taken := target.dist.part(dealt[0]); taken.count != 0 {
			p = taken.count
		}
		dealt = dealt[1:]
		if f.Numbers != nil {
			m.checkTable(x.Formats[i], f.Numbers, p, target.dims[i].extent, d)
		}
		if f.Kind != mapping.Block || f.Param == 0 || p == 0 {
			continue
		}
		size, okM := m.evaluate(f.Param)
		procs, okP := m.evaluate(p)
		n, okN := m.evaluate(target.dims[i].extent)
		if okM && okP && okN && size*procs < n {
			m.complain(d, x.Formats[i].Param.Span(), source.Error, "block-too-small",
				"%d blocks of %d hold fewer than the %d elements of dimension %d", procs, size, n, i+1)
		}
	}
}
