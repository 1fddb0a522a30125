package plan

import (
	"fmt"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/hpf"
)

// mapsData tells whether a directive belongs among the declarations.
func mapsData(n *fortran.Node) bool {
	if n.Kind != fortran.Directive {
		return false
	}
	for _, d := range hpf.Read(n.Text, n.Form).Directives {
		switch d := d.(type) {
		case *hpf.Processors, *hpf.Template, *hpf.Attribute:
			return true
		case *hpf.Distribute:
			return !d.Again
		case *hpf.Align:
			return !d.Again
		}
	}
	return false
}

// block is the new directives behind the declarations of one unit or included text.
type block struct {
	spot
	distributed []distributed
	aligned     []string
	ranks       []int // of the arrangements that they need
}

// distributed is one DISTRIBUTE directive.
type distributed struct {
	formats []string
	roots   []string
}

// introduce writes directives for arrays that have none.
func (w *writer) introduce() {
	var blocks []*block
	for i, g := range w.Groups {
		to := w.to.Formats[i]
		if len(g.arrays) == 0 || Rank(to) == 0 {
			continue
		}
		for _, c := range g.arrays[0].copies {
			k := slices.IndexFunc(blocks, func(b *block) bool { return b.file == c.file && b.unit == c.unit })
			if k < 0 {
				k = len(blocks)
				blocks = append(blocks, &block{spot: c})
			}
			blocks[k].add(g, to)
		}
	}
	for _, b := range blocks {
		var lines []string
		for _, r := range b.ranks {
			if !w.declaredFor(b, r, blocks) {
				lines = append(lines, fmt.Sprintf("PROCESSORS %s(%s)", w.arrangementName(b, r), w.extents(r)))
			}
		}
		style := styleOf(b.file)
		for _, d := range b.distributed {
			lines = append(lines, fmt.Sprintf("DISTRIBUTE %s ONTO %s :: %s", Written(d.formats), w.arrangementName(b, Rank(d.formats)), strings.Join(d.roots, ", ")))
		}
		for _, l := range append(lines, b.aligned...) {
			w.insert(b.file, b.last, style.write(l))
		}
	}
}

// add takes the arrays of one group; roots with equal formats share a directive.
func (b *block) add(g Group, to []string) {
	r := Rank(to)
	if !slices.Contains(b.ranks, r) {
		b.ranks = append(b.ranks, r)
	}
	var roots []string
	for _, a := range g.arrays {
		if a.with == nil {
			roots = append(roots, a.in(b))
		}
	}
	i := slices.IndexFunc(b.distributed, func(d distributed) bool { return slices.Equal(d.formats, to) })
	if i < 0 {
		i = len(b.distributed)
		b.distributed = append(b.distributed, distributed{formats: to})
	}
	b.distributed[i].roots = append(b.distributed[i].roots, roots...)
	for _, a := range g.arrays {
		if a.with != nil {
			b.aligned = append(b.aligned, aligned(a, b, roots[0], len(to)))
		}
	}
}

// in is the array's name where a block stands.
func (a *Array) in(b *block) string {
	for _, c := range a.copies {
		if c.file == b.file && c.unit == b.unit && !strings.EqualFold(c.name, a.Name) {
			return c.name
		}
	}
	return a.Name
}

// aligned is the ALIGN directive of a member.
func aligned(a *Array, b *block, root string, rank int) string {
	const indices = "ijklmno"
	own, other := make([]string, len(a.with)), make([]string, rank)
	for e := range other {
		other[e] = Star
	}
	for d, e := range a.with {
		own[d] = Star
		if e >= 0 {
			own[d] = indices[d : d+1]
			other[e] = own[d]
		}
	}
	return fmt.Sprintf("ALIGN %s(%s) WITH %s(%s)", a.in(b), strings.Join(own, ","), root, strings.Join(other, ","))
}

// arrangementName is the name of the arrangement of a rank: one that is declared there,
// else a new one.
func (w *writer) arrangementName(b *block, rank int) string {
	for _, a := range w.arrangements {
		if a.file == b.file && a.unit == b.unit && len(a.written) == rank {
			return a.name
		}
	}
	name := "procs"
	if rank > 1 {
		name += itoa(rank) + "d"
	}
	return w.unused(name)
}

// declaredFor tells whether the arrangement of a rank is declared for a block without
// its doing: by a directive that is there, by a block of its host, of a text that it
// includes, or of a module that it uses.
func (w *writer) declaredFor(b *block, rank int, blocks []*block) bool {
	for _, a := range w.arrangements {
		if a.file == b.file && a.unit == b.unit && len(a.written) == rank {
			return true
		}
	}
	return slices.ContainsFunc(blocks, func(o *block) bool {
		if o == b || !slices.Contains(o.ranks, rank) {
			return false
		}
		for u := b.unit.Host; u != nil; u = u.Host {
			if u == o.unit {
				return true
			}
		}
		included := slices.ContainsFunc(b.unit.Body, func(n *fortran.Node) bool { return n.Origin != nil && n.Origin.File == o.file.Path })
		return included || o.unit.IsModule() && slices.Contains(b.unit.Modules, o.unit.Name)
	})
}
