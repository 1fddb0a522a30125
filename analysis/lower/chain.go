package lower

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/symbolic"
)

// Link is one step of how an array comes to its processors: an alignment, and
// in the end the distribution, with every name and bound resolved. Arrays that
// are aligned with each other share the steps that they have in common.
type Link struct {
	Text string      // "A(i,j) WITH T(i,j+1)", "T(n,n) (BLOCK,*) ONTO P"
	At   source.Span // of the directive
	next *Link
}

// All iterates over a step and those after it; nil has none.
func (l *Link) All() iter.Seq[*Link] {
	return func(yield func(*Link) bool) {
		for ; l != nil; l = l.next {
			if !yield(l) {
				return
			}
		}
	}
}

// chain returns the steps from an array to the distribution of its root.
func (m *mapper) chain(o *object) *Link {
	var aligned []*object // whose steps are not known yet
	for ; o.link == nil && o.align != nil; o = o.align.target {
		aligned = append(aligned, o)
	}
	if o.link == nil && o.dist != nil { // otherwise a copied array: the steps stand in the other unit
		o.link = m.distributed(o)
	}
	link := o.link
	for _, o := range slices.Backward(aligned) {
		text := fmt.Sprintf("%s WITH %s", shaped(o.name, m.aligned(o)), shaped(o.align.target.name, m.placements(o.align.dims)))
		link = &Link{text, o.align.at, link}
		o.link = link
	}
	return link
}

// distributed is the last step: the distribution of the root.
func (m *mapper) distributed(root *object) *Link {
	text := fmt.Sprintf("%s %s", shaped(root.name, m.ranges(root)), m.formatList(root.dist.formats))
	if grid := root.dist.grid; grid != nil && grid.Name != "" {
		text += " ONTO " + strings.ToUpper(grid.Name)
	}
	return &Link{text, root.dist.at, nil}
}

func shaped(name string, subs []string) string {
	return strings.ToUpper(name) + "(" + strings.Join(subs, ",") + ")"
}

// dummyName names the index of an array dimension (from 0) in a chain.
func dummyName(dim int) string {
	if names := "ijklm"; dim < len(names) {
		return names[dim : dim+1]
	}
	return fmt.Sprintf("i%d", dim+1)
}

// aligned writes the source side of an alignment: "*" for what is collapsed.
func (m *mapper) aligned(o *object) []string {
	subs := make([]string, len(o.dims))
	for d := range subs {
		subs[d] = "*"
	}
	for _, p := range o.align.dims {
		if p.kind == mapping.Aligned {
			subs[p.dim] = dummyName(p.dim)
		}
	}
	return subs
}

func (m *mapper) placements(dims []placement) []string {
	a := m.out.Arena
	subs := make([]string, len(dims))
	for t, p := range dims {
		switch p.kind {
		case mapping.Replicated:
			subs[t] = "*"
		case mapping.Fixed:
			subs[t] = a.String(p.offset)
		default:
			index := a.Sym(dummyName(p.dim), symbolic.Index)
			subs[t] = a.String(a.Add(a.Mul(a.Int(p.scale), index), p.offset))
		}
	}
	return subs
}

func (m *mapper) ranges(o *object) []string {
	a := m.out.Arena
	subs := make([]string, len(o.dims))
	for d, x := range o.dims {
		last := a.Sub(a.Add(x.lower, x.extent), a.Int(1))
		subs[d] = a.String(last)
		if lower, known := a.ConstInt(x.lower); !known || lower != 1 {
			subs[d] = a.String(x.lower) + ":" + subs[d]
		}
	}
	return subs
}

func (m *mapper) formatList(formats []mapping.Format) string {
	words := make([]string, len(formats))
	for d, f := range formats {
		words[d] = map[mapping.FormatKind]string{mapping.Collapsed: "*", mapping.Block: "BLOCK", mapping.Cyclic: "CYCLIC", mapping.GenBlock: "GEN_BLOCK", mapping.Indirect: "INDIRECT"}[f.Kind]
		switch {
		case f.Table != "":
			words[d] += "(" + strings.ToUpper(f.Table) + ")"
		case f.Param != 0:
			words[d] += "(" + m.out.Arena.String(f.Param) + ")"
		}
	}
	return "(" + strings.Join(words, ",") + ")"
}
