package elements

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
)

// The direction of a reference says where its elements lie relative to their
// reader, with one entry per grid dimension:
//
//   - "0": in the same place, or a copy is there
//   - "+", "-": further up or down a BLOCK dimension (with overlap areas)
//   - "+2": so far up a CYCLIC dimension, or any without overlap areas
//   - "=-1i+12": anywhere else; the template subscript itself
//
// The first three need template subscripts of the reference and of the
// executor's home that differ by a constant and run with a loop of the nest. A
// subscript without distribution that does not run with such a loop is an entry
// of its own too: another section is another message. A subscript that is not
// linear, or runs with several loops, has the entry "*": a group of such references may be anywhere.

// form is a linear function of names: scalars, loop indices, and "#k" for the
// position in section dimension k.
type form struct {
	factors  map[string]int64
	constant int64
}

// lone is the direction of a reference that stands alone, and the entry of a subscript that is not
// linear.
const lone = "*"

// scattered reports whether a direction has a subscript that is not linear.
func scattered(direction string) bool {
	return strings.Contains(direction, "(*") || strings.Contains(direction, ",*")
}

type directionKey struct {
	reader any
	ref    *program.Ref
}

// direction returns the direction of r for a reader out of a nest; both are
// the same whenever the reader runs.
func (it *interpreter) direction(by reader, nest []*frame, r *program.Ref) string {
	key := directionKey{by.key, r}
	if d, ok := it.dirs[key]; ok {
		return d
	}
	var entries []string
	for g, home := range by.who {
		entries = append(entries, it.entry(g, home, nest, r))
	}
	for d := range it.variable(r.Sym).bounds {
		entries = append(entries, it.undistributed(d, nest, r)...)
	}
	d := "(" + strings.Join(entries, ",") + ")"
	it.dirs[key] = d
	return d
}

// entry returns the entry for grid dimension g.
func (it *interpreter) entry(g int, home *program.Ref, nest []*frame, r *program.Ref) string {
	from := it.variable(r.Sym).axes[g]
	if !from.dealt() {
		return "0"
	}
	right, ok := it.templateForm(r, from)
	if !ok {
		return cmp.Or(it.steady(nest, r, from.dim), lone)
	}
	shift, constant := it.shift(g, home, from, right)
	switch {
	case several(nest, right):
		return lone
	case constant && shift == 0:
		return "0"
	case !constant || !runsWith(nest, right):
		return "=" + right.String()
	case from.format == mapping.Cyclic || from.format == mapping.Indirect || !it.opt.Scheme.OverlapAreas:
		return fmt.Sprintf("%+d", shift)
	case shift > 0:
		return "+"
	}
	return "-"
}

// shift returns how far a template subscript is from that of the home when
// that is a constant.
func (it *interpreter) shift(g int, home *program.Ref, from axis, right form) (int64, bool) {
	if home == nil {
		return 0, false
	}
	to := it.variable(home.Sym).axes[g]
	left, ok := it.templateForm(home, to)
	if !ok || !from.alike(to) {
		return 0, false
	}
	return right.minus(left)
}

// undistributed returns the entry of a dimension that no grid dimension
// distributes, if it has one.
func (it *interpreter) undistributed(d int, nest []*frame, r *program.Ref) []string {
	for _, a := range it.variable(r.Sym).axes {
		if a.kind == mapping.Aligned && a.dim == d {
			return nil
		}
	}
	f, ok := it.subscriptForm(r, d)
	switch {
	case !ok:
		return []string{cmp.Or(it.steady(nest, r, d), lone)}
	case several(nest, f):
		return []string{lone}
	case runsWith(nest, f):
		return nil
	}
	return []string{"=" + f.String()}
}

// several reports whether a form runs with more than one section or loop of the nest.
func several(nest []*frame, f form) bool {
	n := 0
	for name := range f.factors {
		if runsWith(nest, form{factors: map[string]int64{name: 1}}) {
			n++
		}
	}
	return n > 1
}

// alike reports whether two axes deal the same template indices alike.
func (a axis) alike(b axis) bool {
	same := a.lower == b.lower && a.extent == b.extent && a.format == b.format && a.block == b.block
	return same && (a.block > 0 || slices.Equal(a.owners, b.owners))
}

// runsWith reports whether the form varies with a section or a loop of the
// nest.
func runsWith(nest []*frame, f form) bool {
	for name := range f.factors {
		if strings.HasPrefix(name, "#") {
			return true
		}
		for _, frame := range nest {
			for index := range frame.indices {
				if index != nil && index.Name == name { // WHILE has none
					return true
				}
			}
		}
	}
	return false
}

// String writes the form with its names sorted, 2*i - 3 as "+2i-3".
func (f form) String() string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(f.factors)) {
		fmt.Fprintf(&b, "%+d%s", f.factors[name], name)
	}
	fmt.Fprintf(&b, "%+d", f.constant)
	return b.String()
}

// templateForm returns the template subscript of r in the axis' dimension.
func (it *interpreter) templateForm(r *program.Ref, a axis) (form, bool) {
	if a.kind == mapping.Fixed {
		return form{constant: a.offset}, true
	}
	f, ok := it.subscriptForm(r, a.dim)
	f = f.times(a.scale)
	f.constant += a.offset
	return f, ok
}

func (it *interpreter) subscriptForm(r *program.Ref, d int) (form, bool) {
	k := sectionDimension(r, d)
	if k < 0 {
		return it.linear(r.Subs[d].Lo)
	}
	b := it.variable(r.Sym).bounds[d]
	lower, stride := form{constant: b.lower}, form{constant: 1}
	ok1, ok2 := true, true
	if len(r.Subs) > 0 {
		s := r.Subs[d]
		if !s.Triplet {
			return form{}, false
		}
		if s.Stride != nil {
			stride, ok1 = it.linear(s.Stride)
		}
		if s.Lo != nil {
			lower, ok2 = it.linear(s.Lo)
		} else if stride.constant < 0 {
			lower.constant += b.extent - 1
		}
	}
	position := form{factors: map[string]int64{fmt.Sprintf("#%d", k): stride.constant}}
	return lower.plus(position), ok1 && ok2 && len(stride.factors) == 0
}

// linear reads an integer expression as a form. PARAMETERs are their values.
func (it *interpreter) linear(e program.Expr) (form, bool) {
	switch e := e.(type) {
	case *program.Const:
		return form{constant: e.Int}, e.Type == program.Integer
	case *program.Ref:
		switch {
		case e.Sym.Rank() > 0 || e.Sym.Type != program.Integer:
			return form{}, false
		case e.Sym.Class == program.Parameter:
			return form{constant: it.variable(e.Sym).data[0].I}, true
		}
		return form{factors: map[string]int64{e.Sym.Name: 1}}, true
	case *program.Unary:
		x, ok := it.linear(e.X)
		switch e.Op {
		case program.Neg:
			return x.times(-1), ok
		case program.Plus:
			return x, ok
		}
	case *program.Binary:
		return it.linearOfTwo(e)
	}
	return form{}, false
}

func (it *interpreter) linearOfTwo(e *program.Binary) (form, bool) {
	x, ok1 := it.linear(e.X)
	y, ok2 := it.linear(e.Y)
	constants := len(x.factors) == 0 && len(y.factors) == 0
	switch {
	case !ok1 || !ok2:
		return form{}, false
	case e.Op == program.Add:
		return x.plus(y), true
	case e.Op == program.Sub:
		return x.plus(y.times(-1)), true
	case e.Op == program.Mul && len(x.factors) == 0:
		return y.times(x.constant), true
	case e.Op == program.Mul && len(y.factors) == 0:
		return x.times(y.constant), true
	case e.Op == program.Div && constants && y.constant != 0:
		return form{constant: x.constant / y.constant}, true
	}
	return form{}, false
}

func (f form) times(n int64) form {
	g := form{factors: map[string]int64{}, constant: n * f.constant}
	for name, factor := range f.factors {
		if n*factor != 0 {
			g.factors[name] = n * factor
		}
	}
	return g
}

func (f form) plus(g form) form {
	sum := f.times(1)
	sum.constant += g.constant
	for name, factor := range g.factors {
		if sum.factors[name] += factor; sum.factors[name] == 0 {
			delete(sum.factors, name)
		}
	}
	return sum
}

// minus returns f - g when that is a constant.
func (f form) minus(g form) (int64, bool) {
	d := f.plus(g.times(-1))
	return d.constant, len(d.factors) == 0
}
