package hpf

import (
	"github.com/parlens/parlens/analysis/fortran"
)

func arrangementsOf(g *arrangements) []Directive {
	return declare(g.Keyword, g.Objects, nil)
}

// declare returns one Processors or Template for each object; dims is the
// DIMENSION attribute for those without bounds of their own.
func declare(keyword string, objects []object, dims []fortran.Arg) []Directive {
	var out []Directive
	for _, o := range objects {
		own := o.Dims
		if own == nil {
			own = dims
		}
		if keyword == "template" {
			out = append(out, &Template{o.Name, own})
		} else {
			out = append(out, &Processors{o.Name, own})
		}
	}
	return out
}

func distributeOf(g *distribute) []Directive {
	return []Directive{g.Dist.of(g.Target, g.Keyword)}
}

// of returns the distribution as a directive for target.
func (d *distribution) of(target fortran.Name, keyword string) *Distribute {
	out := &Distribute{Target: target, Star: d.Star || d.Any, Formats: d.Formats, Again: keyword == "redistribute"}
	if d.Open != nil {
		out.FormatsAt = d.Open.Span().Join(d.Close.Span())
	}
	if d.Onto != nil {
		out.Onto, out.OntoStar, out.Section = d.Onto.Name, d.Onto.Star || d.Onto.Any, d.Onto.Section
	}
	return out
}

func alignOf(g *align) []Directive {
	var out []Directive
	for _, o := range g.Alignees {
		out = append(out, g.With.of(o.Name, o.Dims != nil, o.Dims, g.Keyword))
	}
	return out
}

func (a *alignment) of(alignee fortran.Name, listed bool, from []fortran.Arg, keyword string) *Align {
	target, ok := a.Target.(*fortran.Designator)
	if !ok { // "(...)": keep the place, so that the name is reported as unknown
		target = &fortran.Designator{Place: fortran.PlaceAt(a.Target.Span()), Parts: []fortran.Part{{At: fortran.PlaceAt(a.Target.Span())}}}
	}
	return &Align{Alignee: alignee, Listed: listed, Source: from, Star: a.Star, Target: target, Again: keyword == "realign"}
}

// combinedOf applies every attribute to every object.
func combinedOf(g *combined) []Directive {
	var dims []fortran.Arg
	for _, a := range g.Attrs {
		if a.Dimension != nil {
			dims = a.Dimension
		}
	}
	var out []Directive
	for _, a := range g.Attrs {
		out = append(out, a.of(g.Objects, dims)...)
	}
	return out
}

func (a *attribute) of(objects []object, dims []fortran.Arg) []Directive {
	var out []Directive
	switch {
	case a.Keyword == "dynamic" || a.Keyword == "inherit":
		return []Directive{&Attribute{Keyword: a.Keyword, Names: objectNames(objects)}}
	case a.Keyword != "":
		return declare(a.Keyword, objects, dims)
	case a.Dist != nil:
		for _, o := range objects {
			out = append(out, a.Dist.Dist.of(o.Name, a.Dist.Keyword))
		}
	case a.Align != nil:
		for _, o := range objects {
			listed, from := a.Align.Listed, a.Align.Source
			if o.Dims != nil {
				listed, from = true, o.Dims
			}
			out = append(out, a.Align.With.of(o.Name, listed, from, a.Align.Keyword))
		}
	case a.Shadow != nil:
		return []Directive{&Attribute{Keyword: "shadow", Names: objectNames(objects), Widths: a.Shadow}}
	case a.Range != nil:
		return []Directive{&Attribute{Keyword: "range", Names: objectNames(objects), Ranges: rangesOf(a.Range)}}
	}
	return out
}

func rangesOf(all []ranges) [][]Format {
	var out [][]Format
	for _, r := range all {
		var formats []Format
		for _, f := range r.Formats {
			if f.All {
				f.Format.Kind = "all"
			}
			formats = append(formats, f.Format)
		}
		out = append(out, formats)
	}
	return out
}

func objectNames(objects []object) []string {
	var out []string
	for _, o := range objects {
		out = append(out, o.Name.String())
	}
	return out
}

func namesOf(g *names) []Directive {
	a := &Attribute{Keyword: g.Keyword, No: g.No}
	for _, n := range g.Names {
		switch {
		case n.Name != nil:
			a.Names = append(a.Names, n.Name.String())
		case n.Block != nil:
			a.Blocks = append(a.Blocks, n.Block.String())
		default:
			a.Blocks = append(a.Blocks, "")
		}
	}
	return []Directive{a}
}

func independentOf(g *independent) []Directive {
	out := &Independent{Indices: g.Indices}
	for _, c := range g.Clauses {
		out.New = append(out.New, argNames(c.New)...)
		out.Reduction = append(out.Reduction, argNames(c.Reduction)...)
		if c.OnHome != nil && out.OnHome == nil {
			out.OnHome = c.OnHome
		}
		if c.Local {
			out.Resident = &Resident{argNames(c.Resident)}
		}
	}
	return []Directive{out}
}

func onOf(g *on) []Directive {
	out := &Region{Keyword: "on", Begin: g.Begin, Home: g.Home, Processors: g.Procs}
	for _, c := range g.Clauses {
		out.New = append(out.New, argNames(c.New)...)
		out.Reduction = append(out.Reduction, argNames(c.Reduction)...)
		if c.Local {
			out.Resident = &Resident{argNames(c.Resident)}
		}
	}
	return []Directive{out}
}

func residentOf(g *resident) []Directive {
	return []Directive{&Region{Keyword: "resident", Begin: g.Begin, Resident: &Resident{argNames(g.Refs)}}}
}

// argNames returns the base names of references.
func argNames(args []fortran.Arg) []string {
	var out []string
	for _, a := range args {
		if d, ok := a.(*fortran.Designator); ok {
			out = append(out, d.Parts[0].Name)
		}
	}
	return out
}

// layoutOf reads a parallel axis as BLOCK and a serial one as collapsed.
func layoutOf(g *layout) []Directive {
	var out []Directive
	for _, a := range g.Arrays {
		d := &Distribute{Target: a.Name, FormatsAt: a.Open.Span().Join(a.Close.Span()), Foreign: true}
		for _, x := range a.Axes {
			f := Format{Kind: "block"}
			if x.Word == "serial" {
				f.Kind = ""
			}
			d.Formats = append(d.Formats, f)
		}
		out = append(out, d)
	}
	return out
}
