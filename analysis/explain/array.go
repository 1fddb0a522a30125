package explain

import (
	"fmt"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/indexset"
	"github.com/parlens/parlens/analysis/inspector"
	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
)

func (x *explainer) arrays() {
	for _, s := range x.Unit.Symbols {
		l, mapped := x.Layouts[s]
		if mapped && s.Class == program.Variable && x.asksArray(s) {
			x.out.Arrays = append(x.out.Arrays, x.array(s, l))
		}
	}
}

var typeNames = map[program.Type]string{
	program.Integer: "integer", program.Real: "real", program.Complex: "complex", program.Logical: "logical",
	program.Character: "character", program.Derived: "derived type",
}

func (x *explainer) array(s *program.Symbol, l mapping.Layout) Array {
	a := Array{Name: strings.ToUpper(s.Name), Line: x.line(s.Declared), Bytes: s.Bytes}
	for link := range x.Unit.Chains[s].All() {
		a.Chain = append(a.Chain, Note{x.line(link.At), link.Text})
	}
	for _, u := range x.Graph.Units {
		if u.Comm != nil && u.Comm.Array == s && u.Comm.Remapped != "" {
			if note := (Note{x.line(u.Comm.At), u.Comm.Remapped}); !slices.Contains(a.Remaps, note) { // both parts of a peeled loop have it
				a.Remaps = append(a.Remaps, note)
			}
		}
	}
	box, err := x.bounds(s)
	if err != nil {
		a.Unlisted = err.Error()
		return a
	}
	a.Declared = fmt.Sprintf("%s, %s: %s(%s)", typeNames[s.Type], counted(s.Bytes, "byte"), a.Name, written(box))
	first := min(len(x.Grid), len(l.Axes))
	elsewhere := slices.ContainsFunc(l.Axes[first:], mapped) // on another arrangement
	for g, axis := range l.Axes {
		if mapped(axis) || g < first && !elsewhere {
			a.Owners = append(a.Owners, x.owner(l, g))
		}
	}
	a.Overlap = x.overlap(s, l)
	if err := x.locals(&a, l, box); err != nil {
		a.Unlisted = err.Error()
		return a
	}
	a.Copies = copies(a.Locals, box)
	return a
}

func mapped(axis mapping.Axis) bool { return axis.Kind != mapping.Replicated }

// copies is how many processors hold an element: as many for each.
func copies(parts []Local, box [][2]int64) int {
	held, all := int64(0), int64(1)
	for _, p := range parts {
		held += p.Elements * int64(p.Processors)
	}
	for _, b := range box {
		all *= max(0, b[1]-b[0]+1)
	}
	return int(held / max(all, 1))
}

// mapped is an array with the directives that map it.
func (x *explainer) mapped(s *program.Symbol) Array {
	a := Array{Name: strings.ToUpper(s.Name), Line: x.line(s.Declared), Bytes: s.Bytes, Copies: 1}
	for link := range x.Unit.Chains[s].All() {
		a.Chain = append(a.Chain, Note{x.line(link.At), link.Text})
	}
	return a
}

// bounds are the declared bounds of each dimension.
func (x *explainer) bounds(s *program.Symbol) ([][2]int64, error) {
	var box [][2]int64
	for d := range s.Dims {
		lo, hi := inspector.Bounds(x.Graph.Builder, s, d)
		first, err := x.n.Eval(lo, nil)
		if err != nil {
			return nil, err
		}
		last, err := x.n.Eval(hi, nil)
		if err != nil {
			return nil, err
		}
		box = append(box, [2]int64{int64(first), int64(last)})
	}
	return box, nil
}

// written writes bounds as in a declaration.
func written(box [][2]int64) string {
	parts := make([]string, len(box))
	for d, b := range box {
		parts[d] = fmt.Sprint(b[1])
		if b[0] != 1 {
			parts[d] = fmt.Sprintf("%d:%d", b[0], b[1])
		}
	}
	return strings.Join(parts, ",")
}

// owner writes the formula of one dimension of the arrangement.
func (x *explainer) owner(l mapping.Layout, g int) Owner {
	axis := l.Axes[g]
	o := Owner{Dim: g + 1}
	if g >= len(x.Grid) {
		o.Dim = 0
	}
	switch axis.Kind {
	case mapping.Replicated:
		o.Formula = "any"
	default:
		o.Formula, o.Block = x.n.Owner(l, g, indexName(axis.Dim))
	}
	return o
}

// indexName names the index of an array dimension (from 0).
func indexName(dim int) string {
	if names := "ijklm"; dim < len(names) {
		return names[dim : dim+1]
	}
	return fmt.Sprintf("i%d", dim+1)
}

// overlap collects how far the unit's shifts reach into the neighbours' parts.
func (x *explainer) overlap(s *program.Symbol, l mapping.Layout) []Width {
	widths := map[int]*Width{}
	at := func(dim int) *Width {
		if widths[dim] == nil {
			widths[dim] = &Width{Dim: dim + 1}
		}
		return widths[dim]
	}
	for _, u := range x.Graph.Units {
		if u.Comm == nil || u.Comm.Array != s || u.Comm.Kind != comm.Shift {
			continue
		}
		for _, m := range u.Comm.Moves {
			g := l.AxisOf(m.Dim)
			if g < 0 || l.Axes[g].Format.Kind != mapping.Block {
				continue
			}
			w := at(m.Dim)
			w.Low, w.High = max(w.Low, -m.Offset), max(w.High, m.Offset)
		}
	}
	for d, sh := range x.Unit.Shadows[s] {
		low, high := x.Unit.Arena.String(sh.Low), x.Unit.Arena.String(sh.High)
		at(d).Declared = low + ":" + high
	}
	var out []Width
	for d := range s.Dims {
		if w := widths[d]; w != nil {
			out = append(out, *w)
		}
	}
	return out
}

// locals lists the parts of few processors, and of many those that differ.
func (x *explainer) locals(a *Array, l mapping.Layout, box [][2]int64) error {
	held := make([][]indexset.Indices, len(l.Axes)) // by axis and coordinate
	for g, axis := range l.Axes {
		var err error
		if axis.Kind == mapping.Aligned {
			if held[g], err = x.n.Held(l, g, box[axis.Dim][0], box[axis.Dim][1]); err != nil {
				return err
			}
		}
	}
	for i, p := range x.all {
		local, err := x.local(a, l, box, held, i)
		if err != nil {
			return err
		}
		local.Class = Class{1, p}
		at := -1
		if len(x.all) > mostListed {
			at = slices.IndexFunc(a.Locals, func(o Local) bool { return slices.Equal(o.Extents, local.Extents) })
		}
		if at >= 0 {
			a.Locals[at].Processors++
			continue
		}
		a.Locals = append(a.Locals, local)
	}
	return nil
}

// Shapes joins parts of equal extents.
func Shapes(all []Local) []Local {
	var out []Local
	for _, l := range all {
		at := slices.IndexFunc(out, func(o Local) bool { return slices.Equal(o.Extents, l.Extents) })
		if at < 0 {
			out = append(out, l)
			continue
		}
		out[at].Processors += l.Processors
	}
	return out
}

// local is the part of one processor.
func (x *explainer) local(a *Array, l mapping.Layout, box [][2]int64, held [][]indexset.Indices, processor int) (Local, error) {
	out := Local{Elements: 1}
	absent := false // the array is pinned to other coordinates
	parts := make([]string, len(box))
	for d, b := range box {
		parts[d] = fmt.Sprintf("%d:%d", b[0], b[1])
		out.Extents = append(out.Extents, max(0, b[1]-b[0]+1))
	}
	for g, axis := range l.Axes {
		c := x.joint[processor][g]
		switch axis.Kind {
		case mapping.Aligned:
			parts[axis.Dim] = held[g][c].String()
			out.Extents[axis.Dim] = int64(len(held[g][c]))
		case mapping.Fixed:
			holder, err := x.n.Holder(l, g)
			if err != nil {
				return out, err
			}
			absent = absent || holder != c
		}
	}
	if absent {
		clear(out.Extents)
	}
	out.Part = strings.Join(parts, ",")
	allocated := int64(1)
	for d, n := range out.Extents {
		out.Elements *= n
		for _, w := range a.Overlap {
			if w.Dim == d+1 && n > 0 {
				n += w.Low + w.High
			}
		}
		allocated *= n
	}
	if out.Elements == 0 {
		out.Part, allocated = "nothing", 0
	}
	out.Memory = allocated * int64(a.Bytes)
	return out, nil
}

func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
