package plan

import (
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/dialect"
	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/hpf"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/workspace"
)

// site is a DISTRIBUTE directive with formats.
type site struct {
	file    *file
	unit    *fortran.Unit
	targets []string
	formats []string
	at      source.Span // of the formats, in the file
	onto    string
	ontoAt  source.Span // of the arrangement's name; empty without ONTO
	line    int
}

// arrangement is a PROCESSORS declaration.
type arrangement struct {
	file    *file
	unit    *fortran.Unit
	name    string
	written []string    // its extents
	at      source.Span // of them, without the parentheses
	stmt    source.Span // the whole directive, with its sentinel
}

// directives collects those of a unit that stand in the file itself, and tells whether
// one of them is of a language that asks for every communication.
func (p *Program) directives(x *file, u *fortran.Unit) bool {
	explicit := false
	fortran.EachNode(u.Body, func(n *fortran.Node) {
		if n.Kind != fortran.Directive || n.Origin != nil {
			return
		}
		explicit = explicit || dialect.Known(n.Sentinel)
		place := func(at source.Span) source.Span { return n.Place(at).Shift(u.Start) }
		var last *site
		for _, d := range dialect.ReadLine(n.Logical).Directives {
			switch d := d.(type) {
			case *hpf.Distribute:
				if d.Again || d.Star || d.Foreign || d.FormatsAt.Empty() || d.Section != nil {
					continue
				}
				if at := place(d.FormatsAt); last == nil || last.at != at {
					last = &site{file: x, unit: u, at: at, formats: formatsOf(n.Text, d), line: x.Text.LineOf(u.Start + n.At.Start)}
					if d.Onto != nil {
						last.onto, last.ontoAt = d.Onto.String(), place(d.Onto.Span())
					}
					p.sites(last)
				}
				last.targets = append(last.targets, d.Target.String())
			case *hpf.Processors:
				if len(d.Dims) == 0 {
					continue
				}
				a := &arrangement{file: x, unit: u, name: d.Name.String(), at: place(d.Dims[0].Span().Join(d.Dims[len(d.Dims)-1].Span())), stmt: n.At.Shift(u.Start)}
				for _, dim := range d.Dims {
					a.written = append(a.written, n.Text[dim.Span().Start:dim.Span().End])
				}
				p.arrangements = append(p.arrangements, a)
			}
		}
	})
	return explicit
}

// sites adds a directive as a group of its own; group joins those that are alike.
func (p *Program) sites(s *site) { p.Groups = append(p.Groups, Group{sites: []*site{s}}) }

// mapped notes of what a directive maps, as far as its unit says it, where that is declared and
// aligned, and whether it can lie in cycles.
func (g *Group) mapped(snap *workspace.Snapshot, s *site) {
	unit := snap.Program(s.file.File).Units[slices.Index(s.file.parsed.Units, s.unit)]
	add := func(at source.Span) {
		if !at.Empty() {
			g.Mapped = append(g.Mapped, Line{s.file.Path, s.file.Text.LineOf(unit.Start + at.Start)})
		}
	}
	for _, d := range unit.Directives {
		if !slices.Contains(s.targets, d.Target) {
			continue
		}
		g.Blocks = g.Blocks || unit.OnlyBlocks(d.Arrays)
		for _, array := range d.Arrays {
			add(array.Declared)
			for step := range unit.Chains[array].All() {
				add(step.At)
			}
		}
	}
}

// formatsOf returns the formats in upper case, as they are written.
func formatsOf(text string, d *hpf.Distribute) []string {
	var out []string
	for _, f := range d.Formats {
		switch {
		case f.Kind == "":
			out = append(out, Star)
		case f.Param == nil:
			out = append(out, strings.ToUpper(f.Kind))
		default:
			out = append(out, strings.ToUpper(f.Kind)+"("+text[f.Param.Span().Start:f.Param.Span().End]+")")
		}
	}
	return out
}

// group joins directives that are written alike for targets of the same names: the
// mappings of COMMON and of dummies are written down in every procedure.
func (p *Program) group() {
	all := p.Groups
	p.Groups = nil
	for _, g := range all {
		s := g.sites[0]
		slices.Sort(s.targets)
		i := slices.IndexFunc(p.Groups, func(g Group) bool {
			o := g.sites[0]
			return slices.Equal(o.targets, s.targets) && slices.Equal(o.formats, s.formats)
		})
		if i < 0 {
			i = len(p.Groups)
			p.Groups = append(p.Groups, Group{Name: Named(s.targets), Roots: s.targets, Rank: len(s.formats), Now: s.formats})
		}
		p.Groups[i].sites = append(p.Groups[i].sites, s)
		p.Groups[i].Lines = append(p.Groups[i].Lines, Line{s.file.Path, s.line})
	}
}
