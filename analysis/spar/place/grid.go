package place

import (
	"fmt"
	"strconv"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/spar"
	"github.com/parlens/parlens/analysis/symbolic"
)

// Kind is a processor type: a name, and the resource file that describes it.
type Kind struct {
	Name string
	File string
	At   source.Span
}

// Grid is a processor array. The extent of dimension d is the model parameter
// P_name, or P_name_1, P_name_2 of an array with several dimensions.
type Grid struct {
	Name    string
	Kind    string // of its processors
	Sizes   []int  // as declared; nil when the program declares none
	Extents []symbolic.Expr
	At      source.Span
}

// Params are the names of the extents.
func (g *Grid) Params() []string {
	if len(g.Extents) == 1 {
		return []string{"P_" + g.Name}
	}
	out := make([]string, len(g.Extents))
	for d := range out {
		out[d] = fmt.Sprintf("P_%s_%d", g.Name, d+1)
	}
	return out
}

// Kinds are the processor types that a file declares.
func Kinds(f *spar.File) []Kind {
	b := &builder{reported: map[source.Diagnostic]bool{}}
	for _, x := range f.Global.All("ProcessorType") {
		b.kinds(x)
	}
	return b.kindList
}

// newGrid declares the extents as sizes.
func (b *builder) newGrid(name, kind string, sizes []int, rank int) *Grid {
	g := &Grid{Name: name, Kind: kind, Sizes: sizes, Extents: make([]symbolic.Expr, rank)}
	for d, p := range g.Params() {
		b.arena.Assume(p, 1, symbolic.Unbounded)
		g.Extents[d] = b.arena.Sym(p, symbolic.Index)
	}
	b.grids = append(b.grids, g)
	return g
}

// kinds reads ProcessorType = ((name "file") ...).
func (b *builder) kinds(p *spar.Pragma) {
	for _, f := range entries(p.Value) {
		if len(f.Items) != 2 || f.Items[0].Kind != spar.SymbolForm || f.Items[1].Kind != spar.StringForm {
			b.report(f.Span, source.Error, "spar-processors", `a processor type is written (Name "file.pam")`)
			continue
		}
		b.kindList = append(b.kindList, Kind{f.Items[0].Text, f.Items[1].Text, f.Span})
	}
}

// entries are the items of ((a b) (c d)); of (a b) alone, which is the same by
// the rules of lists, that one.
func entries(f *spar.Form) []*spar.Form {
	if f == nil {
		return nil
	}
	if f.Kind == spar.ListForm && len(f.Items) > 0 && f.Items[0].Kind == spar.ListForm && f.Head() == "" && f.Items[0].Head() != "at" {
		return f.Items
	}
	return []*spar.Form{f}
}

// grids reads Processors = ((type name[n]) ...).
func (b *builder) gridsOf(p *spar.Pragma) {
	if p.Value != nil && p.Value.Kind == spar.StringForm {
		b.oldGrid(p.Value)
		return
	}
	for _, f := range entries(p.Value) {
		if f.Kind != spar.ListForm || len(f.Items) != 2 || f.Items[0].Kind != spar.SymbolForm {
			b.report(f.Span, source.Error, "spar-processors", "a processor array is written (Type name[n])")
			continue
		}
		b.grid(f.Items[0].Text, f.Items[1], f.Span)
	}
}

func (b *builder) grid(kind string, f *spar.Form, at source.Span) {
	name, sizes := f.Text, []int{1}
	if f.Head() == "at" && len(f.Items) > 2 {
		name, sizes = f.Items[1].Text, nil
		for _, i := range f.Items[2:] {
			n, err := strconv.Atoi(i.Text)
			if i.Kind != spar.NumberForm || err != nil || n < 1 {
				b.report(i.Span, source.Error, "spar-processors", "the extent of a processor array is a number of at least 1")
				n = 1
			}
			sizes = append(sizes, n)
		}
	}
	if name == "" {
		b.report(f.Span, source.Error, "spar-processors", "a processor array is written (Type name[n])")
		return
	}
	g := b.newGrid(name, kind, sizes, len(sizes))
	g.At = at
}

// oldGrid reads the older form, a string of extents.
func (b *builder) oldGrid(f *spar.Form) {
	var sizes []int
	for _, part := range splitComma(f.Text) {
		n, err := strconv.Atoi(part)
		if err != nil || n < 1 {
			b.report(f.Span, source.Error, "spar-processors", `the extents of the processor array are written "4,2"`)
			return
		}
		sizes = append(sizes, n)
	}
	g := b.newGrid("P", "", sizes, len(sizes))
	g.At = f.Span
}

// findGrid returns the processor array of a name. With a single array a real
// source may say its type instead; without any declaration the name is one.
func (b *builder) findGrid(name string, rank int, at source.Span) *Grid {
	for _, g := range b.grids {
		if g.Name == name {
			return g
		}
	}
	if len(b.grids) == 1 && (b.grids[0].Kind == name || b.implied) {
		return b.grids[0]
	}
	if len(b.grids) == 0 {
		b.implied = true
		g := b.newGrid(name, "", nil, max(1, rank))
		g.At = at
		return g
	}
	b.report(at, source.Error, "spar-processors", fmt.Sprintf("no processor array is called %s", name))
	return nil
}
